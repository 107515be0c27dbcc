import { hostName, hostOf } from './hosts.ts'
import { isObject, type JsonObject, type JsonValue } from './json.ts'
import { isUnder } from './paths.ts'
import type { Condition } from './rules.ts'

/** What stands at a place of the arguments (RFC 6901), if anything does. */
export function valueAt(value: JsonValue, pointer: string): JsonValue | undefined {
  const steps = pointer.split('/').slice(1)
  return steps.reduce<JsonValue | undefined>(
    (at, step) => memberOf(at, step.replaceAll('~1', '/').replaceAll('~0', '~')),
    value,
  )
}

function memberOf(value: JsonValue | undefined, name: string): JsonValue | undefined {
  if (Array.isArray(value)) return /^(0|[1-9]\d*)$/.test(name) ? value[Number(name)] : undefined
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
}

/** Whether arguments are as the condition wants them. */
export function meets(condition: Condition, input: JsonObject): boolean {
  const value = valueAt(input, condition.at)
  switch (condition.is) {
    case 'under':
      return typeof value === 'string' && isUnder(value, condition.folder)
    case 'one-of':
      return condition.values.some((wanted) => wanted === value)
    case 'host': {
      const host = typeof value === 'string' ? hostOf(value) : undefined
      return host !== undefined && condition.hosts.some((wanted) => hostName(wanted) === host)
    }
    default:
      return condition satisfies never
  }
}
