import type { Challenge } from './challenge.ts'

/** One connection's part in a sign-in. */
export type Connected = {
  /** Whether the server has been reached, so a request can wait for the user. */
  ready(): boolean
  /** While the user is asked, no working time counts. */
  paused<T>(question: () => Promise<T>): Promise<T>
  /** Called for a request that arrived when no question was possible. */
  turnedAway(): void
}

/** A rejected request: the header it was sent with, its operation, and how often it was sent. */
export type Refused = { header: string | undefined; method: string | undefined; attempt: number; signal: AbortSignal }

/** Authorizes requests, and handles rejected ones. */
export type Authorization = {
  /** Undefined if not signed in. */
  header(): Promise<string | undefined>
  /** A request with this header was accepted. */
  took(header: string | undefined): void
  /** Resolves when the request can be sent again. Rejects with `HttpProblem`, or with the signal's reason. */
  refused(challenge: Challenge, request: Refused): Promise<void>
}
