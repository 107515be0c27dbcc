import { isObject, type JsonObject, type JsonValue } from '../../../../shared/schema/json.ts'
import { clip } from '../../../../shared/text/clip.ts'

/** The requests whose results say what a server is and offers. */
export const handshakes: ReadonlySet<string> = new Set(['initialize', 'server/discover'])

/** Characters of one text in a handshake, such as a server's instructions. */
const longestText = 32 * 1024

/** What a server says of itself, each text bounded. */
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

/** The notifications that need a capability of the server, as a path to what must be there and not false. */
const needed: Record<string, readonly string[]> = {
  'notifications/tools/list_changed': ['tools', 'listChanged'],
  'notifications/prompts/list_changed': ['prompts', 'listChanged'],
  'notifications/resources/list_changed': ['resources', 'listChanged'],
  'notifications/resources/updated': ['resources', 'subscribe'],
  'notifications/message': ['logging'],
  'notifications/tasks/status': ['tasks'],
}

/** Whether a server that declared this may send this notification (specification, basic/lifecycle#capability-negotiation). */
export function isDeclared(notification: string, { capabilities }: JsonObject): boolean {
  let at = capabilities
  for (const step of needed[notification] ?? []) {
    at = isObject(at) && Object.hasOwn(at, step) ? at[step] : undefined
    if (at === undefined || at === null || at === false) return false
  }
  return true
}
