import { DegradedWords } from './degraded.tsx'
import { nextTryOf, restartInWords, type NextTry } from '../../state/servers/next-try.ts'
import type { ServerSummary } from '../../state/servers/summary.ts'
import { useNow } from '../../state/use-now.ts'

/** A server's state in words, counting down to an automatic retry. */
export function ServerStateWords({ server }: { server: ServerSummary }) {
  const { state, ask, config, words, review, signIn, needsSignIn } = server
  if (signIn || needsSignIn) return <>{words}</>
  const { status } = state
  if (!ask && status.state === 'failed' && status.retryAt !== undefined)
    return <RestartsIn at={status.retryAt} next={nextTryOf(config)} />
  if (!ask && !review && (state.unreadable || state.restless))
    return <DegradedWords server={server} otherwise={words} />
  return <>{words}</>
}

/** When a failed server restarts, in words, counting down. */
function RestartsIn({ at, next }: { at: number; next: NextTry }) {
  return <span className="num">{restartInWords(at, useNow(500), next)}</span>
}
