import type { KnownRoute, RouteReason } from '../../../shared/config/network.ts'
import { type Bypass } from './bypass.ts'
import { defined } from '../../../shared/schema/json.ts'
import { isThisComputer, networkPlaceOf } from './host-kinds.ts'
import { type NamedProxy, type PacList, proxyPlace, readProxy } from './proxy-address.ts'
import type { ProxyVariables } from './variables.ts'

/**
 * The way of one request to one origin. `direct`: Atrium resolves and checks the host, and connects to it. `proxy`:
 * these in order; only `mayGoDirect` allows to go around them, if none responds. `none`: what names the proxy can't be
 * used, and Atrium doesn't go around it. `from`: the variable that decided.
 */
export type NetworkRoute = { because: RouteReason; from?: string } & (
  | { way: 'direct' }
  | { way: 'proxy'; proxies: NamedProxy[]; mayGoDirect: boolean }
  | { way: 'none'; fault: RouteFault }
)

/** `other-scheme`: a proxy of a kind that Atrium can't speak to; `system-failed`: the system's settings gave no answer. */
export type RouteFault = 'other-scheme' | 'unreadable' | 'system-failed'

/** How the user wants it: `automatic` is the environment's proxy, else the system's. */
export type ProxyChoice = { mode: 'automatic' } | { mode: 'none' } | { mode: 'proxy'; proxy: string }

/** All that a route depends on. `system`: the system's answer for an origin, where a shell can ask it. */
export type RouteFacts = {
  choice: ProxyChoice
  /** The user's own list. */
  own: Bypass
  variables: ProxyVariables
  system?: (origin: string) => Promise<PacList | undefined>
}

/** Decides for one URL. Loopback goes to no proxy, whatever the settings say. */
export async function routeOf(url: URL, { choice, own, variables, system }: RouteFacts): Promise<NetworkRoute> {
  if (isThisComputer(url.hostname)) return { way: 'direct', because: 'this-computer' }
  if (networkPlaceOf(url) === 'private') return { way: 'direct', because: 'inside' }
  if (own.bypasses(url)) return { way: 'direct', because: 'own-list' }
  if (choice.mode === 'none') return { way: 'direct', because: 'setting' }
  if (choice.mode === 'proxy') return through(readProxy(choice.proxy), { because: 'setting' })
  const named = url.protocol === 'https:' ? variables.https : variables.http
  if (variables.http ?? variables.https) {
    if (!named) return { way: 'direct', because: 'not-in-variable' }
    const { except } = variables
    if (except?.bypass.bypasses(url)) return { way: 'direct', because: 'not-in-variable', from: except.variable }
    return through(named.proxy, { because: 'variable', from: named.variable })
  }
  return system ? bySystem(await system(url.origin)) : { way: 'direct', because: 'nothing-set' }
}

type Why = { because: RouteReason; from?: string }

const through = (named: ReturnType<typeof readProxy>, why: Why): NetworkRoute =>
  typeof named === 'string'
    ? { ...why, way: 'none', fault: named }
    : { ...why, way: 'proxy', proxies: [named], mayGoDirect: false }

function bySystem(list: PacList | undefined): NetworkRoute {
  if (!list) return { way: 'none', because: 'system', fault: 'system-failed' }
  const [first] = list.ways
  if (first === 'direct') return { way: 'direct', because: 'system' }
  const proxies = list.ways.flatMap((way) => (typeof way === 'string' ? [] : [{ proxy: way }]))
  if (proxies.length === 0) return { way: 'none', because: 'system', fault: 'other-scheme' }
  // A proxy that Atrium can't speak to isn't gone around either.
  const mayGoDirect = list.ways.find((way) => typeof way === 'string') === 'direct'
  return { way: 'proxy', because: 'system', proxies, mayGoDirect }
}

/** A route as it is shown: without passwords. */
export function shownRoute(route: NetworkRoute): KnownRoute {
  const { way, because, from } = route
  const [first] = way === 'proxy' ? route.proxies : []
  return { way, because, ...defined({ from, proxy: first && proxyPlace(first.proxy) }) }
}
