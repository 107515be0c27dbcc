import type { Journal } from '../../journal/journal.ts'
import { DefinitionBudget } from './definition-budget.ts'
import type { Violation } from '../wire/violation.ts'
import { type Clock, startTimer, systemClock } from '../../base/wake.ts'

const minute = 60_000
const eventsPerMinute = 60

/** Counts one server's violations, and limits what it can make Atrium write: one report and 60 events a minute. */
export class ViolationCounter {
  readonly #server: string
  readonly #journal: Journal
  readonly #clock: Clock
  readonly #definitions: DefinitionBudget
  #counts = new Map<Violation, number>()
  #reportedAt = -minute
  #timer: { cancel: () => void } | undefined
  #windowStart = -minute
  #events = 0
  #closed = false

  constructor(server: string, journal: Journal, clock: Clock = systemClock) {
    this.#server = server
    this.#journal = journal
    this.#clock = clock
    this.#definitions = new DefinitionBudget(server, journal, clock.own)
  }

  /** Counts one; the report follows within a second, or when the last one is a minute old. */
  readonly count = (violation: Violation): void => {
    if (this.#closed) return
    this.#counts.set(violation, (this.#counts.get(violation) ?? 0) + 1)
    const wait = Math.max(1000, this.#reportedAt + minute - this.#clock.own())
    this.#timer ??= startTimer(this.#clock, wait, () => this.#report())
  }

  /** True while this minute has room for another event caused by the server; otherwise only counts it. */
  mayRecord(): boolean {
    const now = this.#clock.own()
    if (now - this.#windowStart >= minute) {
      this.#windowStart = now
      this.#events = 0
    }
    if (this.#events++ < eventsPerMinute) return true
    this.count('event-over-budget')
    return false
  }

  /** How many bytes of these definitions are new; false, and counted, if the log has no room for them. */
  mayStore(...wanted: Parameters<DefinitionBudget['take']>): number | false {
    const news = this.#definitions.take(...wanted)
    if (news === false) this.count('changes-too-often')
    return news
  }

  /** Reports the remainder, at the end of a server's life in this host. */
  close(): void {
    if (this.#counts.size > 0) this.#report()
    this.#definitions.close()
    this.#closed = true
  }

  #report(): void {
    this.#timer?.cancel()
    this.#timer = undefined
    this.#reportedAt = this.#clock.own()
    const counts = Object.fromEntries(this.#counts)
    this.#counts = new Map()
    this.#journal.append({ type: 'server.violations', server: this.#server, counts })
  }
}
