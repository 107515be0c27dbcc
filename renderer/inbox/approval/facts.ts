import type { Claims } from '../../../shared/asks/asks.ts'
import { isObject, type JsonValue } from '../../../shared/schema/json.ts'
import { strings } from '../../strings/strings.ts'

const words = strings.inbox.facts

/** How many values go to the server: the members of the arguments. */
export function valueCount(args: JsonValue): string {
  const count = isObject(args) ? Object.keys(args).length : 1
  return count === 0 ? words.noValues : words.values(count)
}

/**
 * What the server says of the tool, as a sentence about `name`. The cautious side of a claim is also what holds
 * where a server says nothing, so it is told as something that is not claimed.
 */
export function claimSentence(name: string, claims: Claims): string {
  if (claims.readOnly) return words.onlyReads(name)
  return claims.destructive ? words.mayDestroy(name) : words.destroysNothing(name)
}
