import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { moveOver } from '../../../main/host/base/move.ts'
import { PlacedFiles } from '../../../main/host/bundles/placed-files.ts'

const directory = (): string => {
  const made = mkdtempSync(path.join(tmpdir(), 'moves-'))
  onTestFinished(() => rmSync(made, { recursive: true }))
  return made
}

const failure = (code: string): Error => Object.assign(new Error(code), { code })

/** A system whose first moves fail. */
function failing(times: number, code: string, platform: NodeJS.Platform = 'win32') {
  let [left, waited] = [times, 0]
  const rename = (from: string, to: string): void => {
    if (left-- > 0) throw failure(code)
    renameSync(from, to)
  }
  return { system: { platform, rename, wait: (ms: number) => void (waited += ms) }, waited: () => waited }
}

/** An old file and a new one. */
function files(): { from: string; to: string; now: () => string } {
  const [from, to] = [path.join(directory(), 'new'), path.join(directory(), 'old')]
  writeFileSync(from, 'new')
  writeFileSync(to, 'old')
  return { from, to, now: () => readFileSync(to, 'utf8') }
}

describe('[WIN-8] a move', () => {
  test.each(['EPERM', 'EACCES', 'EBUSY'])('is repeated on Windows while the file is held: %s', (code) => {
    const { from, to, now } = files()
    const { system, waited } = failing(5, code)
    moveOver(from, to, system)
    expect(now()).toBe('new')
    expect(waited()).toBeLessThan(1000)
  })

  test('leaves the old content if the file stays held for about a second', () => {
    const { from, to, now } = files()
    const { system, waited } = failing(100, 'EBUSY')
    expect(() => moveOver(from, to, system)).toThrow('EBUSY')
    expect(now()).toBe('old')
    expect(waited()).toBeGreaterThan(900)
    expect(waited()).toBeLessThan(1500)
  })

  test.each([
    ['ENOENT', 'win32'],
    ['EPERM', 'linux'],
    ['EACCES', 'darwin'],
  ] as const)('isn’t repeated if that can’t help: %s on %s', (code, platform) => {
    const { from, to } = files()
    const { system, waited } = failing(1, code, platform)
    expect(() => moveOver(from, to, system)).toThrow(code)
    expect(waited()).toBe(0)
  })

  test('is made in one place only', () => {
    const root = path.join(import.meta.dirname, '../../../main')
    const others = readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith(path.join('base', 'move.ts')))
      .filter((file) => /\brename(?:Sync)?\b[^;]*?from 'node:fs/s.test(importsIn(path.join(root, file))))
    expect(others).toEqual([])
  })
})

const importsIn = (file: string): string =>
  readFileSync(file, 'utf8')
    .match(/^import [^']*'[^']*'/gm)
    ?.join(';') ?? ''

describe('[WIN-8] a bundle’s folder', () => {
  const bundle = { name: 'sample', version: '1.0.0', sha256: 'a'.repeat(64) }
  const note = {
    sha256: bundle.sha256,
    sums: {},
    launch: { type: 'stdio' as const, command: [], args: [], env: [] },
    questions: [],
  }

  /** Places a bundle with this content; the move with this number fails. */
  async function place(data: string, content: string, failsAt = 0, of = bundle): Promise<void> {
    let moves = 0
    const placed = new PlacedFiles(data, (from, to) => {
      if (++moves === failsAt) throw failure('EPERM')
      renameSync(from, to)
    })
    const from = path.join(data, 'from.mcpb')
    writeFileSync(from, 'archive')
    await placed.place(of, { from, before: undefined }, (folder) => {
      mkdirSync(folder)
      writeFileSync(path.join(folder, 'index.js'), content)
      return Promise.resolve(note)
    })
  }

  const contentIn = (data: string): string =>
    readFileSync(path.join(new PlacedFiles(data).folder(bundle), 'index.js'), 'utf8')

  test.each([1, 2])('has the old files if Windows doesn’t move it: move %i', async (failsAt) => {
    const data = directory()
    await place(data, 'old')
    await expect(place(data, 'new', failsAt)).rejects.toThrow('EPERM')
    expect(contentIn(data)).toBe('old')
    await place(data, 'new')
    expect(contentIn(data)).toBe('new')
  })

  test('gets its old files back after a crash between two moves', async () => {
    const data = directory()
    await place(data, 'old')
    const placed = new PlacedFiles(data)
    const folder = placed.folder(bundle)
    renameSync(folder, `${folder}.aside`)
    placed.keepOnly([bundle])
    expect(contentIn(data)).toBe('old')
    mkdirSync(`${folder}.aside`)
    placed.keepOnly([bundle])
    expect(contentIn(data)).toBe('old')
    expect(existsSync(`${folder}.aside`)).toBe(false)
  })

  test('[WIN-18] stays while a server uses it, though the system stored its name in another case', async () => {
    const data = directory()
    await place(data, 'old')
    const next = { name: 'SAMPLE', version: '2.0.0', sha256: 'b'.repeat(64) }
    await place(data, 'new', 0, next)
    const placed = new PlacedFiles(data)
    const [stored, asked] = [bundle, next].map((it) => path.dirname(placed.folder(it)))
    // A system that takes the two names for one has put all into the first folder.
    if (readdirSync(path.dirname(stored ?? '')).length > 1) {
      for (const name of readdirSync(asked ?? ''))
        renameSync(path.join(asked ?? '', name), path.join(stored ?? '', name))
      rmSync(asked ?? '', { recursive: true })
    }
    placed.keepOnly([next])
    const folder = path.basename(placed.folder(next))
    expect(readdirSync(stored ?? '').toSorted()).toEqual([folder, `${folder}.json`, `${folder}.mcpb`])
    placed.keepOnly([])
    expect(existsSync(stored ?? '')).toBe(false)
  })

  test('[BUN-14] is left, with all beside it, if a file that tells what is needed can’t be read', async () => {
    const data = directory()
    await place(data, 'old')
    const placed = new PlacedFiles(data)
    const folder = placed.folder(bundle)
    const others = path.join(data, 'bundles', 'other')
    mkdirSync(`${folder}.before`)
    mkdirSync(path.join(others, '1.0.0'), { recursive: true })
    mkdirSync(path.join(path.dirname(folder), '0.9.0'))
    writeFileSync(path.join(data, 'bundles', 'stray'), 'of the user')
    placed.keepOnly([bundle])
    expect(contentIn(data)).toBe('old')
    expect(existsSync(path.join(path.dirname(folder), '0.9.0'))).toBe(true)
    expect(readFileSync(path.join(data, 'bundles', 'stray'), 'utf8')).toBe('of the user')
    expect(existsSync(others)).toBe(false)
    rmSync(`${folder}.before`, { recursive: true })
    placed.keepOnly([bundle])
    expect(existsSync(path.join(path.dirname(folder), '0.9.0'))).toBe(false)
  })
})
