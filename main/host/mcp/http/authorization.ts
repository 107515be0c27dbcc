import type { Challenge } from './challenge.ts'

/** One connection's part of a sign-in. */
export type Connected = {
  /** Whether the server has been reached, so that a request can wait for a person. */
  ready(): boolean
  /** While a person is asked, no work is done. */
  paused<T>(question: () => Promise<T>): Promise<T>
  /** Told of a request that nobody could be asked for just then. */
  turnedAway(): void
}

/** A request that was not let in: with which header it was sent, what it asks for, and how often it was sent. */
export type Refused = { header: string | undefined; method: string | undefined; attempt: number; signal: AbortSignal }

/** What goes with requests so that they are let in, and what is done where one is not. */
export type Authorization = {
  /** Nothing where nobody has signed in. */
  header(): Promise<string | undefined>
  /** A request with this header was let in. */
  took(header: string | undefined): void
  /** Resolves when the request may be sent once more. Rejects with `HttpProblem`, or with the signal's reason. */
  refused(challenge: Challenge, request: Refused): Promise<void>
}
