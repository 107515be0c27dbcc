import type { ServerSummary } from '../state/servers/summary.ts'

/** A server matching a search. `tools` are the titles of matching tools if its own name doesn't match. */
export type MatchingServer = { server: ServerSummary; tools: string[] }

/** Servers with every word of the query in their name or location, or in one of their tools; keeps the order. */
export function searchServers(servers: ServerSummary[], query: string): MatchingServer[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  return servers.flatMap((server) => {
    if (hasAll(ownText(server), words)) return { server, tools: [] }
    const tools = Object.values(server.state.tools)
      .filter((tool) => hasAll(`${server.name} ${tool.name} ${tool.title ?? ''}`, words))
      .map(({ name, title }) => title ?? name)
    return tools.length > 0 ? { server, tools } : []
  })
}

const ownText = ({ id, name, config }: ServerSummary): string =>
  [
    id,
    name,
    ...(config?.tags ?? []),
    config?.type === 'http' ? config.url : '',
    config?.type === 'stdio' ? config.command : '',
  ].join(' ')

const hasAll = (text: string, words: string[]): boolean => {
  const lower = text.toLowerCase()
  return words.every((word) => lower.includes(word))
}
