import type { OAuthTokens } from '@modelcontextprotocol/client'
import { isLoopbackHost } from '../../../../shared/config/server-config.ts'
import { unusable } from '../../secrets/distinctive.ts'
import { clip } from '../../../../shared/text/clip.ts'
import { accountIn, claimsIn } from './id-token.ts'
import { unusableWords } from './problems.ts'

/** Tokens issued by an authorization server for one server; `expiresAt` in epoch milliseconds. */
export type SignInTokens = {
  access: string
  refresh?: string | undefined
  /** Separated by spaces; the requested scopes, unless the server said otherwise. */
  scope: string
  expiresAt?: number | undefined
  /** The account, in the authorization server's words. */
  account?: string | undefined
}

const longestToken = 16_384
/** Max assumed lifetime of a token. */
const mostSeconds = 366 * 24 * 3600

/** The usable part of the token endpoint's answer, or why it isn't usable, as a clause. `asked` is the scope. */
export function readTokens(
  given: OAuthTokens,
  asked: string,
  now: number,
  issuer: string,
): SignInTokens | { problem: string } {
  const { access_token: access, refresh_token: refresh, token_type: type, expires_in: seconds } = given
  if (type.toLowerCase() !== 'bearer') return { problem: unusableWords.notBearer }
  if (!isToken(access) || (refresh !== undefined && !isToken(refresh))) return { problem: unusableWords.notForHeader }
  const isHere = isIssuedHere(issuer)
  const odd = unusable(access, isHere) ?? (refresh === undefined ? undefined : unusable(refresh, isHere))
  if (odd !== undefined) return { problem: unusableWords.token(odd) }
  return {
    access,
    refresh,
    scope: clip(given.scope ?? asked, 4096),
    expiresAt: seconds === undefined || !(seconds > 0) ? undefined : now + Math.min(seconds, mostSeconds) * 1000,
    account: given.id_token === undefined ? undefined : accountIn(claimsIn(given.id_token) ?? {}),
  }
}

/** Whether an authorization server is on this computer, by its issuer's host. */
export const isIssuedHere = (issuer: string): boolean => isLoopbackHost(URL.parse(issuer)?.hostname ?? '')

const isToken = (text: string): boolean => text.length <= longestToken && /^[\x21-\x7e]+$/.test(text)

/** The scopes in a text that separates them by white space, each once. */
export const scopesIn = (scope: string | undefined): string[] => [
  ...new Set((scope ?? '').split(/\s+/).filter(Boolean)),
]
