import {
  ClientCredentialsProvider,
  fetchToken,
  OAuthError,
  type OAuthClientProvider,
  StaticPrivateKeyJwtProvider,
} from '@modelcontextprotocol/client'
import type { HttpConfig } from '../../../../shared/config/server-config.ts'
import { ownSecret } from '../../secrets/own-secret.ts'
import type { Authorization, Refused } from '../http/authorization.ts'
import type { Challenge } from '../http/challenge.ts'
import { HttpProblem } from '../http/http-problem.ts'
import { assertionBy, readClientKey } from './client-key.ts'
import type { CredentialsDeps } from './credentials.ts'
import { EnteredClient } from './entered-client.ts'
import { NamedFetch } from './named-fetch.ts'
import { planSignIn, type SignInPlan } from './plan.ts'
import { ownClientProblems, signInProblems, unusableWords } from './problems.ts'
import { readTokens, type SignInTokens } from './tokens.ts'
import { Vault } from './vault.ts'
import { signInWords } from './words.ts'

/** Milliseconds before expiry at which the next token is requested. */
const earlyMs = 30_000

type Client = { id: string; secret: string } | { id: string; key: string }
type Held = { token: SignInTokens; isTried: boolean }

/**
 * One server's authorization by Atrium's own client (RFC 6749, 4.4; ext-auth, OAuth client credentials). No one is
 * asked, no browser opens, and a refusal is an error. Tokens are in memory only, and requested again when they expire.
 */
export class ClientGrant {
  readonly #server: string
  readonly #config: HttpConfig
  readonly #deps: CredentialsDeps
  readonly #entered: EnteredClient
  readonly #vault: Vault
  #held: Held | undefined
  #requesting: Promise<void> | undefined
  /** The last rejected request's challenge. */
  #challenge: Challenge = { wantsToken: true, isStepUp: false, words: '' }

  constructor(server: string, config: HttpConfig, deps: CredentialsDeps) {
    this.#server = server
    this.#config = config
    this.#deps = deps
    this.#entered = new EnteredClient(server, deps)
    this.#vault = new Vault(server, config.url, deps)
  }

  /** The part of it that a connection needs. */
  authorization(): Authorization {
    return {
      header: () => this.header(),
      took: (header) => {
        if (this.#held && header === headerOf(this.#held)) this.#held.isTried = true
      },
      refused: (challenge, request) => this.#refused(challenge, request),
    }
  }

  /** The next request's header, with a token that isn't about to expire; undefined before the first refusal. */
  async header(): Promise<string | undefined> {
    const { expiresAt = Infinity } = this.#held?.token ?? {}
    // A token that can't be replaced right now may still work; otherwise the server says so.
    if (expiresAt - Date.now() < earlyMs) await this.#request().catch(() => undefined)
    return this.#held && headerOf(this.#held)
  }

  async #refused(challenge: Challenge, { header, attempt, signal }: Refused): Promise<void> {
    if (challenge.isStepUp) throw ownClientProblems.insufficient(challenge.scope ?? '')
    // Another request has taken care of it.
    if ((await this.header()) !== header) return
    if (attempt > 1 || (header !== undefined && this.#held?.isTried === false)) throw ownClientProblems.notAccepted()
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
    const { url, oauth } = this.#config
    const client = await this.#client()
    const named = new NamedFetch(url, this.#deps.safe)
    await this.#announce(signInWords.sent.discovery)
    const wanted = { server: url, challenge: this.#challenge, scopes: oauth?.scopes, by: 'client' as const }
    const plan = await planSignIn(wanted, named)
    const provider = this.#provider(plan, client)
    await this.#bind(plan, client)
    await this.#announce(signInWords.sent.ownClient(new URL(plan.issuer).host))
    this.#held = { token: await tokenFor(plan, provider, named), isTried: false }
    this.#vault.hide([this.#held.token.access])
  }

  /** Rejects with `HttpProblem` if its secret or key isn't there, or can't be used. */
  async #client(): Promise<Client> {
    const { clientId: id = '', clientSecret, privateKey } = this.#config.oauth ?? {}
    const { secret: name } = clientSecret ?? privateKey ?? { secret: '' }
    const what = clientSecret ? signInWords.clientSecret : signInWords.privateKey
    const found = await ownSecret(name, what, { id: this.#server, config: this.#config, store: this.#deps.store })
    if ('because' in found)
      throw ownClientProblems.missing(clientSecret ? 'client secret' : 'private key', found.because)
    this.#deps.redaction.enter(name, found.value)
    if (clientSecret) return { id, secret: found.value }
    // A key's lines may be repeated without the frame around them.
    this.#deps.redaction.enter(name, found.value.replaceAll(/-----[A-Z ]+-----|\s+/g, ''))
    return { id, key: found.value }
  }

  #provider({ issuer, metadata }: SignInPlan, client: Client): OAuthClientProvider {
    const { id: clientId } = client
    const own = { clientId, expectedIssuer: issuer, clientName: 'Atrium' }
    // Without a list it accepts a secret in a header (RFC 8414, 2).
    const methods = metadata?.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const accepts = (...wanted: string[]) => wanted.some((it) => methods.includes(it))
    if ('secret' in client) {
      if (!accepts('client_secret_basic', 'client_secret_post')) throw ownClientProblems.noSecrets(issuer)
      return new ClientCredentialsProvider({ ...own, clientSecret: client.secret })
    }
    if (!accepts('private_key_jwt')) throw ownClientProblems.noKeys(issuer)
    const key = readClientKey(client.key)
    if (typeof key === 'string') throw ownClientProblems.badKey(key)
    const accepted = metadata?.token_endpoint_auth_signing_alg_values_supported
    const assertion = assertionBy(key, { client: clientId, audience: issuer, accepted, now: Date.now() })
    if (assertion === undefined) throw ownClientProblems.otherAlgorithms(issuer)
    this.#vault.hide([assertion])
    return new StaticPrivateKeyJwtProvider({ ...own, jwtBearerAssertion: assertion })
  }

  /** Credentials belong to the authorization server that the settings name, or that they were first used with. */
  async #bind({ issuer }: SignInPlan, client: Client): Promise<void> {
    const entered = { id: client.id, secret: 'secret' in client ? client.secret : undefined }
    const known = this.#config.oauth?.issuer ?? (await this.#entered.known(entered))?.issuer
    if (known !== undefined && known !== issuer) throw signInProblems.enteredForOther(issuer, known)
    if (known === undefined) await this.#entered.bind(entered, issuer)
  }

  /** Nothing is sent anywhere before the log says so. */
  async #announce(detail: string): Promise<void> {
    const { journal } = this.#deps
    journal.assertHealthy()
    journal.append({ type: 'request.sent', server: this.#server, method: 'sign-in', detail })
    await journal.durable()
  }
}

const headerOf = ({ token }: Held): string => `Bearer ${token.access}`

/** Requests a token for the client. Rejects with `HttpProblem`. */
async function tokenFor(plan: SignInPlan, provider: OAuthClientProvider, named: NamedFetch): Promise<SignInTokens> {
  const { issuer, url, metadata, scope, resource } = plan
  try {
    const given = await fetchToken(provider, url, {
      fetchFn: named.fetch,
      ...(metadata && { metadata }),
      ...(scope && { scope }),
      ...(resource !== undefined && { resource }),
    })
    const token = readTokens(given, scope ?? '', Date.now(), issuer)
    if ('problem' in token) throw signInProblems.badTokens(issuer, token.problem)
    return token
  } catch (error) {
    if (error instanceof HttpProblem) throw error.signIn ? error : signInProblems.unreachable(issuer, error)
    if (error instanceof OAuthError) throw ownClientProblems.refused(issuer, error.code)
    throw signInProblems.badTokens(issuer, unusableWords.unreadable)
  }
}
