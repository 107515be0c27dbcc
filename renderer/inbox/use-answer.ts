import type { Ask } from '../../shared/asks.ts'
import type { JsonObject } from '../../shared/json.ts'
import { useConnection, useHost, useLink, useSession } from '../host.ts'
import { problemOf, useAction, type Action } from '../ui/action.ts'

/** Sends an answer together with the hash of what was shown. `onRefused` hears why it did not count. */
export function useAnswer(ask: Ask, onRefused: (problem: string) => void): Action<[JsonObject]> {
  const link = useLink()
  return useAction(async (answer: JsonObject) => {
    try {
      await link.call('answer', { ask: ask.id, contentHash: ask.contentHash, answer })
    } catch (error) {
      onRefused(problemOf(error))
      throw error
    }
  })
}

/** Why no answer, or no consent, can be given from this window now. */
export type Obstacles = { answer: string | undefined; consent: string | undefined }

export function useObstacles(): Obstacles {
  const right = useSession()?.right
  const isLive = useConnection() === 'live'
  const isFailing = useHost((state) => state.health.state === 'failing')
  const answer = !isLive
    ? 'This window has no connection to Atrium now.'
    : right === 'read'
      ? 'This window may look but not answer.'
      : undefined
  const consent = answer ?? (isFailing ? 'Atrium cannot write its log, so no permission counts now.' : undefined)
  return { answer, consent }
}
