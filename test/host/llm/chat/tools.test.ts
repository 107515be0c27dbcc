import { describe, expect, test } from 'vitest'
import type { ModelTool } from '../../../../main/host/llm/llm.ts'
import type { SchemaLevel } from '../../../../main/host/llm/request/schema-levels.ts'
import { mapTools } from '../../../../main/host/llm/request/tools.ts'
import type { Profile } from '../../../../shared/config/settings.ts'
import { isObject, type JsonObject, type JsonValue } from '../../../../shared/schema/json.ts'
import { fc, times } from '../../../support/deep.ts'
import { inputSchema } from '../hostile.ts'
import { built, Direct, servers, type Server } from './direct.ts'

const at = (profile: Profile): Server => ({ kind: 'openai', profile, model: 'm', images: true })
const named = (name: string, schema: JsonValue = {}): ModelTool => ({
  name,
  description: 'Does it.',
  inputSchema: schema,
})
const mapped = (schema: JsonValue, level: SchemaLevel) =>
  mapTools([named('t', schema)], { name: (it) => it, level, description: 4096, most: undefined, refused: new Set() })
const sent = (schema: JsonValue, level: SchemaLevel): JsonObject => mapped(schema, level).tools[0]?.schema ?? {}
const part = (schema: JsonValue, level: SchemaLevel): JsonValue | undefined => {
  const { properties } = sent({ type: 'object', properties: { it: schema }, $defs: { id: { type: 'string' } } }, level)
  return isObject(properties) ? properties['it'] : undefined
}

describe('[OAI-14] a full schema', () => {
  test.each<JsonValue>([null, {}, { type: 'string' }, { type: 'object' }, { enum: [1] }])(
    'has properties: %j',
    (schema) => {
      expect(sent(schema, 'full')).toEqual({ type: 'object', properties: {} })
    },
  )

  test('has items in each array, objects in place of true, and no property that nothing fits', () => {
    const schema = { type: 'object', properties: { a: true, b: false, c: { type: ['array', 'null'], anyOf: [true] } } }
    expect(sent(schema, 'full')).toEqual({
      type: 'object',
      properties: { a: {}, c: { type: ['array', 'null'], items: {}, anyOf: [{}] } },
    })
  })
})

describe('[OAI-14] a plain schema', () => {
  test.each<[JsonObject, JsonObject]>([
    [
      { type: 'string', pattern: '\\d+' },
      { type: 'string', description: '(must match \\d+)' },
    ],
    [
      { type: 'string', format: 'date', description: 'When.', maxLength: 9000 },
      { type: 'string', description: 'When. (format date; at most 9000 characters)' },
    ],
    [{ not: { type: 'null' } }, { description: '(not: {"type":"null"})' }],
    [
      { type: 'integer', minimum: 1, multipleOf: 2 },
      { type: 'integer', minimum: 1, description: '(a multiple of 2)' },
    ],
    [{ $ref: '#/$defs/id' }, { $ref: '#/$defs/id' }],
    [{ $ref: '#' }, { type: 'object' }],
  ])('says in words what a grammar cannot hold: %j', (schema, expected) => {
    expect(part(schema, 'plain')).toEqual(expected)
  })
})

const text = 'any value; objects and lists written as JSON text'

describe('[OAI-14] a schema for Google', () => {
  test.each<[JsonObject, JsonObject]>([
    [{ $ref: '#/$defs/id' }, { type: 'string' }],
    [{ const: 'a' }, { type: 'string', enum: ['a'] }],
    [{ enum: ['a', 'b', null] }, { type: 'string', enum: ['a', 'b'], nullable: true }],
    [{ enum: [1, 2] }, { type: 'number', description: '(one of 1, 2)' }],
    [
      { type: ['integer', 'null'], minimum: 1 },
      { type: 'integer', minimum: 1, nullable: true },
    ],
    [{ type: ['string', 'number'] }, { type: 'string', description: '(or number)' }],
    [
      { oneOf: [{ type: 'string' }, { type: 'number', exclusiveMinimum: 0 }, { type: 'null' }], description: 'Which.' },
      {
        anyOf: [
          { type: 'string', description: 'Which.', nullable: true },
          { type: 'number', description: 'Which. (more than 0)', nullable: true },
        ],
      },
    ],
    [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, { type: 'string', nullable: true }],
    [
      { type: 'array', items: true },
      { type: 'array', items: { type: 'string', description: `(${text})` } },
    ],
    [
      { type: 'string', title: 'The name' },
      { type: 'string', description: 'The name' },
    ],
    [{}, { type: 'string', description: `(${text})` }],
    [{ type: 'object' }, { type: 'string', description: '(a JSON object, written as text)' }],
    [
      { allOf: [{ properties: { a: { type: 'boolean' } } }, { required: ['a', 'gone'] }] },
      { type: 'object', properties: { a: { type: 'boolean' } }, required: ['a'] },
    ],
  ])('uses only the few fields that Google supports: %j', (schema, expected) => {
    expect(part(schema, 'proto')).toEqual(expected)
  })

  test('gets objects and lists that it asked for as text back as they are meant', () => {
    const free = { type: 'object', additionalProperties: true }
    const schema = {
      type: 'object',
      properties: { o: free, l: { type: 'array', items: free }, s: { type: 'string' }, a: {} },
    }
    const { restore } = mapped(schema, 'proto')
    const input = { o: '{"x":1}', l: ['{"y":2}', 'no'], s: '{"z":3}', a: '[4]', other: '{}' }
    expect(restore.input('t', input)).toEqual({ o: { x: 1 }, l: [{ y: 2 }, 'no'], s: '{"z":3}', a: [4], other: '{}' })
  })

  test('ends where a schema refers to itself, or repeats without end', () => {
    const node = { type: 'object', properties: { next: { $ref: '#' }, name: { type: 'string' } } }
    const depth = JSON.stringify(sent(node, 'proto')).match(/"next"/g)?.length
    expect(depth).toBeGreaterThan(2)
    expect(depth).toBeLessThan(10)
    const twice = (name: string): JsonObject => ({
      allOf: Array.from({ length: 50 }, () => ({ $ref: `#/$defs/${name}` })),
    })
    const bomb = {
      type: 'object',
      properties: { a: twice('a') },
      $defs: { a: twice('b'), b: twice('c'), c: twice('a') },
    }
    expect(JSON.stringify(sent(bomb, 'proto')).length).toBeLessThan(20_000)
  })
})

test('[OAI-14] gives any schema properties at every level, and restores each argument of a call', () => {
  fc.assert(
    fc.property(inputSchema, fc.dictionary(fc.string(), fc.integer()), (schema, input) => {
      for (const level of ['full', 'plain', 'proto'] as const) {
        const { tools, restore } = mapped(schema, level)
        expect(isObject(tools[0]?.schema['properties'])).toBe(true)
        expect(Object.keys(restore.input('t', input))).toHaveLength(Object.keys(input).length)
      }
    }),
    { numRuns: times(150, 1000) },
  )
})

describe('[OAI-14] a refused tool', () => {
  test.each(servers)('is left out for $kind and named, and the others stay', async (server) => {
    const lessons = [{ model: server.model, feature: 'tool:b' as const, form: 'left-out', reason: '' }]
    const { json, body, leftOut } = built(server, { tools: ['a', 'b', 'c'].map((it) => named(it)) }, { lessons })
    expect(leftOut).toEqual(['b'])
    expect(JSON.stringify(body['tools']).match(/"name":"."/g)).toEqual(['"name":"a"', '"name":"c"'])
    expect(await (await Direct.start(server.kind)).send(json)).toMatchObject({ status: 200 })
  })

  test('leaves no list of tools behind if it was the only one', () => {
    const lessons = [{ model: 'm', feature: 'tool:b' as const, form: 'left-out', reason: '' }]
    expect(built(at('openai'), { tools: [named('b')] }, { lessons }).body).not.toHaveProperty('tools')
  })
})

describe('[OAI-15] too many tools', () => {
  const many = Array.from({ length: 129 }, (_, index) => named(`t${index}`))

  test.each(['openai', 'azure', 'openrouter', 'groq', 'google', 'mistral', 'deepseek', 'together'] as const)(
    'are refused before sending to %s, with their number and a remedy',
    (profile) => {
      expect(() => built(at(profile), { tools: many })).toThrow(
        'This conversation has 129 tools, and this provider takes up to 128. Turn some off in “Tools in this conversation”, or choose another model.',
      )
      expect(built(at(profile), { tools: many.slice(1) }).body['tools']).toHaveLength(128)
    },
  )

  test('are sent to a local server, which has no such limit', () => {
    for (const profile of ['ollama', 'lm-studio', 'llama-cpp', 'vllm'] as const)
      expect(built(at(profile), { tools: many }).body['tools']).toHaveLength(129)
  })
})
