import { DegradedWords } from './degraded.tsx'
import { nextTryOf } from '../../state/servers/next-try.ts'
import { RestartsIn } from './restarts-in.tsx'
import type { ServerSummary } from '../../state/servers/summary.ts'

/** A server's state in words, counting down where it is tried again by itself. */
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
