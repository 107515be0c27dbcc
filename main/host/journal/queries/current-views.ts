import { setImmediate } from 'node:timers/promises'
import type { Database } from 'better-sqlite3'
import { HostError } from '../../../../shared/contract/errors.ts'
import type { LogReading } from '../../../../shared/events/events.ts'
import { reasonOf } from '../../base/failure.ts'
import { isDamage, makeRoom, viewsFileOf } from '../database/database.ts'
import { isWrongShape, Views } from '../views/views.ts'
import { connectViews } from '../views/views-file.ts'
import { queryWords as words } from './words.ts'

type Open = { views: Views; db: Database }

/** The views of a log, opened when a query first needs them, and a connection that reads them. */
export class CurrentViews {
  readonly #file: string
  readonly #log: Database
  readonly #tell: ((reading: LogReading | undefined) => void) | undefined
  #open: Open | undefined
  /** Whether this process replaced views for another reason than damage; it does so once. */
  #isReplaced = false

  /** `tell` gets the progress if there is much to read. */
  constructor(log: Database, tell?: (reading: LogReading | undefined) => void) {
    this.#file = viewsFileOf(log.name)
    this.#log = log
    this.#tell = tell
  }

  /** Brings the views up to the log, and their index of words too if a query looks for some. `unavailable` if it can't. */
  current = (isForWords = false): Database => {
    try {
      return this.#upToDate(isForWords)
    } catch (error) {
      if (this.#isReplaced || !isWrongShape(error)) throw error
      this.#isReplaced = true
      this.beginAnew()
      return this.#upToDate(isForWords)
    }
  }

  /** `current` in steps, between which other queries get their turn. */
  async reach(): Promise<void> {
    while (this.#opened().views.catchUpSome(this.#tell)) await setImmediate()
  }

  /** The writer of the views. */
  get writer(): Views {
    return this.#opened().views
  }

  /** Whether the views are open and their own file is damaged. */
  areDamaged(): boolean {
    return this.#open?.views.areDamaged() === true
  }

  /** Throws views away; the next ones read the whole log. */
  beginAnew(): void {
    this.close()
    makeRoom(this.#file)
  }

  close(): void {
    this.#open?.db.close()
    this.#open?.views.close()
    this.#open = undefined
  }

  #upToDate(isForWords: boolean): Database {
    const { views, db } = this.#opened()
    try {
      views.catchUp(this.#tell)
      if (isForWords) views.readWords(this.#tell)
    } catch (error) {
      if (isDamage(error) || isWrongShape(error)) throw error
      // An answer without the newest records could continue a conversation without its end.
      if (views.behind > 0) throw new HostError('unavailable', words.behind(reasonOf(error)))
    }
    return db
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
