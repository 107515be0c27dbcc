import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { isSamePlace, prepareSelfCheck, selfCheckIn } from '../../../main/shells/electron/self-check/request.ts'
import { usualPlace } from '../../../main/host/base/user-folders.ts'

const address = 'http://127.0.0.1:4711'
let folder = ''

beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'atrium-self-check-'))))
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

describe('the option --self-check', () => {
  test('[PKG-32] takes the address of a model on this computer', () => {
    expect(selfCheckIn(['Atrium', `--self-check=${address}`])).toBe(address)
    expect(selfCheckIn(['Atrium'])).toBe(undefined)
  })

  test.each([
    '--self-check',
    '--self-check=',
    '--self-check=http://127.0.0.1',
    '--self-check=https://127.0.0.1:4711',
    '--self-check=http://localhost:4711',
    '--self-check=http://127.0.0.1:4711/v1',
    '--self-check=http://127.0.0.1:4711@example.org',
    '--self-check=http://127.0.0.1.example.org:4711',
    '--self-check=http://[::1]:4711',
    '--self-check=http://10.0.0.1:80',
  ])('[PKG-32] refuses %s', (given) => {
    expect(() => selfCheckIn(['Atrium', given])).toThrow('on this computer')
  })

  test('[PKG-32] refuses a second address, and reads none behind two dashes', () => {
    const given = `--self-check=${address}`
    expect(() => selfCheckIn(['Atrium', given, given])).toThrow('on this computer')
    expect(selfCheckIn(['Atrium', '--', given])).toBe(undefined)
  })
})

describe('the data folder of a self-check', () => {
  test('[PKG-32] gets a model without a key and the playground, and nothing else', () => {
    const data = path.join(folder, 'data')
    prepareSelfCheck(address, data)
    expect(readdirSync(data).toSorted()).toEqual(['servers.json', 'settings.json'])
    if (process.platform !== 'win32') expect(statSync(data).mode & 0o777).toBe(0o700)
  })

  test('[PKG-32] must be named', () => {
    expect(() => prepareSelfCheck(address, undefined)).toThrow('never your own data')
  })

  test('[PKG-32] is never the user’s own, not even a new one', () => {
    for (const name of ['XDG_DATA_HOME', 'APPDATA', 'LOCALAPPDATA', 'HOME']) vi.stubEnv(name, folder)
    expect(() => prepareSelfCheck(address, usualPlace(process.env))).toThrow('never your own data')
    expect(readdirSync(folder)).toEqual([])
  })

  test.skipIf(process.platform === 'win32')('[PKG-32] is never the user’s own by another path', () => {
    const usersOwn = path.join(folder, 'home')
    mkdirSync(usersOwn)
    for (const name of ['XDG_DATA_HOME', 'HOME']) vi.stubEnv(name, usersOwn)
    const usual = usualPlace(process.env)
    const alias = path.join(folder, 'alias')
    symlinkSync(usersOwn, alias)
    const other = path.join(alias, path.relative(usersOwn, usual))
    expect(() => prepareSelfCheck(address, other)).toThrow('never your own data')
    expect(readdirSync(usersOwn)).toEqual([])
    mkdirSync(usual, { recursive: true })
    expect(() => prepareSelfCheck(address, other)).toThrow('never your own data')
    expect(readdirSync(usual)).toEqual([])
  })

  test('[PKG-32] is never the user’s own in another case, on systems that know none', () => {
    const [one, other] = [path.join(folder, 'Atrium'), path.join(folder, 'ATRIUM')]
    expect(isSamePlace(one, other, 'darwin')).toBe(true)
    expect(isSamePlace(one, other, 'win32')).toBe(true)
    expect(isSamePlace(one, other, 'linux')).toBe(false)
    expect(isSamePlace(path.join(folder, 'Jos\u00E9-\u017F'), path.join(folder, 'JOSE\u0301-S'), 'darwin')).toBe(true)
    expect(isSamePlace(one, path.join(folder, 'Atrium-2'), 'win32')).toBe(false)
  })

  test('[PKG-32] must be empty, and one with a file stays as it was', () => {
    const data = path.join(folder, 'data')
    mkdirSync(data)
    writeFileSync(path.join(data, 'journal.db'), '')
    expect(() => prepareSelfCheck(address, data)).toThrow('this one has files')
    expect(readdirSync(data)).toEqual(['journal.db'])
  })
})
