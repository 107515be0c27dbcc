import { useAnswering } from '../chat/answering.ts'
import { href } from '../frame/routes.ts'
import { useConnection, useHost, useSession } from '../host.ts'
import { lacksKey } from '../models/places.ts'
import type { ModelChoice } from '../../shared/settings.ts'
import type { HostState } from '../../shared/state.ts'

/** Why nothing can be sent, and where that is mended. */
export type Obstacle = { reason: string; mend?: { label: string; href: string } | undefined }

const settings = (label: string): Obstacle['mend'] => ({ label, href: href({ page: 'settings', part: 'models' }) })

/** What is missing in the host before this choice can answer a message. */
export function missing(
  { health, configured, secrets }: Pick<HostState, 'health' | 'configured' | 'secrets'>,
  answers: ModelChoice | undefined,
): Obstacle | undefined {
  if (health.state === 'failing')
    return { reason: 'Atrium cannot write its log, so no message is sent until it can. Your text stays here.' }
  const place = answers && configured.settings.models.endpoints[answers.endpoint]
  if (!answers || !place) return { reason: 'No model is chosen here.', mend: settings('Choose a model') }
  if (lacksKey(answers.endpoint, place, secrets))
    return { reason: 'Atrium has no key for this model yet.', mend: settings('Add the key') }
  return undefined
}

const same = (a: Obstacle | undefined, b: Obstacle | undefined): boolean => a?.reason === b?.reason

/** Why nothing can be sent from this window now. */
export function useObstacle(): Obstacle | undefined {
  const right = useSession()?.right
  const connection = useConnection()
  const answers = useAnswering()
  const inHost = useHost((state) => missing(state, answers), same)
  if (right === 'read') return { reason: 'This window may look but not send.' }
  if (connection !== 'live') return { reason: 'This window has no connection to Atrium now. Your text stays here.' }
  return inHost
}
