import { readFileSync } from 'node:fs'
import { Ajv, type ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { isObject, type JsonObject, type JsonValue } from '../../../shared/schema/json.ts'
import { extensionRequests } from './extensions.ts'
import type { SentFrame } from '../../../main/host/mcp/reports/server-reports.ts'

const versionKey = 'io.modelcontextprotocol/protocolVersion'
const revisions = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28']

/** Checks a frame against its revision's official schema. */
export function problemOf({ message, revision: negotiated }: SentFrame): string | undefined {
  const revision = revisionOf(message) ?? negotiated ?? '2025-11-25'
  if (!revisions.includes(revision)) return `${revision} is no revision with a schema: ${JSON.stringify(message)}`
  const schema = schemaOf(revision)
  for (const [name, part] of [
    ...definitionsOf(message, schema).map((it) => [it, message] as const),
    ...resultOf(message),
  ]) {
    const check = name === undefined ? undefined : schema.check(name)
    if (!check) return `${revision} has no such message from a client: ${JSON.stringify(message)}`
    if (check(part)) continue
    const why = check.errors?.map(({ instancePath, message: words }) => `${instancePath} ${words}`).join('; ')
    return `${name} of ${revision}: ${why}: ${JSON.stringify(message)}`
  }
  return undefined
}

/** A modern request names its revision, and `initialize` the one it asks for. */
function revisionOf({ method, params }: JsonObject): string | undefined {
  if (!isObject(params)) return undefined
  const { _meta: meta, protocolVersion } = params
  const said = method === 'initialize' ? protocolVersion : isObject(meta) ? meta[versionKey] : undefined
  return typeof said === 'string' ? said : undefined
}

type Schema = {
  definitions: Record<string, JsonObject>
  check(definition: string): ValidateFunction | undefined
}

const schemas = new Map<string, Schema>()

function schemaOf(revision: string): Schema {
  const known = schemas.get(revision)
  if (known) return known
  const file = new URL(`../../fixtures/schema/${revision}.json`, import.meta.url)
  const root: Record<string, Record<string, JsonObject>> = JSON.parse(readFileSync(file, 'utf8'))
  const key = '$defs' in root ? '$defs' : 'definitions'
  if (revision === '2026-07-28') addExtensions(root[key] ?? {})
  allowFractions(root[key]?.['ElicitResult'])
  const ajv = key === '$defs' ? new Ajv2020({ strict: false }) : new Ajv({ strict: false })
  formats(ajv)
  ajv.addSchema(root, revision)
  const schema = { definitions: root[key] ?? {}, check: (name: string) => ajv.getSchema(`${revision}#/${key}/${name}`) }
  schemas.set(revision, schema)
  return schema
}

function addExtensions(definitions: Record<string, JsonObject>): void {
  Object.assign(definitions, extensionRequests)
  const all = definitions['ClientRequest']?.['anyOf']
  if (Array.isArray(all)) all.push(...Object.keys(extensionRequests).map((name) => ({ $ref: `#/$defs/${name}` })))
}

/** The specification allows any number in the answers to a form; the schemas generated from it say "integer". */
function allowFractions(part: JsonValue | undefined): void {
  if (Array.isArray(part)) part.forEach(allowFractions)
  else if (isObject(part))
    for (const [name, value] of Object.entries(part)) {
      if (name === 'type' && Array.isArray(value) && value.includes('integer')) part[name] = [...value, 'number']
      else allowFractions(value)
    }
}

/** By the names of what a client can send; undefined if its revision has none of that name. */
function definitionsOf(message: JsonObject, { definitions }: Schema): (string | undefined)[] {
  const named = (...names: string[]) => names.find((name) => Object.hasOwn(definitions, name))
  const { method } = message
  if (typeof method !== 'string')
    return 'error' in message
      ? [named('JSONRPCErrorResponse', 'JSONRPCError')]
      : [named('JSONRPCResultResponse', 'JSONRPCResponse')]
  const [kind, frame] =
    'id' in message ? ['ClientRequest', 'JSONRPCRequest'] : ['ClientNotification', 'JSONRPCNotification']
  return [frame, [kind, ...namesIn(definitions[kind])].find((name) => methodOf(definitions[name]) === method)]
}

/** The results that a client sends, by a member that only they have; each must be valid by its own definition. */
const results = { roots: 'ListRootsResult', model: 'CreateMessageResult', action: 'ElicitResult' }

const resultOf = ({ result }: JsonObject): (readonly [string, JsonObject])[] =>
  isObject(result)
    ? Object.entries(results).flatMap(([member, name]) => (member in result ? [[name, result] as const] : []))
    : []

/** The names a union refers to; for a union of one, that one. */
const namesIn = (union: JsonObject | undefined): string[] => {
  const members = Array.isArray(union?.['anyOf']) ? union['anyOf'] : [union ?? {}]
  return members.flatMap((member) => {
    const reference = isObject(member) ? member['$ref'] : undefined
    return typeof reference === 'string' ? [reference.split('/').at(-1) ?? ''] : []
  })
}

function methodOf(definition: JsonObject | undefined): JsonValue | undefined {
  const properties = definition?.['properties']
  const method = isObject(properties) ? properties['method'] : undefined
  return isObject(method) ? method['const'] : undefined
}
