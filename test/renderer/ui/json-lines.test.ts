import { describe, expect, test } from 'vitest'
import { revealHidden, plainLabel } from '../../../shared/text/hidden-characters.ts'
import { fold, foldedLines, jsonLines, type JsonLine } from '../../../renderer/ui/json/json-lines.ts'
import type { JsonValue } from '../../../shared/schema/json.ts'

const textOf = ({ depth, tokens }: JsonLine): string => '  '.repeat(depth) + tokens.map(({ text }) => text).join('')
const pretty = (value: JsonValue): string => jsonLines(value, 1000).lines.map(textOf).join('\n')

describe('[CHAT-10] arguments', () => {
  test('keep the given order, with short lists on one line', () => {
    expect(pretty({ repo: 'atlas', owner: 'acme', labels: ['a', 'b'], empty: {}, nested: { z: 1, a: null } })).toBe(
      '{\n  "repo": "atlas",\n  "owner": "acme",\n  "labels": ["a", "b"],\n  "empty": {},\n  "nested": {\n    "z": 1,\n    "a": null\n  }\n}',
    )
  })

  test('appear as sent: numbers in JSON notation, escaped quotes and tabs, drawn line ends', () => {
    expect(pretty({ n: -0, big: 2 ** 53, text: 'a "b"\t\\\nc' })).toBe(
      '{\n  "n": 0,\n  "big": 9007199254740992,\n  "text": "a \\"b\\"\\t\\\\↵\n    c"\n}',
    )
  })

  test('fold a long text after twelve lines and count the rest', () => {
    const { lines } = jsonLines({ body: 'line\n'.repeat(73) + 'end', after: true }, 1000)
    const shown = fold(lines, () => foldedLines)
    expect(shown.find((line) => 'folded' in line)).toMatchObject({ folded: 62 })
    expect(shown.filter((line) => 'tokens' in line && line.value !== undefined)).toHaveLength(12)
    expect(shown.at(-2)).toMatchObject({ tokens: [{ text: '"after"' }, { text: ': ' }, { text: 'true' }] })
    expect(fold(lines, () => 1000)).toEqual(lines)
  })

  test('fold a text without line ends by its lines on screen', () => {
    const { lines } = jsonLines(['x'.repeat(8000)], 1000)
    const shown = fold(lines, () => foldedLines)
    expect(shown).toContainEqual({ depth: 1, value: 1, folded: 91 - foldedLines })
    expect(shown.flatMap((line) => ('tokens' in line ? [textOf(line).length] : []))).toEqual([1, 12 * 88 + 2, 1])
  })

  test('walk a huge value only as far as it is shown', () => {
    const wide = Array.from({ length: 100_000 }, (_, index) => ({ index }))
    const { lines, more } = jsonLines(wide, 400)
    expect(more).toBe(true)
    expect(lines.length).toBeLessThan(410)
    const deep = JSON.parse('['.repeat(5000) + ']'.repeat(5000)) as JsonValue
    expect(jsonLines(deep, 20_000).more).toBe(false)
  })
})

describe('[CHAT-5] hidden characters', () => {
  test.each([
    ['zero width', 'a\u200Bb', 'U+200B'],
    ['right to left override', 'a\u202Eb', 'U+202E'],
    ['no-break space', 'a\u00A0b', 'U+00A0'],
    ['tag letter', 'a\u{E0041}b', 'U+E0041'],
    ['escape', 'a\u001Bb', 'U+001B'],
    ['half of a pair', 'a\uD800b', 'U+D800'],
    ['filler', 'a\u3164b', 'U+3164'],
    ['joiner between letters', 'a\u200Db', 'U+200D'],
    ['carriage return alone', 'a\rb', 'U+000D'],
  ])('become a label: %s', (_name, text, code) => {
    expect(revealHidden(text)).toEqual(['a', { hidden: code }, 'b'])
  })

  test('do not include ordinary text, line ends, other scripts or emoji', () => {
    const text = 'Zeile\n\tzwei　漢字 العربية 👩‍👩‍👧 ❤️ 1️⃣ é'
    expect(revealHidden(text)).toEqual([text])
    expect(revealHidden('a\r\nb')).toEqual(['a\nb'])
  })

  test('are removed from a screen reader’s label, which is one line', () => {
    expect(plainLabel(' Create\u200B\n issue\u202E ')).toBe('Create issue')
    expect(plainLabel('x'.repeat(100))).toHaveLength(60)
    expect(plainLabel('😀'.repeat(40), 10)).not.toMatch(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])/)
  })
})
