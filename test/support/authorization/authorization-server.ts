import type { ServerResponse } from 'node:http'
import type { JsonObject } from '../../../shared/schema/json.ts'
import { authenticate, type Client, documented, isSameRedirect, register } from './clients.ts'
import { assertion, exchangeable, grantProfile, jwtBearer, redeemed, tokenExchange } from './company-grants.ts'
import { type Grant, Grants, Refused } from './grants.ts'
import { answer, type Handler, Listener, type Seen } from './listener.ts'

/** An authorization server's behaviour. A test can change it while the server runs. */
export type AuthorizationBehaviour = {
  /** The issuer's path; empty if it is the origin. */
  path: string
  /** Where its metadata is found: RFC 8414, or OpenID Connect with the path after or before the well-known one. */
  metadata: 'oauth' | 'oidc-inserted' | 'oidc-appended' | 'none'
  /** Whether clients can register themselves. */
  registers: boolean
  /** Clients known in advance. */
  clients: Client[]
  /** Client ID metadata documents by URL; if any, it declares support for them. */
  documents: Record<string, JsonObject>
  /** The scopes it offers; others are left out of the grant. */
  scopes: string[]
  /** Resources it issues tokens for; empty means all. */
  resources: string[]
  /** An access token's lifetime in seconds. */
  seconds: number
  refreshes: boolean
  /** Whether each refresh token is valid once. */
  rotates: boolean
  /** The user who signs in; in an ID token if `openid` is granted. */
  account: { sub: string; name?: string; email?: string }
  /** The user declines. */
  denies: boolean
  /** A company's provider: why it doesn't exchange an ID token, as an error code; undefined if it does. */
  policy?: (form: Record<string, string>) => string | undefined
  /** The company's provider whose grants it takes. */
  company?: AuthorizationServer
  /** Changes its documents, one by one, after they're complete. */
  edit: {
    metadata?: (sound: JsonObject) => JsonObject
    registration?: (sound: JsonObject) => JsonObject
    tokens?: (sound: JsonObject) => JsonObject
    /** Where the browser is redirected with the answer. */
    redirect?: (sound: URL) => string
  }
  /** Takes over any request by returning true. */
  instead: Handler
}

const usual: AuthorizationBehaviour = {
  path: '',
  metadata: 'oauth',
  registers: true,
  clients: [],
  documents: {},
  scopes: ['read', 'write', 'erase', 'openid', 'offline_access'],
  resources: [],
  seconds: 3600,
  refreshes: true,
  rotates: true,
  account: { sub: 'u-1', name: 'Ada', email: 'ada@example.org' },
  denies: false,
  edit: {},
  instead: () => false,
}

/** An OAuth 2.1 authorization server whose users sign in at once and accept everything. */
export class AuthorizationServer {
  readonly listener: Listener
  readonly behaviour: AuthorizationBehaviour
  readonly grants = new Grants()
  /** The queries to /authorize. */
  readonly asked: Record<string, string>[] = []
  /** The grants it issued as a company's provider. */
  readonly companyGrants: string[] = []
  readonly #clients = new Map<string, Client>()

  static async start(
    behaviour: Partial<AuthorizationBehaviour> = {},
    listener?: Listener,
  ): Promise<AuthorizationServer> {
    return new AuthorizationServer({ ...usual, ...behaviour }, listener ?? (await Listener.start()))
  }

  private constructor(behaviour: AuthorizationBehaviour, listener: Listener) {
    this.behaviour = behaviour
    this.listener = listener
    for (const client of behaviour.clients) this.#clients.set(client.id, client)
    listener.handlers.push((seen, response) => this.behaviour.instead(seen, response))
    listener.handlers.push((seen, response) => this.#take(seen, response))
  }

  get issuer(): string {
    return `${this.listener.origin}${this.behaviour.path}`
  }

  /** The forms sent to the token endpoint. */
  get tokenRequests(): Record<string, string>[] {
    return this.listener.requests(`${this.behaviour.path}/token`).map(({ form }) => form)
  }

  get registrations(): string[] {
    return this.listener.requests(`${this.behaviour.path}/register`).map(({ body }) => body)
  }

  /** Forgets a client, like a server that was set up again. */
  forget(client: string): void {
    this.#clients.delete(client)
  }

  stop(): Promise<void> {
    return this.listener.stop()
  }

  #take(seen: Seen, response: ServerResponse): boolean {
    const { path, registers } = this.behaviour
    const { pathname } = seen.url
    if (seen.method === 'GET' && pathname === this.#metadataPath()) return answer(response, 200, this.#metadata())
    if (seen.method === 'GET' && pathname === `${path}/authorize`) return this.#authorize(seen, response)
    if (seen.method !== 'POST') return false
    try {
      if (pathname === `${path}/token`) return answer(response, 200, this.#tokens(seen))
      if (pathname === `${path}/register` && registers) return answer(response, 201, this.#register(seen))
      if (pathname !== `${path}/revoke`) return false
      this.grants.revoke(seen.form['token'] ?? '')
      return answer(response, 200, {})
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      return answer(response, error.status, { error: error.error, error_description: error.message })
    }
  }

  #metadataPath(): string | undefined {
    const { path, metadata } = this.behaviour
    if (metadata === 'oauth') return `/.well-known/oauth-authorization-server${path}`
    if (metadata === 'oidc-inserted') return `/.well-known/openid-configuration${path}`
    return metadata === 'oidc-appended' ? `${path}/.well-known/openid-configuration` : undefined
  }

  #metadata(): JsonObject {
    const { registers, refreshes, scopes, documents, metadata, edit } = this.behaviour
    const { issuer } = this
    const oidc = { jwks_uri: `${issuer}/keys`, subject_types_supported: ['public'] }
    const sound = {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      revocation_endpoint: `${issuer}/revoke`,
      ...(registers && { registration_endpoint: `${issuer}/register` }),
      scopes_supported: scopes,
      response_types_supported: ['code'],
      grant_types_supported: [
        'authorization_code',
        'client_credentials',
        ...(refreshes ? ['refresh_token'] : []),
        ...(this.behaviour.company ? [jwtBearer] : []),
      ],
      ...(this.behaviour.company && { authorization_grant_profiles_supported: [grantProfile] }),
      token_endpoint_auth_methods_supported: ['none', 'client_secret_basic', 'client_secret_post', 'private_key_jwt'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
      ...(Object.keys(documents).length > 0 && { client_id_metadata_document_supported: true }),
      ...(metadata !== 'oauth' && { ...oidc, id_token_signing_alg_values_supported: ['RS256'] }),
    }
    return edit.metadata?.(sound) ?? sound
  }

  #client(id: string): Client | undefined {
    const { [id]: document } = this.behaviour.documents
    return document ? documented(id, document) : this.#clients.get(id)
  }

  #register({ body }: Seen): JsonObject {
    const { client, told } = register(body)
    this.#clients.set(client.id, client)
    return this.behaviour.edit.registration?.(told) ?? told
  }

  /** A client that can't be redirected gets a page; any other answer goes to the client (RFC 6749, 4.1.2). */
  #authorize({ url }: Seen, response: ServerResponse): true {
    const query = Object.fromEntries(url.searchParams)
    this.asked.push(query)
    const client = this.#client(query['client_id'] ?? '')
    const redirectUri = query['redirect_uri'] ?? ''
    if (!client?.redirectUris.some((it) => isSameRedirect(it, redirectUri))) {
      response.writeHead(400, { 'content-type': 'text/plain' }).end('This client may not sign in here.')
      return true
    }
    const back = new URL(redirectUri)
    const said = { ...this.#decision(query, client.id, redirectUri), state: query['state'] ?? '', iss: this.issuer }
    for (const [name, value] of Object.entries(said)) back.searchParams.set(name, value)
    response.writeHead(302, { location: this.behaviour.edit.redirect?.(back) ?? back.href }).end()
    return true
  }

  #decision(query: Record<string, string>, client: string, redirectUri: string): Record<string, string> {
    const { code_challenge: challenge, resource, nonce } = query
    const { resources, denies } = this.behaviour
    if (query['response_type'] !== 'code') return { error: 'unsupported_response_type' }
    if (challenge === undefined || query['code_challenge_method'] !== 'S256') return { error: 'invalid_request' }
    if (resources.length > 0 && !resources.includes(resource ?? '')) return { error: 'invalid_target' }
    if (denies) return { error: 'access_denied' }
    const scopes = this.#granted(query['scope'])
    return { code: this.grants.code({ client, scopes, resource, redirectUri, challenge, nonce }) }
  }

  #granted(scope = ''): string[] {
    return scope.split(' ').filter((it) => this.behaviour.scopes.includes(it))
  }

  #tokens(seen: Seen): JsonObject {
    const { id } = authenticate(seen, this.issuer, (wanted) => this.#client(wanted))
    const sound = this.#granting(seen.form, id)
    return this.behaviour.edit.tokens?.(sound) ?? sound
  }

  #granting(form: Seen['form'], id: string): JsonObject {
    const { rotates } = this.behaviour
    let grant: Grant
    let more: { family?: string; kept?: string; nonce?: string | undefined } = {}
    if (form['grant_type'] === 'authorization_code') {
      const { redirect_uri: redirectUri = '', code_verifier: verifier = '' } = form
      const found = this.grants.redeem(form['code'] ?? '', id, { redirectUri, verifier })
      grant = found
      more = { nonce: found.nonce }
    } else if (form['grant_type'] === 'refresh_token') {
      const { refresh_token: refresh = '' } = form
      const spent = this.grants.spend(refresh, id)
      spent.spent = rotates
      more = { family: spent.family, ...(!rotates && { kept: refresh }) }
      grant = { ...spent, scopes: form['scope'] === undefined ? spent.scopes : this.#granted(form['scope']) }
    } else if (form['grant_type'] === 'client_credentials') {
      // There is no user, and so no refresh token (RFC 6749, 4.4.3).
      const granted = { client: id, scopes: this.#granted(form['scope']), resource: form['resource'] }
      return this.#issued(granted, { isAlone: true })
    } else if (form['grant_type'] === tokenExchange && this.behaviour.policy) {
      const subject = exchangeable(form, { issuer: this.issuer, client: id, policy: this.behaviour.policy })
      const issued = assertion(form, { issuer: this.issuer, subject })
      this.companyGrants.push(issued.access_token)
      return issued
    } else if (form['grant_type'] === jwtBearer && this.behaviour.company) {
      const { resource, scope } = redeemed(form, { issuer: this.issuer, issued: this.behaviour.company.companyGrants })
      return this.#issued({ client: id, scopes: this.#granted(scope), resource }, { isAlone: true })
    } else throw new Refused('unsupported_grant_type', 'neither a code nor a refresh token')
    if (form['resource'] !== grant.resource) throw new Refused('invalid_target', 'another resource than was agreed to')
    return this.#issued(grant, more)
  }

  #issued(
    grant: Grant,
    {
      family,
      kept,
      nonce,
      isAlone = false,
    }: { family?: string; kept?: string; nonce?: string | undefined; isAlone?: boolean },
  ): JsonObject {
    const { seconds, refreshes, account } = this.behaviour
    const refreshable = refreshes && kept === undefined && !isAlone
    const made = this.grants.issue(grant, { seconds, refreshable, ...(family !== undefined && { family }) })
    const refresh = kept ?? made.refresh
    return {
      access_token: made.access,
      token_type: 'Bearer',
      expires_in: seconds,
      scope: grant.scopes.join(' '),
      ...(refresh !== undefined && { refresh_token: refresh }),
      ...(grant.scopes.includes('openid') && {
        id_token: this.#idToken({ ...account, ...(nonce && { nonce }) }, grant.client),
      }),
    }
  }

  /** Its signature isn't checked: it comes straight from the token endpoint (OpenID Connect Core, 3.1.3.7). */
  #idToken(own: JsonObject, aud: string): string {
    const now = Math.floor(Date.now() / 1000)
    const claims = { iss: this.issuer, aud, iat: now, exp: now + this.behaviour.seconds, ...own }
    const part = (value: JsonObject) => Buffer.from(JSON.stringify(value)).toString('base64url')
    return `${part({ alg: 'RS256' })}.${part(claims)}.c2lnbmVk`
  }
}
