import type { Database } from 'better-sqlite3'
import { CurrentViews } from './current-views.ts'
import { StoredResults } from './stored-results.ts'

/** The databases that queries read, and things that they keep between two steps or two queries. */
export class QueryConnection {
  /** The log's database, and nothing else. */
  readonly log: Database
  /** Everything that is computed from the log. */
  readonly views: CurrentViews
  readonly results: StoredResults
  /** The check of the whole log, and how many records it has read. */
  readonly check = new Latest()
  checked = 0
  /** The measurement of an export. */
  readonly measurement = new Latest()

  constructor(log: Database, views = new CurrentViews(log)) {
    this.log = log
    this.views = views
    this.results = new StoredResults(log)
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
