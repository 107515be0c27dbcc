import { randomUUID } from 'node:crypto'
import { isObject, type JsonObject, type JsonValue } from '../../../shared/schema/json.ts'
import { Refused } from './grants.ts'
import type { Seen } from './listener.ts'

type ClientAuthentication = 'none' | 'client_secret_basic' | 'client_secret_post'
export type Client = { id: string; secret?: string; redirectUris: string[]; authentication: ClientAuthentication }

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

/** The client at the token endpoint. Throws `Refused` unless it authenticates in its own way. */
export function authenticate({ headers, form }: Seen, find: (id: string) => Client | undefined): Client {
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
