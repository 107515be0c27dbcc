import { isObject, type JsonObject, type JsonValue } from '../../../../shared/schema/json.ts'

const none: JsonObject[] = []

/** Fields whose pieces are joined when details arrive in pieces. */
const joined = ['text', 'summary', 'data'] as const

/**
 * Reasoning as servers put it beside the content: one of two text fields, or OpenRouter's details, which go back as
 * they came. Two fields often say the same; the first is shown.
 */
export class Reasoning {
  readonly #details = new Map<string, JsonObject>()

  /** The text that a delta adds to the reasoning, and its field. */
  take(delta: JsonObject): { text: string; field: string } | undefined {
    const { reasoning_details: details, reasoning_content: content, reasoning } = delta
    const told = Array.isArray(details) ? details.filter(isObject) : none
    for (const detail of told) this.#keep(detail)
    if (typeof content === 'string' && content !== '') return { text: content, field: 'reasoning_content' }
    if (typeof reasoning === 'string' && reasoning !== '') return { text: reasoning, field: 'reasoning' }
    if (told.length === 0) return undefined
    const text = told.map((it) => textOf(it['text']) || textOf(it['summary'])).join('')
    return text === '' ? undefined : { text, field: 'reasoning_details' }
  }

  /** The blocks, with the details in the first one of thinking. */
  into(blocks: JsonObject[]): JsonObject[] {
    if (this.#details.size === 0) return blocks
    const details = [...this.#details.values()]
    const at = blocks.findIndex(({ type }) => type === 'thinking')
    if (at < 0) return [{ type: 'thinking', thinking: '', wire: { type: 'chat', details } }, ...blocks]
    return blocks.map((block, i) => {
      if (i !== at) return block
      const { wire } = block
      return { ...block, wire: { ...(isObject(wire) ? wire : { type: 'chat' }), details } }
    })
  }

  #keep(piece: JsonObject): void {
    const key = JSON.stringify([piece['index'] ?? this.#details.size, piece['type'] ?? null])
    const known = this.#details.get(key)
    if (!known) {
      this.#details.set(key, { ...piece })
      return
    }
    for (const [name, value] of Object.entries(piece)) {
      const before = known[name]
      const isJoined = joined.some((it) => it === name) && typeof before === 'string' && typeof value === 'string'
      if (isJoined) known[name] = before + value
      else if (value !== null) known[name] = value
    }
  }
}

const textOf = (value: JsonValue | undefined): string => (typeof value === 'string' ? value : '')
