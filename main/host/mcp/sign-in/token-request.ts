import {
  type AddClientAuthentication,
  type FetchLike,
  fetchToken,
  type OAuthClientInformationMixed,
  type OAuthTokens,
} from '@modelcontextprotocol/client'
import { readingTokens } from './documents.ts'
import type { SignInPlan } from './plan.ts'
import { defined } from '../../../../shared/schema/json.ts'

/** Atrium's identity in one request: an ID, with a secret or by something else that is added to the request. */
export type ClientIdentity = {
  information: OAuthClientInformationMixed
  authenticate?: AddClientAuthentication | undefined
}

/**
 * Requests a token at a plan's token endpoint by a grant that needs no browser. `grant` has the form's fields; those
 * without a value are left out. Rejects with the library's errors and those of `fetch`.
 */
export function requestToken(
  { issuer, url, metadata, resource }: SignInPlan,
  { information, authenticate }: ClientIdentity,
  grant: Record<string, string | undefined>,
  fetch: FetchLike,
): Promise<OAuthTokens> {
  const form = new URLSearchParams()
  for (const [name, value] of Object.entries(grant)) if (value) form.set(name, value)
  const provider = {
    redirectUrl: undefined,
    clientMetadata: { redirect_uris: [] },
    clientInformation: () => ({ ...information, issuer }),
    prepareTokenRequest: () => form,
    ...(authenticate && { addClientAuthentication: authenticate }),
    ...unusedMembers,
  }
  return fetchToken(provider, url, {
    fetchFn: readingTokens(fetch, issuer),
    ...(metadata && { metadata }),
    ...defined({ resource }),
  })
}

/** The library's interface is for all its grants. */
const unusedMembers = {
  tokens: () => undefined,
  saveTokens: () => undefined,
  redirectToAuthorization: () => undefined,
  saveCodeVerifier: () => undefined,
  codeVerifier: () => '',
}
