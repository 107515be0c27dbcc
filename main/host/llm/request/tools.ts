import type { JsonObject } from '../../../../shared/schema/json.ts'
import { mapSchema, unspecified, type InputSchema, type MappedSchema } from './input-schema.ts'
import type { ModelTool } from '../llm.ts'
import { plainText } from './text.ts'

/** A tool as a model gets it; each wire writes it in its own terms. */
export type SentTool = { name: string; description: string; schema: InputSchema }

/** `restore` converts a call's arguments back to the server's keys. */
export type MappedTools = { tools: SentTool[]; restore: (tool: string, input: JsonObject) => JsonObject }

const longestDescription = 4096
/** Max size of all schemas in one request, in characters of JSON; above it the largest are left out. */
const allSchemas = 262_144

const namePattern = /^[a-zA-Z0-9_-]{1,64}$/

/**
 * Makes tools fit to be sent, sorted by name, so the same tools give the same bytes. A single bad tool would
 * make it reject every request: invalid server text is cleaned, cut or left out with a note in the description.
 */
export function mapTools(tools: ModelTool[]): MappedTools {
  assertNames(tools)
  const mapped = tools
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map((tool) => ({ tool, ...mapSchema(tool.inputSchema) }))
  const tooMuch = largestBeyond(mapped, allSchemas)
  const sent = mapped.map((one, at) => ({ ...one, ...(tooMuch.has(at) ? unspecified('is too large') : {}) }))
  const renamed = new Map(sent.map((one) => [one.tool.name, one.renamed]))
  return {
    tools: sent.map(({ tool, schema, note }) => ({
      name: tool.name,
      description: describe(tool.description, note),
      schema,
    })),
    restore: (tool, input) => {
      const keys = renamed.get(tool)
      if (!keys || keys.size === 0) return input
      return Object.fromEntries(Object.entries(input).map(([key, value]) => [keys.get(key) ?? key, value]))
    },
  }
}

function assertNames(tools: ModelTool[]): void {
  const seen = new Set<string>()
  for (const { name } of tools) {
    if (!namePattern.test(name)) throw new TypeError(`${JSON.stringify(name)} cannot be the name of a tool.`)
    if (seen.has(name)) throw new TypeError(`Two tools have the name ${name}.`)
    seen.add(name)
  }
}

/** Which schemas must go, largest first, until the others fit. */
function largestBeyond(mapped: MappedSchema[], room: number): Set<number> {
  let total = mapped.reduce((sum, { size }) => sum + size, 0)
  const gone = new Set<number>()
  for (const [at, { size }] of [...mapped.entries()].toSorted(([, a], [, b]) => b.size - a.size)) {
    if (total <= room) break
    gone.add(at)
    total -= size
  }
  return gone
}

function describe(text: string, note: string | undefined): string {
  const own = plainText(text, longestDescription) || 'Its server does not describe this tool.'
  return note === undefined ? own : `${own}\n[Atrium: ${note}]`
}
