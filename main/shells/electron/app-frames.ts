import { randomBytes } from 'node:crypto'
import type { OpenedFrame, AppFrames, ServedFrame } from '../../host/platform.ts'
import { proxyDocument, viewDocument, type FrameDocument } from '../common/frame-documents.ts'
import { commonWords } from '../common/words.ts'
import { frameScheme, origin, proxyOrigin } from './pages.ts'

/** Serves servers' apps in the window by their own scheme. No port is opened. */
export class WindowAppFrames implements AppFrames {
  readonly #script: () => string
  /** By exact address. */
  readonly #documents = new Map<string, FrameDocument>()
  /** The hosts that each app can reach, by its origin. */
  readonly #allowed = new Map<string, readonly string[]>()

  /** `script` returns the proxy's script. */
  constructor(script: () => string) {
    this.#script = script
  }

  async open(served: ServedFrame): Promise<OpenedFrame> {
    const own = `${frameScheme}://view-${randomBytes(16).toString('hex')}`
    const [view, proxy] = [newAddress(own), newAddress(proxyOrigin)]
    const places = { page: origin, proxy: proxyOrigin, view }
    this.#documents.set(proxy, proxyDocument(places, this.#script()))
    this.#documents.set(view, viewDocument(served, places))
    this.#allowed.set(own, served.allowedOrigins)
    return {
      address: proxy,
      close: () => {
        this.#documents.delete(proxy)
        this.#documents.delete(view)
        this.#allowed.delete(own)
      },
    }
  }

  /** Only an address that is served now leads anywhere. */
  answer({ url, method }: Pick<Request, 'url' | 'method'>): Response {
    const document = method === 'GET' ? this.#documents.get(url) : undefined
    if (document) return new Response(document.html, { headers: document.headers })
    return new Response(commonWords.nothingHere, {
      status: 404,
      headers: { 'content-security-policy': "default-src 'none'; frame-ancestors 'none'" },
    })
  }

  /** Whether a frame can have this document. */
  isServed(url: string): boolean {
    return this.#documents.has(url)
  }

  /**
   * Whether the window lets a request of a server's app out: to data inside it, and to the hosts that its policy
   * names. This check works beside the policy, and also for redirects.
   */
  letsOut(url: string, from: string): boolean {
    const allowed = this.#allowed.get(from)
    if (!allowed) return false
    return url.startsWith(`blob:${from}/`) || url.startsWith('data:') || allowed.some((it) => covers(it, url))
  }
}

/** 256 bits, so no other app finds it. */
const newAddress = (at: string): string => `${at}/${randomBytes(32).toString('hex')}`

/** Whether a host of a policy is that of this URL, with its scheme and port. */
function covers(host: string, address: string): boolean {
  if (!URL.canParse(address)) return false
  const [allowed, asked] = [new URL(host), new URL(address)]
  return asked.protocol === allowed.protocol && asked.host === allowed.host
}
