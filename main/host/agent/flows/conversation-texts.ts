import type { JsonValue } from '../../../../shared/schema/json.ts'
import type { GivenTexts, Origin } from './given.ts'
import { collapse, separator } from './decoded.ts'
import { withoutEscapes } from './encodings.ts'
import { findFlows, type Traced } from './find-flows.ts'
import { shingle, TextIndex } from './text-index.ts'

/** Max characters kept per conversation, white space collapsed (docs/decisions.md 24). */
const mostCharacters = 20_000_000
/** Max milliseconds to examine one call. */
const budgetMs = 250

/**
 * All texts given to a conversation's model, up to the last 20 million characters: results, attachments, and the user's
 * text.
 */
export class ConversationTexts {
  readonly #conversation: string
  readonly #texts = new TextIndex<Origin>()
  /** Whether data from servers or files was dropped. */
  #hasDropped = false
  #seq = 0

  constructor(conversation: string) {
    this.#conversation = conversation
  }

  /** Reads one page of new records from the journal; false if there are no more. */
  catchUp(given: GivenTexts): boolean {
    const page = given.after(this.#conversation, this.#seq)
    if (!page) return false
    for (const { from, text } of page.texts) this.#add(from, text)
    this.#seq = page.upTo
    return true
  }

  trace(input: JsonValue, of: { server: string; definition: JsonValue }): Traced {
    const end = performance.now() + budgetMs
    const found = findFlows(input, this.#texts, { ...of, deadline: { passed: () => performance.now() > end } })
    return { ...found, complete: found.complete && !this.#hasDropped }
  }

  #add(from: Origin, given: string): void {
    const text = withoutEscapes(given).map(collapse).join(String.fromCharCode(separator))
    if (text.length < shingle) return
    this.#texts.add(from, text, from.kind === 'person' ? 1 : undefined)
    while (this.#texts.length > mostCharacters) if (this.#texts.drop()?.kind !== 'person') this.#hasDropped = true
  }
}
