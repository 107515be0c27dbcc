import type { HttpConfig } from '../../../../shared/config/server-config.ts'
import type { Journal } from '../../journal/journal.ts'
import type { SecretStore } from '../../platform.ts'
import type { Redaction } from '../../secrets/redaction.ts'
import type { SafeFetchOptions } from '../http/safe-fetch.ts'
import { ownSecret } from '../../secrets/own-secret.ts'
import type { Challenge } from '../http/challenge.ts'
import { type OAuthClient, clientFor } from './clients.ts'
import { type Entered, EnteredClient } from './entered-client.ts'
import { isSameIssuer } from './documents.ts'
import { NamedFetch } from './named-fetch.ts'
import { type SignInPlan, planSignIn, isSafeEndpoint } from './plan.ts'
import { signInProblems } from './problems.ts'
import { planAt, renew } from './renewal.ts'
import { scopesIn, type SignInTokens } from './tokens.ts'
import { type StoredSignIn, Vault } from './vault.ts'
import { type OAuthClientInformationMixed, selectClientAuthMethod } from '@modelcontextprotocol/client'
import { signInWords } from './words.ts'
import { defined } from '../../../../shared/schema/json.ts'
import { consentOf } from '../../../../shared/state/consents.ts'

/** The places where tokens are stored and masked. */
export type CredentialsDeps = {
  journal: Journal
  /** As the shell provides it: its values are registered for redaction here. */
  store: SecretStore
  redaction: Redaction
  safe?: SafeFetchOptions | undefined
}

/** Logs a request of a sign-in, to a server or to the user's company; resolves when that is on disk. */
export async function announceSignIn(journal: Journal, detail: string, server?: string): Promise<void> {
  journal.assertHealthy()
  journal.append({ type: 'request.sent', ...defined({ server }), method: 'sign-in', detail })
  await journal.durable()
}

/** Milliseconds before expiry at which tokens are renewed. */
const earlyMs = 30_000

/** One server's tokens, and who issued them. None of them go anywhere else. */
export class Credentials {
  readonly #server: string
  readonly #config: HttpConfig
  readonly #deps: CredentialsDeps
  readonly #vault: Vault
  readonly #entered: EnteredClient
  #held: Promise<StoredSignIn | undefined> | undefined
  #isTried = true
  #hasEnded = false
  #renewing: Promise<boolean> | undefined

  constructor(server: string, config: HttpConfig, deps: CredentialsDeps) {
    this.#server = server
    this.#config = config
    this.#deps = deps
    this.#vault = new Vault(server, config.url, deps)
    this.#entered = new EnteredClient(server, deps)
  }

  /** Whether the server has accepted the current tokens; those of an earlier run are assumed to be valid. */
  get isTried(): boolean {
    return this.#isTried
  }

  /** Whether there were tokens that are no longer valid. */
  get hasEnded(): boolean {
    return this.#hasEnded
  }

  /** The server accepted a request with the current tokens. */
  tried(): void {
    this.#isTried = true
  }

  current(): Promise<StoredSignIn | undefined> {
    const { signedIn } = consentOf(this.#deps.journal.state, this.#server)
    this.#held ??= signedIn ? this.#vault.read(signedIn.issuer) : Promise.resolve(undefined)
    return this.#held
  }

  /** Credentials issued by this authorization server, now or before. */
  async of(issuer: string): Promise<StoredSignIn | undefined> {
    const current = await this.current()
    return current && isSameIssuer(current.issuer, issuer) ? current : this.#vault.read(issuer)
  }

  /** The next request's header, with tokens renewed if they're about to expire; undefined if not signed in. */
  async header(): Promise<string | undefined> {
    const held = await this.current()
    const { access, refresh, expiresAt = Infinity } = held?.tokens ?? {}
    if (access === undefined) return undefined
    // A token that can't be renewed right now may still work; otherwise the server says so.
    if (refresh !== undefined && expiresAt - Date.now() < earlyMs) await this.renew().catch(() => false)
    const now = await this.current()
    return now?.tokens && `Bearer ${now.tokens.access}`
  }

  /**
   * Renews the tokens, once for all concurrent callers; false if there is nothing to renew, or it was refused. Rejects
   * with `HttpProblem` if unclear.
   */
  renew(challenge?: Challenge): Promise<boolean> {
    return (this.#renewing ??= this.#renewOnce(challenge).finally(() => (this.#renewing = undefined)))
  }

  /** Stores issued tokens. Resolves when they and the log are on disk; rejects with `HttpProblem`. */
  async keep(
    plan: SignInPlan,
    { tokens, client }: Pick<StoredSignIn, 'client'> & { tokens: SignInTokens },
    actor: string,
  ): Promise<void> {
    const { journal } = this.#deps
    const before = await this.current()
    const entry = { client, tokens, indicator: plan.resource }
    await this.#vault.write(plan.issuer, entry, actor).catch((error: unknown) => {
      throw error instanceof Error ? signInProblems.notStored(error.message) : error
    })
    this.#held = Promise.resolve({ ...entry, resource: this.#config.url, issuer: plan.issuer })
    this.#isTried = false
    this.#hasEnded = false
    const { account, expiresAt, scope } = tokens
    const { issuer } = plan
    const moved = before?.tokens && !isSameIssuer(before.issuer, issuer) ? before.issuer : undefined
    if (moved !== undefined) {
      await this.#vault.write(moved, { client: before?.client }, actor).catch(() => undefined)
      journal.append({ type: 'server.signed-out', server: this.#server, issuer: moved, because: 'moved', actor })
    }
    const given = { issuer, scopes: scopesIn(scope), account, expiresAt }
    journal.append({ type: 'server.signed-in', server: this.#server, ...given, actor })
    await journal.durable()
  }

  /** Deletes the tokens, and revokes them at their issuer. */
  async giveUp(actor: string): Promise<void> {
    const held = await this.current()
    if (!held?.tokens) return
    await this.#drop(held, 'asked', actor)
    // Revocation happens in the background.
    void this.#revoke(held, held.tokens).catch(() => undefined)
  }

  /** Atrium's identity at an authorization server. Rejects with `HttpProblem`. */
  async client(plan: SignInPlan, held: StoredSignIn | undefined): Promise<OAuthClient> {
    const { clientId: id, clientSecret, callbackPort: port } = this.#config.oauth ?? {}
    const owner = { id: this.#server, config: this.#config, store: this.#deps.store }
    const found = clientSecret && (await ownSecret(clientSecret.secret, signInWords.clientSecret, owner))
    if (found && 'because' in found) throw signInProblems.badClientSecret(found.because)
    const secret = found?.value
    if (clientSecret && secret !== undefined) this.#deps.redaction.enter(clientSecret.secret, secret)
    const document = this.#deps.journal.state.configured.settings.clientMetadataUrl
    const entered = id === undefined ? undefined : { id, secret }
    return clientFor(plan, {
      entered,
      enteredFor: entered && (await this.#otherIssuer(entered, plan, document)),
      document,
      registered: held?.client,
      port,
    })
  }

  /** From here on entered credentials belong to this issuer. Call it before anything of them is sent there. */
  async use({ information }: Pick<OAuthClient, 'information'>, { issuer }: SignInPlan): Promise<void> {
    const entered = { id: information?.client_id ?? '', secret: information?.client_secret }
    const known = await this.#entered.known(entered)
    if (known?.issuer === undefined || !isSameIssuer(known.issuer, issuer)) await this.#entered.bind(entered, issuer)
  }

  /** The issuer that entered credentials belong to, if it isn't this one. */
  async #otherIssuer(
    entered: Entered,
    { issuer }: SignInPlan,
    document: string | undefined,
  ): Promise<string | undefined> {
    const { issuer: configured } = this.#config.oauth ?? {}
    if (configured !== undefined && !isSameIssuer(configured, issuer)) return configured
    const known = await this.#entered.known(entered)
    if (known) return known.issuer !== undefined && isSameIssuer(known.issuer, issuer) ? undefined : known.issuer
    // Signed in by an earlier release, which can only have used these.
    const current = await this.current()
    if (!current?.tokens || current.client || document !== undefined) return undefined
    await this.#entered.bind(entered, current.issuer)
    return isSameIssuer(current.issuer, issuer) ? undefined : current.issuer
  }

  named(): NamedFetch {
    return new NamedFetch(this.#config.url, this.#deps.safe)
  }

  /** Nothing is sent anywhere before the log says so. */
  announce(detail: string): Promise<void> {
    return announceSignIn(this.#deps.journal, detail, this.#server)
  }

  async #renewOnce(challenge: Challenge | undefined): Promise<boolean> {
    const held = await this.current()
    if (held?.tokens?.refresh === undefined) return false
    const { issuer, tokens, indicator } = held
    const named = this.named()
    const plan = challenge
      ? await planSignIn({ server: this.#config.url, challenge }, named)
      : await planAt(issuer, indicator, named)
    // Another authorization server took over: it doesn't get this one's tokens.
    if (!isSameIssuer(plan.issuer, issuer)) return false
    const { information: client } = await this.client(plan, held)
    if (!client) return false
    await this.announce(signInWords.sent.renewal(new URL(issuer).host))
    const renewed = await renew(plan, tokens, { client, named })
    // The user may have signed out, or in again, since the request began.
    const now = await this.current()
    if (now !== held) return now?.tokens !== undefined
    if ('refused' in renewed) {
      await this.#drop(renewed.refused === 'client' ? { ...held, client: undefined } : held, 'refused', 'host')
      return false
    }
    const next = { ...held, tokens: renewed.tokens }
    this.#held = Promise.resolve(next)
    this.#isTried = false
    this.#vault.hide([next.tokens.refresh, next.tokens.access])
    // Renewed tokens are valid even if they couldn't be stored; then the next start asks.
    await this.#vault.write(issuer, next, 'host').catch(() => undefined)
    return true
  }

  async #drop(held: StoredSignIn, because: 'asked' | 'refused', actor: string): Promise<void> {
    const { journal } = this.#deps
    this.#hasEnded = because === 'refused'
    this.#held = Promise.resolve({ ...held, tokens: undefined })
    await this.#vault.write(held.issuer, { client: held.client }, actor)
    journal.append({ type: 'server.signed-out', server: this.#server, issuer: held.issuer, because, actor })
    await journal.durable()
  }

  async #revoke(held: StoredSignIn, tokens: SignInTokens): Promise<void> {
    const named = this.named()
    const plan = await planAt(held.issuer, held.indicator, named)
    const { information: client } = await this.client(plan, held)
    if (client) await revoke(plan, tokens, { client, named })
  }
}

/**
 * Revokes tokens (RFC 7009), if the authorization server supports that. Its answer changes nothing here, so this
 * rejects with any error.
 */
export async function revoke(
  { metadata }: SignInPlan,
  { refresh, access }: Pick<SignInTokens, 'refresh' | 'access'>,
  { client, named }: { client: OAuthClientInformationMixed; named: NamedFetch },
): Promise<void> {
  const endpoint = metadata && 'revocation_endpoint' in metadata ? metadata.revocation_endpoint : undefined
  if (typeof endpoint !== 'string' || !isSafeEndpoint(endpoint)) return
  const form = new URLSearchParams({ token: refresh ?? access })
  const headers = new Headers({ 'content-type': 'application/x-www-form-urlencoded' })
  const { client_id: id, client_secret: secret = '' } = client
  const method = selectClientAuthMethod(client, metadata?.token_endpoint_auth_methods_supported ?? [])
  const pair = `${encodeURIComponent(id)}:${encodeURIComponent(secret)}`
  if (method === 'client_secret_basic') headers.set('authorization', `Basic ${Buffer.from(pair).toString('base64')}`)
  else form.set('client_id', id)
  if (method === 'client_secret_post') form.set('client_secret', secret)
  await named.fetch(endpoint, { method: 'POST', headers, body: form })
}
