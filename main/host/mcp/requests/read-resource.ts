import { contentsIn, type ReadContents } from '../results/resource-contents.ts'
import type { JsonObject } from '../../../../shared/schema/json.ts'
import type { RequestOutcome } from './ask.ts'
import { quoted } from '../../base/text.ts'
import { requestWords as words } from './words.ts'

/**
 * How servers say that a resource doesn't exist: until 2025-11-25, and since 2026-07-28
 * (server/resources#error-handling).
 */
const notFound: ReadonlySet<number> = new Set([-32002, -32602])

/**
 * Why it can't be read, in a sentence with the server's words in it; `isMissing` if it says the resource doesn't exist.
 */
type Unread = { problem: string; isMissing: boolean }

/** A server's contents under a URI; `name` is the server's display name. Never rejects. */
export async function readResource(
  server: { ask(method: 'resources/read', params: JsonObject, stop?: AbortSignal): Promise<RequestOutcome> },
  uri: string,
  { name, signal }: { name: string; signal?: AbortSignal },
): Promise<ReadContents | Unread> {
  const asked = await server.ask('resources/read', { uri }, signal)
  if (asked.status === 'cancelled') return { problem: words.readingStopped(name), isMissing: false }
  if (asked.status === 'failed') {
    const isMissing = asked.code !== undefined && notFound.has(asked.code)
    return { problem: asked.problem, isMissing }
  }
  const read = contentsIn(asked.value, uri)
  const [problem] = read.problems
  if (read.contents.length > 0 || problem === undefined) return read
  return { problem: words.resourceUnreadable(name, quoted(uri), problem), isMissing: false }
}
