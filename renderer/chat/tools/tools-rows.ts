import { isOff, isServerOff, type ToolsOff } from '../../../shared/config/tools-off.ts'
import type { CallableTool } from '../../state/callable-tools.ts'

/**
 * One row: a server, or one of its tools. `tools` are the names of all tools of the server; `on` are those that the
 * model sees.
 */
export type ToolListRow =
  | {
      kind: 'server'
      key: string
      server: string
      serverName: string
      tools: string[]
      on: CallableTool[]
      isFolded: boolean
    }
  | { kind: 'tool'; key: string; one: CallableTool; tools: string[]; isOn: boolean }

/** How many of the offered tools the model sees in this conversation. */
export const countOn = (tools: CallableTool[], off: ToolsOff | undefined): number =>
  off === undefined ? tools.length : tools.filter(({ server, tool }) => !isOff(off, server, tool.name)).length

/**
 * The servers with their tools, unless they are folded; in a search, only those with every word in a name, the server or
 * the description.
 */
export function rowsOfTools(
  tools: CallableTool[],
  off: ToolsOff | undefined,
  query: string,
  folded: ReadonlySet<string> = new Set(),
): ToolListRow[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const rows: ToolListRow[] = []
  for (const [server, group] of Map.groupBy(tools, (one) => one.server)) {
    const found = group.filter((one) => words.every((word) => textOf(one).includes(word)))
    const [first] = found
    if (!first) continue
    const names = group.map(({ tool }) => tool.name)
    const on = isServerOff(off, server) ? [] : group.filter(({ tool }) => !isOff(off, server, tool.name))
    const isFolded = words.length === 0 && folded.has(server)
    rows.push({ kind: 'server', key: server, server, serverName: first.serverName, tools: names, on, isFolded })
    if (isFolded) continue
    for (const one of found) {
      const key = `${server}\n${one.tool.name}`
      rows.push({ kind: 'tool', key, one, tools: names, isOn: !isOff(off, server, one.tool.name) })
    }
  }
  return rows
}

const textOf = ({ serverName, tool }: CallableTool): string =>
  `${tool.name} ${tool.title ?? ''} ${serverName} ${tool.description}`.toLowerCase()
