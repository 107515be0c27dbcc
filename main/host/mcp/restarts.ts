/** Milliseconds. `crashes` within `withinMs` are the end of it; `healthyMs` of life make good for all before. */
export type RestartPolicy = {
  firstMs: number
  mostMs: number
  crashes: number
  withinMs: number
  healthyMs: number
  /** From 0 to 1, anew for each wait. */
  jitter: () => number
}

export const usualRestarts: RestartPolicy = {
  firstMs: 500,
  mostMs: 30_000,
  crashes: 5,
  withinMs: 180_000,
  healthyMs: 60_000,
  jitter: Math.random,
}

/** When a server that crashed is started again: after twice as long each time, with full jitter, and not for ever. */
export class Restarts {
  readonly #policy: RestartPolicy
  readonly #now: () => number
  #crashes: number[] = []
  #attempt = 0

  /** `now` is a monotonic clock in milliseconds. */
  constructor(policy: RestartPolicy, now: () => number = () => performance.now()) {
    this.#policy = policy
    this.#now = now
  }

  /** Milliseconds to wait, or undefined to give up. `readyAt` is when the life that ended became ready, if it did. */
  crashed(readyAt: number | undefined): number | undefined {
    const { firstMs, mostMs, crashes, withinMs, healthyMs, jitter } = this.#policy
    const now = this.#now()
    if (readyAt !== undefined && now - readyAt >= healthyMs) this.forget()
    this.#crashes = [...this.#crashes.filter((at) => now - at < withinMs), now]
    if (this.#crashes.length >= crashes) return undefined
    return Math.round(jitter() * Math.min(mostMs, firstMs * 2 ** this.#attempt++))
  }

  /** A person has taken over: what was before does not count. */
  forget(): void {
    this.#crashes = []
    this.#attempt = 0
  }
}
