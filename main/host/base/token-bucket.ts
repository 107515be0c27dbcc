export type Rate = {
  /** How many may come at once. */
  burst: number
  perSecond: number
}

/** Lets a burst pass, and from then on so many a second. */
export class TokenBucket {
  readonly #rate: Rate
  readonly #now: () => number
  #tokens: number
  #filledAt: number

  /** `now` is a monotonic clock in milliseconds. */
  constructor(rate: Rate, now = () => performance.now()) {
    this.#rate = rate
    this.#now = now
    this.#tokens = rate.burst
    this.#filledAt = now()
  }

  /** False if there is no room now. What counts as several takes as many places. */
  take(places = 1): boolean {
    const now = this.#now()
    const { burst, perSecond } = this.#rate
    this.#tokens = Math.min(burst, this.#tokens + ((now - this.#filledAt) / 1000) * perSecond)
    this.#filledAt = now
    if (this.#tokens < places) return false
    this.#tokens -= places
    return true
  }
}
