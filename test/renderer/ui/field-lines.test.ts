import { describe, expect, test } from 'vitest'
import { fieldLines } from '../../../renderer/ui/json/field-lines.ts'
import { fold, foldedLines, type JsonToken } from '../../../renderer/ui/json/json-lines.ts'
import type { Passage } from '../../../renderer/ui/json/passages.ts'
import type { JsonObject, JsonValue } from '../../../shared/schema/json.ts'

const textOf = (tokens: JsonToken[]): string => tokens.map(({ text }) => text).join('')
const shown = (value: JsonObject): string[] =>
  fieldLines(value, 1000).lines.map(
    ({ depth, label, tokens }) => `${'  '.repeat(depth)}${label?.text ?? ''}: ${textOf(tokens)}`,
  )

describe('[CHAT-10] arguments as fields', () => {
  test('keep the given order, number the items of lists, and say what is empty', () => {
    expect(
      shown({ repo: 'atlas', labels: ['a', 'b'], none: [], empty: {}, edits: [{ to: 1, by: null }], dry: true }),
    ).toEqual([
      'repo: atlas',
      'labels: 2 items',
      '  1: a',
      '  2: b',
      'none: empty list',
      'empty: no values',
      'edits: 1 item',
      '  1: ',
      '    to: 1',
      '    by: null',
      'dry: true',
    ])
  })

  test('have texts with their own lines, and a sign for a line end at the end', () => {
    expect(shown({ text: '# Notes\n\n  - a "b"\t\\\n', last: 'a\n\n' })).toEqual([
      'text: # Notes',
      ': ',
      ':   - a "b"\t\\↵',
      'last: a',
      ': ↵',
    ])
  })

  test.each<[text: string, written: string]>([
    ['3', '"3"'],
    ['-1e5', '"-1e5"'],
    ['true', '"true"'],
    ['null', '"null"'],
    ['', '""'],
    [' a', '" a"'],
    ['a ', '"a "'],
    ['a\n ', '"a↵ "'],
    ['"a"', '"\\"a\\""'],
    ['v3', 'v3'],
    ['none', 'none'],
  ])('quote a text that could pass for another value, or has blanks at its edges: %j', (text, written) => {
    expect(
      fieldLines({ text }, 10)
        .lines.map(({ tokens }) => textOf(tokens))
        .join(''),
    ).toBe(written)
  })

  test('quote names in the same way', () => {
    expect(shown({ ' path': 'a', '': 'b', '1': 'c' })).toEqual(['"1": c', '" path": a', '"": b'])
  })

  test('show a path as its folders and a name, whole', () => {
    const [line] = fieldLines({ path: '/home/ada/notes/' }, 10).lines
    expect(line?.tokens).toEqual([
      { kind: 'folder', text: '/home/ada/' },
      { kind: 'name', text: 'notes/' },
    ])
  })

  test('fold a long text after twelve lines and count the rest', () => {
    const { lines } = fieldLines({ body: 'line\n'.repeat(73) + 'end', after: true }, 1000)
    const folded = fold(lines, () => foldedLines)
    expect(folded.find((line) => 'folded' in line)).toMatchObject({ folded: 62 })
    expect(folded[0]).toMatchObject({ label: { text: 'body' }, isText: true })
    expect(folded.at(-1)).toMatchObject({ label: { text: 'after' } })
  })

  test('walk a huge value only as far as it is shown', () => {
    const { lines, more } = fieldLines({ all: Array.from({ length: 100_000 }, (_, index) => ({ index })) }, 400)
    expect(more).toBe(true)
    expect(lines.length).toBeLessThan(410)
    const deep = JSON.parse('['.repeat(5000) + ']'.repeat(5000)) as JsonValue
    expect(fieldLines({ deep }, 20_000)).toMatchObject({ more: false, lines: { length: 5000 } })
  })
})

describe('[APU-4] traced text in fields', () => {
  const written = (value: JsonObject, ...passages: Passage[]): string[] =>
    fieldLines(value, 100, passages).lines.map(({ tokens }) =>
      tokens
        .map(({ text, isPassage, ends = [] }) =>
          isPassage ? `<${text}>${ends.map((end) => `^${end}`).join('')}` : text,
        )
        .join(''),
    )

  test('is underlined from its first to its last character, across line ends', () => {
    expect(written({ body: 'Hi.\nThey "move" to\nnew ids. Bye.' }, { at: '/body', start: 4, end: 26 })).toEqual([
      'Hi.',
      '<They "move" to>',
      '<new ids>^1. Bye.',
    ])
  })

  test('has its number also if it ends with a line end, in a list, or in a quoted text', () => {
    expect(written({ body: 'a\nb\n' }, { at: '/body', start: 2, end: 4 })).toEqual(['a', '<b><>^1↵'])
    expect(written({ all: ['x y'] }, { at: '/all/0', start: 2, end: 3 })).toEqual(['1 item', 'x <y>^1'])
    expect(written({ body: ' a' }, { at: '/body', start: 1, end: 2 })).toEqual(['" <a>^1"'])
  })
})
