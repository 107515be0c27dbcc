import { randomBytes } from 'node:crypto'
import {
  exchangeAuthorization,
  IssuerMismatchError,
  type OAuthClientInformationMixed,
  OAuthError,
  type OAuthTokens,
  startAuthorization,
  validateAuthorizationResponseIssuer,
} from '@modelcontextprotocol/client'
import { type Clock, startTimer } from '../../base/wake.ts'
import type { Inbox } from '../../inbox.ts'
import { HttpProblem } from '../http/http-problem.ts'
import { pageAddress } from '../http/page-address.ts'
import { type Callback, listenForCallback } from './callback.ts'
import { type OAuthClient, informationOf, register } from './clients.ts'
import { readingTokens } from './documents.ts'
import type { NamedFetch } from './named-fetch.ts'
import type { SignInPlan } from './plan.ts'
import { signInProblems, unusableWords } from './problems.ts'
import { readTokens, type SignInTokens } from './tokens.ts'
import type { RegisteredClient } from './vault.ts'
import { signInWords } from './words.ts'
import { defined } from '../../../../shared/schema/json.ts'

/** Milliseconds in which the browser must return. */
const pageMs = 5 * 60_000

/** The parts of the host that take the user through a sign-in (2025-11-25, authorization). */
export type AuthorizeDeps = {
  /** Absent if the user signs in to their company. */
  server?: string | undefined
  inbox: Inbox
  named: NamedFetch
  signal: AbortSignal
  /** Logs the next request; resolves when that is on disk. */
  announce(what: string): Promise<void>
  /** Called before anything of an entered client except its ID is sent; resolves when that is permitted. */
  using(client: OAuthClient): Promise<void>
  clock: Clock
  /** Ties an ID token to this sign-in (OpenID Connect Core, 3.1.2.1). */
  nonce?: string | undefined
}

/** As `signInOnPage`; resolves with the usable part of what the authorization server issued. */
export async function authorize(
  plan: SignInPlan,
  client: OAuthClient,
  deps: AuthorizeDeps,
): Promise<{ tokens: SignInTokens; registered?: RegisteredClient }> {
  const { given, ...rest } = await signInOnPage(plan, client, deps)
  const tokens = readTokens(given, plan.scope ?? '', Date.now(), plan.issuer)
  if ('problem' in tokens) throw signInProblems.badTokens(plan.issuer, tokens.problem)
  return { tokens, ...rest }
}

/**
 * Lets the user sign in in their browser and exchanges the result: the code flow with PKCE (OAuth 2.1, 4.1), redirected
 * to a port of this computer. `registered` is present if Atrium registered itself for it. Rejects with `HttpProblem`,
 * or with the signal's reason.
 */
export async function signInOnPage(
  plan: SignInPlan,
  client: OAuthClient,
  deps: AuthorizeDeps,
): Promise<{ given: OAuthTokens; registered?: RegisteredClient }> {
  const state = randomBytes(32).toString('base64url')
  const { callback, registered, information } = await prepared(plan, client, state, deps)
  try {
    const { authorizationUrl, codeVerifier } = await startAuthorization(plan.url, {
      clientInformation: information,
      redirectUrl: callback.redirectUri,
      state,
      ...(plan.metadata && { metadata: plan.metadata }),
      ...(plan.scope && { scope: plan.scope }),
      ...defined({ resource: plan.resource }),
    })
    if (deps.nonce !== undefined) authorizationUrl.searchParams.set('nonce', deps.nonce)
    const page = pageAddress(authorizationUrl.href)
    if ('problem' in page) throw signInProblems.badPage(page.problem)
    const code = codeIn(await visited(page.url, plan.issuer, callback, deps), plan)
    if (client.how === 'entered') await deps.using(client)
    await deps.announce(signInWords.sent.code(new URL(plan.issuer).host))
    const given = await exchangeAuthorization(plan.url, {
      ...code,
      ...(plan.metadata && { metadata: plan.metadata }),
      clientInformation: information,
      codeVerifier,
      redirectUri: callback.redirectUri,
      fetchFn: readingTokens(deps.named.fetch, plan.issuer),
      ...defined({ resource: plan.resource }),
    })
    return { given, ...(registered && { registered }) }
  } catch (error) {
    throw problemIn(error, plan, deps.signal)
  } finally {
    callback.close()
  }
}

type Prepared = {
  callback: Callback
  information: OAuthClientInformationMixed
  registered?: RegisteredClient
}

/** A redirect port, and a client that can use it. */
async function prepared(plan: SignInPlan, client: OAuthClient, state: string, deps: AuthorizeDeps): Promise<Prepared> {
  const callback = await listenForCallback(client.port, state)
  if (callback && client.information) return { callback, information: client.information }
  if (client.how === 'entered' || client.how === 'document') throw signInProblems.portTaken(client.port)
  // The registered port is in use by now, or there was none.
  const fresh = callback ?? (await listenForCallback(0, state))
  if (!fresh) throw signInProblems.portTaken(client.port)
  try {
    await deps.announce(signInWords.sent.registration(new URL(plan.issuer).host))
    const registered = await register(plan, fresh.port, deps.named)
    return { callback: fresh, registered, information: informationOf(registered) }
  } catch (error) {
    fresh.close()
    throw error
  }
}

/** The parameters that the browser brought back, while the user has the page. */
async function visited(
  url: string,
  issuer: string,
  callback: Callback,
  { server, inbox, signal, clock }: AuthorizeDeps,
): Promise<URLSearchParams> {
  const over = new AbortController()
  const timer = startTimer(clock, pageMs, () => over.abort(signInProblems.tooLate(pageMs)))
  let brought: URLSearchParams | undefined
  void callback.came.then((query) => {
    brought = query
    over.abort(new Error('The browser came back.'))
  })
  try {
    const question = { ...defined({ server }), issuer, url, until: clock.wall() + pageMs }
    await inbox.ask('sign-in-page', question, { signal: AbortSignal.any([signal, over.signal]) })
  } catch (error) {
    if (brought) return brought
    throw error
  } finally {
    timer.cancel()
  }
  throw signInProblems.cancelled()
}

/** Checks the sender, by character, before the content: another party's words aren't repeated (RFC 9207, 2.4). */
function codeIn(query: URLSearchParams, { metadata, issuer }: SignInPlan): { authorizationCode: string; iss?: string } {
  const [iss, ...more] = query.getAll('iss')
  if (more.length > 0) throw signInProblems.mixedUp(issuer)
  validateAuthorizationResponseIssuer({
    iss,
    expectedIssuer: metadata?.issuer,
    issParameterSupported: metadata?.['authorization_response_iss_parameter_supported'] === true,
  })
  const error = query.get('error')
  if (error === 'access_denied') throw signInProblems.denied(issuer)
  if (error !== null) throw signInProblems.refused(issuer, error)
  const authorizationCode = query.get('code')
  if (authorizationCode === null || authorizationCode === '')
    throw signInProblems.badTokens(issuer, unusableWords.noCode)
  return { authorizationCode, ...defined({ iss }) }
}

function problemIn(error: unknown, { issuer }: SignInPlan, signal: AbortSignal): unknown {
  if (signal.aborted) return signal.reason
  if (error instanceof IssuerMismatchError) return signInProblems.mixedUp(issuer)
  if (error instanceof HttpProblem) return error.signIn ? error : signInProblems.unreachable(issuer, error)
  if (error instanceof OAuthError) return signInProblems.refused(issuer, error.code, error.message)
  return signInProblems.badTokens(issuer, unusableWords.unreadable)
}
