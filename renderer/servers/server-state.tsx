import { RestartsIn, nextTryOf } from './restarts-in.tsx'
import type { ServerSummary } from './summary.ts'

/** A server's state in words, counting down where it is tried again by itself. */
export function ServerStateWords({ server: { state, ask, config, words } }: { server: ServerSummary }) {
  const { status } = state
  if (!ask && status.state === 'failed' && status.retryAt !== undefined)
    return <RestartsIn at={status.retryAt} next={nextTryOf(config)} />
  return <>{words}</>
}
