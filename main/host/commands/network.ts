import type { RoutedPlace } from '../../../shared/config/network.ts'
import { officialRegistry } from '../../../shared/config/registry.ts'
import type { Handlers } from '../../../shared/contract/commands.ts'
import { shownRoute } from '../network/route.ts'
import type { HostParts } from './parts.ts'

/** Milliseconds for all steps of a trial. */
const trialMs = 60_000

/** A host that stands for all that nothing is set for. */
const anywhere = 'https://example.com'

/** The way to other computers: what is known of it, and trying it. */
export function networkHandlers({ configuration, network, platform }: HostParts) {
  return {
    getRoutes: async () => {
      const known = async (url: string) => shownRoute(await network.route(new URL(url)))
      const { models, registryUrl = officialRegistry } = configuration.settings
      const servers = Object.entries(configuration.servers).flatMap(([name, config]) =>
        config.type === 'http' && config.enabled ? [{ kind: 'server' as const, name, url: config.url }] : [],
      )
      const endpoints = Object.entries(models.endpoints).map(([id, { baseUrl, name = id }]) => ({
        kind: 'model' as const,
        name,
        url: baseUrl,
      }))
      const feed = platform.app.releases?.feed
      const own = [
        { kind: 'registry' as const, url: registryUrl },
        ...(feed === undefined ? [] : [{ kind: 'releases' as const, url: feed }]),
      ]
      const places = await Promise.all(
        [...endpoints, ...servers, ...own].map(async (place): Promise<RoutedPlace> => ({
          ...place,
          url: new URL(place.url).origin,
          ...(await known(place.url)),
        })),
      )
      return { usual: await known(anywhere), places }
    },
    tryRoute: ({ url }) => network.try(new URL(url), AbortSignal.timeout(trialMs)),
  } satisfies Partial<Handlers>
}
