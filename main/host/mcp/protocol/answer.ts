import { isObject, withoutNulls, type JsonObject, type JsonValue } from '../../../../shared/schema/json.ts'
import { clip } from '../../../../shared/text/clip.ts'
import { HttpProblem } from '../http/http-problem.ts'
import { httpProblems } from '../http/problems.ts'
import type { Digest, ServerResult } from '../results/digest.ts'
import { type BreakOff, Unsent } from '../wire/wire.ts'
import type { NoAnswer, Reply } from './types.ts'
import { protocolWords as words } from './words.ts'

/** The error code of answers that stand for one the server didn't send. */
const internalError = -32603
/** The server wants a page visited before it carries out the request (2025-11-25, client/elicitation). */
const pagesFirst = -32042

const longestMessage = 2000

/**
 * An answer as its requester gets it; undefined if it is neither a result nor an error, or both (JSON-RPC 2.0, section
 * 5).
 */
export function readAnswer(answer: JsonObject, digest: Digest | undefined): Reply<ServerResult> | undefined {
  const { result, error } = withoutNulls(answer)
  if (error === undefined && isObject(result)) return readResult(withoutNulls(result), digest)
  return result === undefined && error !== undefined
    ? readError(isObject(error) ? error : { message: error })
    : undefined
}

/** Results without a type are complete (2026-07-28, basic/patterns/mrtr). */
function readResult(
  { resultType = 'complete', ...result }: JsonObject,
  digest: Digest | undefined,
): Reply<ServerResult> {
  if (resultType === 'complete') return { status: 'answered', value: { result, ...digest } }
  if (resultType === 'task') return { status: 'unfinished', resultType, task: result }
  if (resultType !== 'input_required')
    return { status: 'unfinished', resultType: typeof resultType === 'string' ? resultType : words.noText }
  const { inputRequests, requestState } = result
  return {
    status: 'input-wanted',
    requests: isObject(inputRequests) ? inputRequests : {},
    ...(typeof requestState === 'string' && { state: requestState }),
  }
}

function readError({ code: said, message, data }: JsonObject): NoAnswer {
  const code = isCode(said) ? said : internalError
  const { elicitations, supported } = isObject(data) ? data : {}
  if (code === pagesFirst && Array.isArray(elicitations)) return { status: 'pages-first', pages: elicitations }
  const text = quotedWords(message)
  return {
    status: 'refused',
    code,
    message: text,
    malformed: false,
    ...(Array.isArray(supported) && { supported: supported.filter((it) => typeof it === 'string') }),
  }
}

/** The server's words about the failure, even if it wrote something other than a text. */
function quotedWords(message: JsonValue | undefined): string {
  if (message === undefined || message === null || message === '') return words.noMessage
  const said = clip(typeof message === 'string' ? message : JSON.stringify(message), longestMessage)
  return said.includes('\uFFFD') ? words.notUtf8(said) : said
}

const isCode = (value: JsonValue | undefined): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value)

/** Replaces an unreadable answer; `reason` is a clause. */
export const unreadable = (reason: string): NoAnswer => ({
  status: 'refused',
  code: internalError,
  message: reason,
  malformed: true,
})

const withheldBecause = {
  'full-of-secrets': words.manySecrets,
  'secret-as-name': words.secretAsField,
}

/** Replaces an answer withheld for the secrets in it. */
export const withheld = (why: keyof typeof withheldBecause): NoAnswer => ({
  status: 'refused',
  code: internalError,
  message: withheldBecause[why],
  malformed: true,
  withheld: true,
})

/** Replaces an answer that began and never ended. */
export const brokenOff = (how: BreakOff): NoAnswer => ({ status: 'unreachable', problem: httpProblems[how]() })

/** The reply to a request whose message the wire rejected. */
export function unsent(error: unknown): NoAnswer {
  if (error instanceof Unsent) return { status: 'unsent', reason: error.message }
  if (error instanceof HttpProblem) return { status: 'unreachable', problem: error }
  const message = error instanceof Error ? error.message : String(error)
  return { status: 'refused', code: 0, message: clip(message, 500), malformed: true }
}
