import { describe, expect, test } from 'vitest'
import { meets, warnsOf } from '../../../shared/rules/conditions.ts'
import type { Condition } from '../../../shared/rules/rules.ts'
import type { JsonObject } from '../../../shared/schema/json.ts'

const both = (condition: Condition, input: JsonObject) => ({
  permits: meets(condition, input),
  denies: warnsOf(condition, input),
})

describe('[RUL-37] a path with a part that programs replace', () => {
  const docs: Condition = { at: '/path', is: 'under', folder: '/home/ada/docs' }
  const etc: Condition = { at: '/path', is: 'under', folder: '/etc' }

  test.each([
    '%2e%2e/%2e%2e/.ssh/id',
    '%2E%2E%2F.ssh/id',
    '%252e%252e/x',
    '..%c0%af..%c0%afx',
    '%ef%bc%8e%ef%bc%8e/x',
    'a%2f..',
    '%5c..',
    '%u002e%u002e/x',
    'a%00/x',
    '%0a/etc',
    '%7e/x',
    '%24HOME',
    '%60id%60',
    'a\n/etc/passwd',
    'a\r/etc/passwd',
    'a\u2028/etc/passwd',
    'a\u0085b',
    'a\u0001b',
    'a\0/x',
    'a\tb',
    '$X/x',
    '${X}/x',
    '$(id)',
    '%X%/x',
    '%APPDATA%',
    '$1',
    '`id`',
    '{a,../../.ssh/id}',
    '{a..c}',
    '*',
    '**/x',
    'a?',
    '[ab]',
    '.?/x',
    '??/x',
    '\uFF0A',
    '\uFF1F',
    '\uFF04X',
    '\uFF5Ba,b\uFF5D',
    '\uFF0E\uFF0E\uFF0Fx',
    '\uFF0E\uFF0E/x',
    '.\u2024/x',
    '\u2025/x',
    '\uFE52./x',
    '..\uFF3Cx',
    '..\uFE68x',
    'a\u2215..',
    '..\u2044x',
    '\u29F8x',
    '\u2216x',
    '\u00A5..\u00A5x',
    '..\uFFE5x',
    '..;/..;/x',
    '.\u200B./x',
    '.. /x',
    '. ./x',
    '.../x',
    'a /etc/passwd',
    'a:/etc/passwd',
    'a,/etc/passwd',
    'a;/etc/passwd',
    'a|/etc/passwd',
    'a ~/x',
  ])('is in no permitted folder: %j', (rest) => {
    expect(meets(docs, { path: `/home/ada/docs/${rest}` })).toBe(false)
    expect(meets(docs, { path: `/home/ada/docs/sub/${rest}` })).toBe(false)
  })

  test.each([
    '/x/%2e%2e/etc/passwd',
    '/%65tc/passwd',
    '/%2565tc/passwd',
    '/x%2f..%2fetc',
    '/%c0%afetc',
    '/%ef%bd%85tc/passwd',
    '/et?/passwd',
    '/*/passwd',
    '/**',
    '/[e]tc/passwd',
    '/{etc,x}/passwd',
    '/tmp/.?/etc',
    '/tmp/??/etc',
    '/tmp/[.][.]/etc',
    '/tmp/*/../../etc/passwd/../../../x',
    '/tmp\n/etc/passwd',
    '/tmp:/etc/passwd',
    '/tmp;/etc/passwd',
    '/tmp /etc/passwd',
    '/./$A/etc',
    '/$A/passwd',
    '/%A%/passwd',
    '/`id`',
    '/\uFF45tc/passwd',
    '/x/\uFF0E\uFF0E/etc/passwd',
    '/x/..;/etc',
    '/proc/self/root/etc/passwd',
    '/proc/1/cwd/x',
    '/proc/self/task/1/root/x',
    '/dev/fd/3',
  ])('makes a rule that denies ask: %j', (path) => {
    expect(both(etc, { path })).toEqual({ permits: false, denies: 'unsure' })
  })

  test.each([
    'a b.txt',
    'a (1).txt',
    'r\u00E9sum\u00E9.md',
    're\u0301sume\u0301.md',
    'C++ & C#.md',
    '100%.txt',
    '50% off.md',
    "it's.txt",
    'a,b;c.txt',
    'a - b.txt',
    'x=1',
    'me@home',
    '#1.md',
    'My%20File.txt',
    'caf%C3%A9',
    'Report\u2026.txt',
    '5\u00BD.txt',
    '\uFB01le',
    '\uFF21\uFF22\uFF23.txt',
    '\u6587\u66F8.md',
    'a\u3000b.md',
    '.git/config',
    'a.b..c',
    'x~',
    'US$.md',
    '\u00A5100.md',
    'a: b.md',
    'sub/./x',
    'sub/../x',
  ])('stays decided if it is an ordinary name: %j', (name) => {
    const path = `/home/ada/docs/${name}`
    expect(meets(docs, { path })).toBe(true)
    expect(warnsOf(docs, { path })).toBe('yes')
    expect(warnsOf(etc, { path })).toBe('no')
  })

  test.each(['[slug].tsx', '*.md', '**/*.ts', 'a?', '[id]/page.tsx', 'What now?'])(
    'is left alone by a rule that denies if what precedes its pattern leads elsewhere: %j',
    (name) => {
      expect(both(etc, { path: `/home/ada/docs/${name}` })).toEqual({ permits: false, denies: 'no' })
    },
  )

  test.each(['C:\\docs\\a b (1).txt', 'C:/docs/My%20File.txt', 'c:\\docs\\r\u00E9sum\u00E9.md'])(
    'stays decided on Windows if it is an ordinary name: %j',
    (path) => {
      expect(both({ ...docs, folder: 'C:\\docs' }, { path })).toEqual({ permits: true, denies: 'yes' })
      expect(both({ ...docs, folder: 'C:\\secret' }, { path })).toEqual({ permits: false, denies: 'no' })
    },
  )
})

describe('[RUL-38] a value that is not where a rule expects it', () => {
  const inner: Condition = { at: '/options/path', is: 'under', folder: '/etc' }
  const item: Condition = { at: '/paths/0', is: 'under', folder: '/etc' }

  test.each([
    { options: '{"path":"/etc/passwd"}' },
    { options: '/etc/passwd' },
    { options: [{ path: '/etc/passwd' }] },
    { 'options.path': '/etc/passwd' },
    { 'options[path]': '/etc/passwd' },
    { 'options/path': '/etc/passwd' },
    { options_path: '/etc/passwd' },
    { optionsPath: '/etc/passwd' },
    { options: {}, 'options.path': '/etc/passwd' },
    { options: { path: '/tmp' }, 'options.path': '/etc/passwd' },
  ])('makes a rule that denies ask: %j', (input: JsonObject) => {
    expect(warnsOf(inner, input)).toBe('unsure')
  })

  test.each([
    { paths: '/etc/passwd' },
    { paths: { a: '/etc/passwd' } },
    { 'paths[0]': '/etc/passwd' },
    { paths0: '/etc' },
  ])('makes a rule for an item of a list ask: %j', (input: JsonObject) => {
    expect(warnsOf(item, input)).toBe('unsure')
  })

  test('keeps a permission from applying if a member joins the names', () => {
    const tmp: Condition = { ...inner, folder: '/tmp' }
    expect(meets(tmp, { options: { path: '/tmp/a' } })).toBe(true)
    expect(meets(tmp, { options: { path: '/tmp/a' }, 'options.path': '/etc/passwd' })).toBe(false)
  })

  test.each([
    {},
    { options: {} },
    { options: null },
    { options: '' },
    { options: [] },
    { options: true },
    { options: { depth: 2 } },
    { options: { path: '/tmp/a' } },
    { path: '/etc/passwd', options: { path: '/tmp/a', recursive: true } },
    { other: '{"path":"/etc/passwd"}' },
    { paths: [], options: { path: null } },
    { paths: ['/tmp/a', '/tmp/b'] },
    { paths: null },
  ])('stays decided in ordinary arguments: %j', (input: JsonObject) => {
    expect([warnsOf(inner, input), warnsOf(item, input)]).toEqual(['no', 'no'])
  })
})
