import { officialRegistry } from '../../../shared/config/registry.ts'
import type { RegistrySource, ServerConfigs } from '../../../shared/config/server-config.ts'
import { HostError } from '../../../shared/contract/errors.ts'
import type { Settings } from '../../../shared/config/settings.ts'
import type {
  RegistryList,
  RegistryServer,
  RegistryTrouble,
  RegistryUpdate,
} from '../../../shared/contract/registry-commands.ts'
import type { Network } from '../network/network.ts'
import { downloadBundle, DownloadProblem, usualDownload, type BundleReceiver } from './bundle-download.ts'
import { type RegistryLimits, usualLimits } from './client.ts'
import { aboutOf, serverIn, updateIn } from './offers.ts'
import { Registry } from './registry.ts'

type Deps = {
  /** The data folder. */
  directory: string
  configuration: { readonly settings: Pick<Settings, 'registryUrl'>; readonly servers: ServerConfigs }
  network?: Network
  limits?: RegistryLimits
  now?: () => number
}

/** The registry of the settings, and those that configured servers came from. Each is opened when it's first needed. */
export class Registries {
  readonly #deps: Deps
  readonly #open = new Map<string, Registry>()

  constructor(deps: Deps) {
    this.#deps = deps
  }

  async search(text: string, ask: 'kept' | 'first' | 'more', limit: number): Promise<RegistryList> {
    const registry = this.#chosen()
    const trouble = ask === 'kept' ? undefined : await registry.search(text, ask === 'more')
    const found = registry.find(text)
    return {
      url: registry.url,
      rows: found.slice(0, limit).map(aboutOf),
      total: found.length,
      fetchedAt: registry.searchedAt(text) ?? null,
      more: registry.hasMore(text),
      unreadable: registry.unreadable,
      discarded: registry.isDiscarded,
      ...(trouble && { trouble }),
    }
  }

  async server(
    wanted: { name: string; version?: string | undefined },
    ask: boolean,
  ): Promise<{ server: RegistryServer | null; trouble?: RegistryTrouble }> {
    const registry = this.#chosen()
    const trouble = ask ? await registry.fetchServer(wanted.name) : undefined
    const server = serverIn(registry, wanted, this.#deps.configuration.servers) ?? null
    return { server, ...(trouble && { trouble }) }
  }

  /** Fetches the bundle of a record that was read before; undefined if it has no such way. */
  async bundle(
    { at, ...wanted }: { name: string; version?: string | undefined; at: number },
    receiver: BundleReceiver,
  ): Promise<string | undefined> {
    const option = serverIn(this.#chosen(), wanted, this.#deps.configuration.servers)?.options[at]
    if (!option || !('bundle' in option)) return undefined
    try {
      return await downloadBundle(option.bundle, receiver, { ...usualDownload, network: this.#deps.network })
    } catch (error) {
      throw error instanceof DownloadProblem ? new HostError('unavailable', error.message) : error
    }
  }

  async update(source: RegistrySource, ask: boolean): Promise<RegistryUpdate> {
    const registry = this.#at(source.url)
    const trouble = ask ? await registry.fetchServer(source.name) : undefined
    return { ...updateIn(registry, source), ...(trouble && { trouble }) }
  }

  /** Ends every request; resolves when what was fetched is on disk. */
  async close(): Promise<void> {
    await Promise.all([...this.#open.values()].map((registry) => registry.close()))
  }

  #chosen(): Registry {
    return this.#at(this.#deps.configuration.settings.registryUrl ?? officialRegistry)
  }

  #at(url: string): Registry {
    const { directory, network, limits = usualLimits, now = Date.now } = this.#deps
    const known = this.#open.get(url) ?? new Registry({ directory, url, limits, now, network })
    this.#open.set(url, known)
    return known
  }
}
