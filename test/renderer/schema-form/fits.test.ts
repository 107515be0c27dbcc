import { expect, test } from 'vitest'
import { describeSchema } from '../../../renderer/schema-form/describe.ts'
import { nothingYet, settled, writtenNumber, type Draft } from '../../../renderer/state/forms/form-draft.ts'
import { canShow, looksLike } from '../../../renderer/schema-form/fits.ts'
import { initialDraft } from '../../../renderer/schema-form/initial.ts'
import type { JsonObject } from '../../../shared/schema/json.ts'

const shows = (value: Draft | undefined, schema: JsonObject): boolean => canShow(value, describeSchema(schema, schema))

test.each<[string, Draft, JsonObject]>([
  ['text for a number', 'x', { type: 'number' }],
  ['a number for text', 3, { type: 'string' }],
  ['an object for text', {}, { type: 'string' }],
  ['text for yes or no', 'yes', { type: 'boolean' }],
  ['a value other than the constant', 'b', { const: 'a' }],
  ['a value outside the options', 'c', { enum: ['a', 'b'] }],
  ['an item outside the options', ['a', 'x'], { type: 'array', items: { enum: ['a', 'b'] } }],
  ['an object for a list', {}, { type: 'array', items: { type: 'string' } }],
  ['a list of a thousand items', Array.from({ length: 1000 }, () => 1), { type: 'array', items: { type: 'number' } }],
  ['a list for an object', [], { type: 'object' }],
])('[SCF-5] rejects a field that cannot show the value: %s', (_name, value, schema) =>
  expect(shows(value, schema)).toBe(false),
)

test('[SCF-5] fits an empty value into every field', () => {
  for (const type of ['string', 'number', 'boolean', 'array', 'object', 'null'])
    expect(shows(nothingYet(), { type })).toBe(true)
  expect(shows(writtenNumber('1x'), { type: 'number' })).toBe(true)
})

test('[SCF-5] recognises a value’s kind by its constant members', () => {
  const kind = (of: string): JsonObject => ({
    type: 'object',
    properties: { kind: { const: of }, size: { type: 'number' } },
    required: ['kind'],
  })
  const is = (value: Draft, of: string): boolean =>
    looksLike(value, describeSchema(kind(of), kind(of)), (inner) => describeSchema(inner, kind(of)))
  expect(is({ kind: 'circle' }, 'circle')).toBe(true)
  expect(is({ kind: 'circle' }, 'square')).toBe(false)
  expect(is({}, 'circle')).toBe(false)
  expect(is(nothingYet(), 'circle')).toBe(false)
})

test('[SCF-3] does not fill an empty place in a tuple with null', () => {
  const schema = { type: 'array', prefixItems: [{ type: 'string' }, { type: 'boolean' }] }
  expect(initialDraft(schema, schema)).toEqual([nothingYet(), false])
})

test('[SCF-6] gives no value for a number that could not be sent exactly', () => {
  for (const text of ['12345678901234567890', '1e999', '0x10', 'Infinity'])
    expect(writtenNumber(text)).toMatchObject({ text, value: undefined })
  for (const text of ['9007199254740992', '1e3', '-.5', '+4', ' 7 '])
    expect(settled(writtenNumber(text) ?? '')).toBe(Number(text))
})
