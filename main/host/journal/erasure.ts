import type { Database } from 'better-sqlite3'
import { storedBlobs, type StoredContent } from '../../../shared/events/stored-event.ts'

/** The parts of the log that go with a conversation, as of record `asOf`. `since` is the conversation's first time. */
export type ErasurePlan = {
  conversation: string
  standing: 'open' | 'deleted'
  asOf: number
  since: number
  records: number[]
  blobs: string[]
}

/** Erases content from the log: bodies, and blobs nothing else needs. Columns and hashes stay, so the chain still verifies. */
export class Erasure {
  /** By conversation, what to remove when its `conversation.erased` is written. */
  readonly #plans = new Map<string, ErasurePlan>()
  readonly #newer
  readonly #own
  readonly #others
  readonly #blob
  readonly #bodies
  readonly #checkpoints

  constructor(db: Database) {
    this.#newer = db
      .prepare<[number, string], number>(
        "SELECT seq FROM events WHERE seq > ? AND (conversation = ? OR type = 'conversation.erased')",
      )
      .pluck()
    this.#own = db
      .prepare<[number, string, number], number>(
        'SELECT seq FROM events WHERE seq > ? AND conversation = ? AND seq <> ?',
      )
      .pluck()
    this.#others = db.prepare<[number, string], StoredContent>(
      'SELECT version, body FROM events JOIN bodies USING (seq) WHERE seq > ? AND conversation IS NOT ?',
    )
    this.#blob = db.prepare<[string]>('DELETE FROM blobs WHERE hash = ?')
    this.#bodies = db.prepare<[string]>('DELETE FROM bodies WHERE seq IN (SELECT value FROM json_each(?))')
    this.#checkpoints = db.prepare<[]>('DELETE FROM checkpoints')
  }

  /** Takes a plan for the next commit; false if its conversation has newer records, or another was erased since. */
  take(plan: ErasurePlan): boolean {
    if (this.#newer.get(plan.asOf, plan.conversation) !== undefined) return false
    this.#plans.set(plan.conversation, plan)
    return true
  }

  /** Runs inside the transaction that writes record `seq`, a `conversation.erased`, after the contents of all its records. */
  erase(conversation: string, seq: number): void {
    const plan = this.#plans.get(conversation)
    if (!plan) return
    const { asOf, records, blobs } = plan
    // A value that came in the meantime can be one that only this conversation needed before.
    const needed = new Set(this.#others.all(asOf, conversation).flatMap(storedBlobs))
    for (const blob of blobs) if (!needed.has(blob)) this.#blob.run(blob)
    this.#bodies.run(JSON.stringify([...records, ...this.#own.all(asOf, conversation, seq)]))
    // Checkpoints can contain a question or a queued message; the caller writes a new one.
    this.#checkpoints.run()
  }

  /** Forgets the plans: they were carried out. */
  done(): void {
    this.#plans.clear()
  }
}
