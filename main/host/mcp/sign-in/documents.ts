import type { FetchLike } from '@modelcontextprotocol/client'
import {
  defined,
  isObject,
  type JsonObject,
  type JsonValue,
  parseJson,
  withoutNulls,
} from '../../../../shared/schema/json.ts'
import { signInProblems, unusableWords } from './problems.ts'

/**
 * Whether two documents name the same issuer: by character, up to one slash at the end, which many servers add or leave
 * out (RFC 8414, 3.3). A page's answer is compared exactly (RFC 9207, 2.4).
 */
export const isSameIssuer = (one: string, other: string): boolean => withoutSlash(one) === withoutSlash(other)

const withoutSlash = (issuer: string): string => issuer.replace(/\/$/, '')

/** How each member that Atrium uses is written. Of an answer only these are judged; others may say what they like. */
const metadataMembers: Record<string, (value: JsonValue) => JsonValue | undefined> = {
  issuer: text,
  authorization_endpoint: text,
  token_endpoint: text,
  registration_endpoint: text,
  revocation_endpoint: text,
  resource: text,
  authorization_servers: list,
  scopes_supported: list,
  response_types_supported: list,
  grant_types_supported: list,
  token_endpoint_auth_methods_supported: list,
  token_endpoint_auth_signing_alg_values_supported: list,
  code_challenge_methods_supported: list,
  authorization_grant_profiles_supported: list,
  client_id_metadata_document_supported: flag,
  authorization_response_iss_parameter_supported: flag,
}

/** Members that the library demands and Atrium doesn't use, and one with a default that everyone means. */
const unusedMembers: JsonObject = {
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
  jwks_uri: 'https://unused.invalid/',
}

/** Replaces a page that isn't needed, because a program signs in. */
const noPage: JsonObject = { authorization_endpoint: 'https://unused.invalid/' }

/** Where an authorization server describes itself (RFC 8414, 3; OpenID Connect Discovery, 4). */
const ofIssuer = /\/\.well-known\/(oauth-authorization-server|openid-configuration)(\/|$)/

/** How metadata are read: `resource` is the server's own URL, for a document that doesn't repeat it. */
type Reading = { resource?: string; hasPage: boolean }

/**
 * Reads metadata documents for the library (RFC 9728, RFC 8414, OpenID Connect Discovery): a page instead of one counts
 * as none, so the next place is tried. Rejects with `HttpProblem` if a member that is needed is missing.
 */
export function readingMetadata(fetch: FetchLike, { resource, hasPage }: Reading): FetchLike {
  const needed = ['issuer', ...(hasPage ? ['authorization_endpoint'] : []), 'token_endpoint']
  return async (input, init) => {
    const response = await fetch(input, init)
    if (!response.ok) return response
    const said = parseJson(await response.text())
    if (!isObject(said)) return new Response(null, { status: 404 })
    const read = Object.entries(metadataMembers).flatMap(([name, as]) => {
      const value = Object.hasOwn(said, name) ? as(said[name] ?? null) : undefined
      return value === undefined ? [] : [[name, value] as const]
    })
    const document: JsonObject = Object.fromEntries(read)
    const isOfServer = 'authorization_servers' in document || 'resource' in document
    if (isOfServer && !ofIssuer.test(URL.parse(String(input))?.pathname ?? ''))
      return Response.json({ ...defined({ resource }), ...document })
    for (const name of needed) if (!(name in document)) throw signInProblems.noMetadata(unusableWords.lacks(name))
    return Response.json({ ...unusedMembers, ...(!hasPage && noPage), ...document })
  }
}

/**
 * Reads a token endpoint's answers for the library (RFC 6749, 5): as JSON or as a form, by the members in use. A refusal
 * keeps its words, without what was sent. Rejects with `HttpProblem` if there is no token.
 */
export function readingTokens(fetch: FetchLike, issuer: string): FetchLike {
  return async (input, init) => {
    const response = await fetch(input, init)
    const body = await response.text()
    const said = objectIn(body)
    // A status such as 304 can't be given to a response with a body.
    if (!response.ok || (said && text(said['error'] ?? null) !== undefined))
      return Response.json(refusalIn(said, body, init), { status: response.status < 400 ? 400 : response.status })
    if (!said) throw signInProblems.badTokens(issuer, unusableWords.unreadable)
    const access = text(said['access_token'] ?? null)
    if (access === undefined) throw signInProblems.badTokens(issuer, unusableWords.lacks('access_token'))
    const { scope = null, expires_in: seconds = null } = said
    const lifetime = typeof seconds === 'string' ? Number(seconds) : seconds
    return Response.json({
      ...texts(said, 'refresh_token', 'id_token', 'issued_token_type'),
      access_token: access,
      token_type: text(said['token_type'] ?? null) ?? 'Bearer',
      ...(list(scope) && { scope: list(scope)?.join(' ') }),
      // A lifetime that isn't positive and finite is an unknown one.
      ...(typeof lifetime === 'number' && lifetime > 0 && lifetime < Infinity && { expires_in: lifetime }),
    })
  }
}

/**
 * Reads a registration for the library (RFC 7591, 3.2.1), by the members in use. Rejects with `HttpProblem` if there is
 * no client ID.
 */
export function readingRegistration(fetch: FetchLike, issuer: string, redirect: string): FetchLike {
  return async (input, init) => {
    const response = await fetch(input, init)
    if (!response.ok) return response
    const said = objectIn(await response.text())
    if (!said) throw signInProblems.refusedClient(issuer, unusableWords.response)
    const id = said['client_id']
    // JSON's reader rounds larger numbers.
    if (typeof id === 'number' && !Number.isSafeInteger(id))
      throw signInProblems.refusedClient(issuer, unusableWords.roundedId)
    const client = typeof id === 'number' ? String(id) : text(id ?? null)
    if (client === undefined) throw signInProblems.refusedClient(issuer, unusableWords.lacks('client_id'))
    return Response.json({
      ...texts(said, 'client_secret', 'token_endpoint_auth_method'),
      client_id: client,
      redirect_uris: [redirect],
    })
  }
}

/** The words of a refusal, if it is text for people: one line, and no page. Third-party text. */
export function wordsIn(body: string): string | undefined {
  const words = body.trim()
  return words === '' || words.length > 500 || /[<>{}]/.test(words) ? undefined : words
}

/** The code of a refusal; else its words, cleaned. */
function refusalIn(said: JsonObject | undefined, body: string, sent: RequestInit | undefined): JsonObject {
  const code = text(said?.['error'] ?? null)
  if (code !== undefined) return { error: withoutSent(code, sent) }
  const words = said ? undefined : wordsIn(withoutSent(body.slice(0, 1000), sent))
  return { error: 'server_error', ...defined({ error_description: words }) }
}

/** A text without the values of a request, some of which are secrets. */
function withoutSent(words: string, { body, headers }: RequestInit = {}): string {
  const form = body instanceof URLSearchParams ? [...body] : []
  const [, basic = ''] = /^basic (.+)$/i.exec(new Headers(headers).get('authorization') ?? '') ?? []
  const values = [
    ...form.flatMap(([name, value]) => (value.length >= (secretFields.has(name) ? 1 : 8) ? [value] : [])),
    ...(basic === '' ? [] : [basic, secretIn(basic)]),
  ]
  const written = new Set(values.flatMap((value) => [value, encodeURIComponent(value), decoded(value)]))
  return [...written].reduce((rest, value) => (value === '' ? rest : rest.replaceAll(value, '…')), words)
}

/** Fields whose values no one may read, however short (RFC 6749, 2.3.1, 4.1.3, 6; RFC 7636, 4.5; RFC 7521; RFC 8693). */
const secretFields: ReadonlySet<string> = new Set([
  'client_secret',
  'client_assertion',
  'code',
  'code_verifier',
  'refresh_token',
  'assertion',
  'subject_token',
  'actor_token',
  'password',
])

/** The secret after a client's ID (RFC 6749, 2.3.1). */
const secretIn = (basic: string): string =>
  Buffer.from(basic, 'base64')
    .toString()
    .replace(/^[^:]*:/, '')

/** A form's value as it was before it was encoded. */
const decoded = (value: string): string => new URLSearchParams(`v=${value}`).get('v') ?? ''

/** The object in JSON, or in a form. */
function objectIn(body: string): JsonObject | undefined {
  const json = parseJson(body)
  if (json !== undefined) return isObject(json) ? withoutNulls(json) : undefined
  const isForm = /^[\w.~%+-]+=[^\s<>{}"]*$/.test(body.trim())
  return isForm ? Object.fromEntries(new URLSearchParams(body.trim())) : undefined
}

const texts = (from: JsonObject, ...names: string[]): JsonObject =>
  Object.fromEntries(
    names.flatMap((name) => (text(from[name] ?? null) === undefined ? [] : [[name, from[name] ?? null]])),
  )

function text(value: JsonValue): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** The texts of a list, or of one text that separates them by blanks. */
function list(value: JsonValue): string[] | undefined {
  if (typeof value === 'string') return value.split(/\s+/).filter((it) => it !== '')
  return Array.isArray(value) ? value.filter((it) => typeof it === 'string') : undefined
}

function flag(value: JsonValue): boolean | undefined {
  return value === true || value === 'true' ? true : undefined
}
