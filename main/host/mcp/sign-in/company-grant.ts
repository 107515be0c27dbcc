import { type FetchLike, OAuthError } from '@modelcontextprotocol/client'
import type { HttpConfig } from '../../../../shared/config/server-config.ts'
import { isObject, parseJson } from '../../../../shared/schema/json.ts'
import type { Authorization } from '../http/authorization.ts'
import type { Challenge } from '../http/challenge.ts'
import { unusable } from '../../secrets/distinctive.ts'
import { HttpProblem } from '../http/http-problem.ts'
import type { Company, CompanyAssertion } from './company.ts'
import { CompanyNeeded, companyProblems, companyFaults } from './company-problems.ts'
import { announceSignIn, type CredentialsDeps } from './credentials.ts'
import { NamedFetch } from './named-fetch.ts'
import { OwnClient } from './own-client.ts'
import { jwtBearer, planSignIn, type SignInPlan } from './plan.ts'
import { signInProblems, unusableWords } from './problems.ts'
import { isPassing, unknownClient } from './renewal.ts'
import { RequestedToken } from './requested-token.ts'
import { type ClientIdentity, requestToken } from './token-request.ts'
import { isIssuedHere, readTokens, type SignInTokens } from './tokens.ts'
import { Vault } from './vault.ts'
import { signInWords } from './words.ts'

const idJag = 'urn:ietf:params:oauth:token-type:id-jag'

/** Refusals that another sign-in to the company may change. */
const staleSignIn: ReadonlySet<string> = new Set(['invalid_grant', 'login_required', 'interaction_required'])

/**
 * One server's authorization through the user's company (ext-auth, enterprise-managed authorization): the ID token is
 * exchanged at the company's provider for a grant that only this server's authorization server takes, and that for a
 * token. The company decides: a refusal is an error, and nothing else is tried.
 */
export class CompanyGrant {
  readonly #server: string
  readonly #config: HttpConfig
  readonly #deps: CredentialsDeps & { company: Company }
  readonly #vault: Vault
  readonly #client: OwnClient
  readonly #token: RequestedToken
  #isWaiting = false

  constructor(server: string, config: HttpConfig, deps: CredentialsDeps & { company: Company }) {
    this.#server = server
    this.#config = config
    this.#deps = deps
    this.#vault = new Vault(server, config.url, deps)
    this.#client = new OwnClient(server, config, deps, this.#vault)
    this.#token = new RequestedToken({
      request: (challenge, before) => this.#request(challenge, before),
      // The company decides about each scope.
      stepsUp: true,
      problems: companyProblems,
    })
  }

  /** Whether it last failed because the user has to sign in to their company. */
  get isWaiting(): boolean {
    return this.#isWaiting
  }

  /** The part of it that a connection needs. */
  authorization(): Authorization {
    return this.#token.authorization()
  }

  /** Drops its token: the user signed out of their company. */
  forget(): void {
    this.#token.forget()
  }

  async #request(challenge: Challenge, before: string | undefined): Promise<SignInTokens> {
    this.#isWaiting = false
    try {
      return await this.#requestOnce(challenge, before)
    } catch (error) {
      this.#isWaiting = error instanceof CompanyNeeded
      throw error
    }
  }

  async #requestOnce(challenge: Challenge, before: string | undefined): Promise<SignInTokens> {
    const { url, oauth } = this.#config
    const { company, safe } = this.#deps
    const client = await this.#client.read()
    const assertion = await company.assertion()
    const named = new NamedFetch(url, safe)
    await this.#announce(signInWords.sent.discovery)
    const plan = await planSignIn({ server: url, challenge, scopes: oauth?.scopes, before, by: 'company' }, named)
    const { issuer, resource, scope } = plan
    // The grant names the server, and only its own metadata can say as what.
    if (resource === undefined) throw companyProblems.notTaken(issuer)
    const identity = this.#client.identify(plan, client)
    await this.#client.bind(plan, client)
    await this.#announce(signInWords.sent.exchange(new URL(assertion.plan.issuer).host))
    const grant = await exchanged(assertion, { audience: issuer, resource, scope })
    this.#vault.hide([grant])
    await this.#announce(signInWords.sent.companyGrant(new URL(issuer).host))
    const token = await tokenFor(plan, identity, grant, named.fetch)
    this.#vault.hide([token.access])
    return token
  }

  #announce(detail: string): Promise<void> {
    return announceSignIn(this.#deps.journal, detail, this.#server)
  }
}

type Wanted = { audience: string; resource: string; scope: string | undefined }

/** Exchanges the ID token for a grant (RFC 8693, 2; ext-auth, 4). Rejects with `HttpProblem`. */
async function exchanged({ idToken, plan, identity, named }: CompanyAssertion, wanted: Wanted): Promise<string> {
  const { issuer } = plan
  let type: unknown
  const fetch: FetchLike = async (input, init) => {
    const response = await named.fetch(input, init)
    // The library doesn't pass this member on.
    const said = parseJson(await response.clone().text())
    type = isObject(said) ? said['issued_token_type'] : undefined
    return response
  }
  const form = {
    grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
    requested_token_type: idJag,
    subject_token: idToken,
    subject_token_type: 'urn:ietf:params:oauth:token-type:id_token',
    ...wanted,
  }
  const given = await requestToken(plan, identity, form, fetch).catch((error: unknown) => {
    if (error instanceof HttpProblem) throw error.signIn ? error : companyProblems.unreachable(issuer, error)
    if (!(error instanceof OAuthError)) throw companyProblems.noGrant(issuer, unusableWords.unreadable)
    if (isPassing(error)) throw companyProblems.unreachable(issuer, signInProblems.busy())
    throw refusalOf(issuer, error.code)
  })
  if (type !== idJag) throw companyProblems.noGrant(issuer, companyFaults.notAGrant)
  const odd = unusable(given.access_token, isIssuedHere(issuer))
  if (odd !== undefined) throw companyProblems.noGrant(issuer, unusableWords.token(odd))
  return given.access_token
}

function refusalOf(issuer: string, code: string): HttpProblem {
  if (staleSignIn.has(code)) return companyProblems.stale(issuer, code)
  return unknownClient.has(code)
    ? companyProblems.unknownClient(issuer, code)
    : companyProblems.notExchanged(issuer, code)
}

/** Presents the grant at the server's authorization server (RFC 7523, 2.1; ext-auth, 5). Rejects with `HttpProblem`. */
async function tokenFor(
  plan: SignInPlan,
  identity: ClientIdentity,
  assertion: string,
  fetch: FetchLike,
): Promise<SignInTokens> {
  const { issuer, scope } = plan
  try {
    const given = await requestToken(plan, identity, { grant_type: jwtBearer, assertion, scope }, fetch)
    const token = readTokens({ ...given, refresh_token: undefined }, scope ?? '', Date.now(), issuer)
    if ('problem' in token) throw signInProblems.badTokens(issuer, token.problem)
    return token
  } catch (error) {
    if (error instanceof HttpProblem) throw error.signIn ? error : signInProblems.unreachable(issuer, error)
    if (!(error instanceof OAuthError)) throw signInProblems.badTokens(issuer, unusableWords.unreadable)
    if (isPassing(error)) throw signInProblems.unreachable(issuer, signInProblems.busy())
    throw companyProblems.refused(issuer, error.code)
  }
}
