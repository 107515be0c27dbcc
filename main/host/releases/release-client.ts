import { readErrorBody, readWhole } from '../mcp/http/bodies.ts'
import { HttpProblem } from '../mcp/http/http-problem.ts'
import { SafeFetch } from '../mcp/http/safe-fetch.ts'
import type { Network } from '../network/network.ts'
import type { ReleasePlace } from '../platform.ts'
import { readRelease } from './read-release.ts'
import { releaseWords as words } from './words.ts'
import { defined } from '../../../shared/schema/json.ts'
import type { Release } from '../../../shared/events/release-events.ts'

/** Limits of one look. */
export type ReleaseLimits = { requestMs: number; bodyBytes: number }

/** The application's limits. */
export const usualReleaseLimits: ReleaseLimits = { requestMs: 15_000, bodyBytes: 512 * 1024 }

/** GitHub refuses requests without a name; it has no version, so all copies of Atrium send the same bytes. */
const headers = { accept: 'application/json', 'user-agent': 'Atrium' }

/** Why a look failed, as a sentence for users. */
export class ReleaseProblem extends Error {
  override readonly name = 'ReleaseProblem'

  constructor(host: string, clause: string, advice: string) {
    super(words.failed(host, clause, advice))
  }
}

/**
 * Asks once for the newest release and sends nothing but that request; undefined if it isn't meant for everyone. Rejects
 * with `ReleaseProblem`, or with the signal's reason.
 */
export async function fetchRelease(
  { feed, page }: ReleasePlace,
  signal: AbortSignal,
  { network, requestMs, bodyBytes }: ReleaseLimits & { network?: Network | undefined } = usualReleaseLimits,
): Promise<Release | undefined> {
  const { host } = new URL(feed)
  const http = new SafeFetch(feed, {
    limits: { connectMs: requestMs, bodyMs: requestMs, bodyBytes },
    streams: false,
    ...defined({ network }),
  })
  const late = AbortSignal.timeout(requestMs)
  try {
    const response = await http.fetch(feed, { headers, signal: AbortSignal.any([late, signal]) })
    if (!response.ok) {
      await readErrorBody(response)
      throw ofStatus(host, response.status)
    }
    const text = (await readWhole(response)).toString('utf8').replace(/^\uFEFF/, '')
    if (text.trimStart().startsWith('<')) throw new ReleaseProblem(host, words.page, words.signInToNetwork)
    const release = readRelease(text, page)
    if (release === 'unreadable') throw new ReleaseProblem(host, words.unreadable, words.openPage)
    if (release === 'other-version') throw new ReleaseProblem(host, words.otherVersion, words.openPage)
    return release === 'none' ? undefined : release
  } catch (error) {
    signal.throwIfAborted()
    if (late.aborted) throw new ReleaseProblem(host, words.tooSlow(requestMs / 1000), words.later)
    if (!(error instanceof HttpProblem)) throw error
    if (error.cut === 'tooLong') throw new ReleaseProblem(host, words.tooLong, words.openPage)
    throw new ReleaseProblem(host, error.clause, error.status === undefined ? error.advice : words.later)
  } finally {
    http.close()
  }
}

/** GitHub limits requests by network with 403 or 429, and has 404 for a repository without releases. */
function ofStatus(host: string, status: number): ReleaseProblem {
  if (status === 404) return new ReleaseProblem(host, words.none, words.openPage)
  if (status === 403 || status === 429) return new ReleaseProblem(host, words.busy(status), words.later)
  return new ReleaseProblem(host, words.status(status), words.openPage)
}
