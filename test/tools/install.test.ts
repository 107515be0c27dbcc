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

  test('count as installed if npm’s record has every package of the lockfile for this system', () => {
    expect(isInstalled(folder({ 'package-lock.json': wanted, [hidden]: lock({ 'node_modules/a': a }) }))).toBe(true)
  })

  test.each([
    ['there is no record', undefined],
    ['one is missing', lock({})],
    ['one has another version', lock({ 'node_modules/a': { ...a, version: '1.0.1' } })],
    ['one has other content', lock({ 'node_modules/a': { ...a, integrity: 'sha512-x' } })],
    ['one has no integrity', lock({ 'node_modules/a': { version: '1.0.0' } })],
    [
      'an optional one has another version',
      lock({ 'node_modules/a': a, 'node_modules/other-system': { ...elsewhere, version: '2.0.0' } }),
    ],
  ])('do not count as installed when %s', (_what, record) => {
    expect(
      isInstalled(folder({ 'package-lock.json': wanted, ...(record === undefined ? {} : { [hidden]: record }) })),
    ).toBe(false)
  })

  test('[PKG-17] are not installed while the lockfile lacks the integrity of one', async () => {
    const unsaid = lock({ 'node_modules/a': { version: '1.0.0' } })
    const place = folder({ 'package-lock.json': unsaid, [hidden]: unsaid })
    expect(isInstalled(place)).toBe(false)
    const runtime = { node: process.execPath, env: { ...process.env, npm_execpath: path.join(place, 'npm.js') } }
    await expect(install(place, runtime)).rejects.toThrow(
      'has no integrity for node_modules/a, so nothing was installed',
    )
  })

  test.each(['.', 'tools/node'])('[PKG-17] have an integrity, and no registry, in the lockfile of %s', (place) => {
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

  test('has the same sources if names and contents match, whatever their place and time', () => {
    expect(of(files)).toBe(of({ ...files }))
  })

  test('has other sources if a file changes, appears, disappears, or is renamed', () => {
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
  test('is found on the path under any of its names', () => {
    const place = folder({ 'bin/google-chrome': '' })
    expect(findChromium({ PATH: `/nowhere:${path.join(place, 'bin')}` })).toBe(path.join(place, 'bin', 'google-chrome'))
  })

  test('is the one that ATRIUM_CHROMIUM names, or none if that one is missing', () => {
    const place = folder({ 'my-chromium': '', 'bin/chromium': '' })
    const PATH = path.join(place, 'bin')
    expect(findChromium({ PATH, ATRIUM_CHROMIUM: path.join(place, 'my-chromium') })).toBe(
      path.join(place, 'my-chromium'),
    )
    expect(findChromium({ PATH, ATRIUM_CHROMIUM: path.join(place, 'gone') })).toBeUndefined()
  })

  test('is found with its headless shell, even if a variable names one of the two', () => {
    const place = folder({ 'bin/chromium': '', 'bin/chromium-headless-shell': '', 'my-shell': '' })
    const [PATH, own] = [path.join(place, 'bin'), path.join(place, 'my-shell')]
    const [full, shell] = [path.join(PATH, 'chromium'), path.join(PATH, 'chromium-headless-shell')]
    const found = (env: NodeJS.ProcessEnv) => [findChromium(env), findHeadlessShell(env)]
    expect(found({ PATH })).toEqual([full, shell])
    expect(found({ PATH, ATRIUM_CHROMIUM: own })).toEqual([own, shell])
    expect(found({ PATH, ATRIUM_HEADLESS_SHELL: own })).toEqual([full, own])
  })

  test('has no headless shell if none is installed or ATRIUM_HEADLESS_SHELL names a missing one', () => {
    const place = folder({ 'bin/chromium': '', 'both/chromium': '', 'both/chromium-headless-shell': '' })
    expect(findHeadlessShell({ PATH: path.join(place, 'bin') })).toBeUndefined()
    expect(findHeadlessShell({ PATH: path.join(place, 'both'), ATRIUM_HEADLESS_SHELL: 'none' })).toBeUndefined()
  })
})

test('compares versions by number', () => {
  expect(isAtLeast('22.14.0', [22, 14])).toBe(true)
  expect(isAtLeast('22.9.1', [22, 14])).toBe(false)
  expect(isAtLeast('24.0.0', [22, 14])).toBe(true)
  expect(isAtLeast('20.20.2', [22, 14])).toBe(false)
})
