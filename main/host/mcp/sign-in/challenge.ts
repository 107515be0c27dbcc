import { extractWWWAuthenticateParams } from '@modelcontextprotocol/client'

/** What a server said when it did not let a request in (RFC 6750, RFC 9728). */
export type Challenge = {
  /** Where its metadata are, in its words. */
  metadata?: URL | undefined
  scope?: string | undefined
  /** It knows who asks, and that is not enough. */
  isStepUp: boolean
}

/** Nothing where an answer is none, or a refusal that no sign-in would change. */
export function challengeIn(response: Response): Challenge | undefined {
  if (response.status !== 401 && response.status !== 403) return undefined
  const { resourceMetadataUrl: metadata, scope, error } = extractWWWAuthenticateParams(response)
  const isStepUp = response.status === 403
  if (isStepUp && error !== 'insufficient_scope') return undefined
  return { metadata, scope: scope?.slice(0, 4096), isStepUp }
}
