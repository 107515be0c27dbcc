import type { JsonObject, JsonValue } from '../schema/json.ts'
import type { ServerConfig } from './server-config.ts'

/** One member of a server's configuration that a change touched, by its path; absent means not set. */
export type ChangedMember = { path: string[]; before?: JsonValue | undefined; after?: JsonValue | undefined }

/** Members whose own members change one by one. */
const maps = new Set(['env', 'headers', 'oauth', 'timeouts', 'secretArguments'])

const separator = '\0'

/** A configuration's members by path, with those of its maps one by one. */
function membersOf(config: ServerConfig | JsonObject | undefined): Map<string, JsonValue> {
  const plain: JsonObject = JSON.parse(JSON.stringify(config ?? {}))
  return new Map(
    Object.entries(plain).flatMap(([name, value]) =>
      maps.has(name) && isMap(value)
        ? Object.entries(value).map(([key, inner]): [string, JsonValue] => [name + separator + key, inner])
        : [[name, value] as [string, JsonValue]],
    ),
  )
}

const isMap = (value: JsonValue): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Member order means nothing in an object. */
const textOf = (value: JsonValue | undefined): string =>
  JSON.stringify(value, (_key, it: JsonValue) =>
    isMap(it) ? Object.fromEntries(Object.entries(it).toSorted(([a], [b]) => (a < b ? -1 : 1))) : it,
  ) ?? ''

/** The members in which two configurations of a server differ; without one, all of the other's. */
export function changedMembers(before: ServerConfig | undefined, after: ServerConfig | undefined): ChangedMember[] {
  const [was, is] = [membersOf(before), membersOf(after)]
  return [...new Set([...was.keys(), ...is.keys()])]
    .filter((key) => textOf(was.get(key)) !== textOf(is.get(key)))
    .map((key) => ({ path: key.split(separator), before: was.get(key), after: is.get(key) }))
}

type Change = { before: ServerConfig | undefined; after: ServerConfig | undefined }

/**
 * A server's configuration without one earlier change; later changes of other members stay. `later`: one of its members
 * was changed again, or the server was removed or added since. `same`: nothing of the change is left.
 */
export function withoutChange(
  current: ServerConfig | undefined,
  { before, after }: Change,
): { config: JsonObject | undefined } | 'later' | 'same' {
  if (!before) return current ? { config: undefined } : 'same'
  if (!after) return current ? 'later' : { config: written(membersOf(before)) }
  if (!current) return 'later'
  const now = membersOf(current)
  const changed = changedMembers(before, after)
  const keyOf = ({ path }: ChangedMember): string => path.join(separator)
  if (changed.every((member) => textOf(now.get(keyOf(member))) === textOf(member.before))) return 'same'
  for (const member of changed) {
    if (textOf(now.get(keyOf(member))) !== textOf(member.after)) return 'later'
    if (member.before === undefined) now.delete(keyOf(member))
    else now.set(keyOf(member), member.before)
  }
  return { config: written(now) }
}

function written(members: Map<string, JsonValue>): JsonObject {
  const config: JsonObject = {}
  for (const [key, value] of members) {
    const [name = '', inner] = key.split(separator)
    const map = config[name]
    config[name] = inner === undefined ? value : { ...(map !== undefined && isMap(map) && map), [inner]: value }
  }
  return config
}
