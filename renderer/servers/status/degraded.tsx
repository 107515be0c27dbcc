import type { ServerState } from '../../../shared/state/server-state.ts'
import { strings } from '../../strings/strings.ts'
import { Note } from '../../ui/note.tsx'
import { useNow } from '../../state/use-now.ts'
import type { ServerSummary } from '../../state/servers/summary.ts'

const { degraded: words, restless } = strings.servers

/** The next report comes a minute after the last where there is more to report. */
const lastsMs = 120_000
/** A list that changes too often is looked at again every five minutes. */
const restlessMs = 12 * 60_000

/** How many lines of a running server could not be read in its last report, where they were many and it is not long ago. */
export function unreadableNow({ status, unreadable }: ServerState, now: number): number | undefined {
  return status.state === 'ready' && unreadable && now - unreadable.at < lastsMs ? unreadable.lines : undefined
}

const useUnreadable = ({ state }: ServerSummary): number | undefined => unreadableNow(state, useNow(10_000))

/** Whether a running server was reported, not long ago, as one whose definitions change too often. */
export const isRestless = ({ status, restless: since }: ServerState, now: number): boolean =>
  status.state === 'ready' && since !== undefined && now - since.at < restlessMs

/** That a server is degraded or restless, instead of `otherwise`. */
export function DegradedWords({ server, otherwise }: { server: ServerSummary; otherwise: string }) {
  const lines = useUnreadable(server)
  const now = useNow(10_000)
  if (lines !== undefined) return words.state
  return isRestless(server.state, now) ? restless.state : otherwise
}

/** That a server writes what can't be read, or changes too often, with the consequence and the remedy; else nothing. */
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
