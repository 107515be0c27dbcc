import { mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { parseWebArguments } from '../../../main/shells/web/arguments.ts'
import { openDataDirectory } from '../../../main/shells/common/data-directory.ts'
import { SecretFile } from '../../../main/shells/web/secret-file.ts'
import { temporaryFolder } from './site.ts'

const canary = 'canary-3f9c-value'
const permissions = (file: string): number => statSync(file).mode & 0o777
const bytesOf = (folder: string): string =>
  readdirSync(folder)
    .map((name) => readFileSync(path.join(folder, name), 'latin1'))
    .join()

describe('a stored secret', () => {
  test('[WEB-19] is available by its name after a restart', async () => {
    const folder = temporaryFolder()
    const store = new SecretFile(folder)
    await store.set('anthropic/key', canary)
    await store.set('__proto__', 'odd name')
    await store.set('gone', 'x')
    await store.delete('gone')
    const again = new SecretFile(folder)
    expect(await again.get('anthropic/key')).toBe(canary)
    expect(await again.get('__proto__')).toBe('odd name')
    expect(await again.get('toString')).toBeUndefined()
    expect(await again.names()).toEqual(['anthropic/key', '__proto__'])
  })

  test('[WEB-19] is unreadable in every file, and other accounts can’t read the files', async () => {
    const folder = temporaryFolder()
    await new SecretFile(folder).set('anthropic/key', canary)
    for (const form of [canary, Buffer.from(canary).toString('base64'), 'anthropic/key'])
      expect(bytesOf(folder)).not.toContain(form)
    expect(readdirSync(folder).toSorted()).toEqual(['secrets.enc', 'secrets.key'])
    for (const name of readdirSync(folder)) expect(permissions(path.join(folder, name))).toBe(0o600)
  })

  test('[WEB-19] leaves nothing of a check behind, not even of one that was killed', async () => {
    const folder = temporaryFolder()
    const [killed, running] = ['check-k1lled', 'check-runnin'].map((name) => path.join(folder, name))
    for (const name of [killed, running]) mkdirSync(String(name))
    utimesSync(String(killed), 0, 0)
    expect(await new SecretFile(folder).check()).toEqual({ kind: 'key-file', isReadable: true, works: true })
    expect(readdirSync(folder)).toEqual(['check-runnin'])
  })

  test('[LOG-2] is not kept without asking if that would replace an unreadable store', async () => {
    const folder = temporaryFolder()
    expect(await new SecretFile(folder).keep('log/key', canary)).toBe(true)
    expect(await new SecretFile(folder).get('log/key')).toBe(canary)
    writeFileSync(path.join(folder, 'secrets.key'), Buffer.alloc(32))
    const before = bytesOf(folder)
    expect(await new SecretFile(folder).keep('log/key', 'another')).toBe(false)
    expect(bytesOf(folder)).toBe(before)
  })

  test('[WEB-19] needs no file before there is something to keep', async () => {
    const folder = temporaryFolder()
    const store = new SecretFile(folder)
    await store.delete('never there')
    expect([await store.names(), readdirSync(folder)]).toEqual([[], []])
  })

  test.each([
    ['a changed byte', 'secrets.enc', (bytes: Buffer) => bytes.with(bytes.length - 1, (bytes.at(-1) ?? 0) ^ 1)],
    ['a store cut short', 'secrets.enc', (bytes: Buffer) => bytes.subarray(0, 20)],
    ['an empty store', 'secrets.enc', () => Buffer.alloc(0)],
    ['another key', 'secrets.key', (bytes: Buffer) => bytes.with(0, (bytes[0] ?? 0) ^ 1)],
    ['a key cut short', 'secrets.key', (bytes: Buffer) => bytes.subarray(0, 5)],
  ])('[WEB-19] reads as missing after %s, and old files are kept beside the new store', async (_what, name, spoil) => {
    const folder = temporaryFolder()
    const file = path.join(folder, name)
    await new SecretFile(folder).set('old', canary)
    const spoiled = Buffer.from(spoil(readFileSync(file)))
    writeFileSync(file, spoiled)
    const store = new SecretFile(folder)
    expect(await store.names()).toEqual([])
    expect(readFileSync(file)).toEqual(spoiled)
    await store.set('new', 'value')
    const kept = readdirSync(folder).filter((it) => it.includes('.unreadable-'))
    expect(kept).toHaveLength(2)
    expect(kept.some((it) => readFileSync(path.join(folder, it)).equals(spoiled))).toBe(true)
    expect(await new SecretFile(folder).get('new')).toBe('value')
  })
})

describe('the data folder', () => {
  test('[WEB-20] is private to its owner when new, wherever it is', () => {
    const base = temporaryFolder()
    const usual = openDataDirectory(undefined, { XDG_DATA_HOME: base, LOCALAPPDATA: base })
    if (process.platform === 'linux') expect(usual).toBe(path.join(base, 'atrium'))
    const given = openDataDirectory(path.join(base, 'deep', 'er'))
    for (const directory of [given, path.dirname(given)]) expect(permissions(directory)).toBe(0o700)
  })

  test('[WEB-20] keeps its permissions if it exists', () => {
    const base = temporaryFolder()
    expect(openDataDirectory(base)).toBe(base)
    expect(permissions(base)).toBe(0o700)
  })
})

describe('arguments', () => {
  test('[WEB-17] are all read', () => {
    const all = ['--port', '5000', '--data-dir', 'here', '--json', '--admin', '--open']
    expect(parseWebArguments(all)).toEqual({
      port: 5000,
      dataDirectory: 'here',
      json: true,
      admin: true,
      open: true,
      help: false,
    })
    expect(parseWebArguments([])).toMatchObject({ port: 0, dataDirectory: undefined, json: false, admin: false })
  })

  test.each([
    ['--prot'],
    ['--port'],
    ['--port', 'x'],
    ['--port', '70000'],
    ['--port=-1'],
    ['--json=yes'],
    ['folder'],
    ['--data-dir='],
  ])('[WEB-17] report %s %s in one sentence', (...argv: string[]) => {
    const parsed = parseWebArguments(argv)
    expect('problem' in parsed && parsed.problem).toMatch(/^[A-Z][^\n]+\.$/)
  })
})
