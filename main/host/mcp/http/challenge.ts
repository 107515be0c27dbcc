import { extractWWWAuthenticateParams } from '@modelcontextprotocol/client'

/** What a server said when it did not let a request in (RFC 6750, RFC 9728). */
export type Challenge = {
  /** Where its metadata are, in its words. */
  metadata?: URL | undefined
  scope?: string | undefined
  /** Whether it says that tokens are how one is known there; many that want a key of their own say nothing. */
  wantsToken: boolean
  /** It knows who asks, and that is not enough. */
  isStepUp: boolean
  /** What else it said. */
  words: string
}

/** Nothing where an answer is none, or a refusal that no sign-in would change. */
export function challengeIn(response: Response): Omit<Challenge, 'words'> | undefined {
  if (response.status !== 401 && response.status !== 403) return undefined
  const { resourceMetadataUrl: metadata, scope, error } = extractWWWAuthenticateParams(response)
  const isStepUp = response.status === 403
  if (isStepUp && error !== 'insufficient_scope') return undefined
  const wantsToken = /^(bearer|dpop)\b/i.test(response.headers.get('www-authenticate') ?? '')
  return { metadata, scope: scope?.slice(0, 4096), wantsToken, isStepUp }
}
