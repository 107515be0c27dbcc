import { hostOf } from '../../../../shared/text/hosts.ts'
import { isLoopbackHost } from '../../../../shared/config/server-config.ts'

/** As the URL parser writes it, and as the server did where that is not the same. */
export type PageAddress = { url: string; written?: string }

/** A window opens no longer one: nobody reads it to its end. */
const longest = 1500

/** Reads the address of a page that a server wants to be opened, or says why it is not, as a clause. Nothing is fetched. */
export function pageAddress(address: string): PageAddress | { problem: string } {
  if (address.length > longest) return { problem: `its address has more than ${longest} characters` }
  if (/[\p{Cc}\p{Cf}\p{Cs}\s\\]/u.test(address))
    return { problem: 'its address has characters that browsers do not show, or read in several ways' }
  if (!URL.canParse(address)) return { problem: 'its address cannot be read' }
  const url = new URL(address)
  const isNear = url.protocol === 'http:' && isLoopbackHost(url.hostname)
  if (url.protocol !== 'https:' && !isNear) return { problem: 'only pages over https are opened' }
  if (url.username !== '' || url.password !== '') return { problem: 'its address has a name or a password in it' }
  // What is left to mislead, such as an encoded host, is read here as strictly as everywhere.
  if (hostOf(address) === undefined || url.href.length > longest) return { problem: 'its address cannot be read' }
  return { url: url.href, ...(url.href !== address && { written: address }) }
}
