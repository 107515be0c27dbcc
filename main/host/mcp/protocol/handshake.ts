import { isObject, type JsonObject, type JsonValue } from '../../../../shared/schema/json.ts'
import { clip } from '../../../../shared/text/clip.ts'

/** The requests whose results describe a server and what it offers. */
export const handshakes: ReadonlySet<string> = new Set(['initialize', 'server/discover'])

/** Max characters of one text in a handshake, such as a server's instructions. */
const longestText = 32 * 1024

/** A server's self-description, each text limited. */
export function boundedHandshake(result: JsonObject): JsonObject {
  const { _meta: meta, ...rest } = result
  return { ...boundedObject(rest), ...(isObject(meta) && { _meta: boundedObject(meta) }) }
}

function bounded(value: JsonValue): JsonValue {
  if (typeof value === 'string') return clip(value, longestText)
  if (Array.isArray(value)) return value.map(bounded)
  return isObject(value) ? boundedObject(value) : value
}

const boundedObject = (value: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(value).map(([name, it]) => [name, bounded(it)]))

/** Notifications that require a server capability, as a path that must be present and not false. */
const needed: Record<string, readonly string[]> = {
  'notifications/tools/list_changed': ['tools', 'listChanged'],
  'notifications/prompts/list_changed': ['prompts', 'listChanged'],
  'notifications/resources/list_changed': ['resources', 'listChanged'],
  'notifications/resources/updated': ['resources', 'subscribe'],
  'notifications/message': ['logging'],
  'notifications/tasks/status': ['tasks'],
}

/**
 * Whether a server that declared this can send this notification (specification,
 * basic/lifecycle#capability-negotiation).
 */
export function isDeclared(notification: string, { capabilities }: JsonObject): boolean {
  let at = capabilities
  for (const step of needed[notification] ?? []) {
    at = isObject(at) && Object.hasOwn(at, step) ? at[step] : undefined
    if (at === undefined || at === null || at === false) return false
  }
  return true
}
