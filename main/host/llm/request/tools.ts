import type { JsonObject } from '../../../../shared/schema/json.ts'
import { mapSchema, unspecified, type InputSchema, type MappedSchema } from './input-schema.ts'
import { ModelError, type ModelTool } from '../llm.ts'
import { providerWords } from '../words.ts'
import { atLevel, type SchemaLevel } from './schema-levels.ts'
import { withoutOptionalNulls } from './optional-nulls.ts'
import { plainText } from './text.ts'
import { noteWords as words } from '../model-words.ts'

/** A tool as a model gets it; each API writes it in its own terms. */
export type SentTool = { name: string; description: string; schema: InputSchema }

/** How an API takes tools. Without one, it takes them as the Messages API does. */
export type ToolRequestForm = {
  /** A legal name; the same for a name that is legal already. */
  name: (name: string) => string
  level: SchemaLevel
  /** Max length of a description. */
  description: number
  /** Max number of tools; undefined if there is none. */
  most: number | undefined
  /** Tools that the server refused, by their names in the host. */
  refused: ReadonlySet<string>
}

/** Converts a call to the host's terms: the tool's name, and the arguments under the server's keys. */
export type Restore = { name: (sent: string) => string; input: (tool: string, input: JsonObject) => JsonObject }

/** `sentName` is a tool's name as it's sent, also for a tool that is gone; `leftOut` are the refused tools. */
export type MappedTools = {
  tools: SentTool[]
  restore: Restore
  sentName: ((name: string) => string) | undefined
  leftOut: string[]
}

const longestDescription = 4096
/** Max size of all schemas in one request, in characters of JSON; above it the largest are left out. */
const allSchemas = 262_144

const namePattern = /^[a-zA-Z0-9_-]{1,64}$/

/**
 * Makes tools fit to be sent, sorted by name, so the same tools give the same bytes. A single bad tool would make the
 * API reject every request, so invalid server text is cleaned, cut, or left out with a note in the description. Rejects
 * with `ModelError` if there are more tools than the server takes: none is left out silently.
 */
export function mapTools(tools: ModelTool[], form?: ToolRequestForm): MappedTools {
  assertNames(tools)
  const isRefused = ({ name }: ModelTool) => form?.refused.has(name) === true
  const offered = tools.filter((tool) => !isRefused(tool)).toSorted((a, b) => (a.name < b.name ? -1 : 1))
  if (form?.most !== undefined && offered.length > form.most)
    throw new ModelError('too-large', providerWords.tooManyTools(offered.length, form.most))
  const mapped = offered.map((tool) => {
    const schema = mapSchema(tool.inputSchema)
    return { tool, ...(form ? atLevel(schema, form.level) : schema) }
  })
  const tooMuch = largestBeyond(mapped, allSchemas)
  const none = unspecified(words.schemaTooLarge)
  const sent = mapped.map((one, at) => ({
    ...one,
    ...(tooMuch.has(at) ? { fromText: undefined, ...(form ? atLevel(none, form.level) : none) } : {}),
  }))
  const names = sentNames(offered, form)
  const given = new Map(sent.map((one) => [names.get(one.tool.name) ?? one.tool.name, one]))
  return {
    tools: [...given].map(([name, { tool, schema, note }]) =>
      sameTool(schema, { name, description: describe(tool.description, note, form?.description), schema }),
    ),
    restore: {
      name: (name) => given.get(name)?.tool.name ?? name,
      input: (name, input) => {
        const { tool, renamed, fromText } = given.get(name) ?? {}
        const read = Object.entries(fromText ? fromText(input) : input)
        const own = Object.fromEntries(read.map(([key, value]) => [renamed?.get(key) ?? key, value]))
        return withoutOptionalNulls(own, tool?.inputSchema ?? {})
      },
    },
    sentName: form && ((name) => names.get(name) ?? form.name(name)),
    leftOut: tools.filter(isRefused).map(({ name }) => name),
  }
}

/** By schema, the last tool that was sent with it: an unchanged tool stays the same object in every request. */
const sentBefore = new WeakMap<InputSchema, SentTool>()

function sameTool(schema: InputSchema, tool: SentTool): SentTool {
  const before = sentBefore.get(schema)
  if (before?.name === tool.name && before.description === tool.description) return before
  sentBefore.set(schema, tool)
  return tool
}

/** Legal names, unique in the request; a tool whose name is legal keeps it. */
function sentNames(tools: ModelTool[], form: ToolRequestForm | undefined): Map<string, string> {
  if (!form) return new Map()
  const legal = tools.filter(({ name }) => form.name(name) === name).map(({ name }) => [name, name] as const)
  const names = new Map<string, string>(legal)
  const taken = new Set(names.keys())
  for (const { name } of tools) {
    if (names.has(name)) continue
    let sent = form.name(name)
    for (let count = 2; taken.has(sent); count++) sent = `${form.name(name).slice(0, 60)}_${count}`
    names.set(name, sent)
    taken.add(sent)
  }
  return names
}

function assertNames(tools: ModelTool[]): void {
  const seen = new Set<string>()
  for (const { name } of tools) {
    if (!namePattern.test(name)) throw new TypeError(`${JSON.stringify(name)} cannot be the name of a tool.`)
    if (seen.has(name)) throw new TypeError(`Two tools have the name ${name}.`)
    seen.add(name)
  }
}

/** The positions of the schemas to leave out, largest first, so the others fit. */
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

function describe(text: string, note: string | undefined, limit = longestDescription): string {
  const said = note === undefined ? '' : `\n[Atrium: ${note}]`
  const own = plainText(text, limit === longestDescription ? limit : limit - said.length)
  return `${own || words.noDescription}${said}`
}
