import { useLink } from '../../state/replica.ts'
import { useAction } from '../../state/action.ts'

/** Turns a server on and off, and restarts it. */
export function useServerAction(id: string) {
  const link = useLink()
  const act = useAction((change: { enabled: boolean } | 'restart') =>
    change === 'restart' ? link.call('restartServer', { id }) : link.call('setServerEnabled', { id, ...change }),
  )
  return {
    busy: act.busy,
    problem: act.problem,
    restart: () => void act.run('restart'),
    enable: (enabled: boolean) => void act.run({ enabled }),
  }
}
