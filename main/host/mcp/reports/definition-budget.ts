import type { EventOf } from '../../../../shared/events/events.ts'
import type { Journal } from '../../journal/journal.ts'

const hourMs = 3_600_000
const mebibyte = 1024 * 1024
/** Max bytes that one server's definitions can add to the log per hour. */
const hourBytes = 32 * mebibyte
/** The limit between two of the user's decisions about them, because unreviewed definitions must not fill the disk. */
const undecidedBytes = 64 * mebibyte
const mostSeen = 5000

type Weighed = { hash: string; text: string }

/** Limits how much one server's definitions add to the log, which keeps them. Outlives connections. */
export class DefinitionBudget {
  readonly #now: () => number
  readonly #unsubscribe: () => void
  /** Hashes of stored definitions, oldest first. */
  readonly #seen = new Set<string>()
  #spent: { at: number; bytes: number }[] = []
  #undecided = 0

  constructor(server: string, journal: Journal, now: () => number) {
    this.#now = now
    this.#unsubscribe = journal.subscribe(({ event }) => {
      if (isDecision(event) && event.server === server && event.actor !== 'host') this.#undecided = 0
    })
  }

  /**
   * Reserves room for these definitions and their event: returns how many bytes are new, or `false`, reserving nothing,
   * if there is no room.
   */
  take(definitions: Weighed[], eventBytes: number): number | false {
    const fresh = definitions.filter(({ hash }) => !this.#seen.has(hash))
    const news = fresh.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0)
    const bytes = news + eventBytes
    const at = this.#now()
    this.#spent = this.#spent.filter((it) => at - it.at < hourMs)
    const spent = this.#spent.reduce((sum, it) => sum + it.bytes, 0)
    if (spent + bytes > hourBytes || this.#undecided + news > undecidedBytes) return false
    this.#spent.push({ at, bytes })
    this.#undecided += news
    for (const { hash } of fresh) this.#remember(hash)
    return news
  }

  close(): void {
    this.#unsubscribe()
  }

  #remember(hash: string): void {
    this.#seen.add(hash)
    const [oldest] = this.#seen
    if (this.#seen.size > mostSeen && oldest !== undefined) this.#seen.delete(oldest)
  }
}

const isDecision = (event: { type: string }): event is EventOf<'definitions.pinned' | 'definitions.kept-off'> =>
  event.type === 'definitions.pinned' || event.type === 'definitions.kept-off'
