import type { Journal } from '../../journal/journal.ts'
import { DefinitionBudget } from './definition-budget.ts'

/** What a server can do wrong on the wire, each counted and never thrown. */
export type Violation =
  | 'not-json'
  | 'not-a-message'
  | 'batch'
  | 'bad-id'
  | 'nested-too-deeply'
  | 'too-many-values'
  | 'line-too-long'
  /** Lines without a message, faster than anybody needs them. */
  | 'flood'
  | 'half-a-line'
  | 'malformed-answer'
  | 'unknown-answer'
  | 'late-answer'
  | 'no-answer'
  | 'bad-progress'
  | 'unknown-notification'
  | 'unread-answer'
  /** Beyond the rate at which a server may speak unasked. */
  | 'too-much'
  | 'undeclared'
  /** What nobody asked to be told. */
  | 'unsolicited'
  /** Before anything could be said to it. */
  | 'too-early'
  | 'refused-by-library'
  | 'event-over-budget'
  /** Its definitions changed so often, or so much at once, that a list was not taken over. */
  | 'changes-too-often'
  /** It asked for a password or the like in a form, where none may be asked for (client/elicitation#security). */
  | 'asks-for-secret'
  /** A result that was not passed on for the secrets in it: too many, or one where nothing can be replaced. */
  | 'full-of-secrets'
  | 'secret-as-name'

const minute = 60_000
const eventsPerMinute = 60

/** Counts the misbehaviour of one server, and bounds what it can make us write: one report and 60 events a minute. */
export class Misconduct {
  readonly #server: string
  readonly #journal: Journal
  readonly #definitions: DefinitionBudget
  #counts = new Map<Violation, number>()
  #reportedAt = -minute
  #timer: NodeJS.Timeout | undefined
  #windowStart = -minute
  #events = 0
  #closed = false

  /** `now` is a monotonic clock in milliseconds. */
  constructor(server: string, journal: Journal, now = () => performance.now()) {
    this.#server = server
    this.#journal = journal
    this.#definitions = new DefinitionBudget(server, journal, now)
  }

  /** Counts one; the report follows within a second, or when the last one is a minute old. */
  readonly count = (violation: Violation): void => {
    if (this.#closed) return
    this.#counts.set(violation, (this.#counts.get(violation) ?? 0) + 1)
    const wait = Math.max(1000, this.#reportedAt + minute - performance.now())
    this.#timer ??= setTimeout(() => this.#report(), wait).unref()
  }

  /** True while this minute has room for another event that the server caused; else it is only counted. */
  mayRecord(): boolean {
    const now = performance.now()
    if (now - this.#windowStart >= minute) {
      this.#windowStart = now
      this.#events = 0
    }
    if (this.#events++ < eventsPerMinute) return true
    this.count('event-over-budget')
    return false
  }

  /** How many bytes of these definitions are new; false where the log has no room for them, which is counted. */
  mayStore(...wanted: Parameters<DefinitionBudget['take']>): number | false {
    const news = this.#definitions.take(...wanted)
    if (news === false) this.count('changes-too-often')
    return news
  }

  /** Reports what is left, at the end of a server's life in this host. */
  close(): void {
    if (this.#counts.size > 0) this.#report()
    this.#definitions.close()
    this.#closed = true
  }

  #report(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#reportedAt = performance.now()
    const counts = Object.fromEntries(this.#counts)
    this.#counts = new Map()
    this.#journal.append({ type: 'server.violations', server: this.#server, counts })
  }
}
