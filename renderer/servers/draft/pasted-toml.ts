import { parse, TomlError } from 'smol-toml'
import { isObject, type JsonObject, type JsonValue } from '../../../shared/schema/json.ts'

/** Whether a text contains servers as Codex writes them. */
export const isCodexToml = (text: string): boolean => /^[ \t]*\[[ \t]*mcp_servers[ \t]*[.\]]/m.test(text)

/** Max nesting of arrays and inline tables. */
const mostDepth = 32

/** The entries below `mcp_servers`, in the words of other applications' JSON; or the line that can't be read. */
export function entriesInToml(text: string): { entries: JsonObject } | { line: number } {
  try {
    // Dates become text; Codex uses none.
    const { mcp_servers: servers }: JsonObject = JSON.parse(JSON.stringify(parse(text, { maxDepth: mostDepth })))
    const entries = Object.entries(isObject(servers) ? servers : {})
    return { entries: Object.fromEntries(entries.map(([id, entry]) => [id, isObject(entry) ? entryOf(entry) : entry])) }
  } catch (error) {
    if (error instanceof TomlError) return { line: error.line }
    throw error
  }
}

/** Codex names variables instead of their values: those are left to be filled in. */
function entryOf({
  env_vars,
  http_headers,
  env_http_headers,
  bearer_token_env_var,
  bearer_token,
  ...rest
}: JsonObject): JsonObject {
  const asked = (Array.isArray(env_vars) ? env_vars : []).flatMap((it) => (typeof it === 'string' ? [it] : []))
  const token = typeof bearer_token_env_var === 'string' ? placeholder(bearer_token_env_var) : bearer_token
  const headers = {
    ...(typeof token === 'string' && { Authorization: ['Bearer', token].join(' ') }),
    ...textsOf(http_headers),
    ...Object.fromEntries(
      Object.entries(textsOf(env_http_headers)).map(([name, variable]) => [name, placeholder(variable)]),
    ),
  }
  const env = { ...Object.fromEntries(asked.map((name) => [name, placeholder(name)])), ...textsOf(rest['env']) }
  return {
    ...rest,
    ...(Object.keys(env).length > 0 && { env }),
    ...(Object.keys(headers).length > 0 && { headers }),
  }
}

const placeholder = (variable: string): string => `\${${variable}}`

const textsOf = (value: JsonValue | undefined): Record<string, string> =>
  isObject(value)
    ? Object.fromEntries(
        Object.entries(value).map(([name, it]) => [name, typeof it === 'string' ? it : JSON.stringify(it)]),
      )
    : {}
