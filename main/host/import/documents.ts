import { parse as parseToml, TomlError } from 'smol-toml'
import { LineCounter, parseDocument } from 'yaml'
import type { ImportProblem } from '../../../shared/config/imported.ts'
import type { JsonValue } from '../../../shared/schema/json.ts'
import type { Tree } from '../settings/json-tree.ts'

/** Max nesting of tables, lists and maps. */
const mostDepth = 32
/** Max nodes that aliases can refer to. */
const mostAliases = 20
/** Max characters of a YAML text: its parser needs many times as much memory. */
const mostYaml = 1024 * 1024

/** Reads TOML. Dates become text. */
export function readTomlTree(text: string): Tree | ImportProblem {
  try {
    return plain(parseToml(text, { maxDepth: mostDepth }))
  } catch (error) {
    if (error instanceof TomlError) return { code: 'invalid-toml', line: error.line, column: error.column }
    throw error
  }
}

/** Reads YAML of the core schema: no tags that make objects, few aliases, no merges. */
export function readYamlTree(text: string): Tree | ImportProblem {
  if (text.length > mostYaml) return { code: 'too-large', detail: '1' }
  if (isTooDeep(text)) return { code: 'too-deep' }
  const lines = new LineCounter()
  try {
    const document = parseDocument(text, { schema: 'core', lineCounter: lines, stringKeys: true, logLevel: 'error' })
    const [error] = document.errors
    if (error) {
      const { line, col } = lines.linePos(error.pos[0])
      return { code: 'invalid-yaml', line, column: col }
    }
    return plain(document.toJS({ maxAliasCount: mostAliases }))
  } catch {
    return { code: 'invalid-yaml' }
  }
}

/** Counts brackets, and the blanks and dashes before a line's first character: each level needs one at least. */
function isTooDeep(text: string): boolean {
  let brackets = 0
  for (const line of text.split('\n')) {
    const before = /^[ \t-]*/.exec(line)?.[0] ?? ''
    if ((before.match(/-(?= )/g) ?? []).length > mostDepth || before.length > 16 * mostDepth) return true
    brackets += (line.match(/[[{]/g) ?? []).length - (line.match(/[\]}]/g) ?? []).length
    if (brackets > mostDepth) return true
  }
  return false
}

function plain(value: unknown): Tree | ImportProblem {
  const text: string | undefined = JSON.stringify(value)
  if (text === undefined || text === 'null') return { code: 'empty-file' }
  const json: JsonValue = JSON.parse(text)
  return { value: json, twice: new WeakMap() }
}
