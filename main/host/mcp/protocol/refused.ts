import {
  ProtocolError,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  UnsupportedProtocolVersionError,
} from '@modelcontextprotocol/client'
import { isObject } from '../../../../shared/schema/json.ts'
import { ownRefusal } from './answers.ts'
import { HttpProblem, problems, statusProblem } from '../http/http-problem.ts'
import type { Reply } from './types.ts'
import { type BreakOff, Unsent } from '../wire/wire.ts'
import { clip } from '../../../../shared/text/clip.ts'

/** The server wants a page to be visited before it does what it was asked (specification 2025-11-25, client/elicitation). */
const pagesFirst = -32042

const breakOffs: BreakOff[] = ['brokeOff', 'tooLong', 'flood']

const unsupportedRevision = /^Server's protocol version is not supported: (.*)$/s

/** What a request that the library rejected came to. */
export function failure(error: unknown): Exclude<Reply<never>, { status: 'answered' }> {
  if (error instanceof Unsent) return { status: 'unsent', reason: error.message }
  const problem = httpProblemIn(error)
  if (problem) return { status: 'unreachable', problem }
  if (error instanceof UnsupportedProtocolVersionError)
    return { status: 'unsupported', revision: error.supported.join(', ') }
  if (error instanceof ProtocolError) {
    const own = error.code === ownRefusal && isObject(error.data) ? error.data : {}
    const how = breakOffs.find((it) => it === own['brokenOff'])
    if (how) return { status: 'unreachable', problem: problems[how]() }
    const malformed = own['malformed'] === true
    const pages = error.code === pagesFirst && isObject(error.data) ? error.data['elicitations'] : undefined
    if (Array.isArray(pages)) return { status: 'pages-first', pages: pages }
    const withheld = own['withheld'] === true
    return { status: 'refused', code: error.code, message: error.message, malformed, ...(withheld && { withheld }) }
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
