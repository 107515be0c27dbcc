import type { BreakOff } from '../wire/wire.ts'
import { httpWords } from './words.ts'

/** The visible part of a failed exchange. Header names are lower case; the body is its beginning. */
export type FailedExchange = {
  http?: { status: number; headers: Record<string, string>; bodyStart: string }
  error?: { code: string; issuer?: string | undefined }
}

type Rest = {
  mayHaveRun?: boolean
  status?: number | undefined
  passing?: boolean
  askedMs?: number | undefined
  code?: number | undefined
  signIn?: boolean
  isChallenge?: boolean
  cut?: BreakOff | undefined
  seen?: FailedExchange | undefined
  leadsTo?: URL | undefined
}

/** Why an HTTP request failed. Its words follow the server's name: "answered with …: do …". */
export class HttpProblem extends Error {
  override readonly name = 'HttpProblem'
  /** The problem, as a clause after the server's name. */
  readonly clause: string
  /** The advice, as a clause. */
  readonly advice: string
  /** Whether the server may have acted on the request. */
  readonly mayHaveRun: boolean
  readonly status: number | undefined
  /** The redirect to another origin, which wasn't followed. */
  readonly leadsTo: URL | undefined
  /** Whether the same request may succeed later. */
  readonly passing: boolean
  /** Milliseconds the server asked Atrium to wait. */
  readonly askedMs: number | undefined
  /** The protocol error that came with the status. */
  readonly code: number | undefined
  /** Whether a sign-in would help. */
  readonly signIn: boolean
  /** Whether a sign-in is all that the server wants. */
  readonly isChallenge: boolean
  /** Why Atrium itself stopped reading. */
  readonly cut: BreakOff | undefined
  /** For the doctor; third-party text. */
  readonly seen: FailedExchange | undefined

  constructor(clause: string, advice: string, rest: Rest = {}) {
    super(httpWords.sentence(clause, advice))
    this.clause = clause
    this.advice = advice
    this.mayHaveRun = rest.mayHaveRun ?? false
    this.status = rest.status
    this.leadsTo = rest.leadsTo
    this.passing = rest.passing ?? false
    this.askedMs = rest.askedMs
    this.code = rest.code
    this.signIn = rest.signIn ?? false
    this.isChallenge = rest.isChallenge ?? false
    this.cut = rest.cut
    this.seen = rest.seen
  }

  /** The problem without secrets' values, which a server may have repeated. */
  redacted(redact: (text: string) => string): HttpProblem {
    return new HttpProblem(redact(this.clause), this.advice, this)
  }

  /**
   * Whether this suggests that the server, or the network, is gone. A rejection of one request proves that it is alive.
   */
  get castsDoubt(): boolean {
    if (this.signIn) return false
    return this.status === undefined || [401, 502, 503, 504].includes(this.status)
  }
}
