import type { Database } from 'better-sqlite3'
import type { LogReading } from '../../../../shared/events/events.ts'
import { reasonOf } from '../../base/failure.ts'
import { isDamage, removeDatabase, viewsFileOf } from '../database/database.ts'
import { Views } from '../views/views.ts'
import { connectViews } from '../views/views-file.ts'
import { queryWords } from './words.ts'

type Open = { views: Views; db: Database }

/** The views of a log, opened when a query first needs them, and a connection that reads them. */
export class CurrentViews {
  readonly #file: string
  readonly #log: Database
  readonly #tell: ((reading: LogReading | undefined) => void) | undefined
  #open: Open | undefined
  #isFailing = false

  /** `tell` gets the progress if there is much to read. */
  constructor(log: Database, tell?: (reading: LogReading | undefined) => void) {
    this.#file = viewsFileOf(log.name)
    this.#log = log
    this.#tell = tell
  }

  /** Brings the views up to the log, and the index of `words` too. If they can't be written, queries read them as they are. */
  current = (words = false): Database => {
    const { views, db } = this.#opened()
    try {
      views.catchUp(this.#tell)
      if (words) views.readWords(this.#tell)
      this.#isFailing = false
    } catch (error) {
      if (isDamage(error)) throw error
      if (!this.#isFailing) process.emitWarning(queryWords.behind(reasonOf(error)))
      this.#isFailing = true
    }
    return db
  }

  /** The writer of the views. */
  get views(): Views {
    return this.#opened().views
  }

  /** Throws damaged views away; the next ones read the whole log. */
  beginAnew(): void {
    this.close()
    removeDatabase(this.#file)
  }

  close(): void {
    this.#open?.db.close()
    this.#open?.views.close()
    this.#open = undefined
  }

  #opened(): Open {
    if (this.#open) return this.#open
    const views = new Views(this.#file, this.#log)
    try {
      return (this.#open = { views, db: connectViews(this.#file, this.#log.name) })
    } catch (error) {
      views.close()
      throw error
    }
  }
}
