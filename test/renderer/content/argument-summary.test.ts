import { describe, expect, test } from 'vitest'
import { argumentSummary, callObject } from '../../../renderer/content/argument-summary.ts'
import { isPath } from '../../../shared/text/path-signs.ts'
import { clipMiddle } from '../../../shared/text/clip.ts'

describe('[APU-14] the object of a call', () => {
  test.each([
    ['a path', { content: 'a', path: '/home/ada/notes.md' }, '/home/ada/notes.md'],
    ['a Windows path', { to: String.raw`C:\notes\a.md` }, String.raw`C:\notes\a.md`],
    ['a URL before an earlier name', { name: 'x', url: 'https://example.org/a b' }, 'https://example.org/a b'],
    ['a text whose name identifies something', { text: 'long', issue_id: 'AT-12' }, 'AT-12'],
    ['nothing in a number or plain text', { count: 20, text: 'hello' }, undefined],
    ['nothing in an array', ['/home'], undefined],
  ])('is %s', (_what, input, object) => {
    expect(callObject(input)).toBe(object)
  })

  test('takes one line and keeps both ends of a long path', () => {
    const object = callObject({ path: `/home/${'deep/'.repeat(40)}\nnotes.md` }) ?? ''
    expect(object.length).toBe(80)
    expect(object).toMatch(/^\/home\/deep\/.*….* notes\.md$/)
  })
})

describe('[APU-14] a path', () => {
  test.each(['/srv/notes/a.md', '~/a.md', './a', 'C:\\a.md', String.raw`\\share\a`])('is recognized: %s', (text) => {
    expect(isPath(text)).toBe(true)
  })

  test.each(['https://example.org/a', 'notes/a.md', 'A title', ''])('is not what keeps its beginning: %s', (text) => {
    expect(isPath(text)).toBe(false)
  })
})

describe('[CHAT-13] a call’s arguments in its row', () => {
  test.each([
    ['the path', { options: {}, path: 'docs', file: '/docs/\n 3.1.md', depth: 3 }, '/docs/ 3.1.md'],
    ['from where to where', { destination: '/b/two', source: '/a/one' }, '/a/one → /b/two'],
    ['the only text by itself', { message: 'hello', options: {} }, 'hello'],
    ['numbers with their names', { count: 2 }, 'count 2'],
    ['up to three by name', { a: 1, b: 'two', c: true, d: 4 }, 'a 1, b two, c true'],
    ['without secrets', { user: 'ada', password: 'hunter2', apiKey: 'a' }, 'user ada, password •••, apiKey •••'],
    ['without what looks like a secret', { note: 'ghp_abcdefghijklmnop', n: 1 }, 'note •••, n 1'],
    ['with identifiers', { id: '7d5f1c5e-2a0b-4b1e-9d52-0c2f4bb1a111', key: 'theme' }, /id 7d5f1c5e-.*, key theme/],
    ['nothing without arguments', {}, ''],
  ])('are %s', (_what, input, summary) => {
    expect(argumentSummary(input)).toEqual(typeof summary === 'string' ? summary : expect.stringMatching(summary))
  })

  test('take at most 80 characters', () => {
    expect(argumentSummary({ text: 'x'.repeat(500) })).toHaveLength(80)
  })
})

describe('[APU-14] a text cut in its middle', () => {
  test('contains no half of a character', () => {
    expect(clipMiddle('😀😀😀😀', 5)).toBe('😀…😀')
    expect(clipMiddle('abc', 3)).toBe('abc')
  })
})
