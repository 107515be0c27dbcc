import type { BundleReference } from '../../../shared/config/server-config.ts'
import type { Handlers } from '../../../shared/contract/commands.ts'
import { HostError } from '../../../shared/contract/errors.ts'
import { ownOf } from '../../../shared/schema/json.ts'
import type { Confirmations } from './confirmation-text.ts'
import type { HostParts } from './parts.ts'
import { commandWords as words } from './words.ts'

/** Max names in the result of a check. */
const mostNamed = 20

/** Opens and reviews bundles, and keeps the files of installed ones. `addServer` and `updateServer` install them. */
export function bundleHandlers({
  bundles,
  configuration,
  servers,
}: Pick<HostParts, 'bundles' | 'configuration' | 'servers'>) {
  const bundleOf = (server: string): BundleReference => {
    const config = ownOf(configuration.servers, server)
    if (config?.type !== 'stdio' || !config.bundle) throw new HostError('not-found', words.noBundle(server))
    return config.bundle
  }
  return {
    startBundle: async ({ bytes }) => ({ upload: bundles.opened.begin(bytes) }),
    addBundleBytes: async ({ upload, at, data }) => bundles.opened.add(upload, at, Buffer.from(data, 'base64')),
    openBundle: async ({ upload }) => ({ sha256: bundles.opened.finish(upload) }),
    reviewBundle: ({ sha256 }) => bundles.review(sha256, configuration.servers),
    checkBundle: async ({ server }) => {
      const { changed, missing, canRestore } = await bundles.check(bundleOf(server))
      return { changed: changed.slice(0, mostNamed), missing: missing.slice(0, mostNamed), canRestore }
    },
    restoreBundle: async ({ server }) => {
      const bundle = bundleOf(server)
      await servers.stop(server)
      await bundles.restore(bundle)
      if (ownOf(configuration.servers, server)?.enabled) await servers.restart(server)
    },
  } satisfies Partial<Handlers>
}

/** None of them gives anyone a power. */
export const bundleConfirmations = {
  startBundle: () => ({ needless: "It only copies a file into Atrium's own folder." }),
  addBundleBytes: () => ({ needless: "It only copies a file into Atrium's own folder." }),
  openBundle: () => ({ needless: "It only copies a file into Atrium's own folder." }),
  reviewBundle: () => ({ needless: 'It only looks.' }),
  restoreBundle: () => ({ needless: 'It brings back exactly the files that were reviewed.' }),
} satisfies Partial<Confirmations>
