import { isObject, type JsonObject, type JsonValue } from '../../shared/schema/json.ts'
import { actions } from './actions.ts'
import { HostUnderTest, peer, type Configured } from './host-under-test.ts'
import type { Statement } from './statement.ts'

/** How long a scenario may take, in milliseconds. */
const patience = 100_000

/** The address that the suite knows as that of a document about the client. */
const clientMetadataUrl = 'https://conformance-test.local/client-metadata.json'

/** Does with the host what a scenario is about. `told` is what the suite says of it, as JSON. Rejects where the host does not do its part. */
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
  const { client_id: clientId, client_secret: value } = context
  // What a server may ask for at all is declared to it, so that the suite can look at how.
  const config = { url, roots: [process.cwd()], sampling: 'ask' }
  if (scenario === 'auth/basic-cimd') return { config, settings: { clientMetadataUrl } }
  if (typeof clientId !== 'string') return { config }
  if (typeof value !== 'string') return { config: { ...config, oauth: { clientId } } }
  const secret = `server/${peer}/oauth`
  return { config: { ...config, oauth: { clientId, clientSecret: { secret } } }, secrets: { [secret]: value } }
}
