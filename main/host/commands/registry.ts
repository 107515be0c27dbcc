import type { Handlers } from '../../../shared/contract/commands.ts'
import { HostError } from '../../../shared/contract/errors.ts'
import { ownOf } from '../../../shared/schema/json.ts'
import { type Confirmations, reveal } from './confirmation-text.ts'
import type { HostParts } from './parts.ts'
import { commandWords, dialogWords as words } from './words.ts'

/** Looking into a registry. Nothing is added, changed or started here. */
export function registryHandlers({ registries, configuration, bundles }: HostParts) {
  return {
    fetchRegistryBundle: async (wanted) => {
      const sha256 = await registries.bundle(wanted, bundles.opened)
      if (sha256 === undefined) throw new HostError('not-found', commandWords.noRegistryBundle)
      return { sha256 }
    },
    searchRegistry: ({ text, ask, limit }) => registries.search(text, ask, limit),
    getRegistryServer: ({ name, version, ask }) => registries.server({ name, version }, ask),
    getRegistryUpdate: async ({ server, ask }) => {
      const config = ownOf(configuration.servers, server)
      if (!config) throw new HostError('not-found', commandWords.noServer(server))
      const source = config.type === 'playground' ? undefined : config.registry
      return { update: source ? await registries.update(source, ask) : null }
    },
  } satisfies Partial<Handlers>
}

/** The system's question before a file is fetched. */
export const registryConfirmations = {
  searchRegistry: () => ({ needless: 'It reads a list at the confirmed address, and changes nothing.' }),
  fetchRegistryBundle: ({ name }) => ({
    question: words.fetchBundle,
    detail: words.bundleFrom(reveal(name)),
    action: words.actions.download,
  }),
  getRegistryServer: () => ({ needless: 'It reads a list at the confirmed address, and changes nothing.' }),
  getRegistryUpdate: () => ({ needless: 'It reads a list at the address the server came from, and changes nothing.' }),
} satisfies Partial<Confirmations>
