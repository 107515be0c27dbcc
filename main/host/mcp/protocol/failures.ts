import type { JsonObject } from '../../../../shared/schema/json.ts'
import { quoted } from '../../base/text.ts'
import type { Reply } from './types.ts'
import { protocolWords as words } from './words.ts'

/** How a request without an answer ended; the problem is Atrium's sentence. */
export type RequestFailure =
  | { status: 'failed'; problem: string; mayHaveRun: boolean }
  | { status: 'timed-out'; problem: string }
  | { status: 'cancelled'; mayHaveRun: boolean }

/** A request's end because its server ended. */
export class ServerLeft extends Error {
  override readonly name = 'ServerLeft'
}

/** Why a call was ended by its clock; the message is a clause such as "it made no progress for 60 s". */
export class TimedOut extends Error {
  override readonly name = 'TimedOut'
}

/** Why a request is cancelled, as a sentence for its server (specification, basic/utilities/cancellation). */
export function cancelReason({ reason }: AbortSignal): string {
  if (reason === 'person') return words.toServer.cancelledByUser
  if (reason === 'quit') return words.toServer.closing
  if (reason instanceof TimedOut) return words.toServer.noLongerWaits(reason.message)
  if (reason instanceof ServerLeft) return words.toServer.endsConnection
  if (reason instanceof DOMException && reason.name === 'TimeoutError') return words.toServer.timedOut
  return words.toServer.notNeeded
}

/** The outcome of an aborted request. */
export function abortedBy(signal: AbortSignal, name: string): RequestFailure {
  const reason: unknown = signal.reason
  if (reason instanceof TimedOut) return { status: 'timed-out', problem: words.mayHaveFinished(name, reason.message) }
  if (reason instanceof ServerLeft)
    return { status: 'failed', problem: words.leftFirst(name, reason.message), mayHaveRun: true }
  return { status: 'cancelled', mayHaveRun: true }
}

/** The headers don't match the body (2026-07-28). */
export const headerMismatch = -32020
/** Errors raised before anything runs: JSON-RPC's own, and those about headers and revisions (2026-07-28). */
const neverRan: ReadonlySet<number> = new Set([-32700, -32600, -32601, -32602, headerMismatch, -32022])
const missingCapability = -32021

const discarded = (name: string, why: string): string => words.discarded(name, why)

/**
 * The outcome of a request without an answer. `left`: how the server ended, once it has, as a clause after its name.
 */
export async function requestFailureOf(
  reply: Exclude<Reply<JsonObject>, { status: 'answered' | 'aborted' }>,
  { name, left }: { name: string; left: Promise<string> },
  what: 'call' | 'request',
): Promise<Exclude<RequestFailure, { status: 'cancelled' | 'timed-out' }>> {
  switch (reply.status) {
    case 'refused': {
      const { code, message, malformed, inDoubt = false } = reply
      if (reply.withheld) return { status: 'failed', problem: discarded(name, message), mayHaveRun: true }
      const problem = malformed
        ? words.unreadable(name, quoted(message))
        : code === missingCapability
          ? words.needsMore(name, quoted(message))
          : words.refused(name, what, code, quoted(message))
      return { status: 'failed', problem, mayHaveRun: malformed || inDoubt || !neverRan.has(code) }
    }
    case 'unfinished': {
      return { status: 'failed', problem: words.unknownResult(name, quoted(reply.resultType)), mayHaveRun: true }
    }
    case 'input-wanted':
    case 'pages-first':
      return { status: 'failed', problem: words.inputFirst(name), mayHaveRun: true }
    case 'unsent':
      return { status: 'failed', problem: words.notSent(what, name, reply.reason), mayHaveRun: false }
    case 'unreachable': {
      const { clause, advice, mayHaveRun } = reply.problem
      return { status: 'failed', problem: words.withAdvice(name, clause, advice), mayHaveRun }
    }
    case 'closed':
    case 'timed-out':
    case 'unsupported':
      return { status: 'failed', problem: words.leftFirst(name, await left), mayHaveRun: true }
    default:
      return reply satisfies never
  }
}
