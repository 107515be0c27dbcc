import type { Ask } from '../../../shared/asks/asks.ts'
import type { HostLink } from '../../../shared/contract/commands.ts'
import { HostError } from '../../../shared/contract/errors.ts'
import type { JsonValue } from '../../../shared/schema/json.ts'
import { Unfinished } from './unfinished.ts'
import type { FeedView } from './view.ts'
import { unasked } from './outcomes.ts'

/**
 * Answers a question as a user would, with the host's link for looking things up; see `asks` for valid answers.
 * Undefined: there is no one to ask, which ends the command with exit code 3. Throwing an `Unfinished` ends it with
 * that. The signal says that the question is no longer open; then the answer doesn't matter.
 */
export type Answerer = (ask: Ask, signal: AbortSignal, link: HostLink) => Promise<JsonValue | undefined>

/** Passes each open question to its `Answerer`, once. */
export class Questions {
  readonly #link: HostLink
  readonly #view: FeedView
  readonly #answer: Answerer
  readonly #concerns: (ask: Ask) => boolean
  readonly #open = new Map<string, AbortController>()
  readonly #unanswered = new Map<string, Unfinished>()
  readonly #leave: () => void

  /** Handles only the questions that `concerns` selects. */
  constructor(link: HostLink, view: FeedView, to: { answer: Answerer; concerns: (ask: Ask) => boolean }) {
    this.#link = link
    this.#view = view
    this.#answer = to.answer
    this.#concerns = to.concerns
    this.#leave = view.watch(() => this.#look())
  }

  /** Throws why an open question won't be answered; other calls' questions don't matter. */
  assertAnswered(call?: string): void {
    if (this.#unanswered.size === 0) return
    for (const ask of this.#view.state.asks) {
      const why = this.#unanswered.get(ask.id)
      const isOthers = call !== undefined && ask.operation !== undefined && ask.operation.call !== call
      if (why && !isOthers && this.#concerns(ask)) throw why
    }
  }

  close(): void {
    this.#leave()
    for (const asked of this.#open.values()) asked.abort()
  }

  #look(): void {
    const { asks } = this.#view.state
    for (const [id, asked] of this.#open)
      if (!asks.some((ask) => ask.id === id)) {
        this.#open.delete(id)
        this.#unanswered.delete(id)
        asked.abort()
      }
    for (const ask of asks)
      if (!this.#open.has(ask.id) && this.#concerns(ask)) {
        const asked = new AbortController()
        this.#open.set(ask.id, asked)
        void this.#put(ask, asked.signal)
      }
  }

  /** Never rejects. */
  async #put(ask: Ask, signal: AbortSignal): Promise<void> {
    try {
      const answer = await this.#answer(ask, signal, this.#link)
      if (signal.aborted) return
      if (answer === undefined) throw new Unfinished('asks', unasked(ask, this.#view.state))
      await this.#link.call('answer', { ask: ask.id, contentHash: ask.contentHash, answer })
    } catch (error) {
      if (signal.aborted || isOver(error)) return
      this.#unanswered.set(ask.id, unfinished(error))
      this.#view.look()
    }
  }
}

/** Whether a question was withdrawn, or answered in another place. */
const isOver = (error: unknown): boolean =>
  error instanceof HostError && (error.code === 'conflict' || error.code === 'not-found')

function unfinished(error: unknown): Unfinished {
  if (error instanceof Unfinished) return error
  return new Unfinished('failed', error instanceof Error ? error.message : String(error))
}
