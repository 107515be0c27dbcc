import { hostName, hostOf, isAtUsualPort, originName, originOf } from '../text/hosts.ts'
import type { JsonObject } from '../schema/json.ts'
import { valueAt } from '../schema/pointer.ts'
import { isAbsolute, isUnder, isUnderFolded } from '../text/paths.ts'
import type { Condition } from './rules.ts'

/** Whether arguments meet a permission's condition; only if that is certain. */
export function meets(condition: Condition, input: JsonObject): boolean {
  const value = valueAt(input, condition.at)
  switch (condition.is) {
    case 'under':
      return typeof value === 'string' && isUnder(value, condition.folder)
    case 'one-of':
      return condition.values.some((wanted) => wanted === value)
    case 'host':
      return typeof value === 'string' && condition.hosts.some((host) => isPermitted(value, host))
    default:
      return condition satisfies never
  }
}

/**
 * Whether arguments meet a denying or asking rule's condition. `unsure` if a server could read them that way: a list, a
 * path that isn't absolute, an address that programs read differently.
 */
export function warnsOf(condition: Condition, input: JsonObject): 'yes' | 'no' | 'unsure' {
  const value = valueAt(input, condition.at)
  // The whole input is always an object, never a single value.
  if (value === undefined || condition.at === '') return 'no'
  if (typeof value === 'object' && value !== null) return 'unsure'
  switch (condition.is) {
    case 'under':
      if (typeof value !== 'string') return 'no'
      if (!isAbsolute(value)) return 'unsure'
      return isUnderFolded(value, condition.folder) ? 'yes' : 'no'
    case 'one-of':
      return condition.values.some((wanted) => wanted === value) ? 'yes' : 'no'
    case 'host':
      if (typeof value !== 'string') return 'no'
      if (hostOf(value) === undefined) return 'unsure'
      return condition.hosts.some((host) => isAt(value, host)) ? 'yes' : 'no'
    default:
      return condition satisfies never
  }
}

/** At this origin, or at the host it names, whatever the port. */
const isAt = (address: string, wanted: string): boolean =>
  (hostName(wanted) ?? originName(wanted)) === (hostName(wanted) === undefined ? originOf : hostOf)(address)

const isPermitted = (address: string, wanted: string): boolean =>
  isAt(address, wanted) && (hostName(wanted) === undefined || isAtUsualPort(address))
