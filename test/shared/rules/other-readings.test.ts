import { describe, expect, test } from 'vitest'
import type { Question } from '../../../shared/asks/asks.ts'
import { meets, warnsOf } from '../../../shared/rules/conditions.ts'
import { conversationRule } from '../../../shared/rules/rule-draft.ts'
import { ruleWords } from '../../../shared/rules/rule-words.ts'
import { ruleDraft, type Condition } from '../../../shared/rules/rules.ts'
import { permits } from '../../../shared/rules/verdict.ts'
import type { JsonObject } from '../../../shared/schema/json.ts'

const both = (condition: Condition, input: JsonObject) => ({
  permits: meets(condition, input),
  denies: warnsOf(condition, input),
})

describe('[RUL-31] an argument with nearly the same name', () => {
  const notes: Condition = { at: '/path', is: 'under', folder: '/notes' }
  const names = ['Path', 'PATH', 'pa_th', 'pa-th', 'p\u200Bath', '\uFF50ath', 'path ', 'pat\u00ADh']

  test.each(names)('keeps a permission from applying: %j', (name) => {
    expect(meets(notes, { path: '/notes/a', [name]: '/etc/shadow' })).toBe(false)
    expect(meets(notes, { path: '/notes/a', other: '/etc/shadow' })).toBe(true)
  })

  test.each(names)('makes a rule that denies ask, alone or beside the argument: %j', (name) => {
    expect(warnsOf(notes, { [name]: '/notes/a' })).toBe('unsure')
    expect(warnsOf(notes, { path: '/x', [name]: '/notes/a' })).toBe('unsure')
    expect(warnsOf(notes, { path: '/notes/a', [name]: '/x' })).toBe('yes')
    expect(warnsOf(notes, { other: '/notes/a' })).toBe('no')
  })

  test.each([
    ['mode', { mode: 'read', MODE: 'delete' }],
    ['user_id', { user_id: 'read', userId: 'delete' }],
    ['\u017Fize', { '\u017Fize': 'read', size: 'delete' }],
    ['\u212A', { '\u212A': 'read', k: 'delete' }],
    ['\u0131d', { '\u0131d': 'read', ID: 'delete' }],
  ])('counts for values, in any alphabet: %j', (name, input: JsonObject) => {
    const condition: Condition = { at: `/${name}`, is: 'one-of', values: ['read'] }
    expect(meets(condition, { [name]: 'read' })).toBe(true)
    expect(meets(condition, input)).toBe(false)
    expect(warnsOf({ ...condition, values: ['delete'] }, input)).toBe('unsure')
  })

  test('counts at every step on the way to a nested value, and for URLs', () => {
    const nested: Condition = { at: '/target/0/url', is: 'host', hosts: ['a.example'] }
    const inside = { url: 'https://a.example/' }
    expect(both(nested, { target: [inside] })).toEqual({ permits: true, denies: 'yes' })
    expect(both(nested, { target: [inside], Target: [] })).toEqual({ permits: false, denies: 'yes' })
    expect(both(nested, { Target: [inside] })).toEqual({ permits: false, denies: 'unsure' })
    expect(both(nested, { target: [{ Url: 'https://a.example/' }] })).toEqual({ permits: false, denies: 'unsure' })
    expect(both(nested, { target: [{ url: 'https://b.example/' }], more: [] }).denies).toBe('no')
  })

  test('isn’t searched for among more than a thousand arguments, so nothing is sure there', () => {
    const many = Object.fromEntries(Array.from({ length: 1001 }, (_, i) => [`n${i}`, i]))
    expect(both(notes, { ...many, path: '/notes/a' })).toEqual({ permits: false, denies: 'yes' })
    expect(warnsOf(notes, { ...many, path: '/x' })).toBe('unsure')
  })
})

describe('[RUL-32] a rule that denies a host', () => {
  const reads = (url: string, ...hosts: string[]) => warnsOf({ at: '/url', is: 'host', hosts }, { url })

  test.each([
    ['https://evil.example./x', 'evil.example'],
    ['https://evil.example\u3002/x', 'evil.example'],
    ['https://evil.example./x', 'https://evil.example'],
    ['https://evil.example/', 'evil.example.'],
    ['http://localhost.:8080', 'localhost'],
    ['http://[::ffff:127.0.0.1]/', '127.0.0.1'],
    ['http://[::FFFF:7f00:1]/', '127.0.0.1'],
    ['http://[::ffff:0:7f00:1]/', '127.0.0.1'],
    ['http://[::7f00:1]/', '127.0.0.1'],
    ['http://[64:ff9b::7f00:1]/', '127.0.0.1'],
    ['http://127.0.0.1/', '[::ffff:127.0.0.1]'],
    ['http://0x7f.1/', '127.0.0.1'],
    ['http://2130706433/', '127.0.0.1'],
    ['http://127.0.0.1./', '127.0.0.1'],
    ['http://[0:0:0:0:0:0:0:1]/', '[::1]'],
  ])('denies %j as %s', (url, host) => {
    expect(reads(url, host)).toBe('yes')
  })

  test.each([
    ['https://evil.example../x', 'evil.example'],
    ['http://0.0.0.0/', '127.0.0.1'],
    ['http://127.0.0.2/', '127.0.0.1'],
    ['http://[::1]/', '127.0.0.1'],
    ['http://[::]/', '127.0.0.1'],
    ['http://localhost/', '127.0.0.1'],
    ['http://a.localhost/', 'localhost'],
    ['http://127.0.0.1/', 'localhost'],
    ['https://192.0.2.7/', 'evil.example'],
    ['https://[2002:c000:207::1]/', '192.0.2.7'],
    ['https://192.0.2.7/', '[2001:db8::1]'],
    ['evil.example/x', 'evil.example'],
  ])('asks about %j for %s', (url, host) => {
    expect(reads(url, host)).toBe('unsure')
    expect(reads(url, 'other.example', host)).toBe('unsure')
  })

  test.each([
    ['https://good.example/', 'evil.example'],
    ['https://192.0.2.8/', '192.0.2.7'],
    ['https://[2001:db8::2]/', '[2001:db8::1]'],
    ['https://evil.example:8443/', 'https://evil.example'],
    ['http://evil.example/', 'https://evil.example'],
  ])('leaves %j alone for %s', (url, host) => {
    expect(reads(url, host)).toBe('no')
  })

  test('gives no permission to other forms of a host', () => {
    const on = (url: string, host: string) => meets({ at: '/url', is: 'host', hosts: [host] }, { url })
    expect(on('http://127.0.0.1/', '127.0.0.1')).toBe(true)
    expect(on('http://[::ffff:127.0.0.1]/', '127.0.0.1')).toBe(false)
    expect(on('https://good.example./', 'good.example')).toBe(false)
    expect(on('https://good.example./', 'https://good.example')).toBe(false)
  })
})

describe('[RUL-33] a path that can be read differently', () => {
  const reads = (path: string, folder: string) => both({ at: '/path', is: 'under', folder }, { path })
  const drive = String.raw`C:\secret`
  const share = String.raw`\\srv\share`

  test.each([
    ['/secret/key', drive],
    ['//?/C:/secret/key', drive],
    ['/mnt/c/secret/key', drive],
    [String.raw`\secret\key`, drive],
    [String.raw`C:secret\key`, drive],
    [String.raw`\\?\C:\secret\key`, drive],
    [String.raw`C:\SECRET~1\key`, String.raw`C:\secret folder`],
    [String.raw`\\localhost\C$\secret\key`, drive],
    [String.raw`C:\secret \key`, drive],
    ['//srv/share/key', share],
    [String.raw`\\10.0.0.1\share\key`, share],
    [String.raw`Z:\key`, share],
    [String.raw`C:\home\ada\secret\key`, '/home/ada/secret'],
    [String.raw`/home/ada/notes\..\secret\key`, '/home/ada/secret'],
    ['/home/ada/secret ', '/home/ada/secret'],
    ['/home/ada/secret\n', '/home/ada/secret'],
    ['/home/ada/secret\u200B', '/home/ada/secret2'],
    ['\t/home/ada/secret', '/home/ada/secret'],
  ])('makes a rule that denies ask: %j for %s', (path, folder) => {
    expect(reads(path, folder)).toEqual({ permits: false, denies: 'unsure' })
  })

  test.each([
    [String.raw`C:\Program Files\x`, String.raw`C:\PROGRA~1`],
    [String.raw`C:\secret`, String.raw`C:\secret\SUBFOL~1`],
  ])('[WIN-6] makes a rule that denies ask if its folder has a short name: %j for %s', (path, folder) => {
    expect(reads(path, folder).denies).toBe('unsure')
  })

  test.each([
    [String.raw`C:\Documents and Settings\me\Secret\a`, String.raw`C:\Users\me\Secret`],
    [String.raw`c:\documents AND settings\me\a`, String.raw`C:\Users\me`],
    [String.raw`C:\Dokumente und Einstellungen\me\a`, String.raw`C:\Users\me`],
    [String.raw`C:\Programme\app\a`, String.raw`C:\Program Files\app`],
    [String.raw`C:\Users\All Users\app\a`, String.raw`C:\ProgramData\app`],
    [String.raw`C:\Users\Default User\a`, String.raw`C:\Users\Default`],
    [String.raw`C:\Users\me\My Documents\a`, String.raw`C:\Users\me\Documents`],
    [String.raw`C:\Users\me\Eigene Dateien\a`, String.raw`C:\Users\me\Documents`],
    [String.raw`C:\Users\me\Application Data\app\a`, String.raw`C:\Users\me\AppData\Roaming\app`],
    [String.raw`C:\Users\me\Local Settings\app\a`, String.raw`C:\Users\me\AppData\Local\app`],
    [String.raw`C:\Users\me\SendTo\a`, String.raw`C:\Users\me\AppData\Roaming`],
    [String.raw`C:\Users\me\Documents\My Pictures\a`, String.raw`C:\Users\me\Pictures`],
    [String.raw`C:\Users\me\Documents\Eigene Bilder\a`, String.raw`C:\Users\me\Pictures`],
    [String.raw`C:\Users\me\AppData\Local\History\a`, String.raw`C:\Users\me\AppData\Local\Microsoft`],
    [String.raw`C:\ProgramData\Application Data\app\a`, String.raw`C:\ProgramData\app`],
    [String.raw`C:\ProgramData\Documents\a`, String.raw`C:\Users\Public\Documents`],
    [String.raw`C:\Users\me\Secret\a`, String.raw`C:\Documents and Settings\me\Secret`],
    [String.raw`C:\Users\All*\app\a`, String.raw`C:\ProgramData\app`],
    [String.raw`C:\ProgramData\App*\app\a`, String.raw`C:\Users\me`],
  ])('[WIN-6] makes a rule that denies ask about a link of Windows’ own: %j for %s', (path, folder) => {
    expect(reads(path, folder)).toEqual({ permits: false, denies: 'unsure' })
  })

  test.each([
    [String.raw`C:\Users\me\Documents\a`, String.raw`C:\Users\me\Secret`],
    [String.raw`C:\Users\me\Desktop\a`, String.raw`C:\Users\me\Documents`],
    [String.raw`C:\Users\me\projects\Recent\a`, String.raw`C:\Users\me\Secret`],
    [String.raw`C:\work\Documents and Settings\a`, String.raw`C:\Users\me`],
    [String.raw`C:\Program Files\app`, String.raw`C:\Users\me`],
    [String.raw`C:\Users\me\Notes\*.txt`, String.raw`C:\Users\me\Secret`],
  ])('[WIN-6] leaves a path of Windows alone that is outside by each of its names: %j for %s', (path, folder) => {
    expect(reads(path, folder).denies).toBe('no')
  })

  test.each([
    ['/System/Volumes/Data/Users/me/Secret/a', '/Users/me/Secret'],
    ['/system/volumes/DATA/users/me/secret/a', '/Users/me/Secret'],
    ['/Users/me/Secret/a', '/System/Volumes/Data/Users/me/Secret'],
    ['/Users/me/Secret/a', '/System/Volumes/Data'],
    ['/Volumes/Macintosh HD/Users/me/Secret/a', '/Users/me/Secret'],
    ['/Volumes/Macintosh HD/System/Volumes/Data/Users/me/Secret/a', '/Users/me/Secret'],
    ['/Users/me/Secret/a', '/Volumes/Macintosh HD/Users/me/Secret'],
    ['/private/tmp/secret/a', '/tmp/secret'],
    ['/tmp/secret/a', '/private/tmp/secret'],
    ['/var/db/a', '/private'],
    ['/System/Volumes/Data/private/etc/a', '/etc'],
    ['/.vol/16777220/2/a', '/Users/me/Secret'],
    ['/.VOL/16777220/2', '/Users/me/Secret'],
    ['/.nofollow/Users/me/Secret/a', '/Users/me/Secret'],
    ['/.resolve/1/Users/me/Secret/a', '/Users/me/Secret'],
    ['/System/Volumes/D*/Users/me/Secret/a', '/Users/me/Secret'],
    ['/System/Volumes/Data/U*/me/Secret/a', '/Users/me/Secret'],
    ['/Volumes/*/Users/me/Secret/a', '/Users/me/Secret'],
    ['/Volumes/Macintosh HD/U*/me/Secret/a', '/Users/me/Secret'],
    ['/private/t*/secret', '/tmp/secret'],
  ])('[WIN-7] makes a rule that denies ask about another name of macOS: %j for %s', (path, folder) => {
    expect(reads(path, folder)).toEqual({ permits: false, denies: 'unsure' })
  })

  test.each([
    ['/Users/me/Notes/a', '/Users/me/Secret'],
    ['/System/Volumes/Data/Users/me/Notes/a', '/Users/me/Secret'],
    ['/System/Library/a', '/Users/me/Secret'],
    ['/Volumes/USB/photos/a', '/Users/me/Secret'],
    ['/Users/me/Secret/a', '/Volumes/USB'],
    ['/private/tmp/a', '/tmp/secret'],
    ['/private/secret', '/tmp/secret'],
    ['/var/a', '/etc'],
    ['/Volumes/USB/photos/*.jpg', '/Users/me/Secret'],
    ['/private/tmp/*.log', '/Users/me/Secret'],
  ])('[WIN-7] leaves a path alone that is outside by each of its names: %j for %s', (path, folder) => {
    expect(reads(path, folder).denies).toBe('no')
  })

  test.each([
    ['/Users/me/Sec\u200Bret/a', '/Users/me/Secret'],
    ['/Users/me/Secret\uFEFF/a', '/Users/me/Secret'],
  ])('[WIN-7] counts no characters that a file system of macOS ignores: %j in %s', (path, folder) => {
    expect(reads(path, folder)).toEqual({ permits: false, denies: 'yes' })
  })

  test.each([
    ['//home/ada/secret/key', '/home/ada/secret'],
    ['/home/ada/secret/key ', '/home/ada/secret'],
    ['/home/ada/sec\u200Bret/key', '/home/ada/secret'],
    [String.raw`c:\SECRET/key`, drive],
    [String.raw`\\SRV\share\key`, share],
  ])('is denied if it is in the folder as written: %j in %s', (path, folder) => {
    expect(reads(path, folder).denies).toBe('yes')
  })

  test.each([
    ['/home/ada/notes/a b.txt', '/home/ada/secret'],
    ['/home/ada/secret2', '/home/ada/secret'],
    [String.raw`C:\notes\a`, drive],
    [String.raw`D:\secret`, drive],
    [String.raw`\\srv\share\notes`, String.raw`\\srv\share\secret`],
  ])('is left alone if every program reads it outside: %j for %s', (path, folder) => {
    expect(reads(path, folder).denies).toBe('no')
  })

  test.each([
    [String.raw`/home/ada/notes/..\..\.ssh\x`, '/home/ada/notes'],
    ['//home/ada/notes/x', '/home/ada/notes'],
    ['/home/ada/notes/x ', '/home/ada/notes'],
    ['/home/ada/notes/..\n', '/home/ada/notes'],
    [`${drive}\\..`, drive],
  ])('is in no permitted folder: %j in %s', (path, folder) => {
    expect(reads(path, folder).permits).toBe(false)
  })
})

describe('[RUL-34] a conversation’s rule for a tool that may delete', () => {
  const claims = { readOnly: false, destructive: true, idempotent: false, openWorld: true }
  const made = (tool: string, input: JsonObject, files?: Question<'approval'>['files']) => {
    const question = { server: 'files', tool, definition: 'a'.repeat(64), claims, ...(files && { files }) }
    const rule = conversationRule(question, input, 'c')
    return rule && { rule, allows: (other: JsonObject) => permits(rule, other) }
  }
  const dir = '/home/ada/work/notes'

  test('covers the folder that the call names, not its parent', () => {
    const { rule, allows } = made('remove', { dir, name: 'old.txt' }) ?? {}
    expect(rule?.conditions).toEqual([{ at: '/dir', is: 'under', folder: dir }])
    expect(ruleDraft.parse(rule)).toEqual(rule)
    expect(allows?.({ dir, name: 'new.txt' })).toBe(true)
    expect(allows?.({ dir: `${dir}/sub`, name: 'old.txt', force: true })).toBe(true)
    expect(allows?.({ dir: '/home/ada/work/payroll', name: 'old.txt' })).toBe(false)
  })

  test.each([
    { name: '../../.ssh/id_ed25519' },
    { name: '/home/ada/.ssh/id_ed25519' },
    { name: '~' },
    { name: '..' },
    { name: String.raw`..\x` },
    { name: '\uFF0Fetc' },
    { name: 'C:x' },
    { name: '$HOME' },
    { name: '%2e%2e%2fx' },
    { name: 'a\nC:x' },
    { name: 'a$HOME' },
    { name: '`id`' },
    { name: '{a,b}' },
    { name: '*' },
    { name: '\u2215etc' },
    { name: 'old.txt', also: ['/home/ada/.ssh/id_ed25519'] },
    { name: 'old.txt', options: { target: '../x' } },
    { name: 'old.txt', options: { '../x': true } },
    { name: 'old.txt', Dir: 'payroll' },
  ])('asks if another text could be a path: %j', (other: JsonObject) => {
    expect(made('remove', { dir, name: 'old.txt' })?.allows({ dir, ...other })).toBe(false)
  })

  test('allows the same other texts as in its call, each in its position', () => {
    const call = { dir, name: 'old.txt', pattern: 'sub/*.txt', also: ['a/b'] }
    const allows = made('remove', call)?.allows
    expect(allows?.({ ...call, name: 'new.txt' })).toBe(true)
    expect(allows?.({ ...call, pattern: 'sub/*' })).toBe(false)
    expect(allows?.({ ...call, also: ['a/b', 'c/d'] })).toBe(false)
    expect(allows?.({ ...call, name: 'a/b' })).toBe(false)
  })

  test('covers a file’s folder if the tool’s name or the disk says that it is a file', () => {
    const path = `${dir}/old.txt`
    const folderOf = (...of: Parameters<typeof made>) => made(...of)?.rule.conditions
    const [inFolder, itself] = [dir, path].map((folder) => [{ at: '/path', is: 'under', folder }])
    expect(folderOf('delete_file', { path })).toEqual(inFolder)
    expect(folderOf('deleteFile', { path })).toEqual(inFolder)
    expect(folderOf('remove', { path })).toEqual(itself)
    const found = { state: 'text', bytes: 1, lines: 1, hash: 'b' } as const
    expect(folderOf('remove', { path }, [{ at: '/path', path, found }])).toEqual(inFolder)
    expect(folderOf('delete_file', { path }, [{ at: '/path', path, found: { state: 'special' } }])).toEqual(itself)
    expect(folderOf('delete_file', { dir })).toEqual([{ at: '/dir', is: 'under', folder: dir }])
    expect(folderOf('delete_file', { path: `${dir}/` })?.[0]).toMatchObject({ folder: `${dir}/` })
  })

  test('doesn’t exist if it can’t limit every text, or wouldn’t allow its own call', () => {
    const many = Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`p${i}`, `/data/${i}`]))
    expect(made('remove', many)).toBeUndefined()
    expect(made('remove', { dir, text: `/${'x'.repeat(2000)}` })).toBeUndefined()
    expect(made('remove', { dir, options: { '../x': true } })).toBeUndefined()
    expect(made('remove', { dir, Dir: dir })).toBeUndefined()
    expect(made('remove', { ...Object.fromEntries(Object.entries(many).slice(0, 20)), count: 3 })).toBeDefined()
  })

  test('says all of it in its words, and can’t be made for a rule that denies', () => {
    const rule = made('remove', { dir, pattern: '*/x' })?.rule
    expect(rule && ruleWords(rule, { server: 'Files' })).toBe(
      'Allow “remove” on Files when dir is inside /home/ada/work/notes, when pattern is exactly "*/x", when no other text can be a path, even if it may delete data, except with text from another server or an attachment, only in one conversation, until removed',
    )
    expect(ruleDraft.safeParse({ ...rule, effect: 'deny' }).success).toBe(false)
    expect(ruleDraft.safeParse({ ...rule, conditions: [] }).success).toBe(false)
  })
})
