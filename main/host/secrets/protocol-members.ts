import type { JsonValue } from '../../../shared/schema/json.ts'

/** The kind of a value in a message: part of the protocol, of a schema, or of data from a server. */
export type MemberKind = 'protocol' | 'schema' | 'data'

/** Members that only go back to the server that wrote them, or say what belongs together. */
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

/** The names of a schema's parts, and references to them. */
const ofSchemas: ReadonlySet<string> = new Set([
  'type',
  'format',
  'pattern',
  'required',
  'dependentRequired',
  '$id',
  '$schema',
  '$ref',
  '$anchor',
  '$dynamicRef',
  '$dynamicAnchor',
  'x-mcp-header',
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

/** Valid tool names in the protocol; anything else is text. */
const identifier = /^[\w.-]{1,128}$/

/** Whether a member's value is part of the protocol instead of text: changing it would change the message. */
export function stays(member: string, value: JsonValue, kind: MemberKind): boolean {
  if (kind === 'data') return false
  if (kind === 'schema') return ofSchemas.has(member) && (typeof value === 'string' || areStrings(value))
  if (typeof value !== 'string') return false
  return ids.has(member) || (member === 'name' && identifier.test(value))
}

/** The kind of a member's own value, given the kind of its object. */
export function within(member: string, kind: MemberKind): MemberKind {
  if (kind !== 'protocol') return kind
  if (schemas.has(member)) return 'schema'
  return handedOut.has(member) ? 'data' : 'protocol'
}

const areStrings = (value: JsonValue): boolean => Array.isArray(value) && value.every((it) => typeof it === 'string')
