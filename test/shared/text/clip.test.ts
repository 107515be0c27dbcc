import { describe, expect, test } from 'vitest'
import { clip, head, headOfWords } from '../../../shared/text/clip.ts'

describe('clip', () => {
  test('leaves a text that fits as it is', () => {
    expect(clip('four', 4)).toBe('four')
  })

  test('ends a longer text with an ellipsis within the limit', () => {
    expect(clip('fives', 4)).toBe('fiv…')
  })

  test('never cuts a surrogate pair in half', () => {
    expect(clip('ab😀cd', 4)).toBe('ab…')
    expect(head('ab😀cd', 3)).toBe('ab')
  })

  test('makes a text with half a surrogate pair well formed', () => {
    expect(clip('a\uD83Db', 10)).toBe('a\uFFFDb')
  })
})

test('a folded text ends with a whole word, unless a word has no end', () => {
  expect(headOfWords('All of it is essential for understanding', 35)).toBe('All of it is essential for')
  expect(headOfWords('All of it', 6)).toBe('All of')
  expect(headOfWords('All of it', 99)).toBe('All of it')
  expect(headOfWords('x'.repeat(60), 40)).toBe('x'.repeat(40))
  expect(headOfWords(`See ${'x'.repeat(60)}`, 40)).toBe(`See ${'x'.repeat(36)}`)
})
