import {
  type AuthorizationServerMetadata,
  checkResourceAllowed,
  computeScopeUnion,
  discoverOAuthServerInfo,
  resourceUrlFromServerUrl,
} from '@modelcontextprotocol/client'
import { z } from 'zod'
import { isLoopbackHost } from '../../../../shared/config/server-config.ts'
import { HttpProblem } from '../http/http-problem.ts'
import { statusProblem } from '../http/problems.ts'
import { pageAddress } from '../http/page-address.ts'
import type { Challenge } from '../http/challenge.ts'
import { isSameIssuer, readingMetadata } from './documents.ts'
import type { NamedFetch } from './named-fetch.ts'
import { companyProblems } from './company-problems.ts'
import { ownClientProblems, signInProblems, unusableWords } from './problems.ts'
import { scopesIn } from './tokens.ts'

/** The grant by a signed assertion (RFC 7523, 2.1), and the profile of it for companies (ext-auth, 6). */
export const jwtBearer = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
const idJagProfile = 'urn:ietf:params:oauth:grant-profile:id-jag'

/** A member of the metadata that the library's type doesn't have. */
const profiled = z.object({ authorization_grant_profiles_supported: z.array(z.string()) })

const longestIssuer = 1000
const longestScope = 1000

/** A planned sign-in: its authorization server, and the audience and scopes to request. */
export type SignInPlan = {
  /** The authorization server's identity; credentials of one are never given to another. */
  issuer: string
  /** Its URL, from which its endpoints are derived if it has no metadata. */
  url: string
  metadata: AuthorizationServerMetadata | undefined
  /** The tokens' audience (RFC 8707); undefined if the server doesn't publish metadata (2025-03-26). */
  resource: string | undefined
  /** Whether that is wider than the server's own URL, which RFC 9728, 3.3 forbids and many servers do. */
  isWide: boolean
  /** The page's host, and the host of another site that gets its code (RFC 9207, 4.4: mix-up). */
  handover?: { page: string; receiver: string } | undefined
  /** The requested scopes, separated by spaces; undefined leaves them to the authorization server. */
  scope: string | undefined
}

type Wanted = {
  server: string
  challenge: Challenge
  /** Replaces what the server says. */
  scopes?: string | undefined
  /** Scopes requested before, which another sign-in must not lose. */
  before?: string | undefined
  /** Absent if the user signs in; else a client of Atrium's own does, or the user's company for them. */
  by?: 'client' | 'company'
}

/**
 * Finds out where to sign in (basic/authorization: protected resource metadata, then authorization server metadata,
 * each with its fallbacks), and whether that is safe. Rejects with `HttpProblem`.
 */
export async function planSignIn(wanted: Wanted, named: NamedFetch): Promise<SignInPlan> {
  const { server, challenge } = wanted
  const own = resourceUrlFromServerUrl(server)
  const found = await discoverOAuthServerInfo(server, {
    fetchFn: readingMetadata(named.fetch, { resource: own.href, hasPage: wanted.by === undefined }),
    // Below, up to one slash.
    skipIssuerMetadataValidation: true,
    ...(challenge.metadata && { resourceMetadataUrl: challenge.metadata }),
  }).catch((error: unknown) => {
    throw unreadable(error, named)
  })
  // A forbidden URL isn't a reason to try others.
  if (named.refused) throw notContacted(named.refused)
  const { authorizationServerUrl: url, authorizationServerMetadata: metadata, resourceMetadata } = found
  // It wants an API key, or something else that users put in headers.
  if (!metadata && !resourceMetadata && !challenge.wantsToken) throw statusProblem(401, challenge.words)
  if (metadata && !isSameIssuer(metadata.issuer, url)) throw signInProblems.wrongIssuer(url)
  const resource = resourceMetadata?.resource
  if (resource !== undefined && !isFor(resource, own)) throw signInProblems.otherResource(resource)
  const issuer = metadata?.issuer ?? url
  if (issuer.length > longestIssuer) throw signInProblems.noMetadata(unusableWords.longUrl)
  if (wanted.by) checkForGrant(wanted.by, metadata, issuer)
  else checkMetadata(metadata, issuer, own)
  const asked = challenge.isStepUp
    ? computeScopeUnion(wanted.before, challenge.scope)
    : (wanted.scopes ?? challenge.scope ?? resourceMetadata?.scopes_supported?.join(' '))
  const isWide = resource !== undefined && canonical(resource) !== canonical(own.href)
  const scope = wanted.by ? readable(asked) : withOfflineAccess(readable(asked), metadata)
  const handover = wanted.by ? undefined : await handoverIn(metadata)
  return { issuer, url, metadata, resource, isWide, scope, handover }
}

/**
 * A page of one site whose code goes to another: its own authorization server may be honest, and this one an attacker.
 * An answer that names its issuer shows which.
 */
export async function handoverIn(metadata: AuthorizationServerMetadata | undefined): Promise<SignInPlan['handover']> {
  if (!metadata || metadata['authorization_response_iss_parameter_supported'] === true) return undefined
  const [page, receiver] = [new URL(metadata.authorization_endpoint), new URL(metadata.token_endpoint)]
  // The list of public suffixes is large, and only needed here.
  const { getDomain } = await import('tldts')
  const siteOf = ({ host }: URL): string => getDomain(host.replace(/\.$/, ''), { allowPrivateDomains: true }) ?? host
  return siteOf(page) === siteOf(receiver) ? undefined : { page: page.host, receiver: receiver.host }
}

/** More than fits into a page's URL is left to the authorization server. */
const readable = (scope: string | undefined): string | undefined =>
  scope !== undefined && scope.length <= longestScope ? scope : undefined

/** Whether tokens, codes and secrets can be sent to an endpoint: encrypted, or within this computer. */
export function isSafeEndpoint(endpoint: string): boolean {
  if (!URL.canParse(endpoint)) return false
  const { protocol, hostname } = new URL(endpoint)
  return protocol === 'https:' || (protocol === 'http:' && isLoopbackHost(hostname))
}

function isFor(resource: string, own: URL): boolean {
  if (!URL.canParse(resource)) return false
  const allows = (configuredResource: string) => checkResourceAllowed({ requestedResource: own, configuredResource })
  return allows(resource) || allows(canonical(resource))
}

/** A URL without a trailing slash, which means nothing (2025-11-25, basic/authorization#canonical-server-uri). */
const canonical = (address: string): string => {
  const { origin, pathname, search } = new URL(address)
  return origin + pathname.replace(/\/+$/, '') + search
}

/** Checks that the library makes later, after the user was asked, or not at all. */
function checkMetadata(metadata: AuthorizationServerMetadata | undefined, issuer: string, server: URL): void {
  if (!metadata) return
  if (metadata.code_challenge_methods_supported?.includes('S256') !== true) throw signInProblems.noPkce(issuer)
  const page = pageAddress(metadata.authorization_endpoint)
  if ('problem' in page) throw signInProblems.badPage(page.problem)
  if (isLoopbackHost(new URL(page.url).hostname) && !isLoopbackHost(server.hostname))
    throw signInProblems.badPage(unusableWords.leadsHere)
  for (const endpoint of [metadata.token_endpoint, metadata.registration_endpoint])
    if (endpoint !== undefined && !isSafeEndpoint(endpoint)) throw signInProblems.notEncrypted(endpoint)
  if (!metadata.response_types_supported.includes('code')) throw signInProblems.noMetadata(unusableWords.noCodes)
}

/** Throws unless a sign-in without a page is possible; nothing secret is sent to a guessed endpoint. */
function checkForGrant(
  by: NonNullable<Wanted['by']>,
  metadata: AuthorizationServerMetadata | undefined,
  issuer: string,
): void {
  if (!metadata) throw ownClientProblems.noEndpoint(issuer)
  if (!isSafeEndpoint(metadata.token_endpoint)) throw signInProblems.notEncrypted(metadata.token_endpoint)
  const { grant_types_supported: grants } = metadata
  if (by === 'company' && !takesCompanies(metadata)) throw companyProblems.notTaken(issuer)
  if (by === 'client' && grants && !grants.includes('client_credentials')) throw ownClientProblems.noGrant(issuer)
}

/** Whether it takes what companies' providers issue (ext-auth, 6). Some list only the grant that this is a profile of. */
function takesCompanies(metadata: AuthorizationServerMetadata): boolean {
  const { data } = profiled.safeParse(metadata)
  if (data) return data.authorization_grant_profiles_supported.includes(idJagProfile)
  return metadata.grant_types_supported?.includes(jwtBearer) === true
}

/**
 * Requests a refresh token, if the authorization server offers that (2026-07-28, basic/authorization#refresh-tokens).
 */
function withOfflineAccess(
  scope: string | undefined,
  metadata: AuthorizationServerMetadata | undefined,
): string | undefined {
  if (!scope || metadata?.scopes_supported?.includes('offline_access') !== true) return scope
  return [...new Set([...scopesIn(scope), 'offline_access'])].join(' ')
}

const notContacted = (reason: HttpProblem): HttpProblem => (reason.signIn ? reason : signInProblems.badAddress(reason))

function unreadable(error: unknown, named: NamedFetch): HttpProblem {
  if (named.refused) return notContacted(named.refused)
  if (error instanceof HttpProblem)
    return error.signIn ? error : signInProblems.unreachable(unusableWords.itsUrl, error)
  return signInProblems.noMetadata(error instanceof Error ? firstLine(error.message) : String(error))
}

/** The rest of the library's message is a dump of the invalid input. */
const firstLine = (message: string): string =>
  message.startsWith('[') || message.startsWith('{') ? unusableWords.metadata : message
