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

/** Normalises a bare host; undefined if it isn't one, or has a port. */
export const hostName = (host: string): string | undefined =>
  /^(\[[^\]]*\]|[^:/?#]+)$/.test(host) ? hostOf(`https://${host}/`) : undefined

/** Normalises a bare origin as `originOf` writes it; undefined if it isn't one, or has a path. */
export const originName = (text: string): string | undefined =>
  /^[a-z]+:\/\/(\[[^\]]*\]|[^:/?#]+)(:\d+)?\/?$/i.test(text) ? originOf(text) : undefined
