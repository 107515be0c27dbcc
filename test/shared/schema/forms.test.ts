import { describe, expect, it } from 'vitest'
import { Compiled } from '../../../main/host/validation/schema-check.ts'
import { contentOf, errorsOf } from '../../../shared/schema/form-content.ts'
import { fieldErrors } from '../../../shared/schema/field-words.ts'
import { type FormField, formOf, type FormValue, type TextFormat } from '../../../shared/schema/forms.ts'
import type { JsonObject, JsonValue } from '../../../shared/schema/json.ts'
import { anyCharacter, fc, times } from '../../support/deep.ts'

function fieldsOf(properties: JsonObject, required: string[] = []): FormField[] {
  const form = formOf({ type: 'object', properties, required })
  if ('problem' in form) throw new Error(form.problem)
  return form.fields
}

const problemOf = (schema: JsonValue): string => {
  const form = formOf(schema)
  return 'problem' in form ? form.problem : ''
}

const asForm = (properties: JsonObject): JsonObject => ({ type: 'object', properties })
const needing = (properties: JsonObject): JsonObject => ({ ...asForm(properties), required: Object.keys(properties) })

const texts = fc.string({ unit: anyCharacter, maxLength: 12 })
const words = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 5 })
const optional = <T>(of: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(of, { nil: undefined })

function clean(of: Record<string, JsonValue | undefined>): JsonObject {
  return Object.fromEntries(Object.entries(of).filter((entry): entry is [string, JsonValue] => entry[1] !== undefined))
}

const ordered = <T>([least, most]: [T, T], [from, to]: [string, string]): Record<string, T> => ({
  [from]: least < most ? least : most,
  [to]: least < most ? most : least,
})

/** A field of each kind, with values that often fit, but not always. */
type Made = { schema: JsonObject; values: fc.Arbitrary<JsonValue> }
const stray: fc.Arbitrary<JsonValue> = fc.oneof(texts, fc.integer(), fc.boolean(), fc.constant(null))
const usual = (values: fc.Arbitrary<JsonValue>): fc.Arbitrary<JsonValue> =>
  fc.oneof({ weight: 6, arbitrary: values }, { weight: 1, arbitrary: stray })

const lengths = optional(fc.tuple(fc.nat(6), fc.nat(10)))
const made: fc.Arbitrary<Made> = fc.oneof(
  lengths.map((of) => ({
    schema: { type: 'string', ...(of && ordered(of, ['minLength', 'maxLength'])) },
    values: usual(texts),
  })),
  fc
    .tuple(fc.constantFrom('number', 'integer'), optional(fc.tuple(fc.integer({ max: 99 }), fc.integer({ max: 99 }))))
    .map(([type, of]) => ({
      schema: { type, ...(of && ordered(of, ['minimum', 'maximum'])) },
      values: usual(
        fc.oneof(fc.integer(), fc.nat(50), fc.double({ noNaN: true, noDefaultInfinity: true, max: 1e6, min: -1e6 })),
      ),
    })),
  fc.constant({ schema: { type: 'boolean' }, values: usual(fc.boolean()) }),
  fc.tuple(words, fc.constantFrom('plain', 'titled', 'named')).map(([values, how]) => ({
    schema: {
      type: 'string',
      ...(how === 'titled'
        ? { oneOf: values.map((value) => ({ const: value, title: value.repeat(2) })) }
        : { enum: values, ...(how === 'named' && { enumNames: values.map((value) => `${value}!`) }) }),
    },
    values: usual(fc.constantFrom(...values)),
  })),
  fc.tuple(words, fc.boolean(), lengths).map(([values, isTitled, of]) => ({
    schema: {
      type: 'array',
      ...(of && ordered([of[0] % (values.length + 1), values.length], ['minItems', 'maxItems'])),
      items: isTitled
        ? { anyOf: values.map((value) => ({ const: value, title: 'x' })) }
        : { type: 'string', enum: values },
    },
    values: usual(fc.subarray(values)),
  })),
)

const filled = fc.array(fc.tuple(made, fc.boolean()), { minLength: 1, maxLength: 4 }).chain((list) =>
  fc.record({
    schema: fc.constant<JsonObject>({
      type: 'object',
      additionalProperties: false,
      properties: Object.fromEntries(list.map(([{ schema }], at) => [`f${at}`, schema])),
      required: list.flatMap(([, isRequired], at) => (isRequired ? [`f${at}`] : [])),
    }),
    content: fc
      .tuple(...list.map(([{ values }]) => optional(values)))
      .map((values) => clean(Object.fromEntries(values.map((value, at) => [`f${at}`, value])))),
  }),
)

const accepted = (schema: JsonObject, content: JsonObject): boolean => {
  const verdict = Compiled.from(schema).check(content)
  if ('unchecked' in verdict) throw new Error(verdict.unchecked)
  return verdict.ok
}

describe('the check of a filled form', () => {
  it('[ELI-1] accepts exactly what the schema accepts, for any fields and values', () => {
    fc.assert(
      fc.property(filled, ({ schema, content }) => {
        const form = formOf(schema)
        if ('problem' in form) throw new Error(form.problem)
        const isSound = Object.keys(errorsOf(form.fields, content)).length === 0
        expect(isSound).toBe(accepted(schema, content))
      }),
      { numRuns: times(100, 300) },
    )
  })

  it('[ELI-1] accepts no email, URI, date or date-time that the format does not @all', () => {
    const near = fc.oneof(
      fc.emailAddress(),
      fc.webUrl({ withFragments: true, withQueryParameters: true }),
      fc.date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) }).map((date) => date.toISOString()),
      fc
        .tuple(fc.nat(2400), fc.nat(14), fc.nat(33))
        .map((of) => of.map((part) => String(part).padStart(2, '0')).join('-')),
      fc.stringMatching(/^[a-z]{1,3}:[/]{0,3}[\x20-\x7e]{0,10}$/),
      texts,
    )
    fc.assert(
      fc.property(fc.constantFrom('email', 'uri', 'date', 'date-time'), near, (format, value) => {
        const property = { type: 'string', format }
        if (Object.keys(errorsOf(fieldsOf({ value: property }), { value })).length > 0) return
        expect(accepted(asForm({ value: property }), { value })).toBe(true)
      }),
      { numRuns: times(200, 1000) },
    )
  })

  it.each<[TextFormat, string, string]>([
    ['email', 'ada@example.org', 'ada@example'],
    ['uri', 'https://example.org/a?b=c#d', 'example.org'],
    ['uri', 'urn:isbn:0451450523', 'https://a b'],
    ['date', '2024-02-29', '2023-02-29'],
    ['date-time', '2024-02-29T10:00:00Z', '2024-02-30T10:00:00Z'],
    ['date-time', '2024-02-29T10:00:00.5+02:00', '2024-02-29T10:00:00'],
  ])('[ELI-1] takes, in the format %s, %s but not %s', (format, good, bad) => {
    const fields = fieldsOf({ value: { type: 'string', format } })
    expect(errorsOf(fields, { value: good })).toEqual({})
    expect(errorsOf(fields, { value: bad })).toEqual({ value: fieldErrors.formats[format] })
  })

  type Row = [sentence: string | undefined, schema: JsonObject, value: string | string[], required?: boolean]
  it.each<Row>([
    [fieldErrors.missing, { type: 'string' }, '', true],
    ['At least 3 characters.', { type: 'string', minLength: 3 }, '👩‍💻'.slice(0, 2)],
    ['Up to 1 character.', { type: 'string', maxLength: 1 }, 'ab'],
    ['Up to 100,000 characters.', { type: 'string' }, 'a'.repeat(100_001)],
    [fieldErrors.formats.email, { type: 'string', format: 'email' }, 'a@b'],
    [fieldErrors.formats.date, { type: 'string', format: 'date' }, '?'],
    [fieldErrors.notNumber, { type: 'number' }, 'seven'],
    [fieldErrors.notWhole, { type: 'integer' }, '1.5'],
    [fieldErrors.notExact, { type: 'integer' }, '9007199254740993'],
    [fieldErrors.notExact, { type: 'number' }, '12345678901234567890'],
    [fieldErrors.notExact, { type: 'number' }, '1e999'],
    [fieldErrors.tooSmall(15), { type: 'integer', minimum: 15 }, '3'],
    [fieldErrors.tooBig(9.5), { type: 'number', maximum: 9.5 }, '10'],
    [fieldErrors.notChoice, { enum: ['a'] }, 'b'],
    [fieldErrors.notChoices, { type: 'array', items: { enum: ['a'] } }, ['a', 'a']],
    ['Choose at least 1.', { type: 'array', items: { enum: ['a'] }, minItems: 1 }, [], true],
    [fieldErrors.tooMany(1), { type: 'array', items: { enum: ['a', 'b'] }, maxItems: 1 }, ['a', 'b']],
    [undefined, { type: 'string' }, ''],
  ])('[ELI-1] [FUI-3] says what is wrong in one sentence: %s', (sentence, schema, value, required = false) => {
    const read = contentOf(fieldsOf({ it: schema }, required ? ['it'] : []), { it: value })
    expect('errors' in read ? read.errors : {}).toEqual(sentence === undefined ? {} : { it: sentence })
  })

  it('[ELI-1] refuses values that no field asks for', () => {
    const fields = fieldsOf({ city: { type: 'string' } })
    expect(errorsOf(fields, { city: 'Riga', more: 1 })).toEqual({ more: fieldErrors.wrongType })
  })

  it('[ELI-1] leaves out empty fields, and starts with the server’s defaults', () => {
    const fields = fieldsOf({
      name: { type: 'string', default: 'Ada' },
      note: { type: 'string' },
      age: { type: 'number', default: 3.5 },
      agreed: { type: 'boolean' },
      colour: { type: 'string', enum: ['red', 'blue'], default: 'blue' },
      days: { type: 'array', items: { anyOf: [{ const: 'm', title: 'Monday' }] }, default: ['m', 'x'] },
      some: { type: 'array', minItems: 1, items: { type: 'string', enum: ['a'] } },
    })
    expect(contentOf(fields, {})).toEqual({
      content: { name: 'Ada', age: 3.5, agreed: false, colour: 'blue', days: ['m'] },
    })
    const emptied: Record<string, FormValue> = { name: '', age: ' ', colour: '', days: [] }
    expect(contentOf(fields, emptied)).toEqual({ content: { agreed: false, days: [] } })
    expect(fields.flatMap(({ name, prefilled }) => (prefilled ? name : []))).toEqual(['name', 'age', 'colour', 'days'])
  })

  it('[ELI-1] sends a date and time picked in local time with its zone', () => {
    const fields = fieldsOf({ at: { type: 'string', format: 'date-time' } })
    const at = new Date(2026, 4, 1, 9, 30).toISOString()
    expect(contentOf(fields, { at: '2026-05-01T09:30' })).toEqual({ content: { at } })
    expect(contentOf(fields, { at: '2026-05-01T09:30:00+02:00' })).toEqual({
      content: { at: '2026-05-01T09:30:00+02:00' },
    })
  })
})

describe('a form’s fields', () => {
  it('[ELI-2] have the kinds of all revisions, with the names of their choices', () => {
    const choice = (of: JsonObject) => fieldsOf({ it: of })[0]
    expect(choice({ type: 'string', enum: ['a', 'b'], enumNames: ['Ay'] })).toMatchObject({
      kind: 'choice',
      options: [
        { value: 'a', label: 'Ay' },
        { value: 'b', label: 'b' },
      ],
    })
    expect(choice({ type: 'string', oneOf: [{ const: 'a', title: 'Ay' }] })).toMatchObject({ kind: 'choice' })
    expect(choice({ type: 'array', items: { type: 'string', enum: ['a'] } })).toMatchObject({ kind: 'choices' })
    expect(choice({ type: 'string', format: 'colour', title: ' ', description: 'd' })).toEqual({
      name: 'it',
      title: 'it',
      description: 'd',
      required: false,
      prefilled: false,
      kind: 'text',
      initial: '',
    })
  })

  it.each<[string, JsonValue]>([
    ['its schema is not that of an object', 'x'],
    ['its schema is not that of an object', { type: 'string' }],
    ['the field "a" is of a kind that forms do not have', needing({ a: { type: 'object', properties: {} } })],
    ['the field "a" is of a kind that forms do not have', needing({ a: { $ref: '#' } })],
    [
      'the field "a" is a list of something else than choices',
      needing({ a: { type: 'array', items: { type: 'string' } } }),
    ],
    ['the field "a" has nothing to choose from', needing({ a: { type: 'string', enum: [] } })],
    [
      'the field "a" has a choice that is neither a number nor a text of at most 1000 characters',
      needing({ a: { enum: ['x', {}] } }),
    ],
    ['the field "a" has more than 500 choices', needing({ a: { enum: Array.from({ length: 501 }, String) } })],
    ['nothing can be within the bounds of "a"', needing({ a: { type: 'number', minimum: 2, maximum: 1 } })],
    ['it requires a field that it does not have', { ...asForm({}), required: ['a'] }],
    ['it has more than 100 fields', asForm(Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`f${at}`, {}])))],
    [
      'a field has a name that cannot be used',
      JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"}},"required":["__proto__"]}'),
    ],
    ['a field has a name that cannot be used', needing({ constructor: { type: 'string' } })],
    ['its fields are described by a reference that leads nowhere', needing({ a: { $ref: '#/$defs/a' } })],
    [
      'its fields are described by a reference that leads nowhere',
      { ...needing({ a: { $ref: '#/$defs/a' } }), $defs: { a: { $ref: '#/$defs/a' } } },
    ],
    ['a field can have values of several types', needing({ a: { type: ['string', 'number', 'null'] } })],
    [
      'its fields are described in a way that forms don’t have, so it can only be declined',
      { type: 'object', anyOf: [asForm({ a: { type: 'string' } }), asForm({ b: { type: 'string' } })] },
    ],
    ['it requires a field that it does not have', { type: 'object', allOf: [{ required: ['a'] }] }],
    [
      'it describes a field in two ways',
      { ...asForm({ a: { type: 'string' } }), allOf: [asForm({ a: { type: 'number' } })] },
    ],
    [
      'its fields are described in too many parts',
      { type: 'object', allOf: Array.from({ length: 101 }, () => asForm({})) },
    ],
  ])('[ELI-2] are refused with the problem: %s', (problem, schema) => {
    expect(problemOf(schema)).toBe(problem)
  })

  it('[ELI-2] come from all parts of the schema, each once', () => {
    const form = formOf({
      type: 'object',
      properties: { a: { type: 'string', title: 'A' } },
      required: ['a'],
      allOf: [
        { properties: { a: { minLength: 2 }, b: { type: 'integer' } }, required: ['b'] },
        { allOf: [asForm({ c: { type: 'boolean' } })], if: { required: ['c'] } },
      ],
    })
    expect('fields' in form && form.fields).toMatchObject([
      { name: 'a', title: 'A', kind: 'text', least: 2, required: true },
      { name: 'b', kind: 'number', integer: true, required: true },
      { name: 'c', kind: 'yes-no', required: false },
    ])
  })

  it('[ELI-2] are found or refused in anything that a server sends, without throwing', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (property, whole) => {
        const tries: JsonValue[] = [whole as JsonValue, asForm({ a: property as JsonValue })]
        for (const schema of tries) expect('problem' in formOf(schema)).not.toBe('fields' in formOf(schema))
      }),
    )
  })
})
