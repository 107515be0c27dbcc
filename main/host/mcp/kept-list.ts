import type { Listing } from './list-walk.ts'

/** How long after a change the list is fetched, and how often at most. */
const settleMs = 500
const spacingMs = 2000
const walkMs = 60_000
const overBudgetMs = 10_000

type Options<T> = {
  walk: (signal: AbortSignal) => Promise<Listing<T>>
  /** Takes a list over and publishes it; false where it wants it again later. */
  take: (list: Listing<T>, signal: AbortSignal) => Promise<boolean>
  /** Whether the server says by itself when it changes. */
  tells: boolean
  /** Whether its results say how long they are fresh: servers of 2026-07-28 (server/utilities/caching). */
  goesStale: boolean
}

/** One list of one connection: fetched at the start, whenever it changed, and when it is shown stale; one walk at a time. */
export class KeptList<T> {
  readonly #options: Options<T>
  readonly #end = new AbortController()
  #timer: NodeJS.Timeout | undefined
  #walk: Promise<void> | undefined
  #startedAt = -spacingMs
  #staleAt = Infinity
  #tells: boolean
  /** Counts the changes the server announced; a walk that another one overtook is followed by the next. */
  #generation = 0

  constructor(options: Options<T>) {
    this.#options = options
    this.#tells = options.tells
  }

  /** The server says its list is another one. */
  changed(): void {
    this.#generation++
    this.#plan(settleMs)
  }

  /** The server does not say when it changes, although it said it would. */
  untold(): void {
    this.#tells = false
    this.#staleAt = Math.min(this.#staleAt, performance.now())
  }

  /** Fetches the whole list and publishes what differs, or waits for the walk that runs. Never rejects. */
  refresh(): Promise<void> {
    if (this.#end.signal.aborted) return Promise.resolve()
    this.#walk ??= this.#fetch().then((again) => {
      this.#walk = undefined
      if (again !== undefined) this.#plan(again)
    })
    return this.#walk
  }

  /** Somebody looks at it: fetches it anew where it has gone stale. Never rejects. */
  async shown(): Promise<void> {
    const now = performance.now()
    if (now >= this.#staleAt && now >= this.#startedAt + spacingMs) await this.refresh()
  }

  /** The connection is over: nothing is fetched or published any more. */
  end(): void {
    clearTimeout(this.#timer)
    this.#end.abort()
  }

  /** Says after how long it wants to be fetched again, if at all. */
  async #fetch(): Promise<number | undefined> {
    this.#startedAt = performance.now()
    const generation = this.#generation
    const { signal } = this.#end
    const list = await this.#options.walk(AbortSignal.any([signal, AbortSignal.timeout(walkMs)]))
    if (signal.aborted) return undefined
    this.#staleAt = this.#staleFrom(list.ttlMs)
    const isTaken = await this.#options.take(list, signal)
    if (!isTaken) return overBudgetMs
    return generation === this.#generation ? undefined : settleMs
  }

  /** A little later than the server says, so that many that went stale at once are not asked at once. */
  #staleFrom(ttlMs: number | undefined): number {
    if (!this.#options.goesStale) return Infinity
    if (ttlMs !== undefined) return performance.now() + ttlMs * (1 + Math.random() / 10)
    return this.#tells ? Infinity : performance.now()
  }

  #plan(wait: number): void {
    if (this.#end.signal.aborted || this.#walk) return
    const earliest = this.#startedAt + spacingMs - performance.now()
    this.#timer ??= setTimeout(
      () => {
        this.#timer = undefined
        void this.refresh()
      },
      Math.max(wait, earliest),
    )
  }
}
