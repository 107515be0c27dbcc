import { useMemo } from 'react'
import { inOrder } from '../../shared/schema/property-order.ts'
import { isObject, type JsonObject } from '../../shared/schema/json.ts'
import { useHost, useLink } from './replica.ts'
import { useLookup } from './query.ts'

/** A definition as its server sent it: the whole, and from it the arguments' schema and the description. */
export type ToolDefinition = { hash: string; raw: JsonObject; schema: JsonObject; description: string }

/** A tool's definition while it is fetched. */
export type DefinitionState =
  | { state: 'loading' }
  | { state: 'failed'; problem: string }
  | ({ state: 'ready' } & ToolDefinition)

/** A hash identifies one definition forever, so each is fetched once. */
const known = new Map<string, ToolDefinition>()
const mostKnown = 50

/** The definition with this hash; fetched once per window. */
export function useDefinition(hash: string | undefined): DefinitionState {
  const link = useLink()
  const { answer, problem, isCurrent } = useLookup(hash, async () => {
    const asked = hash ?? ''
    return known.get(asked) ?? keep(read(asked, (await link.call('getDefinition', { hash: asked })).definition))
  })
  // Also kept by the query, since the table drops the oldest of many.
  const found = hash === undefined ? undefined : ((isCurrent ? answer : undefined) ?? known.get(hash))
  if (found) return { state: 'ready', ...found }
  return isCurrent && problem !== undefined ? { state: 'failed', problem } : { state: 'loading' }
}

/** A tool's definition, with the arguments and their parts in the server's order if the server still offers it. */
export function useToolDefinition(server: string, tool: string, hash: string | undefined): DefinitionState {
  const definition = useDefinition(hash)
  const entry = useHost(({ servers }) => {
    const tools = servers[server]?.tools ?? {}
    const offered = Object.hasOwn(tools, tool) ? tools[tool] : undefined
    return offered?.hash === hash ? offered : undefined
  })
  const schema = definition.state === 'ready' ? definition.schema : undefined
  const ordered = useMemo(() => schema && inOrder(schema, entry?.orders), [schema, entry])
  return definition.state === 'ready' && ordered ? { ...definition, schema: ordered } : definition
}

function read(hash: string, raw: JsonObject): ToolDefinition {
  const { inputSchema, description } = raw
  return {
    hash,
    raw,
    schema: isObject(inputSchema) ? inputSchema : {},
    description: typeof description === 'string' ? description : '',
  }
}

function keep(definition: ToolDefinition): ToolDefinition {
  known.set(definition.hash, definition)
  const [oldest] = known.keys()
  if (known.size > mostKnown && oldest !== undefined) known.delete(oldest)
  return definition
}
