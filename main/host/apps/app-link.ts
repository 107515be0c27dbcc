import { hostOf } from '../../../shared/text/hosts.ts'
import type { AppOffer } from './offer.ts'
import { codes, AppRefusal } from './app-peer.ts'
import type { AskWish } from './app-wish.ts'
import { appWords as words } from './words.ts'

/** Max characters of a URL: users don't read longer ones to the end. */
const longest = 1500

/** `ui/open-link` (MCP Apps 2026-01-26). The window that answers opens it; Atrium fetches nothing. */
export const linkOffer = (ask: AskWish): AppOffer => ({
  capabilities: { openLinks: {} },
  requests: {
    'ui/open-link': async ({ url }, signal) => {
      const address = typeof url === 'string' ? linkIn(url) : undefined
      if (!address) throw new AppRefusal(codes.params, words.refused.link)
      if ((await ask(address, signal)) === undefined) throw new AppRefusal(codes.refused, words.refused.byUser)
      return {}
    },
  },
})

/** A web address as the parser reads it, and as it was written if that differs. */
function linkIn(written: string): { url: string; written?: string } | undefined {
  if (written.length > longest || /[\p{Cc}\p{Cf}\p{Cs}\s\\]/u.test(written) || !URL.canParse(written)) return undefined
  const { href, protocol } = new URL(written)
  const isWeb = protocol === 'https:' || protocol === 'http:'
  // Other misleading forms, such as a password or an encoded host, are read as strictly here as everywhere.
  if (!isWeb || hostOf(written) === undefined || href.length > longest) return undefined
  return { url: href, ...(href !== written && { written }) }
}
