import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { hashOf } from '../../../main/host/base/hash.ts'
import { Validator } from '../../../main/host/validation/validator.ts'
import type { JsonValue } from '../../../shared/schema/json.ts'

describe('a check on the host’s thread', () => {
  const validator = new Validator()
  beforeAll(async () => {
    // The first check loads the compiler.
    await validator.check({ hash: 'first', schema: true }, 1)
    await vi.dynamicImportSettled()
  })
  afterAll(() => validator.close())

  /** How many checks went to a thread. */
  async function handedOver(schema: JsonValue, value: JsonValue): Promise<number> {
    const posted = vi.spyOn(Worker.prototype, 'postMessage')
    for (let n = 0; n < 3; n++) await validator.check({ hash: hashOf(schema), schema }, value)
    const { length } = posted.mock.calls
    posted.mockRestore()
    return length
  }
  const nullable = { anyOf: [{ type: 'string', maxLength: 5 }, { type: 'null' }] }
  const common = {
    type: 'object',
    properties: { text: { type: 'string' }, kind: { enum: ['a', 'b'] }, note: nullable, list: { items: nullable } },
    required: ['text'],
    additionalProperties: false,
  }

  test('[VAL-5] recognizes values that fit a plain schema, without a message to a thread', async () => {
    expect(await handedOver(common, { text: 'x'.repeat(1024), kind: 'a', note: null, list: ['a', null] })).toBe(0)
    expect(
      await handedOver({ $schema: 'https://json-schema.org/draft/2020-12/schema', ...common }, { text: 'x' }),
    ).toBe(0)
    expect(await handedOver(true, { text: 'x' })).toBe(0)
  })

  test('[VAL-5] leaves a schema to a thread if its form doesn’t bound the cost', async () => {
    const string = { type: 'string' }
    const plainText = 'x'
    const schemas: JsonValue[] = [
      { ...string, pattern: 'x' },
      { ...string, format: 'email' },
      { type: 'array', uniqueItems: true },
      { patternProperties: { x: string } },
      { propertyNames: string },
      { $ref: '#/$defs/a', $defs: { a: string } },
      { not: { type: 'null' } },
      { if: string },
      { enum: [{ a: 1 }, plainText] },
      { const: [1] },
      { multipleOf: 2 },
      { anyOf: Array.from({ length: 100 }, () => string) },
      { enum: [plainText, ...Array.from({ length: 300 }, (_, n) => n)] },
      { ...string, description: 'x'.repeat(9000) },
      { ...string, $schema: 'https://example.org/own' },
      { ...string, $id: 'https://example.org/same' },
      { type: 'nonsense' },
    ]
    for (const schema of schemas) expect([schema, await handedOver(schema, plainText)]).toEqual([schema, 3])
  }, 60_000)

  test('[VAL-5] leaves values to a thread if they are large or don’t fit', async () => {
    for (const value of [{ text: 1 }, {}, { text: 'x'.repeat(40_000) }, { text: 'x', list: Array(600).fill(null) }])
      expect(await handedOver(common, value)).toBe(3)
  })
})
