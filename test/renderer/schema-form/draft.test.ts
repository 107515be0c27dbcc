import { expect, test } from 'vitest'
import {
  jsonTextOf,
  settled,
  draftText,
  unsettled,
  withMember,
  writtenJson,
  writtenNumber,
  type Draft,
} from '../../../renderer/state/forms/form-draft.ts'
import type { JsonValue } from '../../../shared/schema/json.ts'
import { fc } from '../../support/deep.ts'

test.each<[string, JsonValue | undefined]>([
  ['1.', 1],
  ['1.0', 1],
  ['007', 7],
  ['1e3', 1000],
  ['12', 12],
  ['-', undefined],
  ['twelve', undefined],
])('[SCF-3] keeps a number as typed: %s', (text, value) => {
  const draft = writtenNumber(text)
  expect(draftText(draft)).toBe(text)
  expect(draft === undefined ? undefined : settled(draft)).toBe(value)
})

test('[SCF-3] keeps incomplete JSON text and names it by its place', () => {
  const draft: Draft = { list: [1, writtenJson('{"a": ') ?? null], 'a/b~c': writtenNumber('x') ?? null }
  expect(settled(draft)).toBeUndefined()
  expect(unsettled(draft)).toEqual([
    { path: '/list/1', text: '{"a": ' },
    { path: '/a~1b~0c', text: 'x' },
  ])
})

test('[SCF-3] shows JSON as it was written, including spaces', () => {
  const draft = writtenJson('{ "a" :1 }')
  expect(jsonTextOf(draft)).toBe('{ "a" :1 }')
  expect(draft && settled(draft)).toEqual({ a: 1 })
})

test('[SCF-3] returns any JSON value unchanged', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(settled(value as Draft)).toEqual(value)
    }),
  )
})

test('[SCF-3] keeps a member’s place under any name', () => {
  const before = withMember(withMember({ a: 1 }, '__proto__', 2), 'b', 3)
  expect(JSON.stringify(withMember(before, '__proto__', 'x'))).toBe('{"a":1,"__proto__":"x","b":3}')
  expect(JSON.stringify(withMember(before, '__proto__', undefined))).toBe('{"a":1,"b":3}')
})
