import type { Database } from 'better-sqlite3'
import { reduce } from '../../../shared/state/reduce.ts'
import type { HostEvent } from '../../../shared/events/events.ts'
import { upcast } from '../../../shared/events/upcast.ts'
import { emptyState, stateVersion, type HostState } from '../../../shared/state/state.ts'

type Stored = { at: number; version: number; type: string; server: string | null; body: string | null }

/** Folds a database's newest checkpoint and everything after it; with the last event that the checkpoint covers. */
export function loadState(db: Database): { state: HostState; checkpoint: number } {
  const stored = db
    .prepare<[number], { seq: number; state: string }>(
      'SELECT seq, state FROM checkpoints WHERE version = ? ORDER BY seq DESC LIMIT 1',
    )
    .get(stateVersion)
  const checkpoint = stored?.seq ?? 0
  let state: HostState = stored ? JSON.parse(stored.state) : emptyState
  const tail = db.prepare<[number], Stored>(
    'SELECT at, version, type, server, body FROM events LEFT JOIN bodies USING (seq) WHERE seq > ? ORDER BY seq',
  )
  for (const { at, version, body, ...row } of tail.iterate(checkpoint)) {
    const event = upcast(version, JSON.parse(body ?? 'null')) ?? unread(row)
    if (event) state = reduce(state, event, at)
  }
  return { state: settled(state), checkpoint }
}

/**
 * The remainder of an event whose body is gone. The state must still know that definitions of this server were pinned,
 * or that it came with a passport: otherwise the next ones it offers would be pinned as its first.
 */
function unread({ type, server }: Pick<Stored, 'type' | 'server'>): HostEvent | null {
  if (server === null) return null
  if (type === 'server.passport')
    return { type, server, passport: { key: '', fingerprint: '', items: {} }, actor: 'host' }
  return type === 'definitions.pinned' ? { type, server, items: {}, actor: 'host' } : null
}

/** A state as a new process sees it: no stream runs and the log can be written. */
function settled(state: HostState): HostState {
  const turns = Object.entries(state.turns).map(([id, turn]) => {
    const calls = Object.entries(turn.calls).map(([call, it]) => [call, { ...it, progress: undefined }] as const)
    return [id, { ...turn, message: undefined, waitsFor: undefined, calls: Object.fromEntries(calls) }] as const
  })
  return { ...state, health: emptyState.health, turns: Object.fromEntries(turns) }
}
