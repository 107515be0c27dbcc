import type { HostEvent } from './events.ts'
import { isObject, type JsonObject } from '../schema/json.ts'
import { modernSettings } from '../config/settings.ts'

/** The version of newly written events. */
export const eventVersion = 3

/**
 * Reads an event as any release wrote it. `body` is null if it was erased; then only the type remains and the fold
 * skips it. A new version adds a step here and a golden journal to the tests.
 */
export function upcast(version: number, body: JsonObject | null): HostEvent | null {
  if (version > eventVersion)
    throw new RangeError(`The journal holds an event of version ${version}; this Atrium reads up to ${eventVersion}.`)
  const modern = version < 2 && body ? fromVersion1(body) : body
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what was recorded is of the shape that its version had
  return (version < 3 && modern ? fromVersion2(modern) : modern) as HostEvent | null
}

/** Version 2 knew only rules that allow a tool in a conversation, with any arguments. */
function fromVersion2(body: JsonObject): JsonObject {
  const { type, rule } = body
  if (type !== 'rule.added' || !isObject(rule)) return body
  return { ...body, rule: { effect: 'allow', conditions: [], destructive: true, flows: false, ...rule } }
}

/** Version 1 knew one endpoint, in the settings as `anthropic`. */
function fromVersion1(body: JsonObject): JsonObject {
  switch (body['type']) {
    case 'configured': {
      const { before, after } = body
      if (body['file'] !== 'settings' || !isObject(before) || !isObject(after)) return body
      return { ...body, before: modernSettings(before), after: modernSettings(after) }
    }
    case 'models.requested':
    case 'models.listed':
      return { ...body, endpoint: 'anthropic' }
    case 'turn.started':
      return 'model' in body ? { ...body, endpoint: 'anthropic' } : body
    default:
      return body
  }
}
