import type { JsonObject } from '../../../../shared/schema/json.ts'
import { subschemas } from '../../../../shared/schema/subschemas.ts'

const keyword = 'x-mcp-header'
/** RFC 9110, 5.6.2. */
const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/
const longestName = 100
const types: ReadonlySet<unknown> = new Set(['string', 'integer', 'boolean'])

/**
 * What is wrong with the names of the headers into which arguments are copied, as a clause; a tool for which something
 * is may not be used over HTTP (2026-07-28, streamable-http#custom-headers).
 */
export function headerProblem(inputSchema: JsonObject): string | undefined {
  const names = new Set<string>()
  const problemIn = (schema: JsonObject, isPlain: boolean, isRoot: boolean): string | undefined => {
    if (Object.hasOwn(schema, keyword)) {
      const name = schema[keyword]
      if (typeof name !== 'string' || name.length > longestName || !token.test(name)) return 'is no name of a header'
      if (!isPlain || isRoot || !types.has(schema['type'])) return 'is not for a plain argument'
      if (names.has(name.toLowerCase())) return 'is there twice'
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
