import { isObject, type JsonValue } from '../../../shared/schema/json.ts'
import { inbox } from '../../strings/inbox/inbox.ts'

const words = inbox.facts

/** How many values go to the server: the arguments' members. */
export function valueCount(args: JsonValue): string {
  const count = isObject(args) ? Object.keys(args).length : 1
  return count === 0 ? words.noValues : words.values(count)
}
