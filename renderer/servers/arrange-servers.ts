import type { CallCount } from '../../shared/contract/commands.ts'
import type { ServerOrder } from '../state/servers/arrangement.ts'
import { serverGroups, type ServerGroup } from '../state/servers/summary.ts'
import type { MatchingServer } from './search-servers.ts'

type Counts = Record<string, CallCount>

/** The tags of these servers, each once, by name. */
export const tagsOf = (found: MatchingServer[]): string[] =>
  [...new Set(found.flatMap(({ server }) => server.config?.tags ?? []))].toSorted((a, b) => a.localeCompare(b))

/** Servers in this order: the largest figure first; equal ones keep their order, which is by name. */
export function sortServers(found: MatchingServer[], order: ServerOrder, counts: Counts): MatchingServer[] {
  if (order === 'name') return found
  const figureOf = ({ server }: MatchingServer): number => {
    const count = counts[server.id]
    if (order === 'tools') return Object.keys(server.state.tools).length
    return (order === 'calls' ? count?.calls : count?.failed) ?? 0
  }
  return found.toSorted((a, b) => figureOf(b) - figureOf(a))
}

/** One heading with its servers; `tag` is null for servers without one. */
export type ServerSection = ({ state: ServerGroup } | { tag: string | null }) & { members: MatchingServer[] }

/** By state, the most urgent first; or by tag: a server with several tags is under each. */
export function sectionsOf(found: MatchingServer[], by: 'state' | 'tag'): ServerSection[] {
  const sections: ServerSection[] =
    by === 'state'
      ? serverGroups.map((state) => ({ state, members: found.filter(({ server }) => server.group === state) }))
      : [...tagsOf(found), null].map((tag) => ({ tag, members: found.filter((one) => hasTag(one, tag)) }))
  return sections.filter(({ members }) => members.length > 0)
}

function hasTag({ server }: MatchingServer, tag: string | null): boolean {
  const tags = server.config?.tags ?? []
  return tag === null ? tags.length === 0 : tags.includes(tag)
}
