import { brace, code, endOfString, prescan } from './prescan.ts'
import { cutMember } from '../results/list-items.ts'

type Limits = { depth: number; nodes: number }

/** Max values in one item. */
const itemNodes = 20_000
const longestName = 1024
/** The depth of the items in a list that is a member of a result: message, result, list, item. */
const itemDepth = 4
/** Members that identify a list's item: a name, or a resource's URI if it has none. */
const names = [Buffer.from('name'), Buffer.from('uri')]

/**
 * The text of an answer that reduces each item of the result's list to its name if it is too deep or too large, so a
 * bad item doesn't cost the others. Undefined if even that exceeds the limits.
 */
export function withoutOversizedItems(text: Buffer, limits: Limits): Buffer | undefined {
  const pieces: Buffer[] = []
  let kept = 0
  for (const [from, to] of itemsIn(text)) {
    const item = text.subarray(from, to)
    const { depth, nodes } = prescan(item)
    if (depth + itemDepth - 1 <= limits.depth && nodes <= itemNodes) continue
    pieces.push(text.subarray(kept, from), Buffer.from(`{"name":${nameIn(item)},"${cutMember}":true}`))
    kept = to
  }
  if (pieces.length === 0) return undefined
  const left = Buffer.concat([...pieces, text.subarray(kept)])
  const { depth, nodes } = prescan(left)
  return depth <= limits.depth && nodes <= limits.nodes ? left : undefined
}

/** The range of each object that is an item of a list in the result. */
function* itemsIn(text: Buffer): Generator<[from: number, to: number]> {
  let depth = 0
  let from = -1
  let isList = false
  for (let i = 0; i < text.length; i++) {
    switch (text[i]) {
      case code.quote:
        i = endOfString(text, i + 1)
        break
      case brace.open:
      case code.openList:
        if (++depth === itemDepth - 1) isList = text[i] === code.openList
        if (depth === itemDepth && isList && text[i] === brace.open) from = i
        break
      case brace.close:
      case code.closeList:
        if (depth-- === itemDepth && from >= 0) {
          yield [from, i + 1]
          from = -1
        }
        break
      default:
        break
    }
  }
}

/** The JSON text of the item's own name; a placeholder if it has no usable one. */
function nameIn(item: Buffer): string {
  let depth = 0
  for (let i = 0; i < item.length; i++) {
    if (item[i] === code.quote) {
      const end = endOfString(item, i + 1)
      const key = item.subarray(i + 1, end)
      if (depth === 1 && names.some((name) => key.equals(name))) {
        const found = /^\s*:\s*("(?:[^"\\]|\\.)*")/.exec(item.toString('utf8', end + 1, end + longestName))
        if (found?.[1] !== undefined) return found[1]
      }
      i = end
    } else if (item[i] === brace.open || item[i] === code.openList) depth++
    else if (item[i] === brace.close || item[i] === code.closeList) depth--
  }
  return '"(no name)"'
}
