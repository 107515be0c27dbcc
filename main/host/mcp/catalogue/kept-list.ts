import type { Listing } from './list-walk.ts'
import { type Clock, startTimer } from '../../base/wake.ts'

/** How long after a change the list is fetched, and how often at most. */
const settleMs = 500
const spacingMs = 2000
const walkMs = 60_000
const overBudgetMs = 10_000
/** So many lists with definitions that were never there before may follow each other at the usual pace. */
const freeNews = 8
/** Beyond that each doubles the wait before the next one, up to this; and after so long one of them is forgotten. */
const mostSpacingMs = 5 * 60_000

/**
 * What became of a list: `news` holds definitions that were never there before. It was not taken over if there were too
 * many events (`over-budget`) or definitions change `too-often`; then it's fetched again later.
 */
export type Taken = 'same' | 'changed' | 'news' | 'over-budget' | 'too-often'

type Options<T> = {
  walk: (signal: AbortSignal) => Promise<Listing<T>>
  /** Takes a list over and publishes it. */
  take: (list: Listing<T>, signal: AbortSignal) => Promise<Taken>
  clock: Clock
  /** Whether the server says by itself when it changes. */
  tells: boolean
  /** Whether its results say how long they are fresh: servers of 2026-07-28 (server/utilities/caching). */
  goesStale: boolean
}

/** One list of one connection: fetched at the start, whenever it changed, and when it is shown stale; one walk at a time. */
export class KeptList<T> {
  readonly #options: Options<T>
  readonly #end = new AbortController()
  #timer: { cancel: () => void } | undefined
  #walk: Promise<void> | undefined
  #startedAt = -Infinity
  /** How many lists with news there were of late, where ten that only went back and forth are one, and when that was. */
  #news = 0
  #newsAt = 0
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
    this.#staleAt = Math.min(this.#staleAt, this.#options.clock.own())
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
    const now = this.#options.clock.own()
    if (now >= this.#staleAt && now >= this.#startedAt + this.#spacing(now)) await this.refresh()
  }

  /** The connection is over: nothing is fetched or published any more. */
  end(): void {
    this.#timer?.cancel()
    this.#end.abort()
  }

  /** Says after how long it wants to be fetched again, if at all. */
  async #fetch(): Promise<number | undefined> {
    this.#startedAt = this.#options.clock.own()
    const generation = this.#generation
    const { signal } = this.#end
    const list = await this.#options.walk(AbortSignal.any([signal, AbortSignal.timeout(walkMs)]))
    if (signal.aborted) return undefined
    this.#staleAt = this.#staleFrom(list.ttlMs)
    const taken = await this.#options.take(list, signal)
    if (taken === 'over-budget') return overBudgetMs
    if (taken === 'too-often') return mostSpacingMs
    if (taken !== 'same') this.#count(taken === 'news' ? 1 : 0.1)
    return generation === this.#generation ? undefined : settleMs
  }

  /** A little later than the server says, so that many that went stale at once are not asked at once. */
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
