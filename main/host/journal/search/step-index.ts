import type { Database } from 'better-sqlite3'

/** A stored event, as an index reads it. */
export type IndexedEvent = {
  seq: number
  version: number
  type: string
  actor: string | null
  server: string | null
  tool: string | null
  decision: string | null
  outcome: string | null
  body: string
}

type Contents = {
  /** Its table in the database. `NAME_upto` has the number of the last record that it has read. */
  name: 'search' | 'said'
  /** Creates both tables, empty. */
  begin: string
  /** A condition for the events that it reads, as SQL. */
  where: string
  /** An event's indexed text; undefined if it has none. To remove an event, the index needs exactly the same text. */
  textOf: (event: IndexedEvent) => string | undefined
  /** One step's work: records passed, events read, and characters after which it ends. */
  most: { passed: number; read: number; characters: number }
}

/** The beginning of a query for stored events. */
export const readIndexed =
  'SELECT seq, version, type, actor, server, tool, decision, outcome, body FROM events JOIN bodies USING (seq)'

/**
 * A full-text index over events that weren't erased. It contains no copy of their text. It follows the journal in short
 * steps after the commits, so no commit waits for it.
 */
export class StepIndex {
  readonly #contents: Contents
  readonly #upto
  readonly #newest
  readonly #next
  readonly #hasAny
  readonly #byNumber
  readonly #add
  readonly #remove
  readonly #move
  readonly #begin: () => void
  /** By conversation that is about to be erased, its texts. */
  readonly #leaving = new Map<string, { seq: number; text: string }[]>()

  /** `db` has the index, and `log` the records. */
  constructor(db: Database, log: Database, contents: Contents) {
    this.#contents = contents
    const { name, where, begin } = contents
    this.#upto = db.prepare<[], number>(`SELECT seq FROM ${name}_upto`).pluck()
    this.#newest = db.prepare<[], number>('SELECT coalesce(max(seq), 0) FROM events').pluck()
    this.#next = log.prepare<[number, number, number], IndexedEvent>(
      `${readIndexed} WHERE seq > ? AND seq <= ? AND ${where} ORDER BY seq LIMIT ?`,
    )
    this.#byNumber = log.prepare<[number], IndexedEvent>(`${readIndexed} WHERE seq = ? AND ${where}`)
    this.#hasAny = db.prepare<[string, number], 1>('SELECT 1 FROM events WHERE conversation = ? AND seq <= ?').pluck()
    this.#add = db.prepare<[number, string]>(`INSERT INTO ${name} (rowid, words) VALUES (?, ?)`)
    this.#remove = db.prepare<[number, string]>(`INSERT INTO ${name} (${name}, rowid, words) VALUES ('delete', ?, ?)`)
    this.#move = db.prepare<[number]>(`UPDATE ${name}_upto SET seq = ?`)
    this.#begin = () => void db.exec(`DROP TABLE ${name}; DROP TABLE ${name}_upto; ${begin}`)
  }

  /** How many records it hasn't read yet. */
  get behind(): number {
    return (this.#newest.get() ?? 0) - (this.#upto.get() ?? 0)
  }

  /** Reads on where the last step ended, one bounded piece; whether there is more. Belongs in a transaction. */
  step(): boolean {
    const { most } = this.#contents
    const from = this.#upto.get() ?? 0
    const newest = this.#newest.get() ?? 0
    if (from >= newest) return false
    let end = Math.min(newest, from + most.passed)
    let characters = 0
    for (const [index, event] of this.#next.all(from, end, most.read).entries()) {
      const text = this.#textOf(event)
      if (text) this.#add.run(event.seq, text)
      characters += Math.max(event.body.length, text?.length ?? 0)
      if (characters < most.characters && index + 1 < most.read) continue
      end = event.seq
      break
    }
    this.#move.run(end)
    return end < newest
  }

  /** Content that can't be read isn't found, and costs no other record its place. */
  #textOf(event: IndexedEvent): string | undefined {
    try {
      return this.#contents.textOf(event)
    } catch {
      return undefined
    }
  }

  /** Keeps the texts of a conversation's records in memory: the index needs them to forget, and the log loses them. */
  prepareToForget(conversation: string, records: readonly number[]): void {
    const texts = records.flatMap((seq) => {
      const event = this.#byNumber.get(seq)
      const text = event && this.#textOf(event)
      return text ? [{ seq, text }] : []
    })
    this.#leaving.set(conversation, texts)
  }

  /** Drops the prepared texts. */
  forgetPlans(): void {
    this.#leaving.clear()
  }

  /** Removes a conversation's texts. If they weren't prepared, because a crash came between, the index begins again. */
  forget(conversation: string): void {
    const upTo = this.#upto.get() ?? 0
    const texts = this.#leaving.get(conversation)
    this.#leaving.delete(conversation)
    if (texts) for (const { seq, text } of texts) if (seq <= upTo) this.#remove.run(seq, text)
    if (!texts && this.#hasAny.get(conversation, upTo) !== undefined) this.#begin()
  }
}
