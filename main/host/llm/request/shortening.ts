import { isObject, type JsonObject, type JsonValue } from '../../../../shared/schema/json.ts'
import type { RequestMessage, UserPart } from '../llm.ts'
import { note } from './notes.ts'
import { head } from '../../../../shared/text/clip.ts'
import { noteWords as words } from '../model-words.ts'

/** Min characters left of each text. */
const leastLeft = 2000
/** Max bytes of the note at the end of a shortened text, including its quotes. */
const noteBytes = 200

type Message<R> = Extract<RequestMessage, { role: R }>

/**
 * Shortens texts until enough bytes are saved, as far as possible: earlier steps' results first, oldest first, then the
 * model's answers, then the newest results. Each says what is missing.
 */
export class Shortening {
  /** How many texts were shortened. */
  count = 0
  /** How many bytes are still too many. */
  excess: number

  constructor(excess: number) {
    this.excess = excess
  }

  of(messages: RequestMessage[]): RequestMessage[] {
    const newest = messages.findLastIndex(({ role }) => role === 'user')
    const earlier = messages.map((it, at) => (it.role === 'user' && at !== newest ? this.#results(it) : it))
    const answers = earlier.map((it) => (it.role === 'assistant' ? this.#answer(it) : it))
    return answers.map((it, at) => (it.role === 'user' && at === newest ? this.#results(it) : it))
  }

  #results({ role, content }: Message<'user'>): RequestMessage {
    return { role, content: content.map((part) => this.#result(part)) }
  }

  #result(part: UserPart): UserPart {
    if (part.type !== 'tool-result' && part.type !== 'shown-result') return part
    const { content } = part
    if (typeof content === 'string') return part
    return { ...part, content: content.map((block) => this.#block(block, 'result')) }
  }

  /** Thinking and calls stay unchanged: the API doesn't accept them otherwise. */
  #answer(message: Message<'assistant'>): RequestMessage {
    return { ...message, blocks: message.blocks.map((block) => this.#block(block, 'answer')) }
  }

  #block(block: JsonValue, what: 'result' | 'answer'): JsonValue {
    if (!isObject(block)) return block
    const { resource } = block
    if (isObject(resource)) return { ...block, resource: this.#text(resource, what) }
    return block['type'] === 'text' ? this.#text(block, what) : block
  }

  #text(holder: JsonObject, what: 'result' | 'answer'): JsonObject {
    const { text } = holder
    if (this.excess <= 0 || typeof text !== 'string' || text.length <= leastLeft) return holder
    const left = head(text, Math.max(leastLeft, text.length - this.excess - noteBytes))
    const missing = (text.length - left.length).toLocaleString('en')
    const said = note(words.restOf(what, missing))
    this.excess -= bytes(text) - bytes(left) - bytes(said)
    this.count++
    return { ...holder, text: `${left}\n${said}` }
  }
}

const bytes = (text: string): number => Buffer.byteLength(JSON.stringify(text))
