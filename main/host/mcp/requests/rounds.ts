import type { Operation } from '../../../../shared/asks/asks.ts'
import { setTimeout as delay } from 'node:timers/promises'
import { defined, isObject, type JsonObject, type JsonValue } from '../../../../shared/schema/json.ts'
import type { Reply, RequestAnswer } from '../protocol/types.ts'
import { requestWords } from './words.ts'

const words = requestWords.rounds

/** Answers a server that needs input before it continues. Both reject only with the signal's reason. */
export interface InputProvider {
  input(asked: {
    method: string
    params: JsonObject
    operation?: Operation | undefined
    signal: AbortSignal
  }): Promise<RequestAnswer>
  /** Asks the user to visit pages; false if they decline. */
  visit(of: { pages: JsonValue[]; operation?: Operation | undefined; signal: AbortSignal }): Promise<boolean>
}

/** How many times one call can ask for input before it is ended (docs/decisions.md 11). */
const mostRounds = 10
/** Milliseconds before a request is repeated for which no input was requested. */
const paceMs = 250
/** Max requests for input in one round. */
const mostRequests = 10
/** Max characters of state the server can hand over to be sent back. */
const mostState = 1024 * 1024

type Deps = {
  signal: AbortSignal
  /** Answers one request for input. Rejects with the reason of `wanted`, which ends with its round. */
  input(method: string, params: JsonObject, wanted: AbortSignal): Promise<RequestAnswer>
  /** Asks the user to visit pages; false if they decline. Rejects with the signal's reason. */
  visit(pages: JsonValue[]): Promise<boolean>
  /** Called before each leg but the first: why it can't continue, in one sentence. */
  goOn(): Promise<string | undefined>
}

type Wanting = Extract<Reply<never>, { status: 'input-wanted' | 'pages-first' }>
/** Atrium abandoned it, or it failed after it began; a clause after "it did not finish this". */
export type Stopped = { status: 'stopped'; problem: string }
/** How a request ended after all requested input. */
export type Ended<T> = Exclude<Reply<T>, Wanting> | Stopped

/**
 * Sends a request, and again with the requested input, until it ends. Each leg repeats the whole request under a new
 * ID; the state goes back as received, and only with the next leg (2026-07-28, patterns/mrtr).
 */
export async function inRounds<T>(
  send: (more: JsonObject) => Promise<Reply<T> | Stopped>,
  deps: Deps,
): Promise<Ended<T>> {
  let more: JsonObject = {}
  for (let leg = 1; ; leg++) {
    const reply = await send(more)
    if (reply.status !== 'input-wanted' && reply.status !== 'pages-first') return reply
    if (leg > mostRounds) return { status: 'stopped', problem: words.tooMany(mostRounds) }
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
  if (wanted.length > mostRequests) return words.tooMuch(wanted.length)
  if (state !== undefined && state.length > mostState) return words.stateTooLarge
  if (wanted.length === 0) await delay(paceMs, undefined, { signal })
  const refused = new AbortController()
  const round = AbortSignal.any([signal, refused.signal])
  let refusal: string | undefined
  const answered = wanted.map(async ([name, request]): Promise<[string, JsonValue]> => {
    const { method, params } = isObject(request) ? request : {}
    const answer = typeof method === 'string' ? await input(method, isObject(params) ? params : {}, round) : unreadable
    if ('result' in answer) return [name, answer.result]
    // An answer that is an error ends the call: the protocol has no way to send it (2026-07-28, client/sampling).
    refusal ??= answer.error.message
    refused.abort(new Error('Another answer of this round was refused.'))
    return [name, null]
  })
  try {
    const responses = await Promise.all(answered)
    if (refusal === undefined)
      return {
        ...(responses.length > 0 && { inputResponses: Object.fromEntries(responses) }),
        ...defined({ requestState: state }),
      }
  } catch (error) {
    if (refusal === undefined || signal.aborted) throw error
  }
  return words.refused(refusal)
}

const unreadable: RequestAnswer = { error: { code: -32602, message: words.unreadable } }

async function visited(
  { pages }: Extract<Wanting, { status: 'pages-first' }>,
  { visit }: Deps,
): Promise<JsonObject | string> {
  return (await visit(pages)) ? {} : words.pageDeclined
}
