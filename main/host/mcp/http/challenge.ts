import { extractWWWAuthenticateParams } from '@modelcontextprotocol/client'

/** A server's reply when it rejected a request (RFC 6750, RFC 9728). */
export type Challenge = {
  /** The URL of its metadata, as it says. */
  metadata?: URL | undefined
  scope?: string | undefined
  /** Whether it asks for a token; many servers that want their own kind of key say nothing. */
  wantsToken: boolean
  /** It knows the user, but the scopes aren't enough. */
  isStepUp: boolean
  /** The server's explanation; third-party text. */
  words: string
}

/** The challenge in a response; undefined if it isn't one, or is a rejection that no sign-in would change. */
export function challengeIn(response: Response): Omit<Challenge, 'words'> | undefined {
  if (response.status !== 401 && response.status !== 403) return undefined
  const { resourceMetadataUrl: metadata, scope, error } = extractWWWAuthenticateParams(response)
  const isStepUp = response.status === 403
  if (isStepUp && error !== 'insufficient_scope') return undefined
  const wantsToken = /^(bearer|dpop)\b/i.test(response.headers.get('www-authenticate') ?? '')
  return { metadata, scope: scope?.slice(0, 4096), wantsToken, isStepUp }
}
