import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { meets, warnsOf } from '../../../shared/rules/conditions.ts'
import { valueAt } from '../../../shared/schema/pointer.ts'
import type { JsonValue } from '../../../shared/schema/json.ts'
import { hostName, hostOf, originOf } from '../../../shared/text/hosts.ts'
import { folderOf, isUnder } from '../../../shared/text/paths.ts'
import { ruleDraft } from '../../../shared/rules/rules.ts'
import { fc, times } from '../../support/deep.ts'

const pieces = ['a', 'notes', 'notes2', '.', '..', '', '%2e%2e', '%2f..', '...', '~', '..%2f', '\u{FF0E}\u{FF0E}', ' ']
const names = fc.array(fc.constantFrom(...pieces), { maxLength: 9 })
const folders = fc.array(fc.constantFrom('a', 'notes', '..', '.', ''), { minLength: 1, maxLength: 4 })

/** Where Windows finds a path, from a working folder on the same drive; short names and own shares included. */
const asWindowsPlaces = (given: string): string =>
  path.win32
    .resolve(
      'C:\\',
      given.replace(/^[\\/]{2}(?:[?.][\\/](?:UNC[\\/])?)?(?:(?:localhost|127\.0\.0\.1)[\\/](c)\$|(c):)/i, 'C:'),
    )
    .toLowerCase()
    .replaceAll(/[. ]+(?=\\|$)/g, '')
    .replaceAll(/:[^\\]*(?=\\|$)/g, (stream, at) => (at === 1 ? stream : ''))
    .replaceAll('notes~1', 'notes')

describe('[RUL-3] a folder', () => {
  test('contains exactly the paths that the system’s own rules place in it', () => {
    fc.assert(
      fc.property(folders, names, fc.boolean(), (inFolder, more, starts) => {
        const folder = `/${inFolder.join('/')}`
        const given = `${starts ? folder : ''}/${more.join('/')}`
        const away = path.posix.relative(folder, given)
        const isOutside = away === '..' || away.startsWith('../')
        expect(isUnder(given, folder)).toBe(!isOutside)
      }),
      { numRuns: times(500, 5000) },
    )
  })

  test('contains, on Windows, no path that Windows places outside it', () => {
    const separators = fc.array(fc.constantFrom('\\', '/', '\\\\'), { minLength: 9, maxLength: 9 })
    fc.assert(
      fc.property(names, separators, fc.constantFrom('C:', 'c:', 'D:'), (more, between, drive) => {
        const given = `${drive}\\notes${more.map((name, i) => `${between[i]}${name}`).join('')}`
        const away = path.win32.relative('C:\\notes', given)
        const isOutside = /^\.\.(\\|$)|^[A-Za-z]:/.test(away)
        expect(isUnder(given, 'C:\\notes') && isOutside).toBe(false)
      }),
      { numRuns: times(500, 5000) },
    )
  })

  test('[WIN-6] is left, for a rule that denies, by no path that Windows places inside it', () => {
    const starts = fc.constantFrom(
      'C:\\',
      'c:/',
      'C:',
      '/',
      '\\',
      '//?/C:/',
      '\\\\?\\C:\\',
      '\\\\.\\c:\\',
      '\\??\\C:\\',
      '\\\\localhost\\C$\\',
      '//127.0.0.1/c$/',
      '\\\\pc\\share\\',
      '\\\\?\\UNC\\localhost\\C$\\',
      'D:\\',
      '',
    )
    const parts = fc.constantFrom('notes', 'Notes', 'NOTES~1', 'a', '.', '..', 'notes.', 'notes ', '', 'a:b', 'C:')
    const more = fc.array(fc.tuple(parts, fc.constantFrom('\\', '/', '\\\\')), { maxLength: 6 })
    fc.assert(
      fc.property(starts, more, (start, steps) => {
        const given = `${start}${steps.flat().join('')}`
        const place = asWindowsPlaces(given)
        const isIn = place === 'c:\\notes' || place.startsWith('c:\\notes\\')
        const found = warnsOf({ at: '/p', is: 'under', folder: 'C:\\Notes' }, { p: given })
        expect(isIn && found === 'no').toBe(false)
      }),
      { numRuns: times(2000, 20_000) },
    )
  })

  test.each([
    ['/home/ada/notes', '/home/ada/notes', true],
    ['/home/ada/notes/x', '/home/ada/notes/', true],
    ['/home/ada/notes2/x', '/home/ada/notes', false],
    ['/home/ada/notes/../other', '/home/ada/notes', false],
    ['/home/ada/notes/%2e%2e/x', '/home/ada/notes', true],
    ['/home/ada/Notes/x', '/home/ada/notes', false],
    ['notes/x', '/home/ada/notes', false],
    ['../home/ada/notes/x', '/home/ada/notes', false],
    ['~/notes/x', '/home/ada/notes', false],
    ['/home/ada/notes/x\0/../..', '/home/ada/notes', false],
    ['/../../home/ada/notes/x', '/home/ada/notes', true],
    ['/x', '/', true],
    ['file:///home/ada/notes/x', '/home/ada/notes', false],
    ['c:/notes/x', String.raw`C:\notes`, true],
    [String.raw`C:\notes\..\x`, String.raw`C:\notes`, false],
    [String.raw`C:\notes\.. \x`, String.raw`C:\notes`, false],
    [String.raw`C:\notes\...\x`, String.raw`C:\notes`, false],
    [String.raw`C:\notes\x:y`, String.raw`C:\notes`, false],
    [String.raw`C:notes\x`, String.raw`C:\notes`, false],
    [String.raw`\\server\share\notes\x`, String.raw`\\server\share\notes`, true],
    [String.raw`\\server\share\..\other`, String.raw`\\server\other`, false],
    [String.raw`\\?\C:\notes\..\x`, String.raw`C:\notes`, false],
    ['/notes/x', String.raw`C:\notes`, false],
    ['/x', 'relative', false],
  ])('decides if it contains a path: %j in %j: %s', (given, folder, isIn) => {
    expect(isUnder(given, folder)).toBe(isIn)
  })

  test('is derived from a file’s path', () => {
    expect(folderOf('/home/ada/./notes/../x.md')).toBe('/home/ada')
    expect(folderOf('c:/notes/sub/x.md')).toBe(String.raw`C:\notes\sub`)
    expect(folderOf(String.raw`\\server\share\notes\x`)).toBe(String.raw`\\server\share\notes`)
    expect([folderOf('/x'), folderOf('x/y'), folderOf('C:/x')]).toEqual([undefined, undefined, undefined])
  })
})

describe('[RUL-4] a condition', () => {
  test.each([
    ['https://example.org/a', 'example.org'],
    ['HTTPS://EXAMPLE.org:8443?x', 'example.org'],
    ['wss://bücher.example/', 'xn--bcher-kva.example'],
    ['http://[::1]:80/', '[::1]'],
    ['ftp://example.org/', undefined],
    ['//example.org/', undefined],
    ['https:example.org', undefined],
    ['https://user@example.org/', undefined],
    ['https://example.org@evil.example/', undefined],
    [String.raw`https://example.org\@evil.example/`, undefined],
    ['https://evil.example#@example.org/', 'evil.example'],
    ['https://ex%61mple.org/', undefined],
    [' https://example.org/', undefined],
    ['https://exam\tple.org/', undefined],
    ['https://example.org/ x', undefined],
    ['https://', undefined],
    ['https://a..b:99999/', undefined],
  ])('reads the host of %j as %s', (address, host) => {
    expect(hostOf(address)).toBe(host)
  })

  test('matches exactly its own host', () => {
    const on = (url: string) => meets({ at: '/url', is: 'host', hosts: ['Example.ORG', '[::1]'] }, { url })
    expect(['https://example.org', 'http://example.org:80/x', 'ws://[::1]/'].map(on)).toEqual([true, true, true])
    expect(['http://example.org:1/x', 'https://[::1]:80/'].map(on)).toEqual([false, false])
    expect(['https://a.example.org', 'https://example.org.evil', 'https://example.org.'].map(on)).toEqual([
      false,
      false,
      false,
    ])
    expect([hostName('example.org:80'), hostName('a/b'), hostName('a@b'), hostName('')]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ])
  })

  test('compares values with their types, and is not met by missing or composite ones', () => {
    const is = (value: unknown) =>
      meets({ at: '/v', is: 'one-of', values: ['1', true, null, 2] }, JSON.parse(JSON.stringify({ v: value })))
    expect(['1', true, null, 2].map(is)).toEqual([true, true, true, true])
    expect([1, 'true', 'null', '2', undefined, [], ['1'], {}].some(is)).toBe(false)
    expect(meets({ at: '/v', is: 'under', folder: '/' }, { v: ['/a'] })).toBe(false)
  })

  test('finds its place by RFC 6901, and only among own members', () => {
    const input = { 'a/b': { '~': [1, { x: 2 }] }, '': 3 }
    expect(valueAt(input, '/a~1b/~0/1/x')).toBe(2)
    expect(valueAt(input, '/')).toBe(3)
    expect(valueAt(input, '')).toBe(input)
    for (const at of ['/a~1b/~0/01', '/a~1b/~0/-1', '/a~1b/~0/length', '/__proto__', '/constructor', '/a~1b/~0/9'])
      expect(valueAt(input, at)).toBeUndefined()
  })

  test('is invalid if it could never be met', () => {
    const fits = (condition: object) =>
      ruleDraft.safeParse({ effect: 'deny', scope: 'always', server: 's', conditions: [condition] }).success
    expect(fits({ at: '/p', is: 'under', folder: '/a' })).toBe(true)
    expect(fits({ at: '/p', is: 'under', folder: 'a' })).toBe(false)
    expect(fits({ at: '/p', is: 'under', folder: '~/a' })).toBe(false)
    expect(fits({ at: '/p', is: 'host', hosts: ['a.example'] })).toBe(true)
    expect(fits({ at: '/p', is: 'host', hosts: ['https://a.example:8443'] })).toBe(true)
    expect(fits({ at: '/p', is: 'host', hosts: ['https://a.example/x'] })).toBe(false)
    expect(fits({ at: '/p', is: 'host', hosts: ['https://u@a.example'] })).toBe(false)
    expect(fits({ at: 'p', is: 'one-of', values: [1] })).toBe(false)
  })
})

describe('[RUL-25] an origin in a rule', () => {
  test('includes its scheme and port', () => {
    const on = (url: string) => meets({ at: '/url', is: 'host', hosts: ['http://localhost:3000'] }, { url })
    expect(['http://localhost:3000/x', 'HTTP://LOCALHOST:3000'].map(on)).toEqual([true, true])
    expect(
      ['http://localhost:2375', 'http://localhost', 'https://localhost:3000', 'http://a@localhost:3000'].map(on),
    ).toEqual([false, false, false, false])
    expect(originOf('https://Example.org:443/x')).toBe('https://example.org')
  })

  test('permits the usual ports, and denies every port, in an older rule with only a host', () => {
    const condition = { at: '/url', is: 'host', hosts: ['localhost'] } as const
    const both = (url: string) => [
      meets({ ...condition, hosts: ['localhost'] }, { url }),
      warnsOf({ ...condition, hosts: ['localhost'] }, { url }),
    ]
    expect(both('http://localhost/x')).toEqual([true, 'yes'])
    expect(both('http://localhost:2375/x')).toEqual([false, 'yes'])
    expect(both('https://example.org')).toEqual([false, 'no'])
  })
})

describe('[RUL-26] a rule that denies or asks', () => {
  const under = (given: JsonValue, folder = '/Users/ada/.ssh') =>
    warnsOf({ at: '/path', is: 'under', folder }, { path: given })

  test.each([
    ['/Users/ada/.SSH/id_rsa', '/Users/ada/.ssh'],
    ['/users/ADA/.ssh', '/Users/ada/.ssh'],
    ['/Users/Jose\u0301/x', '/Users/Jos\u00E9'],
    ['/Users/Jos\u00E9/x', '/Users/Jose\u0301'],
  ])('covers %j in %j, whatever the case and accents', (given, folder) => {
    expect(under(given, folder)).toBe('yes')
    expect(meets({ at: '/path', is: 'under', folder }, { path: given })).toBe(false)
  })

  test.each([
    '~/.ssh/id_rsa',
    '.ssh/id_rsa',
    'file:///Users/ada/.ssh/id_rsa',
    '/Users/ada/.ssh\0',
    ['/Users/ada/.ssh'],
    { a: 1 },
  ])('is unsure about %j, which a server may read as any place', (given) => {
    expect(under(given)).toBe('unsure')
  })

  test('is sure about values outside, of another type, or missing', () => {
    expect([under('/Users/ada/.ssh2'), under('/Users/ada'), under(3), under(null)]).toEqual(['no', 'no', 'no', 'no'])
    expect(warnsOf({ at: '/other', is: 'under', folder: '/' }, { path: '/x' })).toBe('no')
    expect(warnsOf({ at: '', is: 'one-of', values: [1] }, { path: '/x' })).toBe('no')
    const host = (url: JsonValue) => warnsOf({ at: '/url', is: 'host', hosts: ['https://a.example'] }, { url })
    expect([
      host('https://a.example'),
      host('https://b.example'),
      host('https://b@a.example'),
      host(['https://a.example']),
    ]).toEqual(['yes', 'no', 'unsure', 'unsure'])
  })
})
