import type { JsonObject } from '../../../shared/json.ts'
import type { Reply } from './connection.ts'
import { quoted } from './text.ts'

/**
 * Why a request of the person's got no result, in a sentence that begins with the server's name. `doing` ends it, as
 * "while it filled in the prompt".
 */
export function requestProblem(
  reply: Exclude<Reply<JsonObject>, { status: 'answered' }>,
  { name, doing }: { name: string; doing: string },
): string {
  switch (reply.status) {
    case 'refused':
      return reply.malformed
        ? `${name} answered in a way that cannot be read: ${quoted(reply.message)}.`
        : `${name} refused with error ${reply.code}: ${quoted(reply.message)}`
    case 'unfinished':
      return reply.resultType === 'input_required'
        ? `${name} asks for input before it goes on, which Atrium cannot give yet.`
        : `${name} answered with a kind of result that Atrium does not know (${quoted(reply.resultType)}).`
    case 'unsent':
      return `Nothing was sent to ${name}: ${reply.reason}.`
    case 'unreachable':
      return `${name} ${reply.problem.clause}: ${reply.problem.advice}.`
    case 'aborted':
      return `${name} took too long ${doing}, so Atrium no longer waits for it.`
    case 'closed':
    case 'timed-out':
    case 'unsupported':
      return `${name} ended ${doing}.`
    default:
      return reply satisfies never
  }
}
