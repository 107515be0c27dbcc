import { useAnsweringModel } from '../../state/models/answering.ts'
import { href } from '../../state/routes.ts'
import { useConnection, useHost, useSession } from '../../state/replica.ts'
import { composer } from '../../strings/composer.ts'
import { lacksKey, movedSecrets } from '../../../shared/risk/secret-names.ts'
import type { ModelChoice } from '../../../shared/config/settings.ts'
import type { HostState } from '../../../shared/state/state.ts'

const words = composer.obstacle

/** Why nothing can be sent, and where to fix it. */
export type Obstacle = { reason: string; mend?: { label: string; href: string } | undefined }

const settings = (label: string): Obstacle['mend'] => ({ label, href: href({ page: 'settings', part: 'models' }) })

/** The first thing the host lacks before this choice can answer a message. */
export function missing(
  { health, configured, secrets, enteredFor }: Pick<HostState, 'health' | 'configured' | 'secrets' | 'enteredFor'>,
  answers: ModelChoice | undefined,
): Obstacle | undefined {
  if (health.state === 'failing') return { reason: words.noLog }
  const place = answers && configured.settings.models.endpoints[answers.endpoint]
  if (!answers || !place) return { reason: words.noModel, mend: settings(words.chooseModel) }
  const known = { configured, secrets, enteredFor }
  if (movedSecrets({ endpoint: answers.endpoint }, known))
    return { reason: words.movedKey, mend: settings(words.addKey) }
  if (lacksKey(answers.endpoint, place, known)) return { reason: words.noKey, mend: settings(words.addKey) }
  return undefined
}

const same = (a: Obstacle | undefined, b: Obstacle | undefined): boolean => a?.reason === b?.reason

/** Why this window can't send anything now. */
export function useObstacle(): Obstacle | undefined {
  const right = useSession()?.right
  const connection = useConnection()
  const answers = useAnsweringModel()
  const inHost = useHost((state) => missing(state, answers), same)
  if (right === 'read') return { reason: words.readOnly }
  if (connection !== 'live') return { reason: words.noConnection }
  return inHost
}
