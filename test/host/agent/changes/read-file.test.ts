import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { namedFiles } from '../../../../main/host/agent/changes/named-files.ts'
import { largestFile, readInside } from '../../../../main/host/agent/changes/read-file.ts'
import { sha256 } from '../../../../main/host/base/hash.ts'
import type { JsonObject } from '../../../../shared/schema/json.ts'

let outer: string
let root: string

beforeEach(() => {
  outer = realpathSync(mkdtempSync(path.join(tmpdir(), 'atrium-change-')))
  root = path.join(outer, 'given')
  mkdirSync(root)
  writeFileSync(path.join(outer, 'private.txt'), 'private')
})
afterEach(() => rmSync(outer, { recursive: true, force: true }))

const at = (...names: string[]): string => path.join(root, ...names)
const read = (...names: string[]) => readInside(at(...names), root)

describe('[CHG-2] a file in a folder of the user’s', () => {
  test('is read whole if it is text, and described if it is not or is too large', async () => {
    writeFileSync(at('text'), '\uFEFFa\n')
    expect(await read('text')).toEqual({ state: 'text', text: '\uFEFFa\n', bytes: 5, hash: sha256('\uFEFFa\n') })
    writeFileSync(at('binary'), Buffer.from([0x61, 0xff]))
    expect(await read('binary')).toMatchObject({ state: 'binary', bytes: 2 })
    writeFileSync(at('nul'), 'a\0')
    expect(await read('nul')).toMatchObject({ state: 'binary', bytes: 2 })
    writeFileSync(at('huge'), '')
    truncateSync(at('huge'), largestFile + 1)
    expect(await read('huge')).toEqual({ state: 'large', bytes: largestFile + 1 })
    truncateSync(at('huge'), largestFile)
    expect(await read('huge')).toMatchObject({ state: 'binary', bytes: largestFile })
    expect(await read('.')).toEqual({ state: 'folder' })
    mkdirSync(at('folder'))
    expect(await read('folder')).toEqual({ state: 'folder' })
    expect(await read('none')).toEqual({ state: 'absent' })
    expect(await read('new', 'one')).toEqual({ state: 'absent' })
    expect(await read('text', 'below')).toEqual({ state: 'unreadable' })
  })

  test.skipIf(process.platform === 'win32')('is not read through a link that leaves the folder', async () => {
    symlinkSync(path.join(outer, 'private.txt'), at('file'))
    symlinkSync(outer, at('folder'))
    symlinkSync(path.join(outer, 'gone'), at('dangling'))
    for (const names of [['file'], ['folder', 'private.txt'], ['folder', 'new'], ['dangling']])
      expect(await read(...names)).toEqual({ state: 'outside' })
    writeFileSync(at('inner'), 'inside')
    symlinkSync(at('inner'), at('link'))
    expect(await read('link')).toMatchObject({ state: 'text', text: 'inside' })
  })

  test.skipIf(process.platform === 'win32')(
    'is not opened if it is a pipe or a socket, or read if forbidden',
    async () => {
      execFileSync('mkfifo', [at('pipe')])
      expect(await read('pipe')).toEqual({ state: 'special' })
      const server = createServer()
      await new Promise<void>((resolve) => server.listen(at('socket'), resolve))
      expect(await read('socket')).toEqual({ state: 'special' })
      await new Promise((resolve) => server.close(resolve))
      writeFileSync(at('forbidden'), 'x')
      chmodSync(at('forbidden'), 0)
      // The superuser can read it anyway.
      expect((await read('forbidden')).state).toBe(process.getuid?.() === 0 ? 'text' : 'unreadable')
    },
  )
})

/** A program that exchanges `given/sub` for a link to the user's own folder, and back, all the time. */
const swapping = `
  const { renameSync, symlinkSync } = require('node:fs')
  symlinkSync(process.argv[2], process.argv[1] + '/link')
  process.stdout.write('ready')
  const [sub, link, away] = ['sub', 'link', 'away'].map((name) => process.argv[1] + '/' + name)
  for (;;) {
    renameSync(sub, away), renameSync(link, sub)
    renameSync(sub, link), renameSync(away, sub)
  }`

describe.skipIf(process.platform === 'win32')('[CHG-8] a file whose folder is exchanged for a link', () => {
  const own = (): string => path.join(outer, 'own')
  beforeEach(() => {
    mkdirSync(own())
    writeFileSync(path.join(own(), 'key'), 'private key')
    mkdirSync(at('sub'))
    writeFileSync(at('sub', 'key'), 'harmless')
  })

  const swap = (): void => {
    renameSync(at('sub'), at('away'))
    symlinkSync(own(), at('sub'))
  }
  const swapBack = (): void => {
    rmSync(at('sub'))
    renameSync(at('away'), at('sub'))
  }
  const ways = [
    ['with the system’s word', process.platform === 'linux' ? '/proc/self/fd' : undefined],
    ['name by name', undefined],
  ] as const

  test.each(ways)('is not read if that happens before it is opened, %s', async (_how, handles) => {
    const raw = await readInside(at('sub', 'key'), root, { handles, found: swap })
    expect(raw).toEqual({ state: 'outside' })
  })

  test.each(ways)('is not read if everything is put back while it is open, %s', async (_how, handles) => {
    const raw = await readInside(at('sub', 'key'), root, { handles, found: swap, opened: swapBack })
    expect(raw).toEqual({ state: 'outside' })
  })

  test.each(ways)('is read as it was if that happens to another folder, %s', async (_how, handles) => {
    mkdirSync(at('other'))
    const raw = await readInside(at('sub', 'key'), root, { handles })
    expect(raw).toMatchObject({ state: 'text', text: 'harmless' })
  })

  test.each(ways)('never shows the other one, however often a program swaps them, %s', async (_how, handles) => {
    const swapper = spawn(process.execPath, ['-e', swapping, root, own()], { stdio: ['ignore', 'pipe', 'inherit'] })
    try {
      await once(swapper.stdout, 'data')
      const texts = new Set<string>()
      for (let reads = 0; reads < 2000; reads++) {
        const raw = await readInside(at('sub', 'key'), root, { handles })
        texts.add(raw.state === 'text' ? raw.text : raw.state)
      }
      const allowed = ['harmless', 'outside', 'unreadable', 'absent']
      expect([...texts].filter((text) => !allowed.includes(text))).toEqual([])
    } finally {
      const ended = once(swapper, 'exit')
      swapper.kill('SIGKILL')
      await ended
    }
  })
})

describe('[CHG-3] the change in a call’s arguments', () => {
  const schema = (...names: string[]): JsonObject => ({
    inputSchema: { type: 'object', properties: Object.fromEntries(names.map((name) => [name, {}])) },
  })
  const named = (tool: string, input: JsonObject, options: string[] = [], roots = [root]) =>
    namedFiles(
      tool,
      schema(...Object.keys(input), ...options),
      input,
      roots.map((chosen) => ({ chosen })),
    ).map((file) => [path.relative(root, file.path), file.at, file.effect])
  const file = { path: '/' }
  beforeEach(() => void (file.path = at('a.txt')))
  const whole = { kind: 'text', at: '/content' }

  test('[WIN-12] names a file by the folder’s real path, whichever spelling the call uses', () => {
    const roots = [{ chosen: '/given/PROJ', real: root }]
    for (const given of ['/given/PROJ/a.txt', at('a.txt'), 'a.txt'])
      expect(namedFiles('write_file', schema('path'), { path: given }, roots)).toMatchObject([
        { path: at('a.txt'), root },
      ])
    expect(namedFiles('write_file', schema('path'), { path: '/given/proj/a.txt' }, roots)).toEqual([])
  })

  test('names files inside the folders only, also by a relative path if there is one folder', () => {
    expect(named('write_file', { ...file, content: 'x' })).toEqual([['a.txt', '/path', whole]])
    expect(named('write_file', { path: 'a.txt', content: 'x' })).toEqual([['a.txt', '/path', whole]])
    expect(named('write_file', { path: './b/../a.txt', content: 'x' })).toEqual([['a.txt', '/path', whole]])
    for (const other of [
      '../private.txt',
      '~/a.txt',
      'file:a.txt',
      'C:\\a.txt',
      '',
      '.',
      root,
      `${root}2/a`,
      'a\nb',
      'a\0',
    ])
      expect(named('write_file', { path: other, content: 'x' }), other).toEqual([])
    expect(named('write_file', { path: 'a.txt', content: 'x' }, [], [root, outer])).toEqual([])
    expect(named('search', { query: 'a.txt', anything: at('b') })).toEqual([['b', '/anything', undefined]])
    expect(named('write_file', { path: '/elsewhere', content: at('b') })).toEqual([])
  })

  test('is known for one file, unless the arguments can mean something else', () => {
    const edits = [{ oldText: 'a', newText: 'b' }]
    expect(named('x', { ...file, edits }, ['dryRun'])).toEqual([['a.txt', '/path', { kind: 'edits', at: '/edits' }]])
    const told = (tool: string, input: JsonObject, ...options: string[]): boolean =>
      named(tool, { ...file, ...input }, options).some(([, , effect]) => effect !== undefined)
    expect(told('saveNote', { file_text: 'x' }, 'encoding')).toBe(true)
    expect(told('x', { edits, dryRun: true })).toBe(false)
    expect(told('x', { edits: [{ oldText: 'a', newText: 'b', all: true }] })).toBe(false)
    expect(told('x', { edits: [] })).toBe(false)
    expect(told('append_file', { content: 'x' })).toBe(false)
    expect(told('write_or_append', { content: 'x' })).toBe(false)
    expect(told('rewrite', { content: 'x' })).toBe(false)
    expect(told('write_file', { content: 'x' }, 'mode')).toBe(false)
    expect(told('write_file', { content: 'x', encoding: 'base64' })).toBe(false)
    expect(told('write_file', { content: 'x', target: at('b') })).toBe(false)
  })
})
