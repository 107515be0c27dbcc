import { describe as group, expect, test } from 'vitest'
import { describeSchema, isLongText } from '../../../renderer/schema-form/describe.ts'
import { inOrder, propertyOrders } from '../../../shared/schema/property-order.ts'
import { initialDraft } from '../../../renderer/schema-form/initial.ts'
import { canonical } from '../../../shared/schema/canonical.ts'
import { isObject, parseJson, type JsonObject, type JsonValue } from '../../../shared/schema/json.ts'
import { counted } from '../counted.ts'
import { fc, times } from '../../support/deep.ts'

const control = (schema: JsonObject) => describeSchema(schema, schema)
const kind = (schema: JsonObject): string => control(schema).kind
const property = (schema: JsonObject, name: string) => {
  const it = control(schema)
  const found = it.kind === 'object' ? it.properties.find((each) => each.name === name) : undefined
  return describeSchema(found?.schema, schema)
}

group('the control for a schema', () => {
  test.each<[string, JsonObject, object]>([
    ['text', { type: 'string', minLength: 2 }, { kind: 'text', least: 2, multiline: false }],
    ['long text', { type: 'string', maxLength: 5000 }, { kind: 'text', multiline: true }],
    ['a date', { type: 'string', format: 'date' }, { kind: 'text', format: 'date' }],
    ['a number', { type: 'number', minimum: 1, maximum: 10 }, { kind: 'number', integer: false, least: 1, most: 10 }],
    ['a whole number', { type: 'integer' }, { kind: 'number', integer: true }],
    ['yes or no', { type: 'boolean' }, { kind: 'yes-no' }],
    ['null', { type: 'null' }, { kind: 'nothing' }],
    ['a constant', { const: null }, { kind: 'constant', value: null }],
    [
      'an enum',
      { enum: ['a', 1] },
      {
        kind: 'choice',
        options: [
          { value: 'a', label: 'a' },
          { value: 1, label: '1' },
        ],
      },
    ],
    [
      'an enum with names',
      { enum: ['a'], enumNames: ['First'] },
      { kind: 'choice', options: [{ value: 'a', label: 'First' }] },
    ],
    [
      'a titled enum',
      { oneOf: [{ const: 'a', title: 'First' }, { const: 'b' }] },
      {
        kind: 'choice',
        options: [
          { value: 'a', label: 'First' },
          { value: 'b', label: 'b' },
        ],
      },
    ],
    ['several values of an enum', { type: 'array', items: { enum: ['a', 'b'] } }, { kind: 'choices' }],
    [
      'several values of a titled enum',
      { type: 'array', items: { anyOf: [{ const: 'a', title: 'A' }] } },
      { kind: 'choices', options: [{ value: 'a', label: 'A' }] },
    ],
    ['a list', { type: 'array', items: { type: 'string' }, maxItems: 3 }, { kind: 'list', first: [], most: 3 }],
    [
      'a tuple',
      { type: 'array', prefixItems: [{ type: 'string' }], items: false },
      { kind: 'list', first: [{ type: 'string' }], items: undefined },
    ],
    [
      'a tuple of an older draft',
      { type: 'array', items: [{ type: 'string' }], additionalItems: { type: 'number' } },
      { kind: 'list', first: [{ type: 'string' }], items: { type: 'number' } },
    ],
    [
      'a nullable text',
      { type: ['string', 'null'] },
      {
        kind: 'variants',
        variants: [
          { label: 'text', schema: { type: 'string' } },
          { label: 'nothing (null)', schema: { type: 'null' } },
        ],
      },
    ],
    [
      'a map',
      { type: 'object', additionalProperties: { type: 'number' } },
      { kind: 'object', properties: [], rest: { type: 'number' } },
    ],
    ['an object that may hold anything', { type: 'object' }, { kind: 'object', rest: {} }],
    ['an object by its members', { properties: { a: {} } }, { kind: 'object', rest: undefined }],
    ['any value', {}, { kind: 'json' }],
    ['an unknown type', { type: 'strnig' }, { kind: 'json' }],
    ['a list without a known type', { type: [3] }, { kind: 'json' }],
  ])('[SCF-1] suits %s', (_name, schema, expected) => expect(control(schema)).toMatchObject(expected))

  test('[SCF-1] merges allOf into one object, in which a member named twice must fit both', () => {
    const schema: JsonObject = {
      allOf: [
        { properties: { a: { type: 'string' } }, required: ['a'] },
        { properties: { a: { minLength: 3 }, b: { type: 'number' } }, required: ['b'] },
      ],
    }
    expect(control(schema)).toMatchObject({
      kind: 'object',
      properties: [
        { name: 'a', required: true },
        { name: 'b', required: true },
      ],
    })
    expect(property(schema, 'a')).toMatchObject({ kind: 'text', least: 3 })
  })

  test('[SCF-1] gives all variants the members beside them', () => {
    const schema: JsonObject = {
      type: 'object',
      properties: { id: { type: 'string' } },
      oneOf: [
        { title: 'By name', properties: { name: { type: 'string' } } },
        { properties: { age: { type: 'integer' } } },
      ],
    }
    const it = control(schema)
    expect(it).toMatchObject({ kind: 'variants', variants: [{ label: 'By name' }, { label: 'id, age' }] })
    const [first] = it.kind === 'variants' ? it.variants : []
    expect(describeSchema(first?.schema, schema)).toMatchObject({ properties: [{ name: 'id' }, { name: 'name' }] })
  })

  test('[SCF-1] marks a schema with rules between values as conditional', () =>
    expect(control({ type: 'object', if: { required: ['a'] }, then: { required: ['b'] } })).toMatchObject({
      kind: 'object',
      conditional: true,
    }))

  test('[SCF-1] follows references to definitions, escaped pointers, anchors and the whole schema', () => {
    const $defs = { 'a/b~c': { type: 'integer' }, named: { $anchor: 'here', type: 'boolean' } }
    const to = (ref: string) =>
      property({ $id: 'https://x.example/s', $defs, properties: { p: { $ref: ref } } }, 'p').kind
    expect(to('#/$defs/a~1b~0c')).toBe('number')
    expect(to('#/$defs/a%7E1b%7E0c')).toBe('number')
    expect(to('#here')).toBe('yes-no')
    expect(to('https://x.example/s#here')).toBe('yes-no')
    expect(to('#')).toBe('object')
    expect(to('https://elsewhere.example/s')).toBe('json')
    expect(to('#/$defs/none')).toBe('json')
  })
})

group('[SCF-7] a tool’s fields', () => {
  test('come in the order of the required ones, then the optional ones', () => {
    const it = control({ type: 'object', properties: { a: {}, content: {}, path: {} }, required: ['path', 'content'] })
    expect(it.kind === 'object' && it.properties.map(({ name }) => name)).toEqual(['path', 'content', 'a'])
  })

  test('come in the server’s order, beside which its definition keeps those it doesn’t name', () => {
    const schema = { properties: { a: {}, mode: {}, path: {}, tail: {} }, required: ['path'] }
    const it = control(inOrder({ type: 'object', ...schema }, { '': ['tail', 'gone', 'mode', 'path'] }))
    expect(it.kind === 'object' && it.properties.map(({ name }) => name)).toEqual(['path', 'tail', 'mode', 'a'])
    expect(inOrder(schema, undefined)).toBe(schema)
  })

  test('keep the server’s order in objects and lists inside them', () => {
    const line = { type: 'object', properties: { who: {}, amount: {} } }
    const theirs = { type: 'object', properties: { to: line, lines: { type: 'array', items: line }, about: {} } }
    const sorted = parseJson(canonical(theirs))
    expect(JSON.stringify(sorted)).not.toBe(JSON.stringify(theirs))
    const again = inOrder(isObject(sorted) ? sorted : {}, propertyOrders(theirs))
    const names = (schema: JsonValue | undefined) =>
      isObject(schema) && isObject(schema['properties']) ? Object.keys(schema['properties']) : []
    const parts = isObject(again['properties']) ? again['properties'] : {}
    expect(names(again)).toEqual(['to', 'lines', 'about'])
    expect(names(parts['to'])).toEqual(['who', 'amount'])
    expect(names(isObject(parts['lines']) ? parts['lines']['items'] : undefined)).toEqual(['who', 'amount'])
  })

  test('keep no order that is alphabetical, or longer than a form', () => {
    expect(propertyOrders({ properties: { a: {}, b: { properties: { c: {}, d: {} } } } })).toBeUndefined()
    const many = Object.fromEntries(Array.from({ length: 61 }, (_, at) => [`n${100 - at}`, {}]))
    expect(propertyOrders({ properties: { b: { properties: many }, a: {} } })).toEqual({ '': ['b', 'a'] })
  })

  test.each<[boolean, string, JsonObject, string]>([
    [false, 'path', {}, '/tmp/a'],
    [true, 'content', {}, ''],
    [false, 'content', { maxLength: 40 }, ''],
    [true, 'note', { maxLength: 500 }, ''],
    [true, 'note', {}, 'two\nlines'],
    [true, 'note', {}, 'word '.repeat(30)],
    [false, 'query', {}, 'word'],
  ])('are large only for long texts: %s for %s', (isLong, name, schema, value) => {
    const it = control({ type: 'string', ...schema })
    expect(it.kind === 'text' && isLongText(it, name, value)).toBe(isLong)
  })
})

group('schemas that would break a form', () => {
  const person: JsonObject = {
    $ref: '#/$defs/person',
    $defs: {
      person: {
        type: 'object',
        required: ['boss'],
        properties: { name: { type: 'string' }, boss: { $ref: '#/$defs/person' } },
      },
    },
  }

  test('[SCF-2] are cut off if they contain themselves', () => {
    expect(kind(person)).toBe('object')
    expect(JSON.stringify(initialDraft(person, person))).toBe(
      '{"boss":{"boss":{"boss":{"boss":{}}}}}'.replace('{"boss":{}}', '{}'),
    )
    expect(kind({ $ref: '#' })).toBe('json')
    expect(kind({ $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } }, $ref: '#/$defs/a' })).toBe('json')
    expect(kind({ anyOf: [{ $ref: '#' }, { type: 'string' }] })).toBe('variants')
    expect(kind({ allOf: [{ allOf: [{ $ref: '#' }] }] })).toBe('json')
  })

  test('[SCF-2] are read quickly even if they describe any JSON value', () => {
    const variants = Array.from({ length: 30 }, (_, index) => ({
      type: 'object',
      properties: { [`k${index}`]: { $ref: '#' } },
    }))
    const schema: JsonObject = { anyOf: [...variants, { type: 'array', items: { $ref: '#' } }] }
    expect(kind(counted(schema, 100_000).value)).toBe('variants')
  })

  test('[SCF-2] treat inherited object names as ordinary members', () => {
    const schema = JSON.parse(
      '{"type":"object","properties":{"__proto__":{"type":"string","default":"x"},"constructor":{"type":"number"}},"required":["toString"]}',
    ) as JsonObject
    expect(control(schema)).toMatchObject({
      properties: [{ name: 'toString', required: true }, { name: '__proto__' }, { name: 'constructor' }],
    })
    expect(JSON.stringify(initialDraft(schema, schema))).toBe('{"__proto__":"x"}')
  })

  test('[SCF-2] turn an enum of hundreds into one choice', () => {
    const it = control({ enum: Array.from({ length: 900 }, (_, index) => `option ${index}`) })
    expect(it.kind === 'choice' && it.options).toHaveLength(900)
  })

  const words = [
    'type',
    'properties',
    'items',
    'anyOf',
    'allOf',
    '$ref',
    'enum',
    'const',
    'required',
    'default',
    'prefixItems',
  ]
  const values = fc.oneof(
    fc.constantFrom('object', 'array', 'string', '#', '#/a', '', null, true, false, 0),
    fc.string(),
  )
  const { schema } = fc.letrec<{ schema: JsonValue }>((tie) => ({
    schema: fc.oneof(
      { maxDepth: 4 },
      values,
      fc.array(tie('schema'), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom(...words), tie('schema'), { maxKeys: 4 }),
    ),
  }))

  test('[SCF-2] never make the form fail', () => {
    const everything = (at: JsonValue | undefined, root: JsonObject, depth: number): number => {
      const it = describeSchema(at, root)
      if (depth > 4) return 1
      const inner =
        it.kind === 'object'
          ? it.properties.map((each) => each.schema)
          : it.kind === 'variants'
            ? it.variants.map((each) => each.schema)
            : []
      return 1 + inner.reduce<number>((sum, each) => sum + everything(each, root, depth + 1), 0)
    }
    fc.assert(
      fc.property(schema, (made) => {
        const root = isObject(made) ? made : {}
        initialDraft(made, root)
        expect(everything(made, root, 0)).toBeGreaterThan(0)
      }),
      { numRuns: times(150, 500) },
    )
  })
})

group('a form’s initial draft', () => {
  test('[SCF-4] fills in defaults, leaves out optional members, and includes required containers', () => {
    const schema: JsonObject = {
      type: 'object',
      required: ['where', 'on', 'kind', 'tags'],
      properties: {
        where: {
          type: 'object',
          required: ['city'],
          properties: { city: { type: 'string' }, zip: { type: 'string' } },
        },
        on: { type: 'boolean' },
        kind: { const: 'fixed' },
        tags: { type: 'array', items: { type: 'string' } },
        limit: { type: 'integer', default: 10 },
        note: { type: 'string' },
      },
    }
    expect(initialDraft(schema, schema)).toEqual({ where: {}, on: false, kind: 'fixed', tags: [], limit: 10 })
  })
})
