import { expect, test } from 'vitest'
import { standsIn, textOfResult } from '../../../shared/content/result-part.ts'
import type { JsonValue } from '../../../shared/schema/json.ts'

test.each<[JsonValue, string]>([
  [5, 'There are 5 files'],
  [5, '15'],
  [false, 'It is false that it failed'],
  [true, 'untrue'],
  ['done', 'She said "done"'],
  ['', 'It says ""'],
  [{}, 'const a = {}'],
  [[], 'const a = []'],
  [[0], 'Take list[0]'],
  [[1, 2], 'call([1,2])[1,2][3]'],
  [{ result: 5 }, 'There are 5 files'],
])('[RES-14] gives the model %j if a text has it only by chance: %s', (structuredContent, text) => {
  expect(standsIn([text], structuredContent)).toBe(false)
  const said = textOfResult({ content: [{ type: 'text', text }], structuredContent }, 'model')
  expect(said).toBe(`${text}\n${JSON.stringify(structuredContent)}`)
})

test.each<[JsonValue, string]>([
  [5, '5'],
  [5, '5\n'],
  [false, 'false'],
  ['done', 'done'],
  ['done', '"done"'],
  [{}, '{}'],
  [[], ' [] '],
  [[1, 2], 'Found: [1,2].'],
  [{ a: 1 }, 'Result:\n{"a":1}\nEnd'],
  [{ a: 1 }, '{ "a": 1 }'],
  [{ result: 5 }, '5'],
])('[RES-14] doesn’t give the model %j twice if a text is it or has it whole: %s', (structuredContent, text) => {
  expect(standsIn([text], structuredContent)).toBe(true)
  expect(textOfResult({ content: [{ type: 'text', text }], structuredContent }, 'model')).toBe(text)
})
