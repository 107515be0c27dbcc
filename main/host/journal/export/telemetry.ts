import { isObject, type JsonObject, type JsonValue } from '../../../../shared/schema/json.ts'
import type { EventRow } from '../chain/chain.ts'

/** The names of Atrium's columns in OpenTelemetry's conventions for generative AI and MCP. */
const columns = {
  conversation: 'gen_ai.conversation.id',
  tool: 'gen_ai.tool.name',
  call: 'gen_ai.tool.call.id',
} as const satisfies Partial<Record<keyof EventRow, string>>

type Fields = Record<string, JsonValue | undefined>

const execution = (): Fields => ({ 'gen_ai.operation.name': 'execute_tool' })
const method = ({ method: name }: JsonObject): Fields => ({ 'mcp.method.name': name })

/** The same for values found only in a record's content, by its type. */
const contents: Record<string, (body: JsonObject) => Fields> = {
  'call.requested': execution,
  'call.cleared': execution,
  'call.started': () => ({ ...execution(), 'mcp.method.name': 'tools/call' }),
  'call.task': execution,
  'call.finished': execution,
  'request.sent': method,
  'request.received': method,
  'server.changed': ({ to }) => (isObject(to) ? { 'mcp.protocol.version': to['revision'] } : {}),
  'model.requested': ({ model, to }) => ({
    'gen_ai.operation.name': 'chat',
    'gen_ai.request.model': model,
    'server.address': typeof to === 'string' ? URL.parse(to)?.hostname : undefined,
  }),
  'message.finished': ({ model, stop, usage }) => ({
    'gen_ai.operation.name': 'chat',
    'gen_ai.response.model': model,
    'gen_ai.response.finish_reasons': [stop ?? null],
    ...(isObject(usage) && tokensIn(usage)),
  }),
}

/** A model request's tokens under those names; none if the model's server reported none. */
function tokensIn({ input, cacheWrite, cacheRead, output }: JsonObject): Fields {
  if (sum(input, cacheWrite, cacheRead, output) === 0) return {}
  return {
    'gen_ai.usage.input_tokens': sum(input, cacheWrite, cacheRead),
    'gen_ai.usage.cache_read.input_tokens': cacheRead,
    'gen_ai.usage.cache_creation.input_tokens': cacheWrite,
    'gen_ai.usage.output_tokens': output,
  }
}

const sum = (...values: (JsonValue | undefined)[]): number =>
  values.reduce<number>((total, value) => total + (typeof value === 'number' ? value : 0), 0)

/** A record under the names that other programs know, without values that have none. */
export function telemetryOf(row: EventRow, body: JsonValue): JsonObject {
  const failed = row.type === 'call.finished' && row.outcome !== 'succeeded'
  const fields: Fields = {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of an object of ours
    ...Object.fromEntries(Object.entries(columns).map(([column, name]) => [name, row[column as keyof typeof columns]])),
    ...(isObject(body) && Object.hasOwn(contents, row.type) ? contents[row.type]?.(body) : {}),
    ...(failed && { 'error.type': row.outcome }),
  }
  const known = Object.entries(fields).filter((entry): entry is [string, JsonValue] => (entry[1] ?? null) !== null)
  return Object.fromEntries(known)
}
