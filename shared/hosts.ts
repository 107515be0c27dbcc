/** The parser that browsers and Node share. */
declare const URL: new (address: string) => { hostname: string }

/**
 * The host of a web address, in lower case and IDNA's ASCII form. Undefined for other protocols, with a name or password
 * in it, and for whatever one program could read otherwise than another: blanks, backslashes, encoded hosts.
 */
export function hostOf(address: string): string | undefined {
  if (!/^(https?|wss?):\/\/[^/?#\\@%\s\p{Cc}]+([/?#][^\\\s\p{Cc}]*)?$/iu.test(address)) return undefined
  try {
    return new URL(address).hostname
  } catch {
    return undefined
  }
}

/** The same for a host that stands alone; undefined where it is none, or has a port. */
export const hostName = (host: string): string | undefined =>
  /^(\[[^\]]*\]|[^:/?#]+)$/.test(host) ? hostOf(`https://${host}/`) : undefined
