import { companyTokens } from '../../shared/config/company-sign-in.ts'
import { isObject, type JsonObject, type JsonValue } from '../../shared/schema/json.ts'
import { actions } from './actions.ts'
import { HostUnderTest, peer, type Configured } from './host-under-test.ts'
import type { Statement } from './statement.ts'

/** Max milliseconds per scenario. */
const patience = 100_000

/** The URL that the suite expects for a document about the client. */
const clientMetadataUrl = 'https://conformance-test.local/client-metadata.json'

/**
 * Performs a scenario with the host. `told` is the suite's context, as JSON. Rejects if the host doesn't do its part.
 */
export async function act(scenario: string, url: string, told: string): Promise<Statement> {
  const action = actions[scenario]
  if (!action) return { acted: false, because: `the driver knows no action for ${scenario}` }
  const value = JSON.parse(told) as JsonValue
  const context = isObject(value) ? value : {}
  const host = await HostUnderTest.open(configuration(scenario, url, context))
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Statement>((resolve) => {
    timer = setTimeout(() => resolve({ acted: false, because: `it took too long: ${host.describe()}` }), patience)
  })
  try {
    return await Promise.race([action(host, context).then(() => ({ acted: true }) as const), late])
  } finally {
    clearTimeout(timer)
    await host.close()
  }
}

function configuration(scenario: string, url: string, context: JsonObject): Configured {
  const { client_id: clientId, client_secret: value, private_key_pem: key } = context
  if (scenario === 'auth/enterprise-managed-authorization') return throughCompany(url, context)
  // Declares support for all requests that a server can send, so the suite can check it.
  const config = { url, roots: [process.cwd()], sampling: 'ask' }
  if (scenario === 'auth/basic-cimd') return { config, settings: { clientMetadataUrl } }
  if (typeof clientId !== 'string') return { config }
  if (scenario.startsWith('auth/client-credentials-')) {
    const secret = `server/${peer}/oauth`
    const [part, text] = typeof key === 'string' ? ['privateKey', key] : ['clientSecret', value]
    if (typeof text !== 'string') throw new Error('The suite names neither a secret nor a key.')
    const oauth = { grant: 'client-credentials', clientId, [part]: { secret } }
    return { config: { ...config, oauth }, secrets: { [secret]: text } }
  }
  if (typeof value !== 'string') return { config: { ...config, oauth: { clientId } } }
  const secret = `server/${peer}/oauth`
  return { config: { ...config, oauth: { clientId, clientSecret: { secret } } }, secrets: { [secret]: value } }
}

/** A user who is signed in to their company already: the suite gives the ID token. */
function throughCompany(url: string, context: JsonObject): Configured {
  const {
    client_id: clientId,
    client_secret: value,
    idp_client_id,
    idp_issuer: issuer,
    idp_id_token: idToken,
  } = context
  const secret = `server/${peer}/oauth`
  if (typeof value !== 'string' || typeof idp_client_id !== 'string')
    throw new Error('The suite names no client for the server, or none for the provider.')
  return {
    config: { url, oauth: { grant: 'enterprise-managed', clientId: clientId ?? null, clientSecret: { secret } } },
    secrets: { [secret]: value },
    settings: { companySignIn: { issuer: issuer ?? null, clientId: idp_client_id } },
    issued: { [companyTokens]: JSON.stringify({ issuer, clientId: idp_client_id, idToken }) },
  }
}
