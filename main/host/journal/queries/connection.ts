import type { Database } from 'better-sqlite3'
import { StoredResults } from './stored-results.ts'

/** A connection that queries read, and what they keep between two steps or two queries. */
export class QueryConnection {
  readonly db: Database
  readonly results: StoredResults
  /** The check of the whole log, and how many records it has read. */
  readonly check = new Latest()
  checked = 0
  /** The measurement of an export. */
  readonly measurement = new Latest()

  constructor(db: Database) {
    this.db = db
    this.results = new StoredResults(db)
    db.function('lower_text', { deterministic: true }, (text) => String(text).toLowerCase())
  }
}

/** Work in steps, of which one runs at a time: the next one ends it. */
class Latest {
  #now: symbol | undefined

  /** Begins one; tells before each of its steps whether it still runs. */
  begin(): () => boolean {
    const self = Symbol()
    this.#now = self
    return () => this.#now === self
  }

  /** Ends the running one. */
  end(): void {
    this.#now = undefined
  }
}
