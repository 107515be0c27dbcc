import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { fingerprint } from '../../tools/build.mjs'
import { findChromium, findHeadlessShell } from '../../tools/chromium.mjs'
import { install, isInstalled, unproven } from '../../tools/install.mjs'
import { isAtLeast } from '../../tools/runtime.mjs'

function folder(files: Record<string, string>): string {
  const place = mkdtempSync(path.join(tmpdir(), 'atrium-tools-'))
  onTestFinished(() => rmSync(place, { recursive: true, force: true }))
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(place, name)), { recursive: true })
    writeFileSync(path.join(place, name), content, { mode: 0o755 })
  }
  return place
}

describe('packages', () => {
  const a = { version: '1.0.0', integrity: 'sha512-a' }
  const elsewhere = { version: '1.0.0', integrity: 'sha512-b', optional: true }
  const lock = (packages: object): string => JSON.stringify({ packages })
  const wanted = lock({ '': { name: 'atrium' }, 'node_modules/a': a, 'node_modules/other-system': elsewhere })
  const hidden = 'node_modules/.package-lock.json'

  test('are installed when npm’s own record has all that the lockfile names for this system', () => {
    expect(isInstalled(folder({ 'package-lock.json': wanted, [hidden]: lock({ 'node_modules/a': a }) }))).toBe(true)
  })

  test.each([
    ['there is no record', undefined],
    ['one is missing', lock({})],
    ['one has another version', lock({ 'node_modules/a': { ...a, version: '1.0.1' } })],
    ['one has other content', lock({ 'node_modules/a': { ...a, integrity: 'sha512-x' } })],
    ['of one it is not known what it holds', lock({ 'node_modules/a': { version: '1.0.0' } })],
    [
      'an optional one has another version',
      lock({ 'node_modules/a': a, 'node_modules/other-system': { ...elsewhere, version: '2.0.0' } }),
    ],
  ])('are not installed when %s', (_what, record) => {
    expect(
      isInstalled(folder({ 'package-lock.json': wanted, ...(record === undefined ? {} : { [hidden]: record }) })),
    ).toBe(false)
  })

  test('[PKG-17] are not installed while the lockfile does not say what one of them must hold', async () => {
    const unsaid = lock({ 'node_modules/a': { version: '1.0.0' } })
    const place = folder({ 'package-lock.json': unsaid, [hidden]: unsaid })
    expect(isInstalled(place)).toBe(false)
    const runtime = { node: process.execPath, env: { ...process.env, npm_execpath: path.join(place, 'npm.js') } }
    await expect(install(place, runtime)).rejects.toThrow(
      'has no integrity for node_modules/a, so nothing was installed',
    )
  })

  test.each(['.', 'tools/node'])('[PKG-17] have their integrity, and no registry, in the lockfile of %s', (place) => {
    const file = path.resolve(place, 'package-lock.json')
    const text = readFileSync(file, 'utf8')
    expect(unproven(path.dirname(file))).toEqual([])
    expect(text.match(/"resolved"|"https?:[^"]*\.tgz"/g)).toBeNull()
    expect(text.match(/"integrity"/g)?.length).toBeGreaterThan(0)
  })
})

describe('a build', () => {
  const files = { 'main/a.ts': 'a', 'main/deep/b.ts': 'b', 'package.json': '{}' }
  const of = (content: Record<string, string>) => fingerprint(folder(content), ['main', 'package.json', 'absent'])

  test('is of the same sources when names and contents are the same, wherever and whenever they were written', () => {
    expect(of(files)).toBe(of({ ...files }))
  })

  test('is of other sources when a file changes, comes, goes, or is renamed', () => {
    const { 'main/a.ts': content, ...without } = files
    const others = [
      { ...files, 'main/a.ts': 'c' },
      { ...files, 'main/c.ts': '' },
      without,
      { ...without, 'main/z.ts': content },
    ]
    expect(new Set([files, ...others].map(of)).size).toBe(5)
  })
})

describe.runIf(process.platform === 'linux')('Chromium', () => {
  test('is found on the path, by any of its names', () => {
    const place = folder({ 'bin/google-chrome': '' })
    expect(findChromium({ PATH: `/nowhere:${path.join(place, 'bin')}` })).toBe(path.join(place, 'bin', 'google-chrome'))
  })

  test('is the one that ATRIUM_CHROMIUM names, and no other when that is not there', () => {
    const place = folder({ 'my-chromium': '', 'bin/chromium': '' })
    const PATH = path.join(place, 'bin')
    expect(findChromium({ PATH, ATRIUM_CHROMIUM: path.join(place, 'my-chromium') })).toBe(
      path.join(place, 'my-chromium'),
    )
    expect(findChromium({ PATH, ATRIUM_CHROMIUM: path.join(place, 'gone') })).toBeUndefined()
  })

  test('is found beside its headless shell, whichever of the two has a name of its own', () => {
    const place = folder({ 'bin/chromium': '', 'bin/chromium-headless-shell': '', 'my-shell': '' })
    const [PATH, own] = [path.join(place, 'bin'), path.join(place, 'my-shell')]
    const [full, shell] = [path.join(PATH, 'chromium'), path.join(PATH, 'chromium-headless-shell')]
    const found = (env: NodeJS.ProcessEnv) => [findChromium(env), findHeadlessShell(env)]
    expect(found({ PATH })).toEqual([full, shell])
    expect(found({ PATH, ATRIUM_CHROMIUM: own })).toEqual([own, shell])
    expect(found({ PATH, ATRIUM_HEADLESS_SHELL: own })).toEqual([full, own])
  })

  test('does everything when there is no headless shell, or the one ATRIUM_HEADLESS_SHELL names is not there', () => {
    const place = folder({ 'bin/chromium': '', 'both/chromium': '', 'both/chromium-headless-shell': '' })
    expect(findHeadlessShell({ PATH: path.join(place, 'bin') })).toBeUndefined()
    expect(findHeadlessShell({ PATH: path.join(place, 'both'), ATRIUM_HEADLESS_SHELL: 'none' })).toBeUndefined()
  })
})

test('versions are compared by number', () => {
  expect(isAtLeast('22.14.0', [22, 14])).toBe(true)
  expect(isAtLeast('22.9.1', [22, 14])).toBe(false)
  expect(isAtLeast('24.0.0', [22, 14])).toBe(true)
  expect(isAtLeast('20.20.2', [22, 14])).toBe(false)
})
