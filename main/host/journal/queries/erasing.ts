import { HostError } from '../../../../shared/contract/errors.ts'
import { reasonOf } from '../../base/failure.ts'
import type { Journal } from '../journal.ts'
import type { Reader } from './reader.ts'
import { journalWords as words } from '../words.ts'

/** Erases deleted conversations: the queries' thread finds what belongs to one, and the log loses it. */
export class Erasing {
  readonly #journal: Journal
  readonly #reader: Pick<Reader, 'ask'>
  #last: Promise<void> = Promise.resolve()

  constructor(journal: Journal, reader: Pick<Reader, 'ask'>) {
    this.#journal = journal
    this.#reader = reader
  }

  /**
   * Erases a deleted conversation's content: bodies, values, list row, and their other copies on disk. `not-found`,
   * `conflict` while it isn't deleted or still runs, `unavailable` if the log can't be written.
   */
  erase(conversation: string): Promise<void> {
    // A plan knows nothing of another erasure under way.
    const erased = this.#last.then(() => this.#erase(conversation))
    this.#last = erased.catch(() => undefined)
    return erased
  }

  async #erase(conversation: string): Promise<void> {
    try {
      for (let isErased = false; !isErased;) {
        const plan = await this.#reader.ask('planErasure', conversation)
        if (!plan) throw new HostError('not-found', words.noConversation)
        isErased = this.#journal.erase(plan)
      }
    } finally {
      // Its content is gone from the log; the views follow at the latest at the next start.
      await this.#reader.ask('endErasure').catch((error: unknown) => process.emitWarning(reasonOf(error)))
    }
  }

  /** Erases content deleted more than 30 days ago; failures are retried at the next start. */
  async eraseDue(now = this.#journal.now()): Promise<void> {
    for (const conversation of await this.#reader.ask('dueErasures', now))
      try {
        await this.erase(conversation)
      } catch (error) {
        if (!(error instanceof HostError)) process.emitWarning(reasonOf(error))
      }
  }
}
