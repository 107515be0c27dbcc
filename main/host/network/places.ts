import type { KnownRoute, RoutedPlace } from '../../../shared/config/network.ts'
import { aboutProfile } from '../../../shared/config/profiles.ts'
import { officialRegistry } from '../../../shared/config/registry.ts'
import type { ServerConfigs } from '../../../shared/config/server-config.ts'
import type { Settings } from '../../../shared/config/settings.ts'
import type { Network } from './network.ts'
import { shownRoute } from './route.ts'

/** A host for which nothing is set. */
const anywhere = 'https://example.com'

/** The places that a configuration names; `feed`: where releases are published. */
export type ConfiguredPlaces = { settings: Settings; servers: ServerConfigs; feed?: string | undefined }

/** The routes to all configured places, and the usual one. */
export async function routesTo(
  { settings: { models, registryUrl = officialRegistry }, servers, feed }: ConfiguredPlaces,
  network: Network,
): Promise<{ usual: KnownRoute; places: RoutedPlace[] }> {
  const known = async (url: string): Promise<KnownRoute> => shownRoute(await network.route(new URL(url)))
  const wanted: Pick<RoutedPlace, 'kind' | 'name' | 'url'>[] = [
    ...Object.entries(models.endpoints).map(([id, { baseUrl, profile, name = aboutProfile[profile].name ?? id }]) => ({
      kind: 'model' as const,
      name,
      url: baseUrl,
    })),
    ...Object.entries(servers).flatMap(([name, config]) =>
      config.type === 'http' && config.enabled ? [{ kind: 'server' as const, name, url: config.url }] : [],
    ),
    { kind: 'registry', url: registryUrl },
    ...(feed === undefined ? [] : [{ kind: 'releases' as const, url: feed }]),
  ]
  const places = wanted.map(async (place) => ({
    ...place,
    url: new URL(place.url).origin,
    ...(await known(place.url)),
  }))
  return { usual: await known(anywhere), places: await Promise.all(places) }
}
