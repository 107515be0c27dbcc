import { resolveNamed } from './addresses.ts'
import { HttpProblem } from './http-problem.ts'
import { pageAddress } from './page-address.ts'
import { httpProblems, statusProblem } from './problems.ts'
import { SafeFetch, type SafeFetchOptions } from './safe-fetch.ts'
import { httpWords } from './words.ts'

const words = httpWords.fetch

/** Max bytes of a fetched page. */
const mostBytes = 10 * 1024 * 1024
/** Milliseconds for all of it. */
const patienceMs = 60_000

/** A fetched page: its bytes in base64, and the type that its site claims. */
export type FetchedPage = { data: string; mimeType: string | undefined }

/** The address that a fetch of this URI goes to, or why there is none, as a sentence. */
export function fetchAddress(uri: string): { url: string } | { problem: string } {
  const address = pageAddress(uri)
  if ('problem' in address) return { problem: words.notFetchable(address.problem) }
  return address.url.startsWith('https:') ? address : { problem: words.notFetchable(httpWords.page.notHttps) }
}

/**
 * Fetches a page that the user agreed to, at an address of `fetchAddress`: one GET without cookies or keys, from public
 * addresses only, whose redirects stay at its origin. Says in a sentence why it didn't work. `options` have the way out, and what tests replace.
 */
export async function fetchPage(
  url: string,
  options: SafeFetchOptions = {},
): Promise<FetchedPage | { problem: string }> {
  const safe = new SafeFetch(url, {
    resolve: (home, lookup) => resolveNamed(home, lookup, 'public', httpProblems.notPublic),
    ...options,
    limits: { bodyBytes: mostBytes, bodyMs: patienceMs },
    isNamedByOthers: true,
    streams: false,
  })
  try {
    const response = await safe.fetch(url, { headers: { accept: '*/*' }, signal: AbortSignal.timeout(patienceMs) })
    if (!response.ok) {
      await response.body?.cancel()
      throw statusProblem(response.status)
    }
    const bytes = Buffer.from(await response.arrayBuffer())
    const type = response.headers.get('content-type') ?? ''
    const [mimeType = ''] = type.split(';', 1)
    return { data: inUtf8(bytes, type).toString('base64'), mimeType: mimeType.trim() || undefined }
  } catch (error) {
    const isLate = error instanceof Error && error.name === 'TimeoutError'
    const problem = isLate ? httpProblems.silent(patienceMs) : error
    if (!(problem instanceof HttpProblem)) throw error
    return { problem: words.notFetched(new URL(url).host, problem.clause) }
  } finally {
    safe.close()
  }
}

/** A text in UTF-8 if its site names another encoding; any other bytes as they are. */
function inUtf8(bytes: Buffer, type: string): Buffer {
  const [, encoding] = /^text\/[^;]*;.*\bcharset="?([\w.:-]+)/i.exec(type) ?? []
  if (encoding === undefined || /^utf-?8$/i.test(encoding)) return bytes
  try {
    return Buffer.from(new TextDecoder(encoding).decode(bytes))
  } catch {
    // Unknown encoding.
    return bytes
  }
}
