import { OAuthError } from '@modelcontextprotocol/client'
import type { HttpConfig } from '../../../../shared/config/server-config.ts'
import type { Authorization } from '../http/authorization.ts'
import type { Challenge } from '../http/challenge.ts'
import { HttpProblem } from '../http/http-problem.ts'
import { announceSignIn, type CredentialsDeps } from './credentials.ts'
import { NamedFetch } from './named-fetch.ts'
import { OwnClient } from './own-client.ts'
import { planSignIn, type SignInPlan } from './plan.ts'
import { ownClientProblems, signInProblems, unusableWords } from './problems.ts'
import { RequestedToken } from './requested-token.ts'
import { type ClientIdentity, requestToken } from './token-request.ts'
import { readTokens, type SignInTokens } from './tokens.ts'
import { Vault } from './vault.ts'
import { signInWords } from './words.ts'

/** One server's authorization by Atrium's own client (RFC 6749, 4.4; ext-auth, OAuth client credentials). */
export class ClientGrant {
  readonly #server: string
  readonly #config: HttpConfig
  readonly #deps: CredentialsDeps
  readonly #vault: Vault
  readonly #client: OwnClient
  readonly #token: RequestedToken

  constructor(server: string, config: HttpConfig, deps: CredentialsDeps) {
    this.#server = server
    this.#config = config
    this.#deps = deps
    this.#vault = new Vault(server, config.url, deps)
    this.#client = new OwnClient(server, config, deps, this.#vault)
    this.#token = new RequestedToken({
      request: (challenge) => this.#request(challenge),
      stepsUp: false,
      problems: ownClientProblems,
    })
  }

  /** The part of it that a connection needs. */
  authorization(): Authorization {
    return this.#token.authorization()
  }

  async #request(challenge: Challenge): Promise<SignInTokens> {
    const { url, oauth } = this.#config
    const { journal, safe } = this.#deps
    const client = await this.#client.read()
    const named = new NamedFetch(url, safe)
    await announceSignIn(journal, signInWords.sent.discovery, this.#server)
    const wanted = { server: url, challenge, scopes: oauth?.scopes, by: 'client' as const }
    const plan = await planSignIn(wanted, named)
    const identity = this.#client.identify(plan, client)
    await this.#client.bind(plan, client)
    await announceSignIn(journal, signInWords.sent.ownClient(new URL(plan.issuer).host), this.#server)
    const token = await tokenFor(plan, identity, named)
    this.#vault.hide([token.access])
    return token
  }
}

/** Requests a token for the client. Rejects with `HttpProblem`. */
async function tokenFor(plan: SignInPlan, identity: ClientIdentity, named: NamedFetch): Promise<SignInTokens> {
  const { issuer, scope } = plan
  try {
    const given = await requestToken(plan, identity, { grant_type: 'client_credentials', scope }, named.fetch)
    const token = readTokens(given, scope ?? '', Date.now(), issuer)
    if ('problem' in token) throw signInProblems.badTokens(issuer, token.problem)
    return token
  } catch (error) {
    if (error instanceof HttpProblem) throw error.signIn ? error : signInProblems.unreachable(issuer, error)
    if (error instanceof OAuthError) throw ownClientProblems.refused(issuer, error.code, error.message)
    throw signInProblems.badTokens(issuer, unusableWords.unreadable)
  }
}
