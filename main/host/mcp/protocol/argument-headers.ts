import { isObject, type JsonObject, type JsonValue } from '../../../../shared/schema/json.ts'
import { subschemas } from '../../../../shared/schema/subschemas.ts'
import { protocolWords as words } from './words.ts'

const keyword = 'x-mcp-header'
/** RFC 9110, 5.6.2. */
const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/
const longestName = 100
const types: ReadonlySet<unknown> = new Set(['string', 'integer', 'boolean'])

/**
 * Finds an invalid name among the headers that copy arguments, as a clause; a tool with such a problem can't be used
 * over HTTP (2026-07-28, streamable-http#custom-headers).
 */
export function argumentHeaderProblem(inputSchema: JsonObject): string | undefined {
  const names = new Set<string>()
  const problemIn = (schema: JsonObject, isPlain: boolean, isRoot: boolean): string | undefined => {
    if (Object.hasOwn(schema, keyword)) {
      const name = schema[keyword]
      if (typeof name !== 'string' || name.length > longestName || !token.test(name)) return words.header.badName
      if (!isPlain || isRoot || !types.has(schema['type'])) return words.header.notPlain
      if (names.has(name.toLowerCase())) return words.header.twice
      names.add(name.toLowerCase())
    }
    for (const { path, schema: inner } of subschemas(schema)) {
      const problem = problemIn(inner, isPlain && path[0] === 'properties', false)
      if (problem) return problem
    }
    return undefined
  }
  return problemIn(inputSchema, true, true)
}

/**
 * The headers that copy a call's arguments (2026-07-28, streamable-http#custom-headers). Absent and null arguments have
 * none, nor do values that no header can express exactly.
 */
export function argumentHeaders(inputSchema: JsonObject, args: JsonObject): Record<string, string> {
  if (argumentHeaderProblem(inputSchema) !== undefined) return {}
  const headers: Record<string, string> = {}
  const copy = (schema: JsonObject, value: JsonValue | undefined): void => {
    const text = textOf(value)
    const name = schema[keyword]
    if (typeof name === 'string' && text !== undefined) headers[`mcp-param-${name}`] = encoded(text)
    const { properties } = schema
    if (!isObject(properties) || !isObject(value)) return
    for (const [key, inner] of Object.entries(properties))
      if (isObject(inner) && Object.hasOwn(value, key)) copy(inner, value[key])
  }
  copy(inputSchema, args)
  return headers
}

function textOf(value: JsonValue | undefined): string | undefined {
  if (typeof value === 'string') return value
  if (typeof value === 'boolean') return String(value)
  const isExact = typeof value === 'number' && (!Number.isInteger(value) || Number.isSafeInteger(value))
  return isExact ? String(value) : undefined
}

/**
 * Visible ASCII, blanks and tabs as they are, unless a header would lose some at its ends; everything else in base64.
 */
const encoded = (text: string): string =>
  /^[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?$/.test(text) && !/^=\?base64\?.*\?=$/.test(text)
    ? text
    : `=?base64?${Buffer.from(text.toWellFormed()).toString('base64')}?=`
