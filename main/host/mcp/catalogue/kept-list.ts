import type { ReceivedList } from './list-walk.ts'
import { abortAfter, type Clock, startTimer } from '../../base/wake.ts'

/** Milliseconds between a change and the fetch, and between two fetches. */
const settleMs = 500
const spacingMs = 2000
const walkMs = 60_000
const overBudgetMs = 10_000
/** How many lists with definitions never seen before can follow each other at the usual pace. */
const freeNews = 8
/** Each further one doubles the delay before the next, up to this limit; after this long, one of them is forgotten. */
const mostSpacingMs = 5 * 60_000

/**
 * How a list was received: `news` contains definitions never seen before. It wasn't applied if there were too many
 * events (`over-budget`) or definitions change `too-often`; then it's fetched again later.
 */
export type ListOutcome = 'same' | 'changed' | 'news' | 'over-budget' | 'too-often'

type Options<T> = {
  walk: (signal: AbortSignal) => Promise<ReceivedList<T>>
  /** Applies a list and publishes it. */
  take: (list: ReceivedList<T>, signal: AbortSignal) => Promise<ListOutcome>
  clock: Clock
  /** Whether the server reports changes by itself. */
  tells: boolean
  /** Whether its results say how long they are fresh: servers of 2026-07-28 (server/utilities/caching). */
  goesStale: boolean
}

/**
 * One list of one connection: fetched at the start, whenever it changed, and when it is displayed stale; one walk at a
 * time.
 */
export class KeptList<T> {
  readonly #options: Options<T>
  readonly #end = new AbortController()
  #timer: { cancel: () => void } | undefined
  #walk: Promise<void> | undefined
  #startedAt = -Infinity
  /** How many recent lists had news, counting ten that only alternate as one, and when that was. */
  #news = 0
  #newsAt = 0
  #staleAt = Infinity
  #tells: boolean
  /** Counts the changes the server announced; a walk overtaken by one is followed by the next. */
  #generation = 0
  #changedAt = -Infinity

  constructor(options: Options<T>) {
    this.#options = options
    this.#tells = options.tells
  }

  /** The server says its list changed: fetched at once after a quiet time, else together with what follows. */
  changed(): void {
    const now = this.#options.clock.own()
    const isFirst = now - this.#changedAt >= spacingMs
    this.#changedAt = now
    this.#generation++
    this.#plan(isFirst ? 0 : settleMs)
  }

  /** The server doesn't report changes, although it said it would. */
  untold(): void {
    this.#tells = false
    this.#staleAt = Math.min(this.#staleAt, this.#options.clock.own())
  }

  /** Fetches the whole list and publishes differences, or waits for the running walk. Never rejects. */
  refresh(): Promise<void> {
    if (this.#end.signal.aborted) return Promise.resolve()
    this.#walk ??= this.#fetch().then((again) => {
      this.#walk = undefined
      if (again !== undefined) this.#plan(again)
    })
    return this.#walk
  }

  /** Whether it is being fetched. */
  get isFetching(): boolean {
    return this.#walk !== undefined
  }

  /** The list is being displayed: fetches it again if stale. Never rejects. */
  async shown(): Promise<void> {
    const now = this.#options.clock.own()
    if (now >= this.#staleAt && now >= this.#startedAt + this.#spacing(now)) await this.refresh()
  }

  /** The connection ended: nothing is fetched or published any more. */
  end(): void {
    this.#timer?.cancel()
    this.#end.abort()
  }

  /** Returns after how long to fetch again, if at all. */
  async #fetch(): Promise<number | undefined> {
    this.#startedAt = this.#options.clock.own()
    const generation = this.#generation
    const { signal } = this.#end
    const list = await this.#options.walk(AbortSignal.any([signal, abortAfter(this.#options.clock, walkMs)]))
    if (signal.aborted) return undefined
    this.#staleAt = this.#staleFrom(list.ttlMs)
    const taken = await this.#options.take(list, signal)
    if (taken === 'over-budget') return overBudgetMs
    if (taken === 'too-often') return mostSpacingMs
    if (taken !== 'same') this.#count(taken === 'news' ? 1 : 0.1)
    return generation === this.#generation ? undefined : settleMs
  }

  /** Slightly later than the server says, so lists that go stale together aren't fetched together. */
  #staleFrom(ttlMs: number | undefined): number {
    if (!this.#options.goesStale) return Infinity
    if (ttlMs !== undefined) return this.#options.clock.own() + ttlMs * (1 + Math.random() / 10)
    return this.#tells ? Infinity : this.#options.clock.own()
  }

  #plan(wait: number): void {
    if (this.#end.signal.aborted || this.#walk) return
    const { clock } = this.#options
    const now = clock.own()
    const earliest = this.#startedAt + this.#spacing(now) - now
    this.#timer ??= startTimer(clock, Math.max(wait, earliest), () => {
      this.#timer = undefined
      void this.refresh()
    })
  }

  #count(change: number): void {
    const now = this.#options.clock.own()
    this.#news = this.#lately(now) + change
    this.#newsAt = now
  }

  #lately(now: number): number {
    return Math.max(0, this.#news - (now - this.#newsAt) / mostSpacingMs)
  }

  #spacing(now: number): number {
    return Math.min(mostSpacingMs, spacingMs * 2 ** Math.max(0, this.#lately(now) - freeNews))
  }
}
