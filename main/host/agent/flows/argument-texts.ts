import type { JsonValue } from '../../../../shared/schema/json.ts'
import { pointerTo } from '../../../../shared/schema/pointer.ts'

/** A text inside a value, and its position (RFC 6901). A member's name has the member's position. */
export type Placed = { at: string; text: string; isName: boolean }

/** Max characters of a whole value. */
const longest = 1_000_000

/** Every text in a value and its members' names, in order; undefined if that is too much. */
export function placedTexts(value: JsonValue): Placed[] | undefined {
  const texts: Placed[] = []
  const open: { at: string; value: JsonValue }[] = [{ at: '', value }]
  let length = 0
  const add = (at: string, text: string, isName: boolean): void => {
    texts.push({ at, text, isName })
    length += text.length
  }
  for (let next = open.pop(); next; next = open.pop()) {
    const { at, value: inside } = next
    if (typeof inside === 'string') add(at, inside, false)
    if (typeof inside === 'object' && inside !== null) {
      const members = Object.entries(inside).map(([name, member]) => ({ name, at: pointerTo(at, name), member }))
      if (!Array.isArray(inside)) for (const member of members) add(member.at, member.name, true)
      for (const member of members.toReversed()) open.push({ at: member.at, value: member.member })
    }
    if (length > longest) return undefined
  }
  return texts
}
