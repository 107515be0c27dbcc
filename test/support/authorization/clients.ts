import { type KeyObject, randomUUID, verify } from 'node:crypto'
import { isObject, type JsonObject, type JsonValue } from '../../../shared/schema/json.ts'
import { Refused } from './grants.ts'
import type { Seen } from './listener.ts'

type ClientAuthentication = 'none' | 'client_secret_basic' | 'client_secret_post' | 'private_key_jwt'
export type Client = {
  id: string
  secret?: string
  /** Of an ES256 key. */
  publicKey?: KeyObject
  redirectUris: string[]
  authentication: ClientAuthentication
}

const loopback = /^http:\/\/(127\.0\.0\.1|\[::1\]|localhost)(:\d+)?(?=\/|$)/

/** Equal URLs, or local ones that differ only in the port (RFC 8252, 7.3). */
export const isSameRedirect = (registered: string, given: string): boolean =>
  registered === given ||
  (loopback.test(registered) && registered.replace(loopback, 'http://$1') === given.replace(loopback, 'http://$1'))

const strings = (value: JsonValue | undefined): string[] =>
  Array.isArray(value) ? value.filter((it) => typeof it === 'string') : []

const authenticationIn = (value: JsonValue | undefined): ClientAuthentication =>
  value === 'none' || value === 'client_secret_post' ? value : 'client_secret_basic'

/** A new client (RFC 7591) and its registration response. */
export function register(body: string): { client: Client; told: JsonObject } {
  const asked = JSON.parse(body) as JsonValue
  const redirectUris = isObject(asked) ? strings(asked['redirect_uris']) : []
  if (!isObject(asked) || redirectUris.length === 0) throw new Refused('invalid_redirect_uri', 'none is named')
  const id = `client-${randomUUID()}`
  const authentication = authenticationIn(asked['token_endpoint_auth_method'])
  const secret = authentication === 'none' ? undefined : `secret-${randomUUID()}`
  const client = { id, redirectUris, authentication, ...(secret !== undefined && { secret }) }
  const told = {
    ...asked,
    client_id: id,
    ...(secret !== undefined && { client_secret: secret, client_secret_expires_at: 0 }),
  }
  return { client, told }
}

/** The client described by a document whose URL is its ID (client ID metadata documents). */
export function documented(id: string, document: JsonObject): Client {
  if (document['client_id'] !== id) throw new Refused('invalid_client', 'the document names another client', 401)
  return { id, redirectUris: strings(document['redirect_uris']), authentication: 'none' }
}

/** The client at an issuer's token endpoint. Throws `Refused` unless it authenticates in its own way. */
export function authenticate(
  { headers, form }: Seen,
  issuer: string,
  find: (id: string) => Client | undefined,
): Client {
  if (form['client_assertion'] !== undefined) return asserted(form, issuer, find)
  const [id, secret, by] = credentials(headers.authorization, form)
  const client = find(id)
  if (client?.secret !== secret || (client && by !== client.authentication))
    throw new Refused('invalid_client', `not ${id} by ${by}`, 401)
  if (!client) throw new Refused('invalid_client', 'nobody by this name', 401)
  return client
}

function credentials(
  authorization: string | undefined,
  { client_id = '', client_secret }: Record<string, string>,
): [id: string, secret: string | undefined, by: ClientAuthentication] {
  if (authorization?.startsWith('Basic ')) {
    const [id = '', secret = ''] = Buffer.from(authorization.slice(6), 'base64').toString('utf8').split(':')
    return [decodeURIComponent(id), decodeURIComponent(secret), 'client_secret_basic']
  }
  return [client_id, client_secret, client_secret === undefined ? 'none' : 'client_secret_post']
}

const used = new Set<JsonValue | undefined>()

/** By a signed assertion (RFC 7523, 3), which is valid once. */
function asserted(
  { client_assertion = '', client_assertion_type }: Record<string, string>,
  issuer: string,
  find: (id: string) => Client | undefined,
): Client {
  const [head = '', body = '', signature = ''] = client_assertion.split('.')
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString('utf8')) as JsonObject
  const { iss, sub, aud, exp, jti } = read(body)
  const client = typeof sub === 'string' ? find(sub) : undefined
  const isSound =
    client_assertion_type === 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer' &&
    client?.authentication === 'private_key_jwt' &&
    client.publicKey !== undefined &&
    read(head)['alg'] === 'ES256' &&
    iss === sub &&
    aud === issuer &&
    Number(exp) * 1000 > Date.now() &&
    !used.has(jti) &&
    verify(
      'sha256',
      Buffer.from(`${head}.${body}`),
      { key: client.publicKey, dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    )
  if (!isSound) throw new Refused('invalid_client', 'not by this assertion', 401)
  used.add(jti)
  return client
}
