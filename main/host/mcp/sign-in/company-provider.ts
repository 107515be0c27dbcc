import type { AuthorizationServerMetadata } from '@modelcontextprotocol/client'
import { z } from 'zod'
import { isLoopbackHost } from '../../../../shared/config/server-config.ts'
import { parseJson } from '../../../../shared/schema/json.ts'
import { HttpProblem } from '../http/http-problem.ts'
import { pageAddress } from '../http/page-address.ts'
import { companyFaults } from './company-problems.ts'
import { isSameIssuer } from './documents.ts'
import type { NamedFetch } from './named-fetch.ts'
import { isSafeEndpoint, type SignInPlan } from './plan.ts'
import { signInProblems, unusableWords } from './problems.ts'

const names = z.array(z.string()).optional().catch(undefined)

/** The used part of a provider's description (OpenID Connect Discovery, 3). Some leave out required members. */
const description = z.object({
  issuer: z.string(),
  authorization_endpoint: z.string(),
  token_endpoint: z.string(),
  revocation_endpoint: z.string().optional().catch(undefined),
  scopes_supported: names,
  response_types_supported: names,
  token_endpoint_auth_methods_supported: names,
  code_challenge_methods_supported: names,
  authorization_response_iss_parameter_supported: z.boolean().optional().catch(undefined),
})

const problem = (clause: string, advice: string): HttpProblem => new HttpProblem(clause, advice, { signIn: true })

/**
 * Finds out how to sign in at the company's provider, whose issuer the user entered (OpenID Connect Discovery, 4).
 * Rejects with `HttpProblem`; its words follow the company.
 */
export async function planAtProvider(issuer: string, named: NamedFetch): Promise<SignInPlan> {
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  const response = await named.fetch(address, { headers: { accept: 'application/json' } })
  const { data } = response.ok ? description.safeParse(parseJson(await response.text())) : {}
  if (!data) throw problem(companyFaults.unreadable(issuer), companyFaults.unreadableAdvice)
  if (!isSameIssuer(data.issuer, issuer))
    throw problem(companyFaults.otherIssuer(data.issuer), companyFaults.otherIssuerAdvice)
  assertSafe(data, issuer)
  const { response_types_supported: types = ['code'], ...rest } = data
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the required members are there
  const metadata = { ...given, response_types_supported: types } as AuthorizationServerMetadata
  return {
    issuer: data.issuer,
    url: issuer,
    metadata,
    resource: undefined,
    isWide: false,
    scope: scopeAt(data.scopes_supported),
  }
}

function assertSafe(data: z.infer<typeof description>, issuer: string): void {
  const page = pageAddress(data.authorization_endpoint)
  if ('problem' in page) throw signInProblems.badPage(page.problem)
  if (isLoopbackHost(new URL(page.url).hostname) && !isLoopbackHost(new URL(issuer).hostname))
    throw signInProblems.badPage(unusableWords.leadsHere)
  if (!isSafeEndpoint(data.token_endpoint)) throw signInProblems.notEncrypted(data.token_endpoint)
  // Providers that know it don't always say so, and a nonce protects the sign-in too.
  if (data.code_challenge_methods_supported?.includes('S256') === false) throw signInProblems.noPkce(issuer)
}

/** An ID token with the account's name, and a refresh token, as far as the provider offers them. */
const scopeAt = (offered: string[] | undefined): string =>
  ['openid', ...['email', 'offline_access'].filter((it) => offered?.includes(it) === true)].join(' ')
