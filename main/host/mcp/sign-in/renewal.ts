import {
  discoverAuthorizationServerMetadata,
  OAuthError,
  OAuthErrorCode,
  type OAuthClientInformationMixed,
  refreshAuthorization,
} from '@modelcontextprotocol/client'
import { HttpProblem } from '../http/http-problem.ts'
import { isSameIssuer, readingMetadata, readingTokens } from './documents.ts'
import type { NamedFetch } from './named-fetch.ts'
import type { SignInPlan } from './plan.ts'
import { signInProblems, unusableWords } from './problems.ts'
import { readTokens, type SignInTokens } from './tokens.ts'
import { defined } from '../../../../shared/schema/json.ts'

type Renewed = { tokens: SignInTokens } | { refused: 'tokens' | 'client' }

/** The plan for a known authorization server. Rejects with `HttpProblem`. */
export async function planAt(issuer: string, resource: string | undefined, named: NamedFetch): Promise<SignInPlan> {
  try {
    const fetchFn = readingMetadata(named.fetch, { hasPage: false })
    const metadata = await discoverAuthorizationServerMetadata(issuer, { fetchFn, skipIssuerValidation: true })
    if (metadata && !isSameIssuer(metadata.issuer, issuer)) throw signInProblems.wrongIssuer(issuer)
    return { issuer, url: issuer, metadata, resource, isWide: false, scope: undefined }
  } catch (error) {
    if (!(error instanceof HttpProblem)) throw signInProblems.wrongIssuer(issuer)
    throw error.signIn ? error : signInProblems.unreachable(issuer, error)
  }
}

/** Renews tokens (OAuth 2.1, 4.3). Rejects with `HttpProblem` if it's unclear whether they can be renewed. */
export async function renew(
  { url, metadata, resource, issuer }: SignInPlan,
  { refresh = '', scope, account }: SignInTokens,
  { client, named }: { client: OAuthClientInformationMixed; named: NamedFetch },
): Promise<Renewed> {
  try {
    const given = await refreshAuthorization(url, {
      ...(metadata && { metadata }),
      clientInformation: client,
      refreshToken: refresh,
      fetchFn: readingTokens(named.fetch, issuer),
      ...defined({ resource }),
    })
    const tokens = readTokens(given, scope, Date.now(), issuer)
    if ('problem' in tokens) throw signInProblems.badTokens(issuer, tokens.problem)
    return { tokens: { ...tokens, account: tokens.account ?? account } }
  } catch (error) {
    if (error instanceof HttpProblem) throw error.signIn ? error : signInProblems.unreachable(issuer, error)
    if (!(error instanceof OAuthError)) throw signInProblems.badTokens(issuer, unusableWords.unreadable)
    if (isPassing(error)) throw signInProblems.unreachable(issuer, signInProblems.busy())
    return { refused: unknownClient.has(error.code) ? 'client' : 'tokens' }
  }
}

/** Whether the same request may succeed later. */
export const isPassing = ({ code }: OAuthError): boolean => passing.has(code)

const passing: ReadonlySet<string> = new Set([
  OAuthErrorCode.ServerError,
  OAuthErrorCode.TemporarilyUnavailable,
  OAuthErrorCode.TooManyRequests,
])

/** Refusals of the client itself. */
export const unknownClient: ReadonlySet<string> = new Set([
  OAuthErrorCode.InvalidClient,
  OAuthErrorCode.UnauthorizedClient,
])
