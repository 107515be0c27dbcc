import type { JsonValue } from '../../../../shared/schema/json.ts'
import type { GivenTexts, Origin } from './given.ts'
import { separator } from '../../disguises/decoded.ts'
import { withoutEscapes } from '../../disguises/encodings.ts'
import { foldedTexts } from '../../disguises/folded.ts'
import { findFlows, type Traced } from './find-flows.ts'
import { shingle, TextIndex } from './text-index.ts'

/** Max characters kept per conversation, folded (docs/decisions.md 24). */
const mostCharacters = 20_000_000
/** Max milliseconds to examine one call. */
const budgetMs = 500

/**
 * All texts given to a conversation's model, up to the last 20 million characters: results, attachments, and the user's
 * text.
 */
export class ConversationTexts {
  readonly #conversation: string
  readonly #texts = new TextIndex<Origin>()
  /** The letters and digits of the same texts, in the same order. */
  readonly #letters = new TextIndex<Origin>()
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
    const given = { whole: this.#texts, letters: this.#letters }
    const found = findFlows(input, given, { ...of, deadline: { passed: () => performance.now() > end } })
    return { ...found, complete: found.complete && !this.#hasDropped }
  }

  #add(from: Origin, given: string): void {
    const { whole, letters } = foldedTexts(withoutEscapes(given).join(String.fromCharCode(separator)))
    if (whole.length < shingle) return
    const step = from.kind === 'person' ? 1 : undefined
    this.#texts.add(from, whole, step)
    this.#letters.add(from, letters, step)
    while (this.#texts.length > mostCharacters) {
      if (this.#texts.drop()?.kind !== 'person') this.#hasDropped = true
      this.#letters.drop()
    }
  }
}
