import { describe, expect, test } from 'vitest'
import { Compiled } from '../../../main/host/validation/schema-check.ts'
import { contentOf } from '../../../shared/schema/form-content.ts'
import { formOf, type FormValue } from '../../../shared/schema/forms.ts'
import type { JsonObject, JsonValue } from '../../../shared/schema/json.ts'

/** A field as a library writes it: what it becomes, what the user enters, and what the server gets. */
type Row = [library: string, field: JsonValue, kind: string, entered: FormValue, sent: JsonValue]

const $defs: JsonObject = {
  Level: { title: 'Level', type: 'string', enum: ['low', 'high'] },
  Size: { title: 'Size', type: 'integer', enum: [1, 2, 3] },
  Day: { enum: ['mo', 'tu'], type: 'string' },
}
const level = { $ref: '#/$defs/Level' }
const none = { type: 'null' }

const rows: Row[] = [
  // pydantic and FastMCP
  ['pydantic str', { title: 'Name', type: 'string' }, 'text', 'Ada', 'Ada'],
  ['pydantic Optional[str]', { anyOf: [{ type: 'string' }, none], default: null, title: 'Nick' }, 'text', 'A', 'A'],
  ['pydantic Optional[int]', { anyOf: [{ minimum: 1, type: 'integer' }, none], default: null }, 'number', '3', 3],
  [
    'pydantic Optional[date]',
    { anyOf: [{ format: 'date', type: 'string' }, none] },
    'text',
    '2026-01-02',
    '2026-01-02',
  ],
  ['pydantic Enum', level, 'choice', 'high', 'high'],
  ['pydantic v1 Enum', { allOf: [level], default: 'low', title: 'Level' }, 'choice', 'high', 'high'],
  ['pydantic Enum with a default', { ...level, default: 'low', description: 'How much' }, 'choice', 'low', 'low'],
  ['pydantic Optional[Enum]', { anyOf: [level, none], default: null }, 'choice', 'low', 'low'],
  ['pydantic IntEnum', { $ref: '#/$defs/Size' }, 'choice', '2', 2],
  ['pydantic Literal', { enum: ['a', 'b'], type: 'string' }, 'choice', 'b', 'b'],
  ['pydantic Literal of one', { const: 'order', title: 'Kind', type: 'string' }, 'choice', 'order', 'order'],
  ['pydantic Literal of numbers', { enum: [1, 2], type: 'integer' }, 'choice', '1', 1],
  ['pydantic list[Enum]', { items: { $ref: '#/$defs/Day' }, type: 'array' }, 'choices', ['tu'], ['tu']],
  ['pydantic set[IntEnum]', { items: { $ref: '#/$defs/Size' }, type: 'array' }, 'choices', ['1', '3'], [1, 3]],
  ['pydantic Optional[list]', { anyOf: [{ items: level, type: 'array' }, none] }, 'choices', ['low'], ['low']],
  ['pydantic Field(ge, le)', { maximum: 9, minimum: 1, type: 'integer' }, 'number', '9', 9],
  ['pydantic Any', { title: 'Note' }, 'text', 'x', 'x'],
  // zod
  ['zod nullable', { anyOf: [{ type: 'string', minLength: 1 }, none] }, 'text', 'x', 'x'],
  ['zod nullable for draft 7', { type: ['string', 'null'] }, 'text', 'x', 'x'],
  ['zod enum, nullable', { anyOf: [{ type: 'string', enum: ['a', 'b'] }, none] }, 'choice', 'a', 'a'],
  [
    'zod union of literals',
    {
      anyOf: [
        { type: 'string', const: 'a' },
        { type: 'string', const: 'b' },
      ],
    },
    'choice',
    'b',
    'b',
  ],
  ['zod literal of a number', { type: 'number', const: 1 }, 'choice', '1', 1],
  ['zod iso date', { type: 'string', format: 'date', pattern: '^\\d{4}' }, 'text', '2026-01-02', '2026-01-02'],
  ['zod int', { type: 'integer', minimum: -9_007_199_254_740_991, maximum: 9_007_199_254_740_991 }, 'number', '4', 4],
  ['zod array of an enum', { type: 'array', items: { type: 'string', enum: ['a', 'b'] } }, 'choices', ['a'], ['a']],
  // Go structs
  ['Go pointer', { type: ['null', 'string'] }, 'text', 'x', 'x'],
  ['Go int', { type: 'integer' }, 'number', '4', 4],
  ['Go slice of an enum', { type: ['null', 'array'], items: { type: 'string', enum: ['a'] } }, 'choices', ['a'], ['a']],
  // C#
  ['C# string?', { type: ['string', 'null'], default: null }, 'text', 'x', 'x'],
  ['C# bool?', { type: ['boolean', 'null'], default: null }, 'yes-no', true, true],
  ['C# enum?', { enum: ['Low', 'High', null] }, 'choice', 'Low', 'Low'],
  ['C# DateTime', { type: 'string', format: 'date-time' }, 'text', '2026-01-02T03:04:05Z', '2026-01-02T03:04:05Z'],
  // Members that are null are absent.
  ['a serialiser that writes nulls', { type: 'string', title: null, enum: null, maxLength: null }, 'text', 'x', 'x'],
]

const formWith = (field: JsonValue, required: boolean, rest: JsonObject = {}): JsonObject => ({
  type: 'object',
  properties: { it: field },
  $defs,
  ...rest,
  ...(required && { required: ['it'] }),
})

describe('a form as libraries generate it', () => {
  test.each(rows)(
    '[ELI-16] asks for the field of %s, and sends what its schema accepts',
    (...[, field, kind, entered, sent]) => {
      for (const required of [true, false]) {
        const schema = formWith(field, required)
        const form = formOf(schema)
        if ('problem' in form) throw new Error(form.problem)
        expect(form).toMatchObject({ fields: [{ name: 'it', kind, required }], leftOut: [] })
        expect(contentOf(form.fields, { it: entered })).toEqual({ content: { it: sent } })
        // The check of the whole answer takes no null as a keyword's value.
        if (JSON.stringify(field).includes(':null,')) continue
        expect(Compiled.from(schema).check({ it: sent })).toMatchObject({ ok: true })
      }
    },
  )

  test.each<[string, JsonValue]>([
    ['a nested model', { $ref: '#/$defs/Nested' }],
    ['an inline object', { type: 'object', properties: { c: { type: 'string' } } }],
    ['a list of free texts', { type: 'array', items: { type: 'string' } }],
    ['a union of types', { anyOf: [{ type: 'string' }, { type: 'integer' }] }],
    ['a reference to itself', { $ref: '#/$defs/Loop' }],
    ['a reference that leads out', { $ref: 'https://example.org/schema' }],
    ['nothing but null', none],
  ])('[ELI-16] leaves out %s if it is optional, and is refused with the reason otherwise', (_what, field) => {
    const more = { $defs: { Nested: { type: 'object', properties: {} }, Loop: { $ref: '#/$defs/Loop' } } }
    const optional = formOf(formWith(field, false, more))
    expect(optional).toEqual({ fields: [], leftOut: ['it'] })
    expect(formOf(formWith(field, true, more))).toEqual({ problem: expect.stringMatching(/\w/) as string })
  })

  test('[ELI-16] is read without a type, with null for no requirements, and by reference', () => {
    const a = { type: 'string' }
    for (const schema of [
      { properties: { a } },
      { type: 'object', properties: { a }, required: null },
      { $ref: '#/$defs/Form', $defs: { Form: { type: 'object', properties: { a } } } },
      { type: 'object', allOf: [{ $ref: '#/$defs/Form' }], $defs: { Form: { type: 'object', properties: { a } } } },
    ])
      expect(formOf(schema)).toMatchObject({ fields: [{ name: 'a', kind: 'text' }], leftOut: [] })
  })

  test('[ELI-16] starts with a required constant, and with a default that is a number', () => {
    const form = formOf({
      type: 'object',
      properties: { kind: { const: 'order' }, other: { const: 'x' }, size: { enum: [1, 2], default: 2 } },
      required: ['kind'],
    })
    if ('problem' in form) throw new Error(form.problem)
    expect(contentOf(form.fields, {})).toEqual({ content: { kind: 'order', size: 2 } })
  })
})
