import { requestProblem } from './request-problem.ts'
import { type ReadContents, readContents } from './resource-contents.ts'
import type { Server } from './server.ts'
import { quoted } from './text.ts'

const readMs = 60_000
/** How servers say that there is no such resource: until 2025-11-25, and since 2026-07-28 (server/resources#error-handling). */
const notFound: ReadonlySet<number> = new Set([-32002, -32602])

/** Why nothing can be read, in a sentence with the server's words in it; `isMissing` where it says there is no such resource. */
type Unread = { problem: string; isMissing: boolean }

/** What a server hands out under a URI. Never rejects. */
export async function readResource(
  server: Pick<Server, 'request'>,
  uri: string,
  { name, signal }: { name: string; signal?: AbortSignal },
): Promise<ReadContents | Unread> {
  const limit = AbortSignal.timeout(readMs)
  const reply = await server.request('resources/read', { uri }, signal ? AbortSignal.any([signal, limit]) : limit)
  if (reply.status !== 'answered') {
    const isMissing = reply.status === 'refused' && !reply.malformed && notFound.has(reply.code)
    return { problem: requestProblem(reply, { name, doing: 'while it handed out the resource' }), isMissing }
  }
  const read = readContents(reply.value, uri)
  const [problem] = read.problems
  if (read.contents.length > 0 || problem === undefined) return read
  return { problem: `${name} sent ${quoted(uri)} in a form that cannot be read. ${problem}`, isMissing: false }
}
