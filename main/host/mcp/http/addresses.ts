import { lookup as systemLookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'
import { isLoopbackHost } from '../../../../shared/server-config.ts'
import { problems } from './http-problem.ts'

export type Address = { address: string; family: number }
/** All addresses of a host; rejects where there is none. */
export type Lookup = (host: string) => Promise<Address[]>

export const lookupAll: Lookup = (host) => systemLookup(host, { all: true })

const list = (...subnets: [net: string, prefix: number, family: 'ipv4' | 'ipv6'][]): BlockList => {
  const made = new BlockList()
  for (const subnet of subnets) made.addSubnet(...subnet)
  return made
}

/** Link-local with the metadata services of clouds, "this network", multicast, broadcast: no server is there. */
const forbidden = list(
  ['0.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['100.100.100.200', 32, 'ipv4'],
  ['224.0.0.0', 3, 'ipv4'],
  ['::', 128, 'ipv6'],
  ['fe80::', 10, 'ipv6'],
  ['fec0::', 10, 'ipv6'],
  ['fd00:ec2::254', 128, 'ipv6'],
  ['ff00::', 8, 'ipv6'],
)
const loopback = list(['127.0.0.0', 8, 'ipv4'], ['::1', 128, 'ipv6'])
const privateNetworks = list(
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['fc00::', 7, 'ipv6'],
)

const isIn = (nets: BlockList, { address, family }: Address): boolean =>
  nets.check(address, family === 6 ? 'ipv6' : 'ipv4')

/** Names that can only be meant for the network one is in. */
const localName = /^[^.]+$|\.(local|internal|lan|intranet|corp|home|home\.arpa|test)$/i

/**
 * The addresses a host may be reached at. The person's own words decide: a private address is used where it was typed
 * or the name is plainly a local one, this computer only under its own name, link-local addresses never.
 * Throws `HttpProblem`.
 */
export async function resolveHost({ hostname }: URL, lookup: Lookup): Promise<Address[]> {
  const isTyped = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0
  const found = await addressesOf(hostname, lookup)
  for (const it of found) {
    if (isIn(forbidden, it)) throw problems.forbiddenHost(hostname, it.address)
    if (isLoopbackHost(hostname) && !isIn(loopback, it)) throw problems.forbiddenHost(hostname, it.address)
    if (isTyped || isLoopbackHost(hostname)) continue
    if (isIn(loopback, it)) throw problems.localHost(hostname, it.address)
    if (isIn(privateNetworks, it) && !localName.test(hostname)) throw problems.localHost(hostname, it.address)
  }
  return found
}

/**
 * The same for a host that a server named, and not the person: never this computer, never a private network.
 * Throws `HttpProblem`.
 */
export async function resolveNamed({ hostname }: URL, lookup: Lookup): Promise<Address[]> {
  const found = await addressesOf(hostname, lookup)
  for (const it of found) {
    if (isIn(forbidden, it)) throw problems.forbiddenHost(hostname, it.address)
    if (isIn(loopback, it) || isIn(privateNetworks, it)) throw problems.privateHost(hostname, it.address)
  }
  return found
}

/** Whether a server is on this computer or in a private network, so that what it names may be there too. */
export async function isNear({ hostname }: URL, lookup: Lookup): Promise<boolean> {
  if (isLoopbackHost(hostname)) return true
  const found = await addressesOf(hostname, lookup)
  return found.every((it) => isIn(loopback, it) || isIn(privateNetworks, it))
}

async function addressesOf(hostname: string, lookup: Lookup): Promise<Address[]> {
  const host = hostname.replace(/^\[|\]$/g, '')
  const typed = isIP(host)
  const found = typed === 0 ? await lookup(host).catch(() => []) : [{ address: host, family: typed }]
  if (found.length === 0) throw problems.unknownHost(hostname)
  return found.map(unmapped)
}

/** An IPv4 address that is written as one of IPv6 leads where the IPv4 address does. */
function unmapped(it: Address): Address {
  const [, inner] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(it.address) ?? []
  return inner === undefined ? it : { address: inner, family: 4 }
}
