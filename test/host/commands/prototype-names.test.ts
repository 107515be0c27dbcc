import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { commands, type CommandName } from '../../../shared/contract/commands.ts'
import { HostError } from '../../../shared/contract/errors.ts'
import { isObject, type JsonObject, type JsonValue } from '../../../shared/schema/json.ts'
import { Atrium, peer } from '../../support/atrium.ts'

/** Members that every object inherits. */
const inherited = ['__proto__', 'constructor', 'toString']

let atrium: Atrium
let conversation: string
beforeAll(async () => {
  atrium = await Atrium.start()
  await atrium.add('good', peer('good.mjs'))
  ;({ conversation } = await atrium.person.link.call('sendMessage', { text: 'Hello' }))
})
afterAll(() => atrium.close())

/** An input that fits a command, with this text wherever the contract accepts it. `real` are texts by member. */
function inputOf(schema: JsonValue, text: string, real: Record<string, string>, name = ''): JsonValue {
  if (!isObject(schema)) return text
  const options = schema['anyOf'] ?? schema['oneOf']
  if (Array.isArray(options)) return inputOf(options[0] ?? {}, text, real, name)
  if (schema['const'] !== undefined) return schema['const']
  if (Array.isArray(schema['enum'])) return schema['enum'][0] ?? null
  if (Object.hasOwn(real, name)) return real[name] ?? null
  switch (schema['type']) {
    case 'object':
      return objectOf(schema, text, real)
    case 'array':
      return [inputOf(schema['items'] ?? {}, text, real, name)]
    case 'number':
    case 'integer':
      return Math.max(1, Number(schema['minimum'] ?? 1))
    case 'boolean':
      return true
    case 'string':
      return sampleOf(schema, text)
    default:
      return {}
  }
}

function objectOf(schema: JsonObject, text: string, real: Record<string, string>): JsonObject {
  const { properties, additionalProperties } = schema
  const members = isObject(properties) ? Object.entries(properties) : []
  const more = isObject(additionalProperties) ? [[text, inputOf(additionalProperties, text, real)] as const] : []
  return Object.fromEntries([...members.map(([key, of]) => [key, inputOf(of, text, real, key)] as const), ...more])
}

function sampleOf({ pattern, format }: JsonObject, text: string): string {
  if (format === 'uuid') return '00000000-0000-4000-8000-000000000000'
  if (format === 'uri') return 'https://example.org/'
  return typeof pattern === 'string' && pattern.includes('{64}') ? 'a'.repeat(64) : text
}

const schemaOf = (name: CommandName): JsonValue =>
  JSON.parse(JSON.stringify(z.toJSONSchema(commands[name].input, { io: 'input', unrepresentable: 'any' })))

/** Commands that remove the item they are given. */
const ending = /^(?:delete|erase|remove)/
/** Ends this host's own session, or is only for its window. */
const left: ReadonlySet<string> = new Set(['endSession'])
/** Takes items by name, and such a name is dropped as it is read. */
const dropping: ReadonlySet<string> = new Set(['undoImport'])
const names = (Object.keys(commands) as CommandName[]).filter((name) => !left.has(name))

/** Why a command fails, if it does. */
const failureOf = (name: CommandName, id: string, real: Record<string, string>): Promise<unknown> =>
  atrium.person.link.call(name, inputOf(schemaOf(name), id, real) as never).then(
    () => undefined,
    (error: unknown) => error,
  )

describe('[RUL-36] a command', () => {
  test.each(names)('answers in words if %s gets inherited names as IDs', async (name) => {
    const reals = ending.test(name)
      ? [{}]
      : [{}, { server: 'good' }, { server: 'good', conversation }, { conversation }]
    const unexpected: unknown[] = []
    for (const id of inherited)
      for (const real of reals) {
        const failed = await failureOf(name, id, real)
        const isInWords = failed instanceof HostError && failed.code !== 'internal'
        if (failed !== undefined && !isInWords) unexpected.push([id, real, failed])
        // A command that fails for a plain name without an item fails for these, too.
        if (failed === undefined && Object.keys(real).length === 0 && !dropping.has(name))
          expect([name, id, await failureOf(name, 'nothing', real)]).toEqual([name, id, undefined])
      }
    expect(unexpected).toEqual([])
  })
})
