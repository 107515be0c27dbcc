import type { ServerState } from '../../shared/state.ts'
import { strings } from '../strings/strings.ts'
import { Note } from '../ui/note.tsx'
import { useNow } from '../ui/time.tsx'
import type { ServerSummary } from './summary.ts'

const words = strings.servers.degraded

/** The next report comes a minute after the last where there is more to report. */
const lastsMs = 120_000

/** How many lines of a running server could not be read in its last report, where they were many and it is not long ago. */
export function unreadableNow({ status, unreadable }: ServerState, now: number): number | undefined {
  return status.state === 'ready' && unreadable && now - unreadable.at < lastsMs ? unreadable.lines : undefined
}

const useUnreadable = ({ state }: ServerSummary): number | undefined => unreadableNow(state, useNow(10_000))

/** That a server is degraded, instead of `otherwise`. */
export const DegradedWords = ({ server, otherwise }: { server: ServerSummary; otherwise: string }) =>
  useUnreadable(server) === undefined ? otherwise : words.state

/** That a server writes what cannot be read, what comes of it and what to do; nothing where it does not. */
export function DegradedNote({ server }: { server: ServerSummary }) {
  const lines = useUnreadable(server)
  if (lines === undefined) return null
  return (
    <Note kind="no" quiet>
      <b>{words.cause(lines)}</b> {words.fix}
    </Note>
  )
}
