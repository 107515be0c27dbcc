import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { KnownRoute, NetworkSettings, TriedStep } from '../../../shared/config/network.ts'
import { readBypass } from './bypass.ts'
import type { Lookup } from './host-kinds.ts'
import { ProxyClient, type ProxyRoute, type Sent, sourceOf } from './proxy-client.ts'
import { readPacList } from './proxy-address.ts'
import { ProxyProblem } from './proxy-problem.ts'
import { type NetworkRoute, routeOf, shownRoute } from './route.ts'
import { tryPlace } from './trial.ts'
import { type TunnelTarget, type TunnelLimits, usualTunnelLimits } from './tunnel.ts'
import { readVariables } from './variables.ts'
import { networkWords as words } from './words.ts'

/** The parts that decide about a host's way out. `system`: the system's answer for an origin, in PAC form. */
export type NetworkParts = {
  environment: NodeJS.ProcessEnv
  settings: () => NetworkSettings
  lookup: Lookup
  system?: ((origin: string) => Promise<string>) | undefined
  /** Resolves once the system's certificates are trusted; encrypted requests wait for it. */
  trusted?: () => Promise<void>
  limits?: TunnelLimits
  now?: () => number
}

/** Milliseconds for the system's answer, which can come from a PAC file. */
const systemMs = 5000

/** The one way out: every request to another computer has its route, with a reason, from here. */
export class Network {
  readonly #parts: NetworkParts
  readonly #variables: ReturnType<typeof readVariables>
  readonly #client: ProxyClient

  constructor(parts: NetworkParts) {
    const { environment, lookup, limits = usualTunnelLimits, now = () => performance.now() } = parts
    this.#parts = parts
    this.#variables = readVariables(environment)
    this.#client = new ProxyClient({ lookup, limits, now })
  }

  /** The route of a request to this URL, by the settings as they are now. */
  async route(url: URL): Promise<NetworkRoute> {
    const { settings, system, trusted } = this.#parts
    if (url.protocol === 'https:') await trusted?.()
    const { mode, proxy = '', direct } = settings()
    return routeOf(url, {
      choice: mode === 'proxy' ? { mode, proxy } : { mode },
      own: readBypass(direct.join(',')),
      variables: this.#variables,
      ...(system && { system: (origin) => answerOf(system, origin) }),
    })
  }

  /** Takes the steps to a place one by one, with its route; `signal` ends them. */
  async try(url: URL, signal: AbortSignal): Promise<{ route: KnownRoute; steps: TriedStep[] }> {
    const { lookup, limits = usualTunnelLimits } = this.#parts
    const route = await this.route(url)
    const shown = shownRoute(route)
    if (route.way === 'none')
      return { route: shown, steps: [{ step: 'name', outcome: 'failed', text: noWay(route).message }] }
    const [first] = route.way === 'proxy' ? route.proxies : []
    const through = route.way === 'proxy' && first ? this.#client.through(route, first, signal) : undefined
    return { route: shown, steps: await tryPlace(url, through, { lookup, limits, signal }) }
  }

  /** A connection through a route's proxies. Rejects with `ProxyProblem`. */
  tunnel(route: ProxyRoute, target: TunnelTarget, signal?: AbortSignal): Promise<Socket> {
    return this.#client.tunnel(route, target, signal)
  }

  /** Sends a request through a route's proxies; resolves with the head of the answer. Rejects like `ProxyClient.send`. */
  send(route: ProxyRoute, url: URL, sent: Sent): Promise<IncomingMessage> {
    return this.#client.send(route, url, sent)
  }
}

async function answerOf(
  system: NonNullable<NetworkParts['system']>,
  origin: string,
): Promise<ReturnType<typeof readPacList>> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<string>((resolve) => (timer = setTimeout(resolve, systemMs, '')))
  try {
    return readPacList(await Promise.race([system(origin), late]))
  } catch {
    return undefined
  } finally {
    clearTimeout(timer)
  }
}

/** Why a route leads nowhere. */
export function noWay(route: Extract<NetworkRoute, { way: 'none' }>): ProxyProblem {
  const source = sourceOf(route)
  if (route.fault === 'other-scheme') return new ProxyProblem([words.otherScheme(source), words.nameHttpProxy])
  if (route.fault === 'unreadable') return new ProxyProblem([words.unreadable(source), words.checkProxy(source)])
  return new ProxyProblem([words.systemFailed, words.checkSystem], true)
}
