/** How often something can happen. */
export type Rate = {
  /** Max number at once. */
  burst: number
  perSecond: number
}

/** Permits a burst, and then a fixed number per second. */
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

  /** False if there is no room now. `places` is how many this one counts for. */
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
