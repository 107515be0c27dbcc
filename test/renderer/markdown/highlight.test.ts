import { describe, expect, test } from 'vitest'
import { highlight, isKnown, type HighlightRun } from '../../../renderer/markdown/highlight.ts'

const textOf = (pieces: HighlightRun[][]): string => pieces.flatMap((piece) => piece.map(({ text }) => text)).join('')
const scopesOf = (pieces: HighlightRun[][], text: string): (string | undefined)[] =>
  pieces.flatMap((piece) => piece.filter((run) => run.text.includes(text)).map(({ scope }) => scope))

const functions = (count: number): string =>
  Array.from(
    { length: count },
    (_, n) =>
      `/* Part ${n}\n   of many. */\nexport function part${n}(): string {\n  return \`a \${${n}}\n\n b\`\n}\n\n`,
  ).join('')

describe('[RND-2] coloured code', () => {
  test.each([
    ['ts', functions(20)],
    ['python', 'def f(x):\n    """Says\n\nit"""\n    return x + 1\n'.repeat(300)],
    ['html', '<p class="a">x</p>\n<script>\nlet a = 1\n</script>\n'.repeat(300)],
    ['diff', '-old\n+new\n same\n'.repeat(900)],
    ['json', `{\n${'  "a": [1, true, "b"],\n'.repeat(2000)}}`],
  ])('keeps the text unchanged as far as it goes, in %s', (language, code) => {
    const pieces = [...highlight(language, code, Infinity)]
    const text = textOf(pieces)
    expect(code.startsWith(text)).toBe(true)
    expect(Math.max(0, ...pieces.map((piece) => textOf([piece]).length))).toBeLessThanOrEqual(12_000)
  })

  test('covers the whole text if the code has places to cut', () => {
    const code = functions(800)
    const pieces = [...highlight('ts', code, Infinity)]
    expect(code.length).toBeGreaterThan(60_000)
    expect(textOf(pieces) === code).toBe(true)
    expect(pieces.length).toBeGreaterThan(5)
  })
})

test('[RND-2] starts no piece inside a comment or a string', () => {
  const pieces = [...highlight('ts', functions(400), Infinity)]
  expect(new Set(scopesOf(pieces, 'of many'))).toEqual(new Set(['comment']))
  expect(new Set(scopesOf(pieces, 'export'))).toEqual(new Set(['keyword']))
  expect(new Set(scopesOf(pieces, ' b`'))).toEqual(new Set(['string']))
})

test('[RND-2] leaves the rest uncoloured if pieces take too long', () => {
  expect([...highlight('ts', functions(400), -1)]).toHaveLength(2)
})

test('[RND-2] reports whether a language has rules', () => {
  expect(isKnown('ts')).toBe(true)
  expect(isKnown('sh')).toBe(true)
  expect(isKnown('no-such-language')).toBe(false)
  expect(isKnown('constructor')).toBe(false)
})
