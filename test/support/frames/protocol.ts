import { readFileSync } from 'node:fs'
import { isObject, type JsonObject, type JsonValue } from '../../../shared/schema/json.ts'

/** The revisions whose features are listed one by one. */
export const revisions = ['2025-06-18', '2025-11-25', '2026-07-28']

/** The names in an official schema: messages as `→ method` from clients and `← method` from servers. */
type Named = { messages: string[]; capabilities: string[]; contents: string[] }

/** Reads a revision's official schema. */
export function readSchema(revision: string): Named {
  const file = new URL(`../../fixtures/schema/${revision}.json`, import.meta.url)
  const root = JSON.parse(readFileSync(file, 'utf8')) as JsonObject
  const all = root['$defs'] ?? root['definitions']
  const definitions = isObject(all) ? all : {}
  const sent = (arrow: string, union: string): string[] =>
    membersOf(union, definitions)
      .flatMap((it) => constOf(it, 'method'))
      .map((method) => `${arrow} \`${method}\``)
  const { properties } = objectAt(definitions, 'ClientCapabilities')
  const contents = ['ContentBlock', 'SamplingMessageContentBlock'].flatMap((union) => membersOf(union, definitions))
  return {
    messages: [
      ...['ClientRequest', 'ClientNotification'].flatMap((union) => sent('→', union)),
      // Since 2026-07-28, servers ask in results.
      ...['ServerRequest', 'InputRequest', 'ServerNotification'].flatMap((union) => sent('←', union)),
    ],
    capabilities: Object.keys(isObject(properties) ? properties : {}),
    contents: [...new Set(contents.flatMap((it) => constOf(it, 'type')))],
  }
}

const objectAt = (of: JsonObject, name: string): JsonObject => {
  const { [name]: value } = of
  return isObject(value) ? value : {}
}

/** The definitions that a union refers to. For anything else, the definition itself; none if the name is unknown. */
function membersOf(union: string, definitions: JsonObject): JsonObject[] {
  if (!Object.hasOwn(definitions, union)) return []
  const one = objectAt(definitions, union)
  const { anyOf } = one
  if (!Array.isArray(anyOf)) return [one]
  return anyOf.map((member) => {
    const reference = isObject(member) ? member['$ref'] : undefined
    return objectAt(definitions, typeof reference === 'string' ? (reference.split('/').at(-1) ?? '') : '')
  })
}

/** The only value that a definition's member can have. */
function constOf(definition: JsonObject, member: string): string[] {
  const value: JsonValue | undefined = objectAt(objectAt(definition, 'properties'), member)['const']
  return typeof value === 'string' ? [value] : []
}
