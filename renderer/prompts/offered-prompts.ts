import type { PromptEntry } from '../../shared/content/listed.ts'
import { isPinned, promptItem } from '../../shared/state/pins.ts'
import { displayName } from '../../shared/config/server-config.ts'
import type { HostState } from '../../shared/state/state.ts'
import { fitOf } from '../ui/search/score.ts'

/** A ready server's prompt; `waits` if it needs review before use. */
export type OfferedPrompt = {
  server: string
  serverName: string
  entry: PromptEntry
  waits: 'new' | 'changed' | undefined
}

type Known = Pick<HostState, 'configured' | 'servers' | 'pins'>

/** Every prompt of every ready server: servers by name, prompts in their server's order. */
export const offeredPrompts = ({ configured, servers, pins }: Known): OfferedPrompt[] =>
  Object.entries(servers)
    .filter(([, { status }]) => status.state === 'ready')
    .map(([server, { prompts }]) => ({ server, serverName: displayName(server, configured.servers[server]), prompts }))
    .toSorted((a, b) => a.serverName.localeCompare(b.serverName) || a.server.localeCompare(b.server))
    .flatMap(({ server, serverName, prompts }) =>
      Object.values(prompts?.items ?? {}).map((entry) => ({
        server,
        serverName,
        entry,
        waits: waitsAs(pins[server], entry),
      })),
    )

function waitsAs(pins: HostState['pins'][string] | undefined, { name, hash }: PromptEntry): OfferedPrompt['waits'] {
  const item = promptItem(name)
  if (isPinned(pins, item, hash)) return undefined
  return pins && Object.hasOwn(pins, item) ? 'changed' : 'new'
}

/** Whether two lists show the same; unchanged definitions are the same objects. */
export const samePrompts = (a: OfferedPrompt[], b: OfferedPrompt[]): boolean =>
  a.length === b.length &&
  a.every((one, index) => {
    const other = b[index]
    return (
      one.entry === other?.entry &&
      one.server === other.server &&
      one.serverName === other.serverName &&
      one.waits === other.waits
    )
  })

/** Servers that are on and may offer prompts once started. */
export const startingServers = ({ configured, servers }: Pick<HostState, 'configured' | 'servers'>): string[] =>
  Object.entries(servers)
    .filter(([, { status }]) => status.state === 'starting')
    .map(([server]) => displayName(server, configured.servers[server]))

/** A matching prompt; `at` are the positions of the match in its name. */
export type FoundPrompt = OfferedPrompt & { at: number[] }
export type PromptGroup = { server: string; serverName: string; all: number; items: FoundPrompt[] }
export type FoundPrompts = { groups: PromptGroup[]; found: number; all: number; more: number }

/** How many are listed at a time; typing finds the others. */
const mostListed = 60

/** Prompts matching the query, by name first, then by title and description; by server, in the servers' order. */
export function findPrompts(prompts: OfferedPrompt[], query: string): FoundPrompts {
  const ranked = prompts
    .flatMap((one): { found: FoundPrompt; rank: number }[] => {
      if (query === '') return [{ found: { ...one, at: [] }, rank: 0 }]
      const { name, title = '', description } = one.entry
      const byName = fitOf(query, name)
      if (byName) return [{ found: { ...one, at: byName.at }, rank: byName.rank }]
      const elsewhere = `${title} ${description}`.toLowerCase().includes(query.toLowerCase())
      return elsewhere ? [{ found: { ...one, at: [] }, rank: 10 }] : []
    })
    .toSorted((a, b) => a.rank - b.rank)
  const listed = ranked.slice(0, mostListed).map(({ found }) => found)
  const groups = [...Map.groupBy(listed, ({ server }) => server)].map(([server, items]) => ({
    server,
    serverName: items[0]?.serverName ?? server,
    all: prompts.filter((one) => one.server === server).length,
    items,
  }))
  return { groups, found: ranked.length, all: prompts.length, more: Math.max(0, ranked.length - mostListed) }
}
