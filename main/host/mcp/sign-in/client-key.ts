import { constants, createPrivateKey, type KeyObject, randomUUID, sign } from 'node:crypto'
import { defined, isObject, type JsonObject, parseJson } from '../../../../shared/schema/json.ts'

/** A client's private key, and what a JSON Web Key says about it. */
export type ClientKey = { key: KeyObject; id?: string; algorithm?: string }

/** Why a text isn't a usable key. */
export type KeyFault = 'unreadable' | 'locked' | 'kind'

/** Seconds for which an assertion is valid. */
const lifetime = 120

/** Max characters of a key; an RSA key with 16,384 bits has 13,000. */
const longestKey = 20_000

/**
 * Reads a private key: PEM, also with its lines joined into one, or a JSON Web Key (RFC 7517). Its kind is one with
 * which a client can identify itself: RSA, P-256, P-384, P-521 or Ed25519.
 */
export function readClientKey(text: string): ClientKey | KeyFault {
  const known = text.length > longestKey ? undefined : (jsonKey(text) ?? pemKey(text))
  if (known === undefined) return /ENCRYPTED/.test(text.slice(0, longestKey)) ? 'locked' : 'unreadable'
  return algorithmsOf(known.key).length > 0 ? known : 'kind'
}

function jsonKey(text: string): ClientKey | undefined {
  const value = parseJson(text)
  if (!isObject(value)) return undefined
  const { kid, alg } = value
  const key = attempt(() => createPrivateKey({ key: { ...value }, format: 'jwk' }))
  return key && { key, ...(typeof kid === 'string' && { id: kid }), ...(typeof alg === 'string' && { algorithm: alg }) }
}

function pemKey(text: string): ClientKey | undefined {
  const [, label, body = ''] =
    /-----BEGIN ((?:[A-Z]+ )?PRIVATE KEY)-----([A-Za-z0-9+/=\s]+)-----END \1-----/.exec(text) ?? []
  if (label === undefined) return undefined
  const lines = body.replaceAll(/\s+/g, '').replaceAll(/.{64}/g, '$&\n')
  const key = attempt(() => createPrivateKey(`-----BEGIN ${label}-----\n${lines}\n-----END ${label}-----\n`))
  return key && { key }
}

/** Undefined instead of the library's error, which would repeat the key. */
function attempt(read: () => KeyObject): KeyObject | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

/** The algorithms for a key (RFC 7518, 3.1; RFC 8037), the usual one first. */
function algorithmsOf({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): readonly string[] {
  if (asymmetricKeyType === 'rsa') return ['RS256', 'PS256', 'RS384', 'PS384', 'RS512', 'PS512']
  if (asymmetricKeyType === 'ed25519') return ['EdDSA', 'Ed25519']
  const curves: Record<string, string> = { prime256v1: 'ES256', secp384r1: 'ES384', secp521r1: 'ES512' }
  const curve = asymmetricKeyType === 'ec' ? curves[asymmetricKeyDetails?.namedCurve ?? ''] : undefined
  return curve === undefined ? [] : [curve]
}

type Assertion = {
  client: string
  /** The authorization server's issuer: no other accepts it. */
  audience: string
  /** The algorithms that the authorization server accepts; undefined if it doesn't say. */
  accepted: string[] | undefined
  /** Epoch milliseconds. */
  now: number
}

/** A client's signed assertion, valid once (RFC 7523, 3); undefined if no algorithm suits both sides. */
export function assertionBy(
  { key, id, algorithm }: ClientKey,
  { client, audience, accepted, now }: Assertion,
): string | undefined {
  const usable = algorithmsOf(key).filter((it) => algorithm === undefined || it === algorithm)
  const alg = usable.find((it) => accepted === undefined || accepted.includes(it))
  if (alg === undefined) return undefined
  const iat = Math.floor(now / 1000)
  const claims = { iss: client, sub: client, aud: audience, iat, exp: iat + lifetime, jti: randomUUID() }
  const signed = [{ alg, typ: 'JWT', ...defined({ kid: id }) }, claims].map(encoded).join('.')
  return `${signed}.${signature(alg, signed, key)}`
}

const encoded = (part: JsonObject): string => Buffer.from(JSON.stringify(part)).toString('base64url')

function signature(alg: string, text: string, key: KeyObject): string {
  const data = Buffer.from(text)
  if (alg.startsWith('Ed')) return sign(null, data, key).toString('base64url')
  const padding = alg.startsWith('PS')
    ? { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST }
    : {}
  return sign(`sha${alg.slice(2)}`, data, { key, dsaEncoding: 'ieee-p1363', ...padding }).toString('base64url')
}
