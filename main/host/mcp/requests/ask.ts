import type { JsonObject } from '../../../../shared/schema/json.ts'
import type { Connection } from '../protocol/connection.ts'
import { abortedBy, failureOf } from '../protocol/failures.ts'
import type { Answer, PlainMethod } from '../protocol/types.ts'
import { type Inputs, inRounds } from './rounds.ts'
import { type RunningCalls, whilePaused } from './running-calls.ts'
import type { Clock } from '../../base/wake.ts'
import { WorkClock, type WorkLimits } from './work-clock.ts'

/**
 * How a request of the person's own ended. `problem` is a sentence of ours with the server's words in it, `code` the
 * server's where it refused.
 */
export type Asked =
  { status: 'answered'; value: Answer } | { status: 'failed'; problem: string; code?: number } | { status: 'cancelled' }

type Surroundings = {
  /** What the person calls the server. */
  name: string
  connection: Connection
  requests: Inputs
  running: RunningCalls
  limits: WorkLimits
  clock: Clock
  /** Aborts with `ServerLeft` when the server is being stopped. */
  life: AbortSignal
  left: Promise<string>
}

/** Sends one request that needs no clearance and waits for its end as a call does. Never rejects. */
export async function performAsk(
  method: PlainMethod,
  params: JsonObject,
  { name, connection, limits, clock, life, left, requests, running }: Surroundings,
  stop?: AbortSignal,
): Promise<Asked> {
  const work = new WorkClock(limits, clock)
  const leave = running.alongside(work)
  const signal = AbortSignal.any([work.signal, life, ...(stop ? [stop] : [])])
  const reply = await inRounds((more) => connection.request(method, { ...params, ...more }, signal), {
    signal,
    input: (asked, of, wanted) =>
      whilePaused(work, () => requests.input({ method: asked, params: of, signal: wanted })),
    visit: (pages) => whilePaused(work, () => requests.visit({ pages, signal })),
    goOn: () => Promise.resolve(undefined),
  }).finally(() => {
    leave()
    work.stop()
  })
  if (reply.status === 'stopped') return { status: 'failed', problem: `${name} did not finish this: ${reply.problem}.` }
  if (reply.status === 'answered') return reply
  const failure =
    reply.status === 'aborted' ? abortedBy(signal, name) : await failureOf(reply, { name, left }, 'request')
  if (failure.status === 'cancelled') return { status: 'cancelled' }
  const isTheirs = reply.status === 'refused' && !reply.malformed
  return { status: 'failed', problem: failure.problem, ...(isTheirs && { code: reply.code }) }
}
