import { isObject, parseJson } from '../../../../shared/schema/json.ts'
import { quoted } from '../../base/text.ts'
import type { BreakOff } from '../wire/wire.ts'

type Rest = {
  mayHaveRun?: boolean
  status?: number | undefined
  passing?: boolean
  askedMs?: number | undefined
  code?: number | undefined
  signIn?: boolean
  isChallenge?: boolean
  cut?: BreakOff | undefined
}

/** Why an HTTP request failed. Its words follow the server's name: "answered with …: do …". */
export class HttpProblem extends Error {
  override readonly name = 'HttpProblem'
  /** What happened, as a clause after the server's name. */
  readonly clause: string
  /** What to do about it, as a clause. */
  readonly advice: string
  /** Whether the server may have acted on the request. */
  readonly mayHaveRun: boolean
  readonly status: number | undefined
  /** Whether the same request may succeed later. */
  readonly passing: boolean
  /** Milliseconds the server asked Atrium to wait. */
  readonly askedMs: number | undefined
  /** The protocol error that came with the status. */
  readonly code: number | undefined
  /** Whether a sign-in would help. */
  readonly signIn: boolean
  /** Whether the server only waits for that. */
  readonly isChallenge: boolean
  /** Why Atrium itself stopped reading. */
  readonly cut: BreakOff | undefined

  constructor(clause: string, advice: string, rest: Rest = {}) {
    super(`It ${clause}: ${advice}.`)
    this.clause = clause
    this.advice = advice
    this.mayHaveRun = rest.mayHaveRun ?? false
    this.status = rest.status
    this.passing = rest.passing ?? false
    this.askedMs = rest.askedMs
    this.code = rest.code
    this.signIn = rest.signIn ?? false
    this.isChallenge = rest.isChallenge ?? false
    this.cut = rest.cut
  }

  /** The same without secrets' values, which a server may have repeated. */
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

const lookAtIt = 'see whether it still runs'
const theFault = 'if it goes on, tell whoever runs it'
const tellThem = 'tell whoever runs it'
const theHeaders = 'check the headers in its settings; a key may be missing or no longer valid'

/** The meaning of an HTTP status other than 2xx. `words` are the server's, and so is `retryAfter`, a header. */
export function statusProblem(status: number, words = '', retryAfter: string | null = null): HttpProblem {
  const [clause, advice] = meaning(status)
  const said = quoted(words)
  const quote = said === '' || said.startsWith('<') ? '' : ` (${said})`
  return new HttpProblem(`${clause}, HTTP ${status}${quote}`, advice, {
    status,
    mayHaveRun: status >= 500,
    passing: status >= 500 || [408, 425, 429].includes(status),
    askedMs: retryAfter === null ? undefined : millisecondsIn(retryAfter),
    code: codeIn(words),
  })
}

function codeIn(words: string): number | undefined {
  const value = parseJson(words)
  const error = isObject(value) ? value['error'] : undefined
  return isObject(error) && typeof error['code'] === 'number' ? error['code'] : undefined
}

/** Retry-After (RFC 9110, 10.2.3): seconds, or a date. */
function millisecondsIn(retryAfter: string): number | undefined {
  const ms = /^\d{1,9}$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - Date.now()
  return ms > 0 ? ms : undefined
}

function meaning(status: number): [clause: string, advice: string] {
  if (status === 401) return ['wants to know who asks', theHeaders]
  if (status === 403) return ['denies access', theHeaders]
  if (status === 404) return ['has nothing at this address', 'check the address']
  if (status === 429) return ['gets too many requests', 'give it some time']
  if (status >= 500) return ['has a fault of its own', theFault]
  return ['refused the request', 'check the address and the headers in its settings']
}

const passingAndRun = { passing: true, mayHaveRun: true }

/** The clauses for other failures between Atrium and a server. */
export const problems = {
  redirectElsewhere: (from: string, to: string) =>
    new HttpProblem(
      `sends requests for ${from} on to ${quoted(to)}, where its headers must not go`,
      'if that is where it lives now, put that address in its settings',
    ),
  badRedirect: () => new HttpProblem('redirects in a way that cannot be followed', 'check the address'),
  compressed: (coding: string) =>
    new HttpProblem(`compressed its answer (${quoted(coding)}), which Atrium had excluded`, tellThem, {
      mayHaveRun: true,
    }),
  tooLong: () =>
    new HttpProblem('sent more than 32 MB in one answer and was cut off', tellThem, {
      mayHaveRun: true,
      cut: 'tooLong',
    }),
  flood: () =>
    new HttpProblem('sent a flood of lines without a message and was cut off', tellThem, {
      mayHaveRun: true,
      cut: 'flood',
    }),
  streamForJson: () => new HttpProblem('answered with an event stream where JSON belongs', tellThem),
  tooSlow: (ms: number) => new HttpProblem(`did not finish its answer within ${ms / 1000} s`, theFault, passingAndRun),
  brokeOff: () => new HttpProblem('broke off its answer', lookAtIt, passingAndRun),
  streamEnded: () => new HttpProblem('closed the connection', lookAtIt, passingAndRun),
  silent: (ms: number) => new HttpProblem(`did not answer within ${ms / 1000} s`, lookAtIt, passingAndRun),
  noMcp: (type: string) =>
    new HttpProblem(`answered with ${quoted(type) || 'no content type'}, which is not MCP`, 'check the address', {
      mayHaveRun: true,
    }),
  badSession: () => new HttpProblem('gave a session id that cannot be used', tellThem),
  sessionLost: () =>
    new HttpProblem('forgot the session, and a new one could not be opened', lookAtIt, { passing: true }),
  noEndpoint: (ms: number) =>
    new HttpProblem(`did not say within ${ms / 1000} s where to send messages`, 'check the address', { passing: true }),
  unknownHost: (host: string) =>
    new HttpProblem(`was not found, because there is no host ${host}`, 'check the address and the network', {
      passing: true,
    }),
  forbiddenHost: (host: string, address: string) =>
    new HttpProblem(
      `was not contacted, because ${host} leads to ${address}, where no server may be`,
      'check the address',
    ),
  localHost: (host: string, address: string) =>
    new HttpProblem(
      `was not contacted, because ${host} leads to ${address} in a private network`,
      'if that is meant, write that address itself in its settings',
    ),
  privateHost: (host: string, address: string) =>
    new HttpProblem(
      `names an address that was not contacted, because ${quoted(host)} leads to ${address} in a private network`,
      tellThem,
    ),
  elsewhere: () => new HttpProblem('was asked for at an address that is not its own', 'check the address'),
}

/** The meaning of a failed socket. `connected`: the request may have been read. */
export function connectionProblem(error: unknown, host: string, connected: boolean): HttpProblem {
  const code =
    error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown error'
  const passing = !code.startsWith('HPE_')
  if (connected) return new HttpProblem(`broke off the connection (${code})`, lookAtIt, { mayHaveRun: true, passing })
  if (/CERT|SELF_SIGNED|SIGNATURE|TLS|SSL|EPROTO/.test(code))
    return new HttpProblem(
      `could not prove that it is ${host} (${code})`,
      'check the address; its certificate must be mended by whoever runs it',
    )
  const [clause, advice] = outOfReach(code, host)
  return new HttpProblem(clause, advice, { passing })
}

function outOfReach(code: string, host: string): [clause: string, advice: string] {
  if (code === 'ECONNREFUSED')
    return [`could not be reached, because nothing answers at ${host}`, 'see whether it runs there']
  if (code === 'ETIMEDOUT') return [`could not be reached at ${host} in time`, 'check the network']
  return [`could not be reached at ${host} (${code})`, 'check the address and the network']
}
