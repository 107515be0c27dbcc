import type { Operation } from '../../../../shared/asks/asks.ts'
import { setTimeout as delay } from 'node:timers/promises'
import { isObject, type JsonObject, type JsonValue } from '../../../../shared/schema/json.ts'
import type { Reply, RequestAnswer } from '../protocol/types.ts'

/** What answers a server that wants to know more before it goes on. Both reject with the signal's reason only. */
export interface Inputs {
  input(asked: {
    method: string
    params: JsonObject
    operation?: Operation | undefined
    signal: AbortSignal
  }): Promise<RequestAnswer>
  /** Has the person visit pages; false where she does not. */
  visit(of: { pages: JsonValue[]; operation?: Operation | undefined; signal: AbortSignal }): Promise<boolean>
}

/** How many times one call may ask for input before it is ended (docs/decisions.md 11). */
const mostRounds = 10
/** Before a request is sent again of which nothing was wanted, in milliseconds. */
const paceMs = 250
/** How much one round may ask for at once. */
const mostRequests = 10
/** How much it may hand over to be sent back, in characters. */
const mostState = 1024 * 1024

type Deps = {
  signal: AbortSignal
  /** Answers one thing that the server wants to know. Rejects with the reason of `wanted`, which ends with its round. */
  input(method: string, params: JsonObject, wanted: AbortSignal): Promise<RequestAnswer>
  /** Has the person visit pages; false where she does not. Rejects with the signal's reason. */
  visit(pages: JsonValue[]): Promise<boolean>
  /** Called before each leg but the first: why it may not go on, in one sentence. */
  goOn(): Promise<string | undefined>
}

type Wanting = Extract<Reply<never>, { status: 'input-wanted' | 'pages-first' }>
/** We gave it up, or it went wrong after it had begun; a clause after "it did not finish this". */
export type Stopped = { status: 'stopped'; problem: string }
/** How a request ended after all that the server wanted before. */
export type Ended<T> = Exclude<Reply<T>, Wanting> | Stopped

/**
 * Sends a request, and again with what the server wanted to know, until it ends. Each leg is the whole request once more
 * under a new id; the state goes back as it came, and only with the next leg (2026-07-28, patterns/mrtr).
 */
export async function inRounds<T>(
  send: (more: JsonObject) => Promise<Reply<T> | Stopped>,
  deps: Deps,
): Promise<Ended<T>> {
  let more: JsonObject = {}
  for (let leg = 1; ; leg++) {
    const reply = await send(more)
    if (reply.status !== 'input-wanted' && reply.status !== 'pages-first') return reply
    if (leg > mostRounds) return { status: 'stopped', problem: `it asked for input more than ${mostRounds} times` }
    try {
      const wanted = reply.status === 'input-wanted' ? await answersTo(reply, deps) : await visited(reply, deps)
      if (typeof wanted === 'string') return { status: 'stopped', problem: wanted }
      more = wanted
    } catch (error) {
      if (deps.signal.aborted) return { status: 'aborted' }
      throw error
    }
    const obstacle = await deps.goOn()
    if (obstacle !== undefined) return { status: 'stopped', problem: obstacle }
    if (deps.signal.aborted) return { status: 'aborted' }
  }
}

async function answersTo(
  { requests, state }: Extract<Wanting, { status: 'input-wanted' }>,
  { input, signal }: Deps,
): Promise<JsonObject | string> {
  const wanted = Object.entries(requests)
  if (wanted.length > mostRequests) return `it asked for ${wanted.length} things at once`
  if (state !== undefined && state.length > mostState)
    return 'it wanted more than 1 MB to be sent back with the answers'
  if (wanted.length === 0) await delay(paceMs, undefined, { signal })
  const refused = new AbortController()
  const round = AbortSignal.any([signal, refused.signal])
  let refusal: string | undefined
  const answered = wanted.map(async ([name, request]): Promise<[string, JsonValue]> => {
    const { method, params } = isObject(request) ? request : {}
    const answer = typeof method === 'string' ? await input(method, isObject(params) ? params : {}, round) : unreadable
    if ('result' in answer) return [name, answer.result]
    // An answer that is an error ends the call: there is nothing to send it with (2026-07-28, client/sampling).
    refusal ??= answer.error.message
    refused.abort(new Error('Another answer of this round was refused.'))
    return [name, null]
  })
  try {
    const responses = await Promise.all(answered)
    if (refusal === undefined)
      return {
        ...(responses.length > 0 && { inputResponses: Object.fromEntries(responses) }),
        ...(state !== undefined && { requestState: state }),
      }
  } catch (error) {
    if (refusal === undefined || signal.aborted) throw error
  }
  return `what it asked for was refused: ${refusal}`
}

const unreadable: RequestAnswer = { error: { code: -32602, message: 'what it asked for cannot be read' } }

async function visited(
  { pages }: Extract<Wanting, { status: 'pages-first' }>,
  { visit }: Deps,
): Promise<JsonObject | string> {
  return (await visit(pages)) ? {} : 'it wanted a page to be visited first, and that was declined'
}
