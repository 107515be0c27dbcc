/** Facts about a JSON text from its bytes, before it is parsed. */
export type Prescan = {
  /** The deepest nesting of containers. */
  depth: number
  /** An upper bound on the number of values: one, plus one per comma and opening bracket. */
  nodes: number
  /** The start of the outermost object's `id` value; -1 if there is none. */
  idAt: number
}

/** Bytes of JSON's signs. */
export const code = { quote: 0x22, comma: 0x2c, colon: 0x3a, backslash: 0x5c, openList: 0x5b, closeList: 0x5d } as const
/** Bytes of an object's braces. */
export const brace = { open: 0x7b, close: 0x7d } as const

/** One pass without recursion or allocation. The text need not be valid JSON. */
export function prescan(text: Uint8Array): Prescan {
  const found = { depth: 0, nodes: 1, idAt: -1 }
  let depth = 0
  let lastString = 0
  for (let i = 0; i < text.length; i++) {
    switch (text[i]) {
      case code.quote: {
        const from = i + 1
        i = endOfString(text, from)
        lastString = depth === 1 && i - from === 2 && text[from] === 0x69 && text[from + 1] === 0x64 ? i : 0
        break
      }
      case brace.open:
      case code.openList:
        found.nodes++
        if (++depth > found.depth) found.depth = depth
        break
      case brace.close:
      case code.closeList:
        depth--
        break
      case code.comma:
        found.nodes++
        break
      case code.colon:
        if (lastString > 0 && depth === 1 && found.idAt < 0) found.idAt = i + 1
        lastString = 0
        break
      default:
        break
    }
  }
  return found
}

/** The index of the string's closing quote, or the end of the text. */
export function endOfString(text: Uint8Array, from: number): number {
  let i = from
  while (i < text.length && text[i] !== code.quote) i += text[i] === code.backslash ? 2 : 1
  return i
}
