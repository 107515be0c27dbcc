import { isObject, type JsonObject, parseJson } from '../../../../shared/schema/json.ts'
import { clip } from '../../../../shared/text/clip.ts'
import { isSameIssuer } from './documents.ts'
import { companyFaults } from './company-problems.ts'

const longestToken = 16_384

/** An ID token's used part; `expiresAt` in epoch milliseconds, `account` in the provider's words. */
export type IdToken = { subject: string; expiresAt: number; account?: string | undefined }

type Expected = {
  issuer: string
  client: string
  /** Of a sign-in; a renewed token need not have one. */
  nonce?: string | undefined
  /** The account that a renewed token must be for. */
  subject?: string | undefined
  /** Epoch milliseconds. */
  now: number
}

/**
 * Checks an ID token's claims (OpenID Connect Core, 3.1.3.7 and 12.2), or says as a clause why it isn't valid. It came
 * straight from the provider's token endpoint over TLS, which vouches for the issuer in place of the signature.
 */
export function readIdToken(token: string | undefined, expected: Expected): IdToken | { problem: string } {
  const { token: words } = companyFaults
  if (token === undefined) return { problem: words.absent }
  const claims = claimsIn(token)
  const { iss, aud, azp, sub, exp, nonce } = claims ?? {}
  if (typeof sub !== 'string' || sub === '' || typeof exp !== 'number') return { problem: words.unreadable }
  if (typeof iss !== 'string' || !isSameIssuer(iss, expected.issuer)) return { problem: words.issuer }
  const audiences = Array.isArray(aud) ? aud : [aud]
  const isMeant = audiences.includes(expected.client) && (audiences.length === 1 || azp === expected.client)
  if (!isMeant || (azp !== undefined && azp !== expected.client)) return { problem: words.audience }
  if (expected.nonce !== undefined && nonce !== expected.nonce) return { problem: words.nonce }
  if (expected.subject !== undefined && sub !== expected.subject) return { problem: words.subject }
  if (exp * 1000 <= expected.now) return { problem: words.expired }
  return { subject: sub, expiresAt: exp * 1000, account: accountIn(claims ?? {}) }
}

/** The claims of a signed JSON Web Token (RFC 7519), unverified; undefined if it isn't one. */
export function claimsIn(token: string): JsonObject | undefined {
  const parts = token.length > longestToken ? [] : token.split('.')
  const [head, claims] = parts.map((part) => parseJson(Buffer.from(part, 'base64url').toString('utf8')))
  if (parts.length !== 3 || !isObject(head) || !isObject(claims)) return undefined
  return typeof head['alg'] === 'string' && head['alg'].toLowerCase() !== 'none' ? claims : undefined
}

/** The account's name from claims (OpenID Connect Core, 5.1): for display only. */
export function accountIn(claims: JsonObject): string | undefined {
  const name = [claims['email'], claims['preferred_username'], claims['name'], claims['sub']].find(
    (it) => typeof it === 'string' && it.trim() !== '',
  )
  return typeof name === 'string' ? clip(name, 200) : undefined
}
