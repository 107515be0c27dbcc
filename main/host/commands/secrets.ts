import type { Handlers } from '../../../shared/contract/commands.ts'
import { HostError } from '../../../shared/contract/errors.ts'
import { movedSecrets, originOf } from '../../../shared/risk/secret-names.ts'
import { modelKey } from '../../../shared/config/settings.ts'
import type { Parts } from './handlers.ts'
import { endpointOf } from '../llm/endpoints/models.ts'

/** The commands about keys and other values in the secret store. */
export function secretHandlers({ journal, configuration, secrets, servers }: Parts) {
  return {
    setModelKey: async ({ endpoint, key }, { actor }) => {
      const destination = originOf(endpointOf(journal, endpoint).baseUrl)
      await secrets.setAll({ values: { [modelKey(endpoint)]: key }, destination }, actor)
    },
    deleteModelKey: async ({ endpoint }, { actor }) => {
      endpointOf(journal, endpoint)
      await secrets.deleteAll([modelKey(endpoint)], actor)
    },
    confirmSecrets: async ({ owner, for: shown }, { actor }) => {
      const moved = movedSecrets(owner, journal.state)
      if (!moved) throw new HostError('not-found', 'No value of it is kept for another address.')
      if (moved.to !== shown)
        throw new HostError('conflict', `It is at ${moved.to} by now, so nothing was changed. Look at it again.`)
      await secrets.rebind(moved.names, moved.to, actor)
      if ('server' in owner && configuration.servers[owner.server]?.enabled) await servers.restart(owner.server)
    },
  } satisfies Partial<Handlers>
}
