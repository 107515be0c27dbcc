import type { TaskStatus } from '../../../../shared/events/turn-events.ts'
import type { CallValue } from '../results/call-result.ts'
import type { CallWatch, Reply, RequestAnswer, TaskHandle } from '../protocol/types.ts'
import type { ServerResult } from '../results/digest.ts'
import type { Stopped } from './rounds.ts'
import { readTask, type Task } from '../results/task.ts'
import type { Connection } from '../protocol/connection.ts'
import type { WorkLimits } from './work-clock.ts'
import { quoted } from '../../base/text.ts'
import { abortAfter, type Clock } from '../../base/wake.ts'
import { requestWords } from './words.ts'
import { defined, type JsonObject } from '../../../../shared/schema/json.ts'

const words = requestWords.task

/** Poll intervals in milliseconds: the first default, the one it rises to, and the limits on what a server requests. */
const poll = { usual: 1000, slow: 10_000, rise: 1.5, least: 250, most: 60_000 }
/** How many polls in a row can fail before the task is given up. */
const mostFaults = 3
/** Max status changes reported; a server that never stops causes no more. */
const mostTurns = 100
/** Milliseconds to wait for the answer to a cancellation, and for the end of a task that was asked to stop. */
const cancelMs = 3000
const stopMs = 4000

/** Error codes of a server that doesn't know the task, or doesn't support the request. */
const gone: ReadonlySet<number> = new Set([-32601, -32602])
export const overs: ReadonlySet<TaskStatus> = new Set(['completed', 'failed', 'cancelled'])
/** How a request about a task ended. */
export type TaskReply = Reply<ServerResult>
/** How a task's call ends. */
export type TaskEnd = Reply<CallValue> | Stopped

/** The differences between the two kinds of tasks. */
export interface TaskKind {
  /** The name on screen and in the log, and with the first report how to take it up again. */
  readonly names: { task: string; resumes?: TaskHandle }
  /** The server's ID. */
  readonly id: string
  /** Runs beside the polls, from this status on. Resolves with the call's end, or undefined to be asked again. */
  beside(task: Task, said: ServerResult | undefined): Promise<TaskEnd | undefined> | undefined
  /** The end of a task that is over; undefined if the server must be asked once more. */
  end(task: Task, said: ServerResult | undefined): Promise<TaskEnd | undefined>
  /** The server's answer to a cancellation only says that it arrived. */
  readonly cancelIsReceipt: boolean
}

/** The connection and the limits that a call's task runs in (2025-11-25, tasks). */
export type TaskSurroundings = {
  connection: Connection
  limits: WorkLimits
  /** Aborts when the server is being stopped. */
  life: AbortSignal
  /** The call runs as this task; false if another call does. */
  runsAs(task: string): boolean
  /** The task made progress. */
  touch(): void
  /** Measures the call too. */
  clock: Clock
  /** Answers one request for input while the call's clock pauses. Rejects with the signal's reason. */
  input(method: string, params: JsonObject, signal: AbortSignal): Promise<RequestAnswer>
  /** The next leg begins; returns why it can't, as a clause after the server's name. */
  nextLeg(): Promise<string | undefined>
}

/** The parts of a watch that its kind needs. */
export type TaskFollowing = {
  watch: CallWatch
  around: TaskSurroundings
  /** Aborts when the task is over or given up. */
  signal: AbortSignal
  /** Brings the next poll forward. */
  hurry(): void
  /** Reports that input for this key is about to be sent. */
  answers(key: string): void
}

type Followed = { task: Task; kind: (following: TaskFollowing) => TaskKind; isUnasked?: boolean }

/** Polls a task until it is over. The server's notifications only bring the next poll forward. */
export class TaskWatch {
  readonly #watch: CallWatch
  readonly #around: TaskSurroundings
  readonly #over = new AbortController()
  readonly #signal: AbortSignal
  readonly #kind: TaskKind
  #task: Task
  #said: ServerResult | undefined
  #isUnasked: boolean
  #told: Pick<Task, 'message'> & { status?: TaskStatus } = {}
  #turns = 0
  #polls = 0
  /** Its server reported a change. */
  #isChanged = false
  #wake: () => void = () => undefined
  #faults = 0

  /** With `isUnasked`, the task's status isn't known yet, and it is polled at once. */
  constructor({ task, kind, isUnasked = false }: Followed, watch: CallWatch, around: TaskSurroundings) {
    this.#task = task
    this.#watch = watch
    this.#around = around
    this.#isUnasked = isUnasked
    this.#signal = AbortSignal.any([watch.signal, this.#over.signal])
    const hurry = () => this.#hurry()
    const answers = (key: string) => this.#report(this.#task.status, { isTurn: true, answers: key })
    this.#kind = kind({ watch, around, signal: this.#signal, hurry, answers })
    if (!isUnasked) this.#tell(task.status)
  }

  /** Resolves when it is over or given up, or the signal aborts. */
  async end(): Promise<TaskEnd> {
    const unfollow = this.#around.connection.tasks.followStatus(this.#kind.id, () => this.#hurry())
    try {
      let step: Promise<TaskEnd | undefined> | undefined
      for (;;) {
        const { status } = this.#task
        const ended = overs.has(status) && !this.#isUnasked ? await this.#kind.end(this.#task, this.#said) : undefined
        if (ended) return ended
        const beside = this.#isUnasked ? undefined : this.#kind.beside(this.#task, this.#said)
        step ??= this.#step(overs.has(status) || this.#isUnasked).then((end) => {
          step = undefined
          return end
        })
        const came = await Promise.race([step, ...(beside ? [beside] : [])])
        if (came) return came
      }
    } finally {
      unfollow()
      this.#over.abort(new Error('The task is over.'))
    }
  }

  /** It can be taken up again after a restart. */
  get isResumable(): boolean {
    return this.#kind.names.resumes !== undefined
  }

  /** Asks the server to stop it, and waits briefly for what comes of that. */
  async cancel(): Promise<TaskEnd | undefined> {
    const { life } = this.#around
    if (overs.has(this.#task.status) || life.aborted) return undefined
    this.#tell('cancelling')
    const said = await cancelTask(this.#kind.id, this.#around)
    if (this.#kind.cancelIsReceipt) return this.#stopping()
    if (said?.id === this.#task.id) {
      this.#task = said
      this.#tell(said.status)
    }
    return undefined
  }

  /** Polls until it is over: it may still be completed. */
  async #stopping(): Promise<TaskEnd | undefined> {
    const { clock, life, limits } = this.#around
    const signal = AbortSignal.any([life, abortAfter(clock, Math.min(stopMs, limits.idle))])
    while (!signal.aborted) {
      const reply = await this.#poll(signal)
      const task = reply.status === 'answered' ? readTask(reply.value.result) : undefined
      if (!task || !('id' in task) || task.id !== this.#task.id) return undefined
      this.#task = task
      if (overs.has(task.status)) {
        this.#tell(task.status)
        return this.#kind.end(task, reply.status === 'answered' ? reply.value : undefined)
      }
      await this.#pause(poll.least, signal)
    }
    return undefined
  }

  #hurry(): void {
    this.#isChanged = true
    this.#wake()
  }

  /** Waits, then polls once; returns how the call ends, if it does. */
  async #step(isAtOnce: boolean): Promise<TaskEnd | undefined> {
    if (!isAtOnce) await this.#pause(this.#every, this.#signal)
    this.#polls++
    const reply = await this.#poll(this.#signal)
    if (reply.status === 'aborted' || reply.status === 'closed') return reply
    const found =
      reply.status === 'answered' ? readTask(reply.value.result) : { problem: words.noStatus(clauseOf(reply)) }
    if ('id' in found && found.id === this.#task.id) {
      this.#around.touch()
      this.#faults = 0
      this.#task = found
      this.#said = reply.status === 'answered' ? reply.value : undefined
      this.#isUnasked = false
      this.#tell(found.status)
      return this.#kind.names.resumes && this.#isExpired ? { status: 'stopped', problem: words.expired } : undefined
    }
    const problem = 'problem' in found ? found.problem : words.otherTask
    const isGone = reply.status === 'refused' && !reply.malformed && gone.has(reply.code)
    if (isGone && this.#isUnasked) return { status: 'stopped', problem: words.forgotten }
    return isGone || ++this.#faults >= mostFaults ? { status: 'stopped', problem } : undefined
  }

  /** Whether its server may have dropped it, although it isn't over. */
  get #isExpired(): boolean {
    const { until } = this.#kind.names.resumes ?? {}
    return until !== undefined && this.#around.clock.wall() >= until && !overs.has(this.#task.status)
  }

  /** If the result comes with the status, the latest answer is the call's. */
  async #poll(signal: AbortSignal): Promise<TaskReply> {
    const onAnswer = this.#kind.cancelIsReceipt ? this.#watch.onAnswer : undefined
    const reply = await this.#around.connection.request('tasks/get', { taskId: this.#kind.id }, signal, onAnswer)
    return reply.status === 'unsent' ? { status: 'closed' } : reply
  }

  /** Until the next poll: this long, or soon after it reported a change. */
  async #pause(ms: number, signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const earliest = performance.now() + Math.min(poll.least, this.#most)
    let timer = setTimeout(resolve, ms)
    this.#wake = () => {
      clearTimeout(timer)
      timer = setTimeout(resolve, Math.max(0, earliest - performance.now()))
    }
    if (this.#isChanged) this.#wake()
    const stop = () => resolve()
    signal.addEventListener('abort', stop, { once: true })
    await promise
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
    this.#isChanged = false
  }

  /** Each answer counts as progress, so there is more than one within the time a call can be silent. */
  get #most(): number {
    return Math.min(poll.most, this.#around.limits.idle / 2)
  }

  get #every(): number {
    const { pollMs = Math.min(poll.usual * poll.rise ** this.#polls, poll.slow) } = this.#task
    return Math.min(Math.max(pollMs, poll.least), this.#most)
  }

  #tell(status: TaskStatus): void {
    const { message } = this.#task
    const isTurn = status !== this.#told.status
    if (!isTurn && message === this.#told.message) return
    if (isTurn && this.#turns++ >= mostTurns && !overs.has(status) && status !== 'cancelling') return
    const { resumes } = this.#kind.names
    this.#report(status, { isTurn, ...(this.#turns === 1 && resumes && { resumes }) })
  }

  #report(status: TaskStatus, more: { isTurn: boolean; resumes?: TaskHandle; answers?: string }): void {
    const { message } = this.#task
    this.#told = { status, ...defined({ message }) }
    this.#watch.onTask?.({ task: this.#kind.names.task, status, message, every: this.#every, ...more })
  }
}

/** A server's answer about a task it was asked to stop; undefined if it doesn't answer in time. */
export async function cancelTask(
  task: string,
  { clock, connection, life }: Pick<TaskSurroundings, 'clock' | 'connection' | 'life'>,
): Promise<Task | undefined> {
  const signal = AbortSignal.any([life, abortAfter(clock, cancelMs)])
  const reply = await connection.request('tasks/cancel', { taskId: task }, signal)
  const said = reply.status === 'answered' ? readTask(reply.value.result) : undefined
  return said && 'id' in said ? said : undefined
}

/** Describes a failed request about a task. */
export function clauseOf(reply: Exclude<TaskReply, { status: 'answered' }>): string {
  switch (reply.status) {
    case 'refused':
      return reply.malformed ? words.unreadable(quoted(reply.message)) : words.error(reply.code, quoted(reply.message))
    case 'unreachable':
      return words.unreachable(reply.problem.clause)
    default:
      return words.noResponse
  }
}
