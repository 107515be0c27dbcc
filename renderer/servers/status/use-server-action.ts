import { useLink } from '../../state/replica.ts'
import { useAction, useInOrder } from '../../state/action.ts'

/** Turns a server on and off, and restarts it. */
export function useServerAction(id: string) {
  const link = useLink()
  const turning = useInOrder((enabled: boolean) => link.call('setServerEnabled', { id, enabled }))
  const restarting = useAction(() => link.call('restartServer', { id }))
  return {
    busy: turning.busy || restarting.busy,
    problem: turning.problem ?? restarting.problem,
    restart: () => void restarting.run(),
    enable: (enabled: boolean) => void turning.run(enabled),
  }
}
