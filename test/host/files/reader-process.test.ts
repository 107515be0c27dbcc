import path from 'node:path'
import { build } from 'vite'
import { afterAll, describe, expect, test } from 'vitest'
import { FileReaders } from '../../../main/host/files/reader-process.ts'
import type { Platform } from '../../../main/host/platform.ts'
import { forkProgram } from '../../../main/shells/web/platform.ts'
import { withoutSystem } from '../../../tools/built-threads.mjs'
import { ScriptedClock } from '../../support/scripted-clock.ts'
import { sample } from './samples.ts'

const readings: FileReaders[] = []
afterAll(() => Promise.all(readings.map((one) => one.close())))

function readingWith(start: Platform['startProgram'], clock?: ScriptedClock): FileReaders {
  const reading = new FileReaders({ start, clock })
  readings.push(reading)
  return reading
}

describe('the reader of files', () => {
  test('[FIL-24] has no way to files, networks and other programs in its bundle', async () => {
    const source = path.resolve('main/host/files/reader/reader.ts')
    const built = await build({
      configFile: false,
      logLevel: 'warn',
      plugins: [withoutSystem()],
      ssr: { noExternal: true },
      build: { ssr: source, write: false, rolldownOptions: { output: { codeSplitting: false } } },
    })
    const [output] = Array.isArray(built) ? built : [built]
    if (!output || !('output' in output)) throw new Error('Nothing was built.')
    const code = output.output.flatMap((chunk) => ('code' in chunk ? [chunk.code] : [])).join('')
    const imports = [
      ...code.matchAll(/^(?:import|export) (?:[^"'\n]*? from )?["']([^"'\n]+)["']|\bimport\(([^)]*)\)/gm),
    ]
    expect([...new Set(imports.map(([, name, later]) => name ?? later))].toSorted()).toEqual([
      'node:events',
      'node:stream',
      'node:util',
      'node:worker_threads',
      'node:zlib',
    ])
    expect(code).not.toMatch(/createRequire|getBuiltinModule|process\.binding|dlopen/)
  })

  test('[FIL-24] starts with nothing of the host’s environment', async () => {
    const said = Promise.withResolvers<unknown>()
    const program = path.resolve('test/support/servers/environment-teller.mjs')
    const running = forkProgram(program, { message: said.resolve, ended: () => said.reject(new Error('It ended.')) })
    expect(await said.promise).toEqual([])
    running.kill()
  })

  test('[FIL-25] is ended at its deadline, while it computes', async () => {
    const clock = new ScriptedClock()
    const posted = Promise.withResolvers<void>()
    const ended = Promise.withResolvers<void>()
    const reading = readingWith((_file, heard) => {
      // Never answers, as in a loop without end.
      queueMicrotask(() => heard.message('ready'))
      return { post: () => posted.resolve(), kill: () => ended.resolve() }
    }, clock)
    const read = reading.read(sample('plain.pdf'))
    await posted.promise
    clock.pass(9999)
    clock.pass(1)
    expect(await read).toEqual({ outcome: 'refused', kind: 'pdf', because: 'time' })
    await ended.promise
  })

  test('[FIL-25] keeps the text of pages that take too long to draw, and says that they weren’t checked', async () => {
    const clock = new ScriptedClock()
    const page = (at: number) => ({ label: String(at + 1), text: `page ${at + 1}` })
    const pages = Array.from({ length: 100 }, (_, at) => page(at))
    const heard = Promise.withResolvers<(said: unknown) => void>()
    const reading = readingWith((_file, { message }) => {
      queueMicrotask(() => message('ready'))
      return { post: () => heard.resolve(message), kill: () => undefined }
    }, clock)
    const read = reading.read(sample('plain.pdf'))
    const say = await heard.promise
    say({ progress: { text: { outcome: 'text', kind: 'pdf', pages, warns: [] } } })
    for (let at = 0; at < 20; at += 1) {
      clock.pass(1900)
      say({ progress: { checked: { at, page: page(at), scan: false } } })
    }
    const found = await read
    expect(found).toMatchObject({ outcome: 'text', warns: [{ what: 'unchecked', count: 85 }] })
    expect('pages' in found && found.pages).toHaveLength(100)
  })

  test('[FIL-26] costs one file when it dies, and the next one is read', async () => {
    let first = true
    const reading = readingWith((file, heard) => {
      const running = forkProgram(file, heard)
      const dies = first
      first = false
      return { kill: running.kill, post: (told) => (dies ? running.kill() : running.post(told)) }
    })
    const [dead, alive] = await Promise.all([reading.read(sample('plain.pdf')), reading.read(sample('scanned.pdf'))])
    expect(dead).toEqual({ outcome: 'refused', kind: 'pdf', because: 'memory' })
    expect(alive).toMatchObject({ outcome: 'no-text', kind: 'pdf' })
  })

  test('[FIL-18] reads the same bytes once', async () => {
    let starts = 0
    const reading = readingWith((file, heard) => {
      starts += 1
      return forkProgram(file, heard)
    })
    const outcomes = await Promise.all([reading.read(sample('plain.docx')), reading.read(sample('plain.docx'))])
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['text', 'text'])
    expect(starts).toBe(1)
  })

  test('[FIL-26] that doesn’t start makes a file unreadable, not the host', async () => {
    const reading = readingWith(() => {
      throw new Error('no more processes')
    })
    expect(await reading.read(sample('plain.docx'))).toEqual({
      outcome: 'refused',
      kind: 'none',
      because: 'unavailable',
    })
  })

  test('[FIL-26] ends with the host, and what waits for it too', async () => {
    const reading = readingWith(forkProgram)
    const both = [reading.read(sample('image-bomb.pdf')), reading.read(sample('plain.docx'))]
    await reading.close()
    const outcomes = (await Promise.all(both)).map((read) => read.outcome === 'refused' && read.because)
    expect(outcomes).toEqual(['unavailable', 'unavailable'])
  })
})
