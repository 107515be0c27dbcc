import { type OAuthClientInformationMixed, selectClientAuthMethod } from '@modelcontextprotocol/client'
import { isSafeEndpoint, type Plan } from './plan.ts'
import type { NamedFetch } from './named-fetch.ts'
import type { Tokens } from './tokens.ts'

/**
 * Says that tokens are not wanted any more (RFC 7009), where the authorization server takes that. Whether it heard
 * changes nothing here, so that it rejects with whatever went wrong.
 */
export async function revoke(
  { metadata }: Plan,
  { refresh, access }: Tokens,
  { client, named }: { client: OAuthClientInformationMixed; named: NamedFetch },
): Promise<void> {
  const endpoint = metadata && 'revocation_endpoint' in metadata ? metadata.revocation_endpoint : undefined
  if (typeof endpoint !== 'string' || !isSafeEndpoint(endpoint)) return
  const form = new URLSearchParams({ token: refresh ?? access })
  const headers = new Headers({ 'content-type': 'application/x-www-form-urlencoded' })
  const { client_id: id, client_secret: secret = '' } = client
  const method = selectClientAuthMethod(client, metadata?.token_endpoint_auth_methods_supported ?? [])
  const pair = `${encodeURIComponent(id)}:${encodeURIComponent(secret)}`
  if (method === 'client_secret_basic') headers.set('authorization', `Basic ${Buffer.from(pair).toString('base64')}`)
  else form.set('client_id', id)
  if (method === 'client_secret_post') form.set('client_secret', secret)
  await named.fetch(endpoint, { method: 'POST', headers, body: form })
}
