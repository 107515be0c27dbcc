import type { Authorization, Refused } from '../http/authorization.ts'
import type { Challenge } from '../http/challenge.ts'
import type { HttpProblem } from '../http/http-problem.ts'
import type { SignInTokens } from './tokens.ts'

/** Milliseconds before expiry at which the next token is requested. */
const earlyMs = 30_000

type Held = { token: SignInTokens; isTried: boolean }

/** How a token is requested, and what its refusals mean. */
export type TokenSource = {
  /** `before` are the scopes of the token in use. Rejects with `HttpProblem`. */
  request(challenge: Challenge, before: string | undefined): Promise<SignInTokens>
  /** Whether a call that needs more scopes may request them. */
  stepsUp: boolean
  problems: { insufficient(scopes: string): HttpProblem; notAccepted(): HttpProblem }
}

/**
 * One server's token that Atrium requests by itself whenever one is needed: no one is asked, and a refusal is an error.
 * It is in memory only, and requested again before it expires.
 */
export class RequestedToken {
  readonly #source: TokenSource
  #held: Held | undefined
  #requesting: Promise<void> | undefined
  /** The last rejected request's challenge. */
  #challenge: Challenge = { wantsToken: true, isStepUp: false, words: '' }

  constructor(source: TokenSource) {
    this.#source = source
  }

  /** The part of it that a connection needs. */
  authorization(): Authorization {
    return {
      header: () => this.#header(),
      took: (header) => {
        if (this.#held && header === headerOf(this.#held)) this.#held.isTried = true
      },
      refused: (challenge, request) => this.#refused(challenge, request),
    }
  }

  /** The next request needs another token. */
  forget(): void {
    this.#held = undefined
  }

  /** The next request's header, with a token that isn't about to expire; undefined before the first refusal. */
  async #header(): Promise<string | undefined> {
    const { expiresAt = Infinity } = this.#held?.token ?? {}
    // A token that can't be replaced right now may still work; otherwise the server says so.
    if (expiresAt - Date.now() < earlyMs) await this.#request().catch(() => undefined)
    return this.#held && headerOf(this.#held)
  }

  async #refused(challenge: Challenge, { header, attempt, signal }: Refused): Promise<void> {
    const { problems, stepsUp } = this.#source
    if (challenge.isStepUp && (!stepsUp || attempt > 1)) throw problems.insufficient(challenge.scope ?? '')
    // Another request has taken care of it.
    if ((await this.#header()) !== header) return
    const isFresh = header !== undefined && this.#held?.isTried === false
    if (attempt > 1 || (isFresh && !challenge.isStepUp)) throw problems.notAccepted()
    // The metadata's URL may be given once and not repeated.
    this.#challenge = { ...challenge, metadata: challenge.metadata ?? this.#challenge.metadata }
    await this.#request()
    signal.throwIfAborted()
  }

  /** Requests a token, once for all concurrent callers. Rejects with `HttpProblem`. */
  #request(): Promise<void> {
    return (this.#requesting ??= this.#requestOnce().finally(() => (this.#requesting = undefined)))
  }

  async #requestOnce(): Promise<void> {
    const token = await this.#source.request(this.#challenge, this.#held?.token.scope)
    this.#held = { token, isTried: false }
  }
}

const headerOf = ({ token }: Held): string => `Bearer ${token.access}`
