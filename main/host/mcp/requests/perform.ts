import type { Operation } from '../../../../shared/asks/asks.ts'
import type { JsonObject } from '../../../../shared/schema/json.ts'
import type { Clock } from '../../base/wake.ts'
import type { Connection } from '../protocol/connection.ts'
import { abortedBy, type RequestFailure, requestFailureOf } from '../protocol/failures.ts'
import type { Reply, RequestAnswer } from '../protocol/types.ts'
import { type InputProvider, inRounds, type Stopped } from './rounds.ts'
import { type ServerCalls, whilePaused } from './running-calls.ts'
import { WorkClock, type WorkLimits } from './work-clock.ts'
import { requestWords as words } from './words.ts'

/** The server's parts that the host's requests need. */
export type RequestSurroundings = {
  /** The server's display name. */
  name: string
  connection: Connection
  requests: InputProvider
  running: ServerCalls
  limits: WorkLimits
  clock: Clock
  /** Aborts with `ServerLeft` when the server is being stopped. */
  life: AbortSignal
  /** How the server ended, once it has, as a clause after its name. */
  left: Promise<string>
}

/** A running request: its abort signal and clock, whether it can run as a task, and the answers to its server. */
type UnderWay = {
  signal: AbortSignal
  work: WorkClock
  runsAs(task: string): boolean
  input(method: string, params: JsonObject, wanted: AbortSignal): Promise<RequestAnswer>
}

type Request<T> = {
  what: 'call' | 'request'
  /** A call's operation. */
  operation?: Operation
  stop?: AbortSignal | undefined
  /** How it is sent, once per round. */
  sending(underWay: UnderWay): (more: JsonObject) => Promise<Reply<T> | Stopped>
  /** Called before each round but the first: why it can't continue, in one sentence. */
  goOn?(): Promise<string | undefined>
}

/** How it ended; `code` is the server's, if it refused. */
type Performed<T> = { value: T } | { failure: RequestFailure; code?: number }

/** Sends a request and waits for its end: an answer, the user, the clock or the server's death. Never rejects. */
export async function perform<T>(
  { what, operation, stop, sending, goOn = async () => undefined }: Request<T>,
  { name, requests, running, limits, clock, life, left }: RequestSurroundings,
): Promise<Performed<T>> {
  const work = new WorkClock(limits, clock)
  const signal = AbortSignal.any([...(stop ? [stop] : []), work.signal, life])
  const call = operation && running.begin(operation, work)
  const leave = call ? () => call.end() : running.enter(work)
  const runsAs = (task: string): boolean => call?.runsAs(task) === true
  const input: UnderWay['input'] = (method, params, wanted) =>
    whilePaused(work, () => requests.input({ method, params, operation, signal: wanted }))
  const reply = await inRounds(sending({ signal, work, runsAs, input }), {
    signal,
    input,
    visit: (pages) => whilePaused(work, () => requests.visit({ pages, operation, signal })),
    goOn,
  }).finally(() => {
    leave()
    work.stop()
  })
  if (reply.status === 'answered') return { value: reply.value }
  if (reply.status === 'aborted') return { failure: abortedBy(signal, name) }
  if (reply.status === 'stopped') {
    const problem = words.unfinished(name, reply.problem)
    return { failure: { status: 'failed', problem, mayHaveRun: true } }
  }
  const failure = await requestFailureOf(reply, { name, left }, what)
  return reply.status === 'refused' && !reply.malformed ? { failure, code: reply.code } : { failure }
}
