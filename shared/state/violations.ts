import type { EventOf } from '../events/events.ts'
import type { HostState } from './state.ts'
import type { ServerState } from './server-state.ts'

/** Kinds of violation that are unreadable lines or frames; see `server.violations`. */
const unreadable = [
  'not-json',
  'not-a-message',
  'batch',
  'half-a-line',
  'line-too-long',
  'nested-too-deeply',
  'too-many-values',
]

/** A server with this many in one report, which covers at most a minute, is degraded. */
export const degradedFrom = 100

/** How many of a report's violations are unreadable lines. */
export const unreadableIn = (counts: Record<string, number>): number =>
  unreadable.reduce((sum, kind) => sum + (counts[kind] ?? 0), 0)

/**
 * Folds a report. From `degradedFrom` unreadable lines on, the server is degraded until a report has fewer. A restless
 * server stays restless until it starts again.
 */
export function withReport(
  servers: HostState['servers'],
  { server: id, counts }: EventOf<'server.violations'>,
  at: number,
): HostState['servers'] {
  const { [id]: server } = servers
  const lines = unreadableIn(counts)
  const isRestless = (counts['changes-too-often'] ?? 0) > 0
  if (!server || (lines < degradedFrom && !server.unreadable && !isRestless)) return servers
  const reported: ServerState = isRestless ? { ...server, restless: { at } } : server
  if (lines < degradedFrom && !server.unreadable) return { ...servers, [id]: reported }
  return { ...servers, [id]: { ...reported, unreadable: lines < degradedFrom ? undefined : { lines, at } } }
}
