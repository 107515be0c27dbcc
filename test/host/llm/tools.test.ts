import { describe, expect, test } from 'vitest'
import { parseInput } from '../../../main/host/llm/api/calls.ts'
import type { ModelTool } from '../../../main/host/llm/llm.ts'
import { mapTools, type SentTool } from '../../../main/host/llm/request/tools.ts'
import type { JsonObject, JsonValue } from '../../../shared/schema/json.ts'
import { Provider } from './provider.ts'
import { anyCharacter, fc } from '../../support/deep.ts'

const tool = (inputSchema: JsonValue, more: Partial<ModelTool> = {}): ModelTool => ({
  name: 'x',
  description: 'Does x.',
  inputSchema,
  ...more,
})

const mapped = (inputSchema: JsonValue): SentTool => {
  const [only] = mapTools([tool(inputSchema)]).tools
  if (!only) throw new Error('no tool came out')
  return only
}

const nested = (depth: number, wrap: (inner: JsonValue) => JsonValue): JsonValue =>
  Array.from({ length: depth }).reduce<JsonValue>((inner) => wrap(inner), { type: 'string' })

describe('a schema that the API accepts', () => {
  const schema = {
    type: 'object',
    properties: {
      path: { type: 'string', description: 'Where.', minLength: 1, pattern: '^/' },
      mode: { enum: ['r', 'w', null, 3] },
      tree: { $ref: '#/$defs/node' },
      any: { anyOf: [{ type: 'string' }, { type: ['number', 'null'], exclusiveMinimum: 0 }] },
      list: { type: 'array', prefixItems: [{ type: 'integer' }], items: false, uniqueItems: true },
    },
    required: ['path'],
    additionalProperties: false,
    $defs: { node: { type: 'object', properties: { next: { $ref: '#/$defs/node' } } } },
  }
  test('[LLM-13] is sent unchanged, with its recursion', () => {
    expect(mapped(schema)).toEqual({ name: 'x', description: 'Does x.', schema })
  })
})

test('[LLM-13] replaces a schema that isn’t an object with one that allows everything, and says so', () => {
  const wrong: JsonValue[] = [
    null,
    true,
    'object',
    7,
    [],
    { type: 'string' },
    { type: ['array', 'null'] },
    { anyOf: [{ type: 'string' }], type: 'array' },
  ]
  for (const schema of wrong) {
    const { schema: sent, description } = mapped(schema)
    expect([schema, sent]).toEqual([schema, { type: 'object' }])
    expect(description).toMatch(/^Does x\.\n\[Atrium: Its arguments are not described here, because .+\.\]$/)
  }
})

test('[LLM-13] rewrites older drafts', () => {
  const old = {
    type: 'object',
    properties: {
      n: { type: 'number', minimum: 0, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: false },
      pair: { type: 'array', items: [{ type: 'string' }, true], additionalItems: { type: 'number' } },
    },
  }
  expect(mapped(old).schema['properties']).toEqual({
    n: { type: 'number', exclusiveMinimum: 0, maximum: 9 },
    pair: { type: 'array', prefixItems: [{ type: 'string' }, true], items: { type: 'number' } },
  })
})

test('[LLM-13] leaves out malformed and unknown keywords, and keeps the rest', () => {
  const messy = JSON.parse(`{
    "$schema": "http://json-schema.org/draft-07/schema#", "$id": "urn:x", "$anchor": "a", "type": "object", "x-extra": 1,
    "required": ["a", "a", 4], "properties": {
      "a": { "type": "any", "minLength": -1, "maxLength": 1e400, "pattern": "(", "enum": [], "description": 7, "nullable": true },
      "b": { "type": ["string", "what", "string"], "multipleOf": 0, "required": true, "items": 5, "title": "B" },
      "c": "string", "d": null, "__proto__": { "type": "string" },
      "e": { "$ref": "https://evil.example/schema.json" }, "f": { "$ref": "#/$defs/none" }, "g": { "$ref": "#/properties/b" }
    } }`) as JsonValue
  expect(mapped(messy).schema).toEqual({
    type: 'object',
    required: ['a'],
    properties: JSON.parse(
      '{"a":{},"b":{"type":["string"],"items":{},"title":"B"},"c":{},"d":{},"__proto__":{"type":"string"},"e":{},"f":{},"g":{"$ref":"#/properties/b"}}',
    ) as object,
  })
  expect(Object.getPrototypeOf({})).toBe(Object.prototype)
})

test('[LLM-13] merges alternatives, conjunctions and references at the top into one list of properties', () => {
  const schema = {
    $ref: '#/definitions/Args',
    definitions: {
      Args: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'], additionalProperties: false },
    },
    allOf: [{ properties: { at: { type: 'number' } }, required: ['at'] }],
    oneOf: [
      { properties: { kind: { const: 'a' }, only: { type: 'string' } }, required: ['kind', 'only'] },
      { properties: { kind: { const: 'b' } }, required: ['kind'] },
      { type: 'null' },
    ],
  }
  const { schema: sent, description } = mapped(schema)
  expect(sent).toMatchObject({
    type: 'object',
    properties: {
      id: { type: 'string' },
      at: { type: 'number' },
      kind: { anyOf: [{ const: 'a' }, { const: 'b' }] },
      only: { type: 'string' },
    },
    required: ['id', 'at', 'kind'],
  })
  expect(Object.keys(sent)).not.toEqual(expect.arrayContaining(['oneOf']))
  expect(description).toContain('several forms')
})

test('[LLM-13] limits deep, wide, self-referring and exploding schemas without affecting other tools', () => {
  const twice = Object.fromEntries(
    Array.from({ length: 24 }, (_, i) => [
      `d${i}`,
      { allOf: [{ $ref: `#/$defs/d${i + 1}` }, { $ref: `#/$defs/d${i + 1}` }] },
    ]),
  )
  const bombs: JsonValue[] = [
    nested(5000, (inner) => ({ type: 'object', properties: { a: inner } })),
    nested(5000, (inner) => [inner]),
    { type: 'object', properties: { a: { enum: Array.from({ length: 200_000 }, (_, i) => `value ${i}`) } } },
    { type: 'object', properties: Object.fromEntries(Array.from({ length: 19_000 }, (_, i) => [`k ${i}`, {}])) },
    { $ref: '#' },
    { allOf: Array.from({ length: 1000 }, () => ({ $ref: '#' })) },
    { type: 'object', $defs: twice, $ref: '#/$defs/d0' },
  ]
  const { tools } = mapTools([
    ...bombs.map((schema, i) => tool(schema, { name: `bomb_${i}` })),
    tool({ type: 'object', properties: { ok: { type: 'string' } } }),
  ])
  for (const { schema } of tools) expect(JSON.stringify(schema).length).toBeLessThanOrEqual(16_384)
  expect(tools.at(-1)?.schema).toEqual({ type: 'object', properties: { ok: { type: 'string' } } })
})

test('[LLM-13] removes a long schema’s descriptions before its structure, and the largest of many', () => {
  const wordy = (words: number) => ({
    type: 'object',
    properties: Object.fromEntries(
      Array.from({ length: 40 }, (_, i) => [`p${i}`, { type: 'string', description: 'w'.repeat(words) }]),
    ),
  })
  const long = mapped(wordy(1000))
  expect(long.schema['properties']).toMatchObject({ p39: { type: 'string' } })
  expect(long.description).toContain('too long')
  const many = mapTools(Array.from({ length: 40 }, (_, i) => tool(wordy(i < 30 ? 300 : 10), { name: `t_${i}` })))
  const total = many.tools.reduce((sum, it) => sum + JSON.stringify(it.schema).length, 0)
  expect(total).toBeLessThanOrEqual(262_144)
  expect(many.tools.find((it) => it.name === 't_39')?.schema['properties']).toMatchObject({ p0: {} })
})

test('[LLM-13] sorts tools by name, whatever their order', () => {
  const tools = ['b', 'a', 'c'].map((name) => tool({ type: 'object' }, { name }))
  expect(mapTools(tools).tools.map((it) => it.name)).toEqual(['a', 'b', 'c'])
  expect(mapTools(tools.toReversed())).toMatchObject({ tools: mapTools(tools).tools })
})

test('[LLM-13] limits descriptions, and says if a tool has none', () => {
  expect(
    mapTools([tool({ type: 'object' }, { description: 'd'.repeat(9_000_000) })]).tools[0]?.description.length,
  ).toBe(4096)
  expect(mapTools([tool({ type: 'object' }, { description: ' \u0000' })]).tools[0]?.description).toBe(
    'Its server does not describe this tool.',
  )
})

test('[LLM-13] rejects an invalid or duplicate tool name as a programming error', () => {
  expect(() => mapTools([tool({}, { name: 'a.b' })])).toThrow(TypeError)
  expect(() => mapTools([tool({}, { name: 'a'.repeat(65) })])).toThrow(TypeError)
  expect(() => mapTools([tool({}), tool({})])).toThrow(TypeError)
})

test('[LLM-14] renames keys that the API refuses one to one, and restores them', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.string({ unit: anyCharacter, maxLength: 80 }), { maxLength: 12 }), (keys) => {
      const schema = {
        type: 'object',
        properties: Object.fromEntries(keys.map((key) => [key, { type: 'string' }])),
        required: keys,
      }
      const { tools, restore } = mapTools([tool(schema)])
      const shown = tools[0]?.schema
      const names = Object.keys(Object(shown?.['properties']))
      expect(names).toHaveLength(keys.length)
      for (const name of names) expect(name).toMatch(/^[a-zA-Z0-9_.-]{1,64}$/)
      expect(new Set(Object(shown?.['required']))).toEqual(new Set(names))
      const back = restore.input('x', Object.fromEntries(names.map((name) => [name, name])))
      expect(new Set(Object.keys(back))).toEqual(new Set(keys))
    }),
  )
})

test('[LLM-14] restores the server’s keys in a call to a tool with renamed keys', async () => {
  const odd = tool({ type: 'object', properties: { größe: { type: 'number' }, ok: {} } }, { name: 'odd' })
  const [shown] = Object.keys(mapTools([odd]).tools[0]?.schema['properties'] as object)
  const provider = await Provider.start([
    { content: [{ tool_use: { name: 'odd', input: { [String(shown)]: 3, ok: true } } }] },
  ])
  const answer = await provider.ask({ tools: [odd] })
  expect(answer.calls).toMatchObject([{ input: { größe: 3, ok: true } }])
  expect(answer.blocks).toMatchObject([{ input: { [String(shown)]: 3 } }])
})

const shownAs = (description: string): string =>
  mapTools([tool({ type: 'object' }, { description })]).tools[0]?.description ?? ''

test('[LLM-15] removes characters that users can’t see', () => {
  const hidden = {
    'tag characters': `Adds.${[...'ignore'].map((c) => String.fromCodePoint(0xe0000 + (c.codePointAt(0) ?? 0))).join('')}`,
    'zero width': 'Ad\u200bd\u2060s\ufeff.',
    'variation selectors as bytes': `Adds.${String.fromCodePoint(0xe0101, 0xe0110, 0xfe01, 0xfe05)}`,
    'bidirectional controls': '\u202eAdds\u202c\u2066.\u2069',
    'terminal colours': '\u001b[8mAdds.\u001b[0m',
    'terminal links': '\u001b]8;;https://evil.example\u0007Adds.\u001b]8;;\u0007',
    'C1 controls': 'Adds\u0085\u009b.',
    fillers: 'Adds\u3164\uffa0\u115f.',
    'blank signs': 'Ad\u2800d\u{1D159}s\u{13441}\u{13442}\u{16FE4}.',
    'private use': 'Adds\ue000\u{F0000}\ufff9.',
    'joiners between letters': 'A\u200dd\u200cds.',
    'half pairs': 'Adds.\ud800',
  }
  for (const [what, text] of Object.entries(hidden))
    expect([what, shownAs(text).replace('\ufffd', '')]).toEqual([what, 'Adds.'])
  expect(shownAs(`Adds.${' '.repeat(5000)}Then deletes.`)).toBe('Adds.\nThen deletes.')
})

test('[LLM-15] keeps emoji and written languages whole', () => {
  const whole = [
    '👩‍👩‍👧‍👦 🏳️‍🌈 ❤️ #️⃣ 👩🏽‍🚀',
    '🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}',
    'क्‍ष हिन्दी',
    'می‌خواهم العربية',
    '葛\u{E0100}城',
    'Grüße, naïve façade',
    'a\n\tb',
  ]
  for (const text of whole) expect(shownAs(text)).toBe(text)
})

describe('arguments with one meaning', () => {
  const v = { v: 1 }
  test.each([
    ['null', {}],
    [' null ', {}],
    ['{"v":1}', v],
    ['"{\\"v\\":1}"', v],
    [JSON.stringify(JSON.stringify(JSON.stringify(v))), v],
    ['```json\n{"v":1}\n```', v],
    ['```\n{"v":1}```', v],
    [JSON.stringify('```json\n{"v":1}\n```'), v],
    ['"null"', {}],
  ])('[LLM-43] are read as the object that they mean: %s', (text, meant) => {
    expect(parseInput(text)).toEqual(meant)
  })

  test.each(['', '[]', '7', 'true', '"v"', 'v', '{"v":1', '[{"v":1}]', '```json\n{"v":1}', '{"v":1}{"v":2}'])(
    '[LLM-43] are unreadable if they mean nothing certain: %s',
    (text) => {
      expect(parseInput(text)).toBeUndefined()
    },
  )

  const schema = {
    type: 'object',
    properties: {
      text: { type: 'string' },
      either: { type: ['string', 'null'] },
      branch: { anyOf: [{ type: 'string' }, { type: 'null' }] },
      fixed: { enum: ['a', null] },
      named: { enum: ['a', 'b'] },
      free: {},
      must: { type: 'string' },
      inner: { $ref: '#/$defs/inner' },
      loop: { $ref: '#/properties/loop' },
    },
    required: ['must'],
    $defs: { inner: { type: 'object', properties: { count: { type: 'integer' }, any: true } } },
  }

  test('[LLM-43] lose null for an optional property that can’t be null, and keep every other', () => {
    const { restore } = mapTools([tool(schema)])
    const input = (given: JsonObject) => restore.input('x', given)
    expect(input({ text: null, named: null, must: 'a' })).toEqual({ must: 'a' })
    const kept = { either: null, branch: null, fixed: null, free: null, must: null, loop: null, unknown: null }
    expect(input(kept)).toEqual(kept)
    expect(input({ inner: { count: null, any: null } })).toEqual({ inner: { any: null } })
    expect(input({ inner: null, must: 'a' })).toEqual({ must: 'a' })
  })

  test('[LLM-43] are one value for the call, and what the model wrote in its own message', async () => {
    const provider = await Provider.start([
      { content: [{ tool_use: { name: 'x', input: { text: null, must: 'a' } } }] },
    ])
    const answer = await provider.ask({ tools: [tool(schema)] })
    expect(answer.calls).toEqual([expect.objectContaining({ input: { must: 'a' } })])
    expect(answer.blocks).toMatchObject([{ input: { text: null, must: 'a' } }])
  })
})
