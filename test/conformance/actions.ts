import { isObject, type JsonObject, type JsonValue } from '../../shared/schema/json.ts'
import type { HostUnderTest } from './host-under-test.ts'

/**
 * An action for a scenario's server. `context` is the suite's data in addition to its URL. Rejects if the host doesn't
 * do its part.
 */
type Action = (host: HostUnderTest, context: JsonObject) => Promise<void>

const ready: Action = (host) => host.ready()
const listsTools: Action = async (host) => void (await host.tools())

const calls =
  (tool: string, input: JsonObject = {}): Action =>
  (host) =>
    host.call(tool, input)

const inTurn =
  (...actions: Action[]): Action =>
  async (host, context) => {
    for (const action of actions) await action(host, context)
  }

/** Calls each usable tool, with the minimal arguments its schema requires. */
const callsAll: Action = async (host) => {
  const tools = await host.tools()
  if (tools.length === 0) throw new Error('The host lists no tools.')
  for (const tool of tools) await host.call(tool, fill(await host.inputSchema(tool)))
}

/** The server misleads: the host says so and doesn't use it. */
const refuses: Action = async (host) => {
  if ((await host.refusal()) === undefined) throw new Error('The host uses this server, which it should have refused.')
}

/** Loads the first listed skill: its own file, then its others. The server tampers, so the host must refuse. */
const refusesSkill: Action = async (host) => {
  const [skill] = await host.skills()
  if (!skill) throw new Error('The host lists no skill.')
  if ((await host.skillProblem(skill)) === undefined)
    throw new Error('The host uses this skill, which was tampered with.')
}

/** By scenario. A scenario that is neither here nor in `notOffered` fails. */
export const actions: Record<string, Action> = {
  initialize: ready,
  tools_call: calls('add_numbers', { a: 5, b: 3 }),
  'elicitation-sep1034-client-defaults': calls('test_client_elicitation_defaults'),
  'sse-retry': calls('test_reconnection'),
  'request-metadata': ready,
  'http-standard-headers': inTurn(
    callsAll,
    (host) => host.readResources(),
    (host) => host.getPrompts(),
  ),
  'http-custom-headers': async (host, context) => {
    const { toolCalls } = context
    if (!Array.isArray(toolCalls)) throw new Error('The suite names no calls.')
    for (const one of toolCalls) {
      if (!isObject(one) || typeof one['name'] !== 'string') throw new Error('The suite names a call without a name.')
      await host.call(one['name'], withoutNull(one['arguments']))
    }
  },
  'http-invalid-tool-headers': callsAll,
  'sep-2322-client-request-state': inTurn(
    calls('test_mrtr_echo_state'),
    calls('test_mrtr_unrelated'),
    calls('test_mrtr_no_state'),
    calls('test_mrtr_no_result_type'),
  ),
  'json-schema-ref-no-deref': listsTools,
  'json-schema-2020-12-preservation': async (host) =>
    host.call('json_schema_echo', { schema: await host.inputSchema('json_schema_2020_12_tool') }),
  'sep-2640-client-no-prefetch': async (host) => {
    const [skill] = await host.skills()
    if (!skill) throw new Error('The host lists no skill.')
  },
  'sep-2640-client-verify-digest': refusesSkill,
  'sep-2640-client-verify-frontmatter': refusesSkill,
  'sep-2640-client-verify-size': refusesSkill,
  ...auth(callsAll, [
    '2025-03-26-oauth-endpoint-fallback',
    '2025-03-26-oauth-metadata-backcompat',
    'authorization-server-migration',
    'basic-cimd',
    'client-credentials-basic',
    'client-credentials-jwt',
    'enterprise-managed-authorization',
    'iss-not-advertised',
    'iss-supported',
    'metadata-default',
    'metadata-var1',
    'metadata-var2',
    'metadata-var3',
    'offline-access-not-supported',
    'offline-access-scope',
    'pre-registration',
    'scope-from-scopes-supported',
    'scope-from-www-authenticate',
    'scope-omitted-when-undefined',
    'scope-step-up',
    'token-endpoint-auth-basic',
    'token-endpoint-auth-none',
    'token-endpoint-auth-post',
  ]),
  ...auth(refuses, [
    'iss-normalized',
    'iss-supported-missing',
    'iss-unexpected',
    'iss-wrong-issuer',
    'metadata-issuer-mismatch',
    'resource-mismatch',
    'scope-retry-limit',
  ]),
}

function auth(action: Action, scenarios: string[]): Record<string, Action> {
  return Object.fromEntries(scenarios.map((name) => [`auth/${name}`, action]))
}

/** The minimal value for a schema. */
function fill(schema: JsonValue | undefined): JsonObject {
  const { properties = {}, required = [] } = isObject(schema) ? schema : {}
  const names = Array.isArray(required) ? required.filter((name) => typeof name === 'string') : []
  return Object.fromEntries(names.map((name) => [name, isObject(properties) ? exampleOf(properties[name]) : null]))
}

function exampleOf(schema: JsonValue | undefined): JsonValue {
  switch (isObject(schema) ? schema['type'] : undefined) {
    case 'string':
      return 'a'
    case 'number':
    case 'integer':
      return 1
    case 'boolean':
      return true
    case 'array':
      return []
    case 'object':
      return {}
    default:
      return null
  }
}

/** The host checks arguments against their schema, where an absent optional value isn't null. */
function withoutNull(input: JsonValue | undefined): JsonObject {
  return Object.fromEntries(Object.entries(isObject(input) ? input : {}).filter(([, value]) => value !== null))
}
