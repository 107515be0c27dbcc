import { isModelTool, type ToolEntry } from '../../shared/events/events.ts'
import { consentOf } from '../../shared/state/consents.ts'
import { isPinned, toolItem } from '../../shared/state/pins.ts'
import { inForce } from '../../shared/rules/rules.ts'
import { isDeniedByRule } from '../../shared/rules/verdict.ts'
import { displayName } from '../../shared/config/server-config.ts'
import { startsOnCall } from '../../shared/state/server-state.ts'
import type { HostState } from '../../shared/state/state.ts'

/** A tool of a server that is ready or starts on a call. It `waits` if it needs review before use. */
export type CallableTool = { server: string; serverName: string; tool: ToolEntry; waits?: true }

type Known = Pick<HostState, 'configured' | 'servers' | 'consents'>

/** Every tool that can be called or wait for a review: servers by name, tools in their server's order. */
export function listedTools({ configured, servers, consents }: Known): CallableTool[] {
  return Object.entries(servers)
    .filter(([id, server]) => server.status.state === 'ready' || startsOnCall(configured.servers[id], server))
    .map(([server, { tools }]) => ({ server, serverName: displayName(server, configured.servers[server]), tools }))
    .toSorted((a, b) => a.serverName.localeCompare(b.serverName) || a.server.localeCompare(b.server))
    .flatMap(({ server, serverName, tools }) =>
      Object.values(tools).map((tool) => ({
        server,
        serverName,
        tool,
        ...(!isPinned(consentOf({ consents }, server).pins, toolItem(tool.name), tool.hash) && {
          waits: true as const,
        }),
      })),
    )
}

/** The listed tools that models and the user can call; the others are for apps of their servers. */
export const runnableTools = (known: Known): CallableTool[] =>
  listedTools(known).filter(({ tool }) => isModelTool(tool))

/** The runnable tools that need no review. */
export const offeredTools = (known: Known): CallableTool[] => runnableTools(known).filter(({ waits }) => !waits)

/** The tools that models can see: those no rule denies in every call. */
export function modelTools({ rules, ...known }: Known & Pick<HostState, 'rules'>, conversation = ''): CallableTool[] {
  const all = inForce(rules, Date.now())
  return offeredTools(known).filter(
    ({ server, tool }) => !isDeniedByRule({ conversation, server, tool: tool.name }, all),
  )
}

/** Servers can only say in a description that a tool is deprecated. */
export const isDeprecated = ({ tool: { title = '', name, description } }: CallableTool): boolean =>
  /\bdeprecated\b/i.test(`${title} ${name.replaceAll(/[_./-]+/g, ' ')} ${description.slice(0, 200)}`)

/** Whether two lists show the same; unchanged definitions are the same objects. */
export const sameTools = (a: CallableTool[], b: CallableTool[]): boolean =>
  a.length === b.length &&
  a.every((one, index) => {
    const other = b[index]
    return (
      one.tool === other?.tool &&
      one.server === other.server &&
      one.serverName === other.serverName &&
      one.waits === other.waits
    )
  })

/** Tools of one server among the found ones, the best match first. */
export type CallableGroup = { server: string; serverName: string; items: CallableTool[] }

/** Matches by server, and how many more there are. The server with the best match comes first. */
export type FoundTools = { groups: CallableGroup[]; found: number; more: number }

/** How many are listed at a time; typing finds the others. */
export const mostListed = 60

/** Tools matching every word of the query in their name, title, server or description. */
export function searchCallableTools(tools: CallableTool[], query: string, most = mostListed): FoundTools {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const found = tools
    .map((one) => ({ one, rank: rankOf(one, words) }))
    .filter(({ rank }) => rank < missing)
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ one }) => one)
  const groups = new Map<string, CallableGroup>()
  for (const one of found.slice(0, most)) {
    const group = groups.get(one.server) ?? { server: one.server, serverName: one.serverName, items: [] }
    groups.set(one.server, { ...group, items: [...group.items, one] })
  }
  return { groups: [...groups.values()], found: found.length, more: Math.max(0, found.length - most) }
}

const missing = 1000

/** Distance from a perfect match: the sum over the words, each by the best field it occurs in. */
function rankOf({ serverName, tool }: CallableTool, words: string[]): number {
  const names = [tool.name.toLowerCase(), tool.title?.toLowerCase() ?? '']
  const server = serverName.toLowerCase()
  const description = tool.description.toLowerCase()
  return words.reduce((sum, word) => {
    if (names.some((name) => name.startsWith(word))) return sum
    if (names.some((name) => name.split(/[\s_./-]+/).some((part) => part.startsWith(word)))) return sum + 1
    if (names.some((name) => name.includes(word))) return sum + 2
    if (server.includes(word)) return sum + 3
    return sum + (description.includes(word) ? 5 : missing)
  }, 0)
}
