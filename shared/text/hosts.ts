/** The parser that browsers and Node share. */
declare const URL: new (address: string) => { hostname: string; protocol: string; host: string; port: string }

/**
 * The host of a web address, in lower case and IDNA's ASCII form. Undefined for other protocols, with a name or password
 * in it, and for whatever one program could read otherwise than another: blanks, backslashes, encoded hosts.
 */
export const hostOf = (address: string): string | undefined => read(address)?.hostname

/** The same with its scheme and its port, unless that is the scheme's own: `http://localhost:3000`. */
export function originOf(address: string): string | undefined {
  const url = read(address)
  return url && `${url.protocol}//${url.host}`
}

/** Whether an address names no port but its scheme's own. */
export const isAtUsualPort = (address: string): boolean => read(address)?.port === ''

function read(address: string): InstanceType<typeof URL> | undefined {
  if (!/^(https?|wss?):\/\/[^/?#\\@%\s\p{Cc}]+([/?#][^\\\s\p{Cc}]*)?$/iu.test(address)) return undefined
  try {
    return new URL(address)
  } catch {
    return undefined
  }
}

/** The same for a host that stands alone; undefined where it is none, or has a port. */
export const hostName = (host: string): string | undefined =>
  /^(\[[^\]]*\]|[^:/?#]+)$/.test(host) ? hostOf(`https://${host}/`) : undefined

/** An origin that stands alone, as `originOf` writes it; undefined where it is none, or has a path. */
export const originName = (text: string): string | undefined =>
  /^[a-z]+:\/\/(\[[^\]]*\]|[^:/?#]+)(:\d+)?\/?$/i.test(text) ? originOf(text) : undefined
