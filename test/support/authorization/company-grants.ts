import { randomUUID } from 'node:crypto'
import type { JsonObject } from '../../../shared/schema/json.ts'
import { Refused } from './grants.ts'

/** The names of enterprise-managed authorization (ext-auth). */
export const jwtBearer = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
export const tokenExchange = 'urn:ietf:params:oauth:grant-type:token-exchange'
export const grantProfile = 'urn:ietf:params:oauth:grant-profile:id-jag'
const idJag = 'urn:ietf:params:oauth:token-type:id-jag'

type Form = Record<string, string>

const part = (value: JsonObject) => Buffer.from(JSON.stringify(value)).toString('base64url')
const claimsOf = (token: string): JsonObject => {
  const [, claims = ''] = token.split('.')
  return JSON.parse(Buffer.from(claims, 'base64url').toString('utf8')) as JsonObject
}

/** The user in an ID token that a company's provider may exchange. Throws `Refused`. */
export function exchangeable(
  form: Form,
  { issuer, client, policy }: { issuer: string; client: string; policy(form: Form): string | undefined },
): string {
  if (form['requested_token_type'] !== idJag) throw new Refused('invalid_request', 'another type is wanted')
  if (!form['audience'] || !form['resource']) throw new Refused('invalid_request', 'for nobody')
  const { iss, aud, exp, sub } = claimsOf(form['subject_token'] ?? '')
  if (iss !== issuer || aud !== client || Number(exp) * 1000 < Date.now()) throw new Refused('invalid_grant', 'expired')
  const refusal = policy(form)
  if (refusal !== undefined) throw new Refused(refusal, 'EVIL words of a policy')
  return typeof sub === 'string' ? sub : ''
}

/** A provider's answer to an exchange: a grant for one authorization server (ID-JAG). Its signature isn't checked. */
export function assertion(
  { audience = '', resource = '', scope = '' }: Form,
  { issuer, subject }: { issuer: string; subject: string },
): { access_token: string } & JsonObject {
  const claims = { iss: issuer, sub: subject, aud: audience, resource, scope, jti: randomUUID() }
  return {
    access_token: `${part({ alg: 'RS256', typ: 'oauth-id-jag+jwt' })}.${part(claims)}.c2lnbmVk`,
    issued_token_type: idJag,
    token_type: 'N_A',
    expires_in: 300,
  }
}

/** The content of a company's grant that this authorization server takes. Throws `Refused`. */
export function redeemed(
  form: Form,
  { issuer, issued }: { issuer: string; issued: string[] },
): { resource: string; scope: string } {
  const { assertion: grant = '' } = form
  const { aud, resource, scope } = claimsOf(grant)
  if (!issued.includes(grant) || aud !== issuer || typeof resource !== 'string' || typeof scope !== 'string')
    throw new Refused('invalid_grant', 'not for this server')
  return { resource, scope }
}
