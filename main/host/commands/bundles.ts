import type { BundleReference, ServerConfig } from '../../../shared/config/server-config.ts'
import type { Handlers } from '../../../shared/contract/commands.ts'
import { HostError } from '../../../shared/contract/errors.ts'
import { ownOf } from '../../../shared/schema/json.ts'
import type { Confirmations } from './confirmation-text.ts'
import type { HostParts, SourceSteps } from './parts.ts'
import { commandWords as words } from './words.ts'

/** Max names in the result of a check. */
const mostNamed = 20

/** Opens and reviews bundles, and keeps the files of installed ones. `addServer` and `updateServer` install them. */
export function bundleHandlers({
  bundles,
  configuration,
  servers,
}: Pick<HostParts, 'bundles' | 'configuration' | 'servers'>) {
  const known = (server: string): BundleReference => {
    const bundle = bundleOf(ownOf(configuration.servers, server))
    if (!bundle) throw new HostError('not-found', words.noBundle(server))
    return bundle
  }
  return {
    startBundle: async ({ bytes }) => ({ upload: bundles.opened.begin(bytes) }),
    addBundleBytes: async ({ upload, at, data }) => bundles.opened.add(upload, at, Buffer.from(data, 'base64')),
    openBundle: async ({ upload }) => ({ sha256: bundles.opened.finish(upload) }),
    reviewBundle: ({ sha256 }) => bundles.review(sha256, configuration.servers),
    checkBundle: async ({ server }) => {
      const { changed, missing, canRestore } = await bundles.check(known(server))
      return { changed: changed.slice(0, mostNamed), missing: missing.slice(0, mostNamed), canRestore }
    },
    restoreBundle: async ({ server }) => {
      const bundle = known(server)
      await servers.stop(server)
      await bundles.restore(bundle)
      if (ownOf(configuration.servers, server)?.enabled) await servers.restart(server)
    },
  } satisfies Partial<Handlers>
}

const bundleOf = (config: ServerConfig | undefined) => (config?.type === 'stdio' ? config.bundle : undefined)

/** Puts a bundle's files in place before its server is changed, and removes those that no server uses afterwards. */
export const bundleSteps: SourceSteps = async (
  { id, before, after },
  { bundles, servers, configuration },
  carryOut,
) => {
  const files = { bundle: bundleOf(after), before: bundleOf(before) }
  // Files in use can't be removed everywhere.
  if (!after && files.before) await servers.stop(id)
  await bundles.withFiles(files, carryOut, () => configuration.servers)
  if (!after) bundles.keepOnly(configuration.servers)
}

/** None of them gives anyone a power. */
export const bundleConfirmations = {
  startBundle: () => ({ needless: "It only copies a file into Atrium's own folder." }),
  addBundleBytes: () => ({ needless: "It only copies a file into Atrium's own folder." }),
  openBundle: () => ({ needless: "It only copies a file into Atrium's own folder." }),
  reviewBundle: () => ({ needless: 'It only looks.' }),
  restoreBundle: () => ({ needless: 'It brings back exactly the files that were reviewed.' }),
} satisfies Partial<Confirmations>
