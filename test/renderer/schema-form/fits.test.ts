import { expect, test } from 'vitest'
import { describe } from '../../../renderer/schema-form/describe.ts'
import { nothingYet, settled, writtenNumber, type Draft } from '../../../renderer/state/forms/form-draft.ts'
import { canShow, looksLike } from '../../../renderer/schema-form/fits.ts'
import { initialDraft } from '../../../renderer/schema-form/initial.ts'
import type { JsonObject } from '../../../shared/schema/json.ts'

const shows = (value: Draft | undefined, schema: JsonObject): boolean => canShow(value, describe(schema, schema))

test.each<[string, Draft, JsonObject]>([
  ['text where a number is asked for', 'x', { type: 'number' }],
  ['a number where text is', 3, { type: 'string' }],
  ['an object where text is', {}, { type: 'string' }],
  ['text where yes or no is', 'yes', { type: 'boolean' }],
  ['another value than the only one', 'b', { const: 'a' }],
  ['a value that is no option', 'c', { enum: ['a', 'b'] }],
  ['an item that is no option', ['a', 'x'], { type: 'array', items: { enum: ['a', 'b'] } }],
  ['an object where a list is', {}, { type: 'array', items: { type: 'string' } }],
  ['a list of a thousand', Array.from({ length: 1000 }, () => 1), { type: 'array', items: { type: 'number' } }],
  ['a list where an object is', [], { type: 'object' }],
])('[SCF-5] %s is not hidden by a field that cannot show it', (_name, value, schema) =>
  expect(shows(value, schema)).toBe(false),
)

test('[SCF-5] what is there and has nothing in it yet fits every field', () => {
  for (const type of ['string', 'number', 'boolean', 'array', 'object', 'null'])
    expect(shows(nothingYet(), { type })).toBe(true)
  expect(shows(writtenNumber('1x'), { type: 'number' })).toBe(true)
})

test('[SCF-5] the kind of a value is told by the members that can only be one value', () => {
  const kind = (of: string): JsonObject => ({
    type: 'object',
    properties: { kind: { const: of }, size: { type: 'number' } },
    required: ['kind'],
  })
  const is = (value: Draft, of: string): boolean =>
    looksLike(value, describe(kind(of), kind(of)), (inner) => describe(inner, kind(of)))
  expect(is({ kind: 'circle' }, 'circle')).toBe(true)
  expect(is({ kind: 'circle' }, 'square')).toBe(false)
  expect(is({}, 'circle')).toBe(false)
  expect(is(nothingYet(), 'circle')).toBe(false)
})

test('[SCF-3] a place in a tuple that nobody filled in is not null', () => {
  const schema = { type: 'array', prefixItems: [{ type: 'string' }, { type: 'boolean' }] }
  expect(initialDraft(schema, schema)).toEqual([nothingYet(), false])
})

test('[SCF-6] a number that would be sent as another one means nothing', () => {
  for (const text of ['12345678901234567890', '1e999', '0x10', 'Infinity'])
    expect(writtenNumber(text)).toMatchObject({ text, value: undefined })
  for (const text of ['9007199254740992', '1e3', '-.5', '+4', ' 7 '])
    expect(settled(writtenNumber(text) ?? '')).toBe(Number(text))
})
