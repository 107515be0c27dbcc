import type { Database } from 'better-sqlite3'
import { upcast } from '../../../../../shared/events/upcast.ts'
import { foldText } from '../../../../../shared/text/folded.ts'
import { type BlobText, isSpoken, spokenText, spokenTypes } from './spoken.ts'

/** One step's work: records passed, texts read, and characters after which it ends. */
const passed = 5000
const texts = 40
const characters = 32_000

type Stored = { seq: number; version: number; body: string }

/** Reads the beginning of a stored text. */
export function blobText(db: Database): BlobText {
  const read = db
    .prepare<[number, string], string>('SELECT substr(CAST(bytes AS TEXT), 1, ?) FROM blobs WHERE hash = ?')
    .pluck()
  return (hash, most) => read.get(most, hash)
}

/** The text of a stored event as the index has it; undefined if the event says nothing. */
export function indexedText({ version, body }: Omit<Stored, 'seq'>, blob: BlobText): string | undefined {
  const event = upcast(version, JSON.parse(body))
  return event && isSpoken(event) ? foldText(spokenText(event, blob)) : undefined
}

/**
 * The index over spoken text: which records have which three characters in a row. It contains no copy of their text. It
 * follows the journal in short steps after the commits, so no commit waits for it.
 */
export class SpokenIndex {
  readonly #step: () => boolean
  readonly #ofConversation
  readonly #remove
  readonly #blob: BlobText

  constructor(db: Database) {
    this.#blob = blobText(db)
    this.#remove = db.prepare<[number, string]>("INSERT INTO said (said, rowid, words) VALUES ('delete', ?, ?)")
    this.#ofConversation = db.prepare<[string], Stored>(
      `${readSpoken} WHERE conversation = ? AND type IN (${types}) AND seq <= (SELECT seq FROM said_upto)`,
    )
    this.#step = stepOf(db, this.#blob)
  }

  /** Reads on where the last step ended, one bounded piece; whether there is more. Belongs in a transaction. */
  step(): boolean {
    return this.#step()
  }

  /** Removes a conversation's texts. It reads the bodies: call it before they're erased. */
  forget(conversation: string): void {
    for (const { seq, ...stored } of this.#ofConversation.all(conversation)) {
      const text = indexedText(stored, this.#blob)
      if (text) this.#remove.run(seq, text)
    }
  }
}

const types = spokenTypes.map((type) => `'${type}'`).join()
const readSpoken = 'SELECT seq, version, body FROM events JOIN bodies USING (seq)'

function stepOf(db: Database, blob: BlobText): () => boolean {
  const upto = db.prepare<[], number>('SELECT seq FROM said_upto').pluck()
  const newest = db.prepare<[], number>('SELECT coalesce(max(seq), 0) FROM events').pluck()
  const next = db.prepare<[number, number, number], Stored>(
    `${readSpoken} WHERE seq > ? AND seq <= ? AND +type IN (${types}) ORDER BY seq LIMIT ?`,
  )
  const add = db.prepare<[number, string]>('INSERT INTO said (rowid, words) VALUES (?, ?)')
  const move = db.prepare<[number]>('UPDATE said_upto SET seq = ?')
  return () => {
    const [from, last] = [upto.get() ?? 0, newest.get() ?? 0]
    if (from >= last) return false
    const to = Math.min(last, from + passed)
    const rows = next.all(from, to, texts)
    let [read, done] = [0, 0]
    for (const { seq, ...stored } of rows) {
      const text = indexedText(stored, blob)
      if (text) add.run(seq, text)
      read += text?.length ?? 0
      done += 1
      if (read >= characters) break
    }
    const isThrough = done === rows.length && rows.length < texts
    const end = (isThrough ? undefined : rows[done - 1]?.seq) ?? to
    move.run(end)
    return end < last
  }
}

/** Creates the index, empty: it reads the journal from the first record on, step by step. */
export function beginSpokenIndex(db: Database): void {
  db.exec(`
    DROP TABLE IF EXISTS said;
    DROP TABLE IF EXISTS said_upto;
    CREATE VIRTUAL TABLE said USING fts5
      (words, content = '', columnsize = 0, detail = 'none', tokenize = 'trigram case_sensitive 1');
    INSERT INTO said (said, rank) VALUES ('secure-delete', 1);
    CREATE TABLE said_upto (seq INTEGER NOT NULL) STRICT;
    INSERT INTO said_upto (seq) VALUES (0);
  `)
}
