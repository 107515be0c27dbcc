import { hostName, hostOf, isAtUsualPort, originName, originOf, relationTo } from '../text/hosts.ts'
import type { JsonObject, JsonValue } from '../schema/json.ts'
import { isAstray, isContested, pointerTo, valueAt } from '../schema/pointer.ts'
import { isSurelyOutside, readsAlike, isUnder, isUnderFolded, mayLeadAway } from '../text/paths.ts'
import type { Condition } from './rules.ts'

/** Whether arguments meet a permission's condition; only if every server would read them that way. */
export function meets(condition: Condition, input: JsonObject): boolean {
  if (isContested(input, condition.at)) return false
  const value = valueAt(input, condition.at)
  switch (condition.is) {
    case 'under':
      return typeof value === 'string' && readsAlike(value) && isUnder(value, condition.folder)
    case 'one-of':
      return condition.values.some((wanted) => wanted === value)
    case 'host':
      return typeof value === 'string' && condition.hosts.some((host) => isPermitted(value, host))
    default:
      return condition satisfies never
  }
}

/**
 * Whether arguments meet a denying or asking rule's condition. `unsure` if a server could read them that way: another
 * argument with nearly the same name, a list, another kind of value on the way to it, a path that isn't absolute, that
 * programs read differently or that is written for another system, an address that programs read differently.
 */
export function warnsOf(condition: Condition, input: JsonObject): 'yes' | 'no' | 'unsure' {
  const read = readingOf(condition, valueAt(input, condition.at))
  const isElsewhere = read === 'no' && (isContested(input, condition.at) || isAstray(input, condition.at))
  return isElsewhere ? 'unsure' : read
}

function readingOf(condition: Condition, value: JsonValue | undefined): 'yes' | 'no' | 'unsure' {
  // The whole input is always an object, never a single value.
  if (value === undefined || condition.at === '') return 'no'
  if (typeof value === 'object' && value !== null) return 'unsure'
  switch (condition.is) {
    case 'under':
      if (typeof value !== 'string') return 'no'
      if (isUnderFolded(value, condition.folder)) return 'yes'
      return isSurelyOutside(value, condition.folder) ? 'no' : 'unsure'
    case 'one-of':
      return condition.values.some((wanted) => wanted === value) ? 'yes' : 'no'
    case 'host': {
      if (typeof value !== 'string') return 'no'
      const found = condition.hosts.map((host) => relationTo(value, host))
      if (found.includes('at')) return 'yes'
      return found.includes('unsure') ? 'unsure' : 'no'
    }
    default:
      return condition satisfies never
  }
}

/** At this origin, or at the host it names and at its usual port. */
function isPermitted(address: string, wanted: string): boolean {
  const host = hostOf(address)
  if (host === undefined) return false
  const name = hostName(wanted)
  return name === undefined ? originName(wanted) === originOf(address) : name === host && isAtUsualPort(address)
}

/** Every text in a value, and every member's name, with its pointer. */
export function* textPaths(value: JsonValue, at = ''): Generator<{ at: string; text: string; isName: boolean }> {
  if (typeof value === 'string') yield { at, text: value, isName: false }
  if (typeof value !== 'object' || value === null) return
  for (const [name, member] of Object.entries(value)) {
    const place = pointerTo(at, name)
    if (!Array.isArray(value)) yield { at: place, text: name, isName: true }
    yield* textPaths(member, place)
  }
}

/** Whether every text outside the conditions stays in its folder, if a server reads it as a path. */
export function staysInPlace(conditions: readonly Condition[], input: JsonObject): boolean {
  const limited = conditions.map(({ at }) => at)
  for (const { at, text, isName } of textPaths(input)) {
    const isLimited = isName ? limited.some((it) => it === at || it.startsWith(`${at}/`)) : limited.includes(at)
    if (!isLimited && mayLeadAway(text)) return false
  }
  return true
}
