import { lookup as systemLookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'
import { isLoopbackHost } from '../../../../shared/config/server-config.ts'
import { httpProblems } from './problems.ts'

/** An IP address; `family` is 4 or 6. */
export type HostAddress = { address: string; family: number }
/** All addresses of a host; rejects if there are none. */
export type Lookup = (host: string) => Promise<HostAddress[]>

/** The system's resolver, with all addresses of a host. */
export const lookupAll: Lookup = (host) => systemLookup(host, { all: true })

const list = (...subnets: [net: string, prefix: number, family: 'ipv4' | 'ipv6'][]): BlockList => {
  const made = new BlockList()
  for (const [net, prefix, family] of subnets) {
    made.addSubnet(net, prefix, family)
    // If a network translates addresses (NAT64, RFC 6052), this leads to the same place.
    if (family === 'ipv4') made.addSubnet(`64:ff9b::${net}`, 96 + prefix, 'ipv6')
  }
  return made
}

/** Link-local, cloud metadata services, "this network", multicast, reserved: no legitimate server is there. */
const forbidden = list(
  ['0.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['100.100.100.200', 32, 'ipv4'],
  ['168.63.129.16', 32, 'ipv4'],
  ['192.0.0.192', 32, 'ipv4'],
  ['224.0.0.0', 3, 'ipv4'],
  ['::', 128, 'ipv6'],
  ['100::', 64, 'ipv6'],
  ['fe80::', 10, 'ipv6'],
  ['fec0::', 10, 'ipv6'],
  ['fd00:ec2::254', 128, 'ipv6'],
  ['fd20:ce::254', 128, 'ipv6'],
  ['ff00::', 8, 'ipv6'],
)
const loopback = list(['127.0.0.0', 8, 'ipv4'], ['::1', 128, 'ipv6'])
const privateNetworks = list(
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.0.0.0', 24, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['fc00::', 7, 'ipv6'],
  // Translated or tunnelled to an IPv4 address that isn't checked here, and ranges reserved for protocols.
  ['::', 96, 'ipv6'],
  ['64:ff9b:1::', 48, 'ipv6'],
  ['2001::', 23, 'ipv6'],
  ['2002::', 16, 'ipv6'],
  ['5f00::', 16, 'ipv6'],
)
/**
 * For benchmarks between networks. Some VPNs and proxies assign these to every name, so a typed name can lead there.
 */
const benchmarks = list(['198.18.0.0', 15, 'ipv4'])

const isIn = (nets: BlockList, { address, family }: HostAddress): boolean =>
  nets.check(address, family === 6 ? 'ipv6' : 'ipv4')

/** Names that can only refer to the local network. */
const localName = /^[^.]+$|\.(local|internal|lan|intranet|corp|home|home\.arpa|test)$/i

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

const unspecified = list(['0.0.0.0', 8, 'ipv4'], ['::', 128, 'ipv6'])

/** Whether a host is this computer, however written; a browser accepts more forms than a server's URL can have. */
export function isThisComputer(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$|\.$/g, '')
  const family = isIP(host)
  const it = { address: host, family }
  return family === 0 ? isLoopbackHost(host) : isIn(loopback, it) || isIn(unspecified, it)
}

/** A server's location by its URL as the user typed it: on this computer, in a private network, or anywhere. */
export type NetworkPlace = 'here' | 'private' | 'public'

/**
 * The place that a URL names. Doesn't resolve names: their owner chooses the addresses, and can change them at any
 * time.
 */
export function networkPlaceOf({ hostname }: URL): NetworkPlace {
  if (isLoopbackHost(hostname)) return 'here'
  const host = hostname.replace(/^\[|\]$/g, '')
  const family = isIP(host)
  const isPrivate = family === 0 ? localName.test(hostname) : isIn(privateNetworks, { address: host, family })
  return isPrivate ? 'private' : 'public'
}

/**
 * The addresses at which to reach a host named by a server instead of the user: in a private network only if that
 * server is in one, and on this computer only if that server is on it. Throws `HttpProblem`.
 */
export async function resolveNamed(url: URL, lookup: Lookup, from: NetworkPlace): Promise<HostAddress[]> {
  if (from === 'here') return resolveHost(url, lookup)
  const { hostname } = url
  const found = await (from === 'private' ? resolveHost(url, lookup) : addressesOf(hostname, lookup))
  for (const it of found) {
    if (isIn(forbidden, it)) throw httpProblems.forbiddenHost(hostname, it.address)
    const isInside = isIn(loopback, it) || (from === 'public' && (isIn(privateNetworks, it) || isIn(benchmarks, it)))
    if (isInside) throw httpProblems.privateHost(hostname, it.address)
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

/** An IPv4 address written as IPv6 leads where the IPv4 address does. */
function unmapped(it: HostAddress): HostAddress {
  const [, inner] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(it.address) ?? []
  return inner === undefined ? it : { address: inner, family: 4 }
}
