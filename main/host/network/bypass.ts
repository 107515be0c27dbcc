import { BlockList, isIP } from 'node:net'
import { domainToASCII } from 'node:url'

/** The exceptions to a proxy, in every dialect of `NO_PROXY` at once. */
export type Bypass = { bypasses(url: URL): boolean }

type Named = { name: string; port: string | undefined }

/** More than any list that people write; the rest grants nothing. */
const mostEntries = 2000

/**
 * Reads a list as `NO_PROXY` has it: names with or without a dot or star in front, which also mean everything below
 * them, with or without a port; addresses, networks and ranges, which only mean targets that are written as addresses;
 * `*` for all, `<local>` for names without a dot. Anything else counts for nothing.
 */
export function readBypass(text: string): Bypass {
  const entries = text.split(/[\s,;]+/, mostEntries).filter((entry) => entry !== '')
  const names: Named[] = []
  const ends: string[] = []
  const addresses = new BlockList()
  const all = entries.includes('*')
  const local = entries.includes('<local>')
  for (const entry of entries) {
    if (addAddresses(addresses, entry)) continue
    const named = readName(entry)
    if (named) names.push(named)
    else if (/^\*[\w-][\w.-]*$/.test(entry)) ends.push(entry.slice(1).toLowerCase())
  }
  return {
    bypasses: (url) => {
      if (all) return true
      const { host, port } = targetOf(url)
      const family = isIP(host)
      if (family !== 0)
        return (
          addresses.check(host, family === 6 ? 'ipv6' : 'ipv4') ||
          names.some((it) => it.name === host && it.port === port)
        )
      if (local && !host.includes('.')) return true
      const isNamed = (it: Named): boolean =>
        (it.port === undefined || it.port === port) && (host === it.name || host.endsWith(`.${it.name}`))
      return names.some(isNamed) || ends.some((end) => host.endsWith(end))
    },
  }
}

/** The host without brackets and final dot, and the port with the scheme's usual one. */
function targetOf({ hostname, port, protocol }: URL): { host: string; port: string } {
  const host = hostname.replace(/^\[|\]$|\.$/g, '').toLowerCase()
  return { host, port: port === '' ? (protocol === 'https:' ? '443' : '80') : port }
}

/** Adds an address, a network or a range; false if it is none. */
function addAddresses(list: BlockList, entry: string): boolean {
  const bare = entry.replace(/^\[(.*)\]$/, '$1')
  const [first = '', ...rest] = bare.split(/[/-]/)
  const family = isIP(first)
  if (family === 0) return false
  const kind = family === 6 ? 'ipv6' : 'ipv4'
  const [second] = rest
  // An address with a zone is none here, and Node throws for it.
  if (first.includes('%')) return true
  if (second === undefined) list.addAddress(first, kind)
  else if (rest.length > 1) return true
  else if (bare.includes('/') && /^\d{1,3}$/.test(second) && Number(second) <= (family === 6 ? 128 : 32))
    list.addSubnet(first, Number(second), kind)
  else if (bare.includes('-') && isIP(second) === family) addRange(list, { first, last: second, kind })
  return true
}

/** The wrong way round, a range has nothing in it. */
function addRange(
  list: BlockList,
  { first, last, kind }: { first: string; last: string; kind: 'ipv4' | 'ipv6' },
): void {
  try {
    list.addRange(first, last, kind)
  } catch {
    return
  }
}

/** A name without what some dialects put in front of it; undefined if it isn't one. */
function readName(entry: string): Named | undefined {
  const [, written = '', port] = /^(?:\*?\.)?(\[[\da-f:.]+\]|[^:*[\]]+?)\.?(?::(\d{1,5}))?$/i.exec(entry) ?? []
  const bare = written.replace(/^\[|\]$/g, '')
  if (isIP(bare) !== 0) return { name: bare.toLowerCase(), port }
  const name = /[@#/?%\\<>"']/.test(written) ? '' : domainToASCII(written)
  return name === '' ? undefined : { name: name.toLowerCase(), port }
}
