import { href } from '../frame/routes.ts'
import { useConnection, useHost, useSession } from '../host.ts'
import { modelKey } from '../../shared/settings.ts'
import type { HostState } from '../../shared/state.ts'

/** Why nothing can be sent, and where that is mended. */
export type Obstacle = { reason: string; mend?: { label: string; href: string } | undefined }

const settings = (label: string): Obstacle['mend'] => ({ label, href: href({ page: 'settings' }) })

/** What is missing in the host before a message can be answered. */
export function missing({
  health,
  configured,
  secrets,
}: Pick<HostState, 'health' | 'configured' | 'secrets'>): Obstacle | undefined {
  if (health.state === 'failing')
    return { reason: 'Atrium cannot write its log, so no message is sent until it can. Your text stays here.' }
  const { baseUrl, model } = configured.settings.anthropic
  const needsKey = new URL(baseUrl).hostname === 'api.anthropic.com'
  if (needsKey && !secrets.includes(modelKey))
    return { reason: 'Atrium has no key for the model yet.', mend: settings('Add the key') }
  if (model === undefined) return { reason: 'No model is chosen yet.', mend: settings('Choose a model') }
  return undefined
}

const same = (a: Obstacle | undefined, b: Obstacle | undefined): boolean => a?.reason === b?.reason

/** Why nothing can be sent from this window now. */
export function useObstacle(): Obstacle | undefined {
  const right = useSession()?.right
  const connection = useConnection()
  const inHost = useHost(missing, same)
  if (right === 'read') return { reason: 'This window may look but not send.' }
  if (connection !== 'live') return { reason: 'This window has no connection to Atrium now. Your text stays here.' }
  return inHost
}
