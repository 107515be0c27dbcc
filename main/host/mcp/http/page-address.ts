import { hostOf } from '../../../../shared/text/hosts.ts'
import { isLoopbackHost } from '../../../../shared/config/server-config.ts'
import { httpWords } from './words.ts'

const words = httpWords.page

/** A page's URL as the parser writes it, and as the server wrote it if that differs. */
export type PageAddress = { url: string; written?: string }

/** Max characters of a URL that a window opens: users don't read longer ones to the end. */
const longest = 1500

/** Parses the URL of a page a server wants to open, or says why it can't be opened, as a clause. Fetches nothing. */
export function pageAddress(address: string): PageAddress | { problem: string } {
  if (address.length > longest) return { problem: words.longUrl(longest) }
  if (/[\p{Cc}\p{Cf}\p{Cs}\s\\]/u.test(address)) return { problem: words.hiddenCharacters }
  if (!URL.canParse(address)) return { problem: words.unreadable }
  const url = new URL(address)
  const isNear = url.protocol === 'http:' && isLoopbackHost(url.hostname)
  if (url.protocol !== 'https:' && !isNear) return { problem: words.notHttps }
  if (url.username !== '' || url.password !== '') return { problem: words.credentials }
  // Other misleading forms, such as an encoded host, are read as strictly here as everywhere.
  if (hostOf(address) === undefined || url.href.length > longest) return { problem: words.unreadable }
  return { url: url.href, ...(url.href !== address && { written: address }) }
}
