import type { JsonValue } from '../../../shared/schema/json.ts'

/** Where in a message a value stands: among the members of the protocol, in a schema, or in what a server hands out. */
export type Place = 'protocol' | 'schema' | 'data'

/** What only goes back to the server that wrote it, or tells what belongs together. */
const ids: ReadonlySet<string> = new Set([
  'id',
  'requestId',
  'progressToken',
  'taskId',
  'elicitationId',
  'requestState',
  'nextCursor',
  'cursor',
])

/** What parts of a schema are called, and what refers to them. */
const ofSchemas: ReadonlySet<string> = new Set([
  ...['type', 'format', 'pattern', 'required', 'dependentRequired', '$id', '$schema', '$ref', '$anchor', '$dynamicRef'],
  ...['$dynamicAnchor', 'x-mcp-header'],
])

const schemas: ReadonlySet<string> = new Set(['inputSchema', 'outputSchema', 'requestedSchema'])
const handedOut: ReadonlySet<string> = new Set([
  'content',
  'structuredContent',
  'contents',
  'messages',
  'completion',
  'serverInfo',
])

/** Names as the protocol wants those of tools to be; another one is a text. */
const identifier = /^[\w.-]{1,128}$/

/** Whether the value of a member is not a text but a part of the protocol: another one would be another message. */
export function stays(member: string, value: JsonValue, place: Place): boolean {
  if (place === 'data') return false
  if (place === 'schema') return ofSchemas.has(member) && (typeof value === 'string' || areStrings(value))
  if (typeof value !== 'string') return false
  return ids.has(member) || (member === 'name' && identifier.test(value))
}

export function within(member: string, place: Place): Place {
  if (place !== 'protocol') return place
  if (schemas.has(member)) return 'schema'
  return handedOut.has(member) ? 'data' : 'protocol'
}

const areStrings = (value: JsonValue): boolean => Array.isArray(value) && value.every((it) => typeof it === 'string')
