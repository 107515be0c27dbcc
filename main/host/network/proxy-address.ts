import { isIP } from 'node:net'

/** A company's proxy; the scheme is how it is spoken to, `https` encrypted. */
export type ProxyAddress = { scheme: 'http' | 'https'; host: string; port: number }

/** A name and password, for one proxy only. */
export type ProxyPassword = { user: string; password: string }

/** A proxy as it was entered, with the password in its URL. */
export type NamedProxy = { proxy: ProxyAddress; password?: ProxyPassword }

const usualPort = { http: 80, https: 443 } as const
const longest = 2048

/**
 * Reads a proxy as variables and settings name it: a URL, or host and port alone. `other-scheme`: one that Atrium can't
 * speak to, such as SOCKS; `unreadable`: no proxy at all.
 */
export function readProxy(text: string): NamedProxy | 'other-scheme' | 'unreadable' {
  const given = text.trim()
  const whole = /^[a-z][a-z\d+.-]*:\/\//i.test(given) ? given : `http://${given}`
  if (given === '' || given.length > longest || !URL.canParse(whole)) return 'unreadable'
  const { protocol, hostname, port, username, password, pathname, search, hash } = new URL(whole)
  if (protocol !== 'http:' && protocol !== 'https:') return 'other-scheme'
  if (hostname === '' || !['', '/'].includes(pathname) || search !== '' || hash !== '') return 'unreadable'
  const scheme = protocol === 'http:' ? 'http' : 'https'
  const host = hostname.replace(/^\[|\]$|\.$/g, '')
  const proxy = { scheme, host, port: port === '' ? usualPort[scheme] : Number(port) } as const
  if (username === '') return password === '' ? { proxy } : 'unreadable'
  const decoded = { user: decode(username), password: decode(password) }
  return decoded.user === undefined || decoded.password === undefined
    ? 'unreadable'
    : { proxy, password: { user: decoded.user, password: decoded.password } }
}

/** Undefined for an escape that isn't UTF-8, or one of a control character, which no header can have. */
function decode(text: string): string | undefined {
  try {
    const decoded = decodeURIComponent(text)
    return /\p{Cc}/u.test(decoded) ? undefined : decoded
  } catch {
    return undefined
  }
}

/** A host in the form it has before a port. */
export const bracketed = (host: string): string => (isIP(host) === 6 ? `[${host}]` : host)

/** Host and port, as people write a proxy. */
export const proxyPlace = ({ host, port }: ProxyAddress): string => `${bracketed(host)}:${port}`

/** Its URL, without a password. */
export const proxyUrl = (proxy: ProxyAddress): string => `${proxy.scheme}://${proxyPlace(proxy)}`

/** Most entries of a list that are read. */
const mostListed = 10

/**
 * A PAC answer in order; `other-scheme` is a proxy that Atrium can't speak to, `skipped` are the kinds of all entries that
 * it can't use.
 */
export type PacList = { ways: (ProxyAddress | 'direct' | 'other-scheme')[]; skipped: string[] }

/**
 * Reads what a PAC file, or Electron's `resolveProxy`, returns: `PROXY a:1; HTTPS b:2; DIRECT`. Undefined if there is
 * nothing in it, or an entry isn't just a host and port.
 */
export function readPacList(text: string): PacList | undefined {
  if (text.length > longest || /\p{Cc}/u.test(text)) return undefined
  const entries = text.split(';').flatMap((entry) => (entry.trim() === '' ? [] : [entry.trim()]))
  const list: PacList = { ways: [], skipped: [] }
  for (const entry of entries.slice(0, mostListed)) {
    const [kind = '', place, ...more] = entry.split(/\s+/)
    const name = kind.toUpperCase()
    if (name === 'DIRECT' && place === undefined) list.ways.push('direct')
    else if (!['PROXY', 'HTTP', 'HTTPS'].includes(name)) {
      list.skipped.push(name.slice(0, 20))
      if (/^SOCKS[45]?$/.test(name)) list.ways.push('other-scheme')
    } else {
      const scheme = name === 'HTTPS' ? 'https' : 'http'
      const isBare = more.length === 0 && place !== undefined && !/:\/\/|@/.test(place)
      const read = isBare ? readProxy(`${scheme}://${place}`) : 'unreadable'
      if (typeof read === 'string') return undefined
      list.ways.push(read.proxy)
    }
  }
  return list.ways.length + list.skipped.length === 0 ? undefined : list
}
