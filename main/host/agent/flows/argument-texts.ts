import type { JsonValue } from '../../../../shared/schema/json.ts'
import { pointerTo } from '../../../../shared/schema/pointer.ts'

/** A text within a value, and its place there (RFC 6901). The name of a member has the place of that. */
export type Placed = { at: string; text: string; isName: boolean }

/** Characters of a whole value. */
const longest = 1_000_000

/** Every text in a value and the names of its members, in their order; undefined where that is too much. */
export function textsIn(value: JsonValue): Placed[] | undefined {
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
