import type { Claims } from '../../shared/asks.ts'
import { isObject, type JsonValue } from '../../shared/json.ts'

/** How many values go to the server: the members of the arguments. */
export function valueCount(args: JsonValue): string {
  const count = isObject(args) ? Object.keys(args).length : 1
  if (count === 0) return 'no values'
  return count === 1 ? '1 value' : `${count} values`
}

/**
 * What the server says of the tool, as a sentence about `name`. The cautious side of a claim is also what holds
 * where a server says nothing, so it is told as something that is not claimed.
 */
export function claimSentence(name: string, claims: Claims): string {
  if (claims.readOnly) return `${name} says it only reads.`
  return claims.destructive
    ? `${name} does not rule out that it changes or destroys things.`
    : `${name} says it changes things and destroys nothing.`
}
