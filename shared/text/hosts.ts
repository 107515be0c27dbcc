/** The parser that browsers and Node share. */
declare const URL: new (address: string) => { hostname: string; protocol: string; host: string; port: string }

/**
 * A web address's host, in lower case and IDNA's ASCII form. Undefined for other protocols, for addresses with
 * credentials, and for whatever programs could read differently: blanks, backslashes, encoded hosts.
 */
export const hostOf = (address: string): string | undefined => read(address)?.hostname

/** The host with its scheme, and with its port unless that is the scheme's default: `http://localhost:3000`. */
export function originOf(address: string): string | undefined {
  const url = read(address)
  return url && `${url.protocol}//${url.host}`
}

/** Whether an address uses its scheme's default port. */
export const isAtUsualPort = (address: string): boolean => read(address)?.port === ''

function read(address: string): InstanceType<typeof URL> | undefined {
  if (!/^(https?|wss?):\/\/[^/?#\\@%\s\p{Cc}]+([/?#][^\\\s\p{Cc}]*)?$/iu.test(address)) return undefined
  try {
    return new URL(address)
  } catch {
    return undefined
  }
}

/**
 * Whether an address is at this origin, or at the host it names, whatever the port. `unsure` if programs could read it as
 * one: an unreadable address, an IP address in another form or instead of a name, two names of this computer.
 */
export function relationTo(address: string, wanted: string): 'at' | 'elsewhere' | 'unsure' {
  const isHost = hostName(wanted) !== undefined
  const [url, goal] = [read(address), read(isHost ? `https://${wanted}/` : wanted)]
  if (!url || !goal) return 'unsure'
  if (!isHost && (url.protocol !== goal.protocol || url.port !== goal.port)) return 'elsewhere'
  const [host, name] = [canonicalHost(url.hostname), canonicalHost(goal.hostname)]
  if (host === name) return 'at'
  const isOther = isLiteral(host) && (!isLiteral(name) || isV6(host) !== isV6(name))
  return isOther || host.endsWith('.') || (isHere(host) && isHere(name)) ? 'unsure' : 'elsewhere'
}

const isV6 = (host: string): boolean => host.startsWith('[')
const isLiteral = (host: string): boolean => isV6(host) || /^\d+(?:\.\d+){3}$/.test(host)
const isHere = (host: string): boolean => /^(?:(?:.+\.)?localhost|(?:127|0)(?:\.\d+){3}|\[::1?\])$/.test(host)

/** IPv6 addresses that carry an IPv4 one in their last 32 bits: mapped, translated (RFC 2765, 6052) and compatible. */
const carriers = ['0:0:0:0:0:ffff', '0:0:0:0:ffff:0', '64:ff9b:0:0:0:0', '0:0:0:0:0:0']

/** A host as the URL standard writes it, without a final dot, and as IPv4 if it is an IPv4 address written as IPv6. */
function canonicalHost(host: string): string {
  if (!isV6(host)) return host.replace(/(?<!\.)\.$/, '')
  const [head = [], tail] = host
    .slice(1, -1)
    .split('::')
    .map((half) => half.split(':').filter(Boolean))
  const gap = Array.from({ length: 8 - head.length - (tail?.length ?? 0) }, () => '0')
  const groups = [...head, ...gap, ...(tail ?? [])]
  const [high = 0, low = 0] = groups.slice(6).map((group) => Number.parseInt(group, 16))
  // The unspecified address and the loopback one aren't IPv4 addresses.
  if (!carriers.includes(groups.slice(0, 6).join(':')) || (high === 0 && low <= 1)) return host
  return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.')
}

/** Normalises a bare host; undefined if it isn't one, or has a port. */
export const hostName = (host: string): string | undefined =>
  /^(\[[^\]]*\]|[^:/?#]+)$/.test(host) ? hostOf(`https://${host}/`) : undefined

/** Normalises a bare origin as `originOf` writes it; undefined if it isn't one, or has a path. */
export const originName = (text: string): string | undefined =>
  /^[a-z]+:\/\/(\[[^\]]*\]|[^:/?#]+)(:\d+)?\/?$/i.test(text) ? originOf(text) : undefined
