import { randomBytes } from 'node:crypto'
import { OAuthError, refreshAuthorization } from '@modelcontextprotocol/client'
import { z } from 'zod'
import {
  type CompanyProvider,
  companySecret,
  companyTokens,
  isSameProvider,
} from '../../../../shared/config/company-sign-in.ts'
import { HostError } from '../../../../shared/contract/errors.ts'
import { storedName, urlOrigin } from '../../../../shared/risk/secret-names.ts'
import { defined, parseJson } from '../../../../shared/schema/json.ts'
import type { Clock } from '../../base/wake.ts'
import type { Inbox } from '../../inbox.ts'
import { unusable } from '../../secrets/distinctive.ts'
import { HttpProblem } from '../http/http-problem.ts'
import { signInOnPage } from './authorize.ts'
import { companyProblems } from './company-problems.ts'
import { planAtProvider } from './company-provider.ts'
import { announceSignIn, type CredentialsDeps, revoke } from './credentials.ts'
import { type IdToken, readIdToken } from './id-token.ts'
import { readingTokens } from './documents.ts'
import { NamedFetch } from './named-fetch.ts'
import type { SignInPlan } from './plan.ts'
import { signInProblems, unusableWords } from './problems.ts'
import { isPassing } from './renewal.ts'
import type { ClientIdentity } from './token-request.ts'
import { isIssuedHere } from './tokens.ts'
import { signInWords } from './words.ts'

const stored = z.object({
  issuer: z.string(),
  clientId: z.string(),
  idToken: z.string(),
  refresh: z.string().optional(),
})

/** The kept tokens, with the provider and the client that they are for. */
type Stored = z.infer<typeof stored>

/** The company sign-in's part in a server's token exchange. */
export type CompanyAssertion = { idToken: string; plan: SignInPlan; identity: ClientIdentity; named: NamedFetch }

type CompanyDeps = CredentialsDeps & { inbox: Inbox; clock: Clock }

/** Milliseconds before expiry at which the ID token is renewed. */
const earlyMs = 30_000

/**
 * The user's sign-in to their company (OpenID Connect), at the one provider that they set for this installation. Its
 * tokens are in the secret store only, and go to that provider only.
 */
export class Company {
  readonly #deps: CompanyDeps
  #asking: AbortController | undefined
  #renewing: Promise<Stored> | undefined

  constructor(deps: CompanyDeps) {
    this.#deps = deps
  }

  /**
   * Lets the user sign in on the provider's page. Rejects with `HostError`: `conflict` while it asks or if no provider is
   * set, `unavailable` if it failed.
   */
  async signIn(actor: string): Promise<void> {
    const provider = this.#provider
    if (!provider) throw new HostError('conflict', signInWords.company.notSetUp)
    if (this.#asking) throw new HostError('conflict', signInWords.company.isOpen)
    const asking = new AbortController()
    this.#asking = asking
    try {
      await this.#signIn(provider, asking.signal, actor)
    } catch (error) {
      if (!(error instanceof HttpProblem)) throw error
      throw new HostError('unavailable', signInWords.company.failed(error.clause, error.advice))
    } finally {
      this.#asking = undefined
    }
  }

  /** Deletes the tokens, and revokes them at the provider in the background. */
  async signOut(actor: string, because: 'asked' | 'moved' = 'asked'): Promise<void> {
    this.close()
    const held = await this.#read()
    if (!held) return
    await this.#drop(held, because, actor)
    void this.#revoke(held).catch(() => undefined)
  }

  /**
   * A valid ID token, renewed if it is about to expire, and where to exchange it. Rejects with `CompanyNeeded` if the user
   * has to sign in, else with `HttpProblem`.
   */
  async assertion(): Promise<CompanyAssertion> {
    const provider = this.#provider
    if (!provider) throw companyProblems.notSetUp()
    const held = await this.#held(provider)
    if (!held) throw companyProblems.needed()
    const { idToken } = this.#isCurrent(held) ? held : await this.#renewed(held)
    return { idToken, ...(await this.#reached(provider)) }
  }

  /** Withdraws an open question. */
  close(): void {
    this.#asking?.abort(signInProblems.cancelled())
  }

  get #provider(): CompanyProvider | undefined {
    return this.#deps.journal.state.configured.settings.companySignIn
  }

  async #signIn(provider: CompanyProvider, signal: AbortSignal, actor: string): Promise<void> {
    const { inbox, clock } = this.#deps
    const { issuer, clientId: client, callbackPort: port = 0 } = provider
    const { plan, identity, named } = await this.#reached(provider)
    signal.throwIfAborted()
    const nonce = randomBytes(32).toString('base64url')
    const announce = (what: string) => this.#announce(what)
    const own = { how: 'entered' as const, information: identity.information, port }
    const using = async () => undefined
    const { given } = await signInOnPage(plan, own, { inbox, named, signal, clock, announce, using, nonce })
    const token = readIdToken(given.id_token, { issuer, client, nonce, now: Date.now() })
    if ('problem' in token) throw signInProblems.badTokens(issuer, token.problem)
    const { id_token: idToken = '', refresh_token: refresh } = given
    signal.throwIfAborted()
    await this.#keep({ issuer, clientId: client, idToken, refresh }, token, actor)
  }

  /** The provider's endpoints, and how Atrium identifies itself there. */
  async #reached(provider: CompanyProvider): Promise<Omit<CompanyAssertion, 'idToken'>> {
    const { issuer, clientId } = provider
    const { store, redaction, safe } = this.#deps
    const named = new NamedFetch(issuer, safe)
    await this.#announce(signInWords.sent.companyDiscovery(new URL(issuer).host))
    const plan = await planAtProvider(issuer, named).catch((error: unknown) => {
      if (error instanceof HttpProblem) throw error.signIn ? error : companyProblems.unreachable(issuer, error)
      throw error
    })
    const secret = await store.get(storedName(companySecret, urlOrigin(issuer)))
    if (secret !== undefined) redaction.enter(companySecret, secret)
    const information = { client_id: clientId, ...defined({ client_secret: secret }) }
    return { plan, named, identity: { information } }
  }

  /** Tokens of another provider or client don't count. */
  async #held(provider: CompanyProvider): Promise<Stored | undefined> {
    const held = await this.#read()
    return held && isSameProvider(held, provider) ? held : undefined
  }

  async #read(): Promise<Stored | undefined> {
    const text = await this.#deps.store.get(companyTokens)
    const held = text === undefined ? undefined : stored.safeParse(parseJson(text)).data
    if (held) this.#hide(held)
    return held
  }

  #isCurrent({ idToken, issuer, clientId: client }: Stored): boolean {
    const token = readIdToken(idToken, { issuer, client, now: Date.now() + earlyMs })
    return !('problem' in token)
  }

  #renewed(held: Stored): Promise<Stored> {
    return (this.#renewing ??= this.#renew(held).finally(() => (this.#renewing = undefined)))
  }

  async #renew(held: Stored): Promise<Stored> {
    const { issuer, clientId: client, refresh } = held
    if (refresh === undefined) throw companyProblems.ended()
    const provider = this.#provider
    if (!provider || !isSameProvider(held, provider)) throw companyProblems.needed()
    const { plan, identity, named } = await this.#reached(provider)
    await this.#announce(signInWords.sent.renewal(new URL(issuer).host))
    const { url, metadata } = plan
    const given = await refreshAuthorization(url, {
      ...(metadata && { metadata }),
      clientInformation: identity.information,
      refreshToken: refresh,
      fetchFn: readingTokens(named.fetch, issuer),
    }).catch(async (error: unknown) => {
      if (error instanceof HttpProblem) throw companyProblems.unreachable(issuer, error)
      if (!(error instanceof OAuthError)) throw companyProblems.noGrant(issuer, unusableWords.unreadable)
      if (isPassing(error)) throw companyProblems.unreachable(issuer, signInProblems.busy())
      await this.#drop(held, 'refused', 'host')
      throw companyProblems.ended()
    })
    const subject = subjectOf(held)
    const token = readIdToken(given.id_token, { issuer, client, subject, now: Date.now() })
    // Not every provider renews the ID token with the others.
    if ('problem' in token) throw companyProblems.ended()
    const next = { ...held, idToken: given.id_token ?? '', refresh: given.refresh_token ?? refresh }
    await this.#keep(next, token, 'host')
    return next
  }

  async #keep(held: Stored, { account, expiresAt }: IdToken, actor: string): Promise<void> {
    const { store, journal } = this.#deps
    const odd = held.refresh === undefined ? undefined : unusable(held.refresh, isIssuedHere(held.issuer))
    if (odd !== undefined) throw signInProblems.badTokens(held.issuer, unusableWords.token(odd))
    this.#hide(held)
    await store.set(companyTokens, JSON.stringify(held)).catch((error: unknown) => {
      throw error instanceof Error ? signInProblems.notStored(error.message) : error
    })
    journal.append(
      { type: 'secret.changed', name: companyTokens, change: 'set', actor },
      { type: 'company.signed-in', issuer: held.issuer, account, expiresAt, actor },
    )
    await journal.durable()
  }

  async #drop({ issuer }: Stored, because: 'asked' | 'refused' | 'moved', actor: string): Promise<void> {
    const { store, journal } = this.#deps
    await store.delete(companyTokens)
    journal.append(
      { type: 'secret.changed', name: companyTokens, change: 'deleted', actor },
      { type: 'company.signed-out', issuer, because, actor },
    )
    await journal.durable()
  }

  async #revoke({ issuer, clientId, refresh }: Stored): Promise<void> {
    if (refresh === undefined) return
    const { plan, identity, named } = await this.#reached({ issuer, clientId })
    await revoke(plan, { refresh, access: refresh }, { client: identity.information, named })
  }

  #hide({ idToken, refresh }: Stored): void {
    for (const value of [idToken, refresh]) if (value !== undefined) this.#deps.redaction.enter(companyTokens, value)
  }

  #announce(detail: string): Promise<void> {
    return announceSignIn(this.#deps.journal, detail)
  }
}

/** The account that kept tokens are for. */
function subjectOf({ idToken, issuer, clientId: client }: Stored): string | undefined {
  const token = readIdToken(idToken, { issuer, client, now: 0 })
  return 'problem' in token ? undefined : token.subject
}
