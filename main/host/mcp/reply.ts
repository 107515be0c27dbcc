import {
  ProtocolError,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  UnsupportedProtocolVersionError,
} from '@modelcontextprotocol/client'
import { isObject, type JsonObject } from '../../../shared/json.ts'
import { ownRefusal, rawMember, storedMember } from './answers.ts'
import type { StoredResult } from './call-result.ts'
import { HttpProblem, problems, statusProblem } from './http/http-problem.ts'
import { clip } from './text.ts'
import { Unsent } from './wire.ts'

/** How a request ended. Words in `message` are the server's. */
export type Reply<T> =
  | { status: 'answered'; value: T }
  /** A modern result that is not the end: the server wants input, or something we do not know. */
  | { status: 'unfinished'; resultType: string }
  /** A protocol error; `malformed` when we made it from an answer that was none. */
  | { status: 'refused'; code: number; message: string; malformed: boolean }
  | { status: 'aborted' }
  | { status: 'closed' }
  | { status: 'unsent'; reason: string }
  /** A request over HTTP that the server did not take, or did not answer. */
  | { status: 'unreachable'; problem: HttpProblem }
  | { status: 'timed-out' }
  | { status: 'unsupported'; revision: string }

/** What a request of the library came to, read from what the server sent. Never rejects. */
export async function settled<T>(
  request: Promise<Record<string, unknown>>,
  signal: AbortSignal,
  read: (raw: JsonObject, stored?: StoredResult) => T,
): Promise<Reply<T>> {
  try {
    const answer = await request
    const raw = answer[rawMember] as JsonObject
    const kind = raw['resultType'] ?? 'complete'
    if (kind !== 'complete') return { status: 'unfinished', resultType: typeof kind === 'string' ? kind : 'no text' }
    return { status: 'answered', value: read(raw, answer[storedMember] as StoredResult | undefined) }
  } catch (error) {
    const reply = failure(error)
    return signal.aborted && reply.status !== 'closed' ? { status: 'aborted' } : reply
  }
}

const unsupportedRevision = /^Server's protocol version is not supported: (.*)$/s

/** What went wrong, whatever the library threw. */
export function failure(error: unknown): Exclude<Reply<never>, { status: 'answered' }> {
  if (error instanceof Unsent) return { status: 'unsent', reason: error.message }
  const problem = httpProblemIn(error)
  if (problem) return { status: 'unreachable', problem }
  if (error instanceof UnsupportedProtocolVersionError)
    return { status: 'unsupported', revision: error.supported.join(', ') }
  if (error instanceof ProtocolError) {
    const own = error.code === ownRefusal && isObject(error.data) ? error.data : {}
    if (own['brokenOff'] === true) return { status: 'unreachable', problem: problems.brokeOff() }
    const malformed = own['malformed'] === true
    return { status: 'refused', code: error.code, message: error.message, malformed }
  }
  if (error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout) return { status: 'timed-out' }
  if (error instanceof SdkError && error.code === SdkErrorCode.ConnectionClosed) return { status: 'closed' }
  const message = error instanceof Error ? error.message : String(error)
  const [, revision] = unsupportedRevision.exec(message) ?? []
  if (revision !== undefined) return { status: 'unsupported', revision }
  if (message === 'Not connected') return { status: 'unsent', reason: 'it is gone' }
  return { status: 'refused', code: 0, message: clip(message, 500), malformed: true }
}

/** The library wraps what a request met, sometimes twice. */
function httpProblemIn(error: unknown): HttpProblem | undefined {
  for (let it = error, depth = 0; it instanceof Error && depth < 5; it = it.cause, depth++) {
    if (it instanceof HttpProblem) return it
    if (it instanceof SdkHttpError) {
      const { text } = it.data
      return statusProblem(it.status ?? 0, typeof text === 'string' ? text : '')
    }
  }
  return undefined
}
