import type { Database } from 'better-sqlite3'
import { displayName } from '../../../../shared/config/server-config.ts'
import { toolsGap } from '../../../../shared/state/server-state.ts'
import { loadState } from '../load-state.ts'

/** A running server's name, and what the user should know of it, in sentences. */
export type RunningServer = { name: string; says: string[] }

/** The servers that ran when the newest record was written, by name. */
export function readRunningServers(db: Database): RunningServer[] {
  const { servers, configured } = loadState(db).state
  return Object.entries(servers)
    .filter(([, { status }]) => status.state === 'ready')
    .map(([id, server]) => ({
      name: displayName(id, configured.servers[id]),
      says: [toolsGap(server), server.exposed].filter((it) => it !== undefined),
    }))
    .toSorted((a, b) => a.name.localeCompare(b.name))
}
