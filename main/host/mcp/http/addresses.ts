import { lookup as systemLookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { isLoopbackHost } from '../../../../shared/config/server-config.ts'
import {
  benchmarks,
  forbidden,
  type HostAddress,
  isIn,
  localName,
  type Lookup,
  loopback,
  type NetworkPlace,
  privateNetworks,
  unmapped,
} from '../../network/host-kinds.ts'
import { httpProblems } from './problems.ts'

/** The system's resolver, with all addresses of a host. */
export const lookupAll: Lookup = (host) => systemLookup(host, { all: true })

/**
 * The addresses at which to reach a host. The user's own input decides: a private address is used if it was typed or
 * the name is plainly local, this computer only under its own name, link-local addresses never. Throws `HttpProblem`.
 */
export async function resolveHost({ hostname }: URL, lookup: Lookup): Promise<HostAddress[]> {
  const isTyped = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0
  const found = await addressesOf(hostname, lookup)
  for (const it of found) {
    if (isIn(forbidden, it)) throw httpProblems.forbiddenHost(hostname, it.address)
    if (isLoopbackHost(hostname) && !isIn(loopback, it)) throw httpProblems.forbiddenHost(hostname, it.address)
    if (isTyped || isLoopbackHost(hostname)) continue
    if (isIn(loopback, it)) throw httpProblems.localHost(hostname, it.address)
    if (isIn(privateNetworks, it) && !localName.test(hostname)) throw httpProblems.localHost(hostname, it.address)
  }
  return found
}

/**
 * The addresses at which to reach a host named by a server instead of the user: in a private network only if that
 * server is in one, and on this computer only if that server is on it. Throws `HttpProblem`; `refusal` words one.
 */
export async function resolveNamed(
  url: URL,
  lookup: Lookup,
  from: NetworkPlace,
  refusal: (host: string, address: string) => Error = httpProblems.privateHost,
): Promise<HostAddress[]> {
  if (from === 'here') return resolveHost(url, lookup)
  const { hostname } = url
  const found = await (from === 'private' ? resolveHost(url, lookup) : addressesOf(hostname, lookup))
  for (const it of found) {
    if (isIn(forbidden, it)) throw httpProblems.forbiddenHost(hostname, it.address)
    const isInside = isIn(loopback, it) || (from === 'public' && (isIn(privateNetworks, it) || isIn(benchmarks, it)))
    if (isInside) throw refusal(hostname, it.address)
  }
  return found
}

async function addressesOf(hostname: string, lookup: Lookup): Promise<HostAddress[]> {
  const host = hostname.replace(/^\[|\]$/g, '')
  const typed = isIP(host)
  const found = typed === 0 ? await lookup(host).catch(() => []) : [{ address: host, family: typed }]
  if (found.length === 0) throw httpProblems.unknownHost(hostname)
  return found.map(unmapped)
}
