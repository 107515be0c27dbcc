import { BlockList, isIP } from 'node:net'
import { isLoopbackHost } from '../../../shared/config/server-config.ts'

/** An IP address; `family` is 4 or 6. */
export type HostAddress = { address: string; family: number }
/** All addresses of a host; rejects if there are none. */
export type Lookup = (host: string) => Promise<HostAddress[]>

/** The addresses if they come in time, else none. */
export async function foundInTime(found: Promise<HostAddress[]>, ms: number): Promise<HostAddress[]> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<HostAddress[]>((resolve) => (timer = setTimeout(resolve, ms, [])))
  try {
    return await Promise.race([found, late])
  } catch {
    return []
  } finally {
    clearTimeout(timer)
  }
}

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
export const forbidden = list(
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
export const loopback = list(['127.0.0.0', 8, 'ipv4'], ['::1', 128, 'ipv6'])
export const privateNetworks = list(
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
export const benchmarks = list(['198.18.0.0', 15, 'ipv4'])

/** Whether an address is in one of these networks. */
export const isIn = (nets: BlockList, { address, family }: HostAddress): boolean =>
  nets.check(address, family === 6 ? 'ipv6' : 'ipv4')

/** Names that can only refer to the local network. */
export const localName = /^[^.]+$|\.(local|internal|lan|intranet|corp|home|home\.arpa|test)$/i

/** Whether a host is written as an address at which no server is allowed. */
export function isForbidden(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '')
  const family = isIP(host)
  return family !== 0 && isIn(forbidden, unmapped({ address: host, family }))
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
export function networkPlaceOf(url: URL): NetworkPlace {
  const hostname = url.hostname.replace(/\.$/, '')
  if (isLoopbackHost(hostname)) return 'here'
  const host = hostname.replace(/^\[|\]$/g, '')
  const family = isIP(host)
  const isPrivate = family === 0 ? localName.test(hostname) : isIn(privateNetworks, { address: host, family })
  return isPrivate ? 'private' : 'public'
}

/** An IPv4 address written as IPv6 leads where the IPv4 address does. */
export function unmapped(it: HostAddress): HostAddress {
  const [, inner] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(it.address) ?? []
  return inner === undefined ? it : { address: inner, family: 4 }
}
