import { isObject, parseJson } from '../../../../shared/schema/json.ts'
import { isCertificateFault } from '../../base/certificates.ts'
import { quoted } from '../../base/text.ts'
import type { ProxyProblem } from '../../network/proxy-problem.ts'
import { lineLimits } from '../wire/frame.ts'
import { type FailedExchange, HttpProblem } from './http-problem.ts'

const checkIt = 'check that it is still running'
const theFault = 'if this continues, tell its operator'
const tellThem = 'tell its operator'
const theHeaders = 'check the headers in its setup; a key may be missing or no longer valid'

/** Explains an HTTP status other than 2xx. `words` are the server's, and so are the headers. */
export function statusProblem(status: number, words = '', headers = new Headers()): HttpProblem {
  const [clause, advice] = meaning(status)
  const said = quoted(words)
  const retryAfter = headers.get('retry-after')
  const quote = said === '' || said.startsWith('<') ? '' : ` (${said})`
  return new HttpProblem(`${clause}, HTTP ${status}${quote}`, advice, {
    status,
    mayHaveRun: status >= 500,
    passing: status >= 500 || [408, 425, 429].includes(status),
    askedMs: retryAfter === null ? undefined : millisecondsIn(retryAfter),
    code: codeIn(words),
    seen: exchangeOf(status, words, headers),
  })
}

/** Headers whose values help to explain a failure. */
const telling = ['allow', 'content-type', 'location', 'retry-after', 'www-authenticate']
/** Max characters kept of each header, and of the body. */
const kept = { header: 500, body: 512 }

function exchangeOf(status: number, body: string, headers: Headers): FailedExchange {
  const found = telling.flatMap((name) => {
    const value = headers.get(name)
    return value === null ? [] : [[name, value.slice(0, kept.header)]]
  })
  return { http: { status, headers: Object.fromEntries(found), bodyStart: body.slice(0, kept.body) } }
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
  if (status === 401) return ['requires authentication', theHeaders]
  if (status === 403) return ['denies access', theHeaders]
  if (status === 404) return ['has nothing at this URL', 'check the URL']
  if (status === 429) return ['is receiving too many requests', 'wait a while']
  if (status >= 500) return ['had an internal error', theFault]
  return ['refused the request', 'check the URL and headers in its setup']
}

const passingAndRun = { passing: true, mayHaveRun: true }

/** Failures without a status of their own, as clauses after the server's name. */
export const httpProblems = {
  redirectElsewhere: (from: string, to: URL) =>
    new HttpProblem(
      `redirects requests for ${from} to ${quoted(to.origin)}, where its headers must not be sent`,
      'if it has moved there, enter that URL in its setup',
      { leadsTo: to },
    ),
  badRedirect: () => new HttpProblem('redirects in a way that Atrium can’t follow', 'check the URL'),
  compressed: (coding: string) =>
    new HttpProblem(`compressed its response (${quoted(coding)}), although Atrium ruled that out`, tellThem, {
      mayHaveRun: true,
    }),
  tooLong: (bytes: number = lineLimits.bytes) =>
    new HttpProblem(`sent more than ${Math.floor(bytes / 1024 ** 2)} MB in one response and was cut off`, tellThem, {
      mayHaveRun: true,
      cut: 'tooLong',
    }),
  flood: () =>
    new HttpProblem('sent a flood of lines without a message and was cut off', tellThem, {
      mayHaveRun: true,
      cut: 'flood',
    }),
  streamForJson: () => new HttpProblem('responded with an event stream instead of JSON', tellThem),
  tooSlow: (ms: number) => new HttpProblem(`didn’t finish its response within ${ms / 1000} s`, theFault, passingAndRun),
  brokeOff: () => new HttpProblem('broke off its response', checkIt, passingAndRun),
  streamEnded: () => new HttpProblem('closed the connection', checkIt, passingAndRun),
  silent: (ms: number) => new HttpProblem(`didn’t respond within ${ms / 1000} s`, checkIt, passingAndRun),
  noMcp: (type: string) =>
    new HttpProblem(`responded with ${quoted(type) || 'no content type'}, which isn’t MCP`, 'check the URL', {
      mayHaveRun: true,
      seen: exchangeOf(200, '', new Headers({ 'content-type': type.replaceAll(/[^\x20-\x7e]/g, '') })),
    }),
  badSession: () => new HttpProblem('gave an unusable session ID', tellThem),
  sessionLost: () =>
    new HttpProblem('ended the session, and Atrium couldn’t open a new one', checkIt, { passing: true }),
  noEndpoint: (ms: number) =>
    new HttpProblem(`didn’t say within ${ms / 1000} s where to send messages`, 'check the URL', { passing: true }),
  unknownHost: (host: string) =>
    new HttpProblem(`wasn’t found, because no host is named ${host}`, 'check the URL and the network', {
      passing: true,
      seen: { error: { code: 'ENOTFOUND' } },
    }),
  forbiddenHost: (host: string, address: string) =>
    new HttpProblem(
      `wasn’t contacted, because ${host} leads to ${address}, and no server is allowed there`,
      'check the URL',
    ),
  localHost: (host: string, address: string) =>
    new HttpProblem(
      `wasn’t contacted, because ${host} leads to ${address} in a private network`,
      'if you want that, enter that IP address itself in its setup',
    ),
  privateHost: (host: string, address: string) =>
    new HttpProblem(
      `names a URL that Atrium didn’t contact, because ${quoted(host)} leads to ${address} in a private network`,
      tellThem,
    ),
  notPublic: (host: string, address: string) =>
    new HttpProblem(
      `wasn’t contacted, because ${quoted(host)} leads to ${address}, which isn’t a public address`,
      'check the URL',
    ),
  elsewhere: () => new HttpProblem('was requested at a URL that isn’t its own', 'check the URL'),
}

/** Explains a failed socket. `connected`: the request may have been read. */
export function connectionProblem(error: unknown, host: string, connected: boolean): HttpProblem {
  const code =
    error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown error'
  const passing = !code.startsWith('HPE_')
  const seen: FailedExchange = { error: { code, ...issuerIn(error) } }
  if (connected) return new HttpProblem(`broke off the connection (${code})`, checkIt, { mayHaveRun: true, passing })
  if (isCertificateFault(code) || /TLS|SSL|EPROTO/.test(code))
    return new HttpProblem(
      `couldn’t prove that it is ${host} (${code})`,
      'check the URL; its operator has to fix its certificate',
      { seen },
    )
  const [clause, advice] = outOfReach(code, host)
  return new HttpProblem(clause, advice, { passing, seen })
}

/** Explains what kept a request from getting through the proxy. */
export const proxyProblem = ({ clause, advice, passing }: ProxyProblem): HttpProblem =>
  new HttpProblem(clause, advice, { passing, seen: { error: { code: 'EPROXY' } } })

/** A certificate that isn't trusted, with its issuer. */
export function withIssuer({ clause, seen }: HttpProblem, issuer: string): HttpProblem {
  const error = { code: seen?.error?.code ?? '', issuer }
  return new HttpProblem(
    `${clause}, because its certificate is of ${quoted(issuer)}`,
    'if that is your company, install its root certificate in this system; else its operator has to fix its certificate',
    { seen: { error } },
  )
}

/** The issuer of a certificate that isn't trusted. */
function issuerIn(error: unknown): { issuer?: string } {
  const cert = isObject(error) ? error['cert'] : undefined
  const issuer = isObject(cert) ? cert['issuer'] : undefined
  const name = isObject(issuer) ? (issuer['O'] ?? issuer['CN']) : undefined
  return typeof name === 'string' ? { issuer: name.slice(0, 200) } : {}
}

function outOfReach(code: string, host: string): [clause: string, advice: string] {
  if (code === 'ECONNREFUSED')
    return [`couldn’t be reached, because nothing responds at ${host}`, 'check that it is running there']
  if (code === 'ETIMEDOUT') return [`couldn’t be reached at ${host} in time`, 'check the network']
  return [`couldn’t be reached at ${host} (${code})`, 'check the URL and the network']
}
