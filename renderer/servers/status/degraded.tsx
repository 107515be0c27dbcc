import type { ServerState } from '../../../shared/state/server-state.ts'
import { servers } from '../../strings/servers/servers.ts'
import { Note } from '../../ui/note.tsx'
import { useNow } from '../../state/use-now.ts'
import type { ServerSummary } from '../../state/servers/summary.ts'

const { degraded: words, restless } = servers

/** Milliseconds that a report counts as current; the next one would come after a minute. */
const lastsMs = 120_000
/** Atrium checks a list that changes too often every five minutes. */
const restlessMs = 12 * 60_000

/** How many of a running server's lines were unreadable in its last report, if many and recent. */
export function unreadableNow({ status, unreadable }: ServerState, now: number): number | undefined {
  return status.state === 'ready' && unreadable && now - unreadable.at < lastsMs ? unreadable.lines : undefined
}

const useUnreadable = ({ state }: ServerSummary): number | undefined => unreadableNow(state, useNow(10_000))

/** Whether a running server was recently reported for changing its definitions too often. */
export const isRestless = ({ status, restless: since }: ServerState, now: number): boolean =>
  status.state === 'ready' && since !== undefined && now - since.at < restlessMs

/** Says that a server is degraded or restless, instead of `otherwise`. */
export function DegradedWords({ server, otherwise }: { server: ServerSummary; otherwise: string }) {
  const lines = useUnreadable(server)
  const now = useNow(10_000)
  if (lines !== undefined) return words.state
  return isRestless(server.state, now) ? restless.state : otherwise
}

/**
 * Says that a server writes unreadable lines, or changes too often, with the consequence and the remedy; else nothing.
 */
export function DegradedNote({ server }: { server: ServerSummary }) {
  const lines = useUnreadable(server)
  const now = useNow(10_000)
  if (isRestless(server.state, now))
    return (
      <Note kind="no" quiet>
        <b>{restless.cause}</b> {restless.fix}
      </Note>
    )
  if (lines === undefined) return null
  return (
    <Note kind="no" quiet>
      <b>{words.cause(lines)}</b> {words.fix}
    </Note>
  )
}
