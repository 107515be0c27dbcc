import type { Database } from 'better-sqlite3'

/** An index over events. `forget` needs the bodies of a conversation's events. */
type Index = { forget(conversation: string): void }

/** Milliseconds for which a deleted conversation can be restored. */
const retention = 30 * 24 * 60 * 60 * 1000

/**
 * Finds and erases content: bodies, their indexed words, and blobs nothing else needs. Columns and hashes stay, so the
 * chain still verifies.
 */
export class Erasure {
  readonly #indexes: readonly Index[]
  readonly #conversation
  readonly #count
  readonly #due
  readonly #blobs
  readonly #bodies
  readonly #checkpoints
  readonly #reports

  constructor(db: Database, indexes: readonly Index[]) {
    this.#indexes = indexes
    this.#conversation = db.prepare<[string], { deleted_at: number | null }>(
      'SELECT deleted_at FROM conversations WHERE id = ?',
    )
    this.#count = db
      .prepare<[string], number>('SELECT count(*) FROM events JOIN bodies USING (seq) WHERE conversation = ?')
      .pluck()
    this.#due = db.prepare<[number], string>('SELECT id FROM conversations WHERE deleted_at <= ?').pluck()
    this.#blobs = db.prepare<{ conversation: string }>(
      `DELETE FROM blobs
       WHERE hash IN (SELECT blob FROM blob_refs JOIN events USING (seq) WHERE conversation = @conversation)
       AND NOT EXISTS (SELECT 1 FROM blob_refs JOIN events USING (seq)
                       WHERE blob = blobs.hash AND conversation IS NOT @conversation)`,
    )
    this.#bodies = db.prepare<[string]>(
      'DELETE FROM bodies WHERE seq IN (SELECT seq FROM events WHERE conversation = ?)',
    )
    this.#checkpoints = db.prepare<[]>('DELETE FROM checkpoints')
    const since = '(SELECT min(at) FROM events WHERE conversation = ?)'
    this.#reports = ['server_log', 'frames'].map((ring) =>
      db.prepare<[string]>(`DELETE FROM ${ring} WHERE at >= ${since}`),
    )
  }

  /** Whether a conversation is visible or deleted; undefined if it doesn't exist, or was erased. */
  standing(conversation: string): 'open' | 'deleted' | undefined {
    const row = this.#conversation.get(conversation)
    return row && (row.deleted_at === null ? 'open' : 'deleted')
  }

  /** How many events have a body that erasing would remove. */
  count(conversation: string): number {
    return this.#count.get(conversation) ?? 0
  }

  /** Conversations whose time in the bin is over. */
  due(now: number): string[] {
    return this.#due.all(now - retention)
  }

  /** Runs inside the transaction that writes `conversation.erased`, before that event's own body. */
  erase(conversation: string): void {
    for (const index of this.#indexes) index.forget(conversation)
    this.#blobs.run({ conversation })
    this.#bodies.run(conversation)
    // Messages exchanged with servers don't say which conversation they belonged to.
    for (const statement of this.#reports) statement.run(conversation)
    // Checkpoints can contain a question or a queued message; the caller writes a new one.
    this.#checkpoints.run()
  }
}
