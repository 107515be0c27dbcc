import { contentPolicy } from '../common/content-policy.ts'
import type { Pages } from '../common/pages.ts'
import { commonWords } from '../common/words.ts'

/** Only the built pages have this scheme, and they have no other. */
export const scheme = 'atrium'
export const origin = `${scheme}://app`
/** Only proxies and servers' apps have this scheme; each app has a separate host. */
export const frameScheme = 'atrium-view'
/** The origin of all proxies, the only one that the page can frame. */
export const proxyOrigin = `${frameScheme}://proxy`
/** The only page; its fragment says where the user is. */
export const startPage = `${origin}/`

/** Whether an address is the page itself, at whatever place. */
export const isStartPage = (url: string): boolean => url === startPage || url.startsWith(`${startPage}#`)

type Frame = { readonly origin: string; readonly parent: unknown }

/**
 * Where a frame is: undefined if it is gone, because Electron throws at every look at a frame that is disposed of, and
 * finds one after a crash.
 */
export function placeOfFrame(frame: Frame | null | undefined): { origin: string; isMain: boolean } | undefined {
  try {
    return frame ? { origin: frame.origin, isMain: frame.parent === null } : undefined
  } catch {
    return undefined
  }
}

const headers = {
  'content-security-policy': contentPolicy(proxyOrigin),
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'cache-control': 'no-store',
}

/** Serves a built page. Only an address spelled exactly like the name of a page leads anywhere. */
export function answerPage(pages: Pages, { url, method }: Pick<Request, 'url' | 'method'>): Response {
  const [address = ''] = url.split('#')
  const page = address.startsWith(`${origin}/`) ? pages.get(address.slice(origin.length)) : undefined
  if (!page) return new Response(commonWords.nothingHere, { status: 404, headers })
  if (method !== 'GET' && method !== 'HEAD')
    return new Response(commonWords.readOnly, { status: 405, headers: { ...headers, allow: 'GET, HEAD' } })
  const body = method === 'HEAD' ? null : new Uint8Array(page.body)
  return new Response(body, {
    headers: { ...headers, 'content-type': page.type, 'content-length': `${page.body.length}` },
  })
}
