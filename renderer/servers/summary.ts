import type { ServerStatus } from '../../shared/events.ts'
import { displayName, type ServerConfig } from '../../shared/server-config.ts'
import type { HostState, ServerState } from '../../shared/state.ts'
import type { GlyphState } from '../ui/glyph.tsx'

export type ServerGroup = 'needs-you' | 'running' | 'off'

/** One server as the interface speaks of it. `config` is absent while a removed one is still stopping. */
export type ServerSummary = {
  id: string
  name: string
  config: ServerConfig | undefined
  state: ServerState
  group: ServerGroup
  glyph: GlyphState
  /** Its state in words. */
  words: string
}

const neverStarted: ServerState = { status: { state: 'off' }, tools: {}, malformed: [] }

const looks: Record<ServerStatus['state'], { glyph: GlyphState; words: string; group: ServerGroup }> = {
  off: { glyph: 'off', words: 'Off', group: 'off' },
  starting: { glyph: 'running', words: 'Starting', group: 'running' },
  ready: { glyph: 'ready', words: 'Ready', group: 'running' },
  failed: { glyph: 'failed', words: 'Failed', group: 'needs-you' },
  stopping: { glyph: 'running', words: 'Stopping', group: 'running' },
}

/** It crashed and is started again by itself: nobody is needed. */
const waiting = { glyph: 'running', words: 'Waiting to restart', group: 'running' } as const
const waits = (status: ServerStatus): boolean => status.state === 'failed' && status.retryAt !== undefined

export function summarize(state: Pick<HostState, 'configured' | 'servers'>, id: string): ServerSummary | undefined {
  const config = state.configured.servers[id]
  const server = state.servers[id] ?? neverStarted
  if (!config && server.status.state === 'off') return undefined
  const look = waits(server.status) ? waiting : looks[server.status.state]
  const words = server.status.state === 'off' && config?.enabled ? 'Not started' : look.words
  return { id, name: displayName(id, config), config, state: server, ...look, words }
}

/** Every configured server and those that still stop, by name. */
export function summarizeAll(state: Pick<HostState, 'configured' | 'servers'>): ServerSummary[] {
  const ids = new Set([...Object.keys(state.configured.servers), ...Object.keys(state.servers)])
  return [...ids]
    .flatMap((id) => summarize(state, id) ?? [])
    .toSorted((a, b) => a.name.localeCompare(b.name) || a.id.localeCompare(b.id))
}

/** "4 servers: 2 ready, 1 starting, 1 failed". */
export function countInWords(servers: ServerSummary[]): string {
  if (servers.length === 0) return 'No servers'
  const counts = new Map<string, number>()
  for (const { words } of servers) counts.set(words, (counts.get(words) ?? 0) + 1)
  const parts = [...counts].map(([words, count]) => `${count} ${words.toLowerCase()}`)
  return `${servers.length} ${servers.length === 1 ? 'server' : 'servers'}: ${parts.join(', ')}`
}
