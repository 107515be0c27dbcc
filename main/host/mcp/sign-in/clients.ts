import {
  type AuthorizationServerMetadata,
  type OAuthClientInformationMixed,
  registerClient,
  RegistrationRejectedError,
} from '@modelcontextprotocol/client'
import type { Question } from '../../../../shared/asks/asks.ts'
import { defined, isObject, parseJson } from '../../../../shared/schema/json.ts'
import { unusable } from '../../secrets/distinctive.ts'
import { HttpProblem } from '../http/http-problem.ts'
import { redirectUriAt } from './callback.ts'
import type { Entered } from './entered-client.ts'
import { readingRegistration, wordsIn } from './documents.ts'
import type { NamedFetch } from './named-fetch.ts'
import type { SignInPlan } from './plan.ts'
import { signInProblems, unusableWords } from './problems.ts'
import { isIssuedHere } from './tokens.ts'
import type { RegisteredClient } from './vault.ts'

/** Atrium's identity at an authorization server; `port` is 0 if any redirect port is permitted. */
export type OAuthClient = {
  how: Question<'sign-in'>['client']
  /** Undefined before it is registered. */
  information?: OAuthClientInformationMixed
  port: number
  /** The issuer the entered credentials belong to, if it's another one: then they aren't used. */
  enteredFor?: string | undefined
}

type Ways = {
  entered?: Entered | undefined
  /** The issuer these belong to; undefined if they can be used with this one. */
  enteredFor?: string | undefined
  /** The URL of the published document that describes this client. */
  document?: string | undefined
  registered?: RegisteredClient | undefined
  port?: number | undefined
}

/**
 * In the specification's order (2025-11-25, basic/authorization#client-registration-approaches): as the user entered
 * it, by a document, by registration. Throws `HttpProblem` if there is no way.
 */
export function clientFor(plan: SignInPlan, { entered, enteredFor, ...ways }: Ways): OAuthClient {
  const { issuer } = plan
  if (enteredFor !== undefined) {
    if (hasNoWay(plan, ways)) throw signInProblems.enteredForOther(issuer, enteredFor)
    return { ...unenteredClient(plan, ways), enteredFor }
  }
  const { port = 0 } = ways
  if (entered)
    return {
      how: 'entered',
      information: { client_id: entered.id, ...defined({ client_secret: entered.secret }) },
      port,
    }
  return unenteredClient(plan, ways)
}

const hasNoWay = ({ metadata }: SignInPlan, { document, registered }: Ways): boolean =>
  !(document !== undefined && metadata?.client_id_metadata_document_supported === true) &&
  !registered &&
  metadata !== undefined &&
  metadata.registration_endpoint === undefined

function unenteredClient(plan: SignInPlan, { document, registered, port = 0 }: Ways): OAuthClient {
  const { metadata, issuer } = plan
  if (document !== undefined && metadata?.client_id_metadata_document_supported === true)
    return { how: 'document', information: { client_id: document }, port }
  if (registered) return { how: 'registered', information: informationOf(registered), port: registered.port }
  if (hasNoWay(plan, { document, registered })) throw signInProblems.unknownClient(issuer)
  return { how: 'registers', port }
}

/** An earlier registration in the library's terms (RFC 7591). */
export const informationOf = ({ id, secret, method, port }: RegisteredClient): OAuthClientInformationMixed => ({
  client_id: id,
  redirect_uris: [redirectUriAt(port)],
  ...defined({ client_secret: secret, token_endpoint_auth_method: method }),
})

/** Registers Atrium (RFC 7591) for a browser redirected to this port. Rejects with `HttpProblem`. */
export async function register(
  { url, metadata, issuer, scope }: SignInPlan,
  port: number,
  named: NamedFetch,
): Promise<RegisteredClient> {
  try {
    // oxlint-disable-next-line no-deprecated -- registering itself is, and many authorization servers know no other way yet
    const given = await registerClient(url, {
      ...(metadata && { metadata }),
      clientMetadata: {
        client_name: 'Atrium',
        application_type: 'native',
        redirect_uris: [redirectUriAt(port)],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: methodFor(metadata),
      },
      ...(scope && { scope }),
      fetchFn: readingRegistration(named.fetch, issuer, redirectUriAt(port)),
    })
    const { client_id: id, client_secret: secret, token_endpoint_auth_method: method } = given
    if (id.length > 2048 || (secret?.length ?? 0) > 4096)
      throw signInProblems.refusedClient(issuer, unusableWords.longId)
    const odd = secret === undefined ? undefined : unusable(secret, isIssuedHere(issuer))
    if (odd !== undefined) throw signInProblems.refusedClient(issuer, unusableWords.clientSecret(odd))
    return { id, secret, method, port }
  } catch (error) {
    if (error instanceof HttpProblem) throw error.signIn ? error : signInProblems.unreachable(issuer, error)
    if (error instanceof RegistrationRejectedError) throw signInProblems.refusedClient(issuer, whatItSaid(error))
    throw signInProblems.refusedClient(issuer, unusableWords.response)
  }
}

/**
 * How Atrium identifies itself: without a secret if possible, because a secret in every copy of a program isn't one.
 */
function methodFor(metadata: AuthorizationServerMetadata | undefined): string {
  const offered = metadata?.token_endpoint_auth_methods_supported ?? ['none']
  return ['none', 'client_secret_basic', 'client_secret_post'].find((it) => offered.includes(it)) ?? 'none'
}

function whatItSaid({ body, status }: RegistrationRejectedError): string {
  const said = parseJson(body)
  const words = isObject(said) ? (said['error_description'] ?? said['error']) : wordsIn(body)
  return typeof words === 'string' ? words : unusableWords.status(status)
}
