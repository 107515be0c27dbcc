import type { TaskStatus } from '../../../../shared/state/tasks.ts'
import type { CallValue } from '../results/call-result.ts'
import type { Digest } from '../results/digest.ts'
import type { ServerResult, CallWatch, Reply } from '../protocol/types.ts'
import type { Stopped } from './rounds.ts'
import { readTask, taskOf, type Task } from '../results/task.ts'
import type { TaskSurroundings } from './task-call.ts'
import { quoted } from '../../base/text.ts'
import { requestWords } from './words.ts'

const words = requestWords.task

/** Poll intervals in milliseconds: the default, and the limits for what a server requests. */
const poll = { usual: 1000, least: 250, most: 30_000 }
/** How many polls in a row can fail before the task is given up. */
const mostFaults = 3
/** Max early `tasks/result` requests. The server delivers input requests through them. */
const mostEarly = 10
/** Max status changes reported; a server that never stops causes no more. */
const mostTurns = 100
/** Milliseconds to wait for the answer to a cancellation. */
const cancelMs = 3000

/** It doesn't know the task, or doesn't support the request. */
const gone: ReadonlySet<number> = new Set([-32601, -32602])
const overs: ReadonlySet<TaskStatus> = new Set(['completed', 'failed', 'cancelled'])
type Result = Reply<ServerResult>
type End = Reply<CallValue> | Stopped

/** Polls a task until it is over. The server's notifications only bring the next poll forward. */
export class TaskWatch {
  readonly #watch: CallWatch
  readonly #around: TaskSurroundings
  readonly #over = new AbortController()
  readonly #signal: AbortSignal
  #task: Task
  #told: Pick<Task, 'message'> & { status?: TaskStatus } = {}
  #turns = 0
  /** Its server reported a change. */
  #isChanged = false
  #wake: () => void = () => undefined
  #faults = 0
  #early = 0
  /** The result, if requested. */
  #result: Promise<Result> | undefined

  constructor(task: Task, watch: CallWatch, around: TaskSurroundings) {
    this.#task = task
    this.#watch = watch
    this.#around = around
    this.#signal = AbortSignal.any([watch.signal, this.#over.signal])
    this.#tell(task.status)
  }

  /** Resolves when it is over or given up, or the signal aborts. */
  async end(): Promise<End> {
    let step: Promise<End | undefined> | undefined
    const unfollow = this.#around.connection.tasks.followStatus(this.#task.id, () => {
      this.#isChanged = true
      this.#wake()
    })
    try {
      for (;;) {
        const { status } = this.#task
        if (overs.has(status)) return await this.#ended()
        // Requesting the result early lets a server ask for input.
        if (status === 'input_required' && !this.#result && this.#early++ < mostEarly)
          this.#result = this.#ask('tasks/result')
        step ??= this.#step()
        const result = this.#result?.then((reply) => ({ reply }))
        const came = await Promise.race([step, ...(result ? [result] : [])])
        if (!came) step = undefined
        else if (!('reply' in came)) return came
        else if (came.reply.status === 'answered') return this.#read(came.reply)
        else if (came.reply.status === 'aborted' || came.reply.status === 'closed') return came.reply
        // If it doesn't return the result yet, it is requested again when the task is over.
        else this.#result = undefined
      }
    } finally {
      unfollow()
      this.#over.abort(new Error('The task is over.'))
    }
  }

  /** Asks the server to stop it, and waits briefly for the answer. */
  async cancel(): Promise<void> {
    if (overs.has(this.#task.status) || this.#around.life.aborted) return
    this.#tell('cancelling')
    const said = await cancelTask(this.#task.id, this.#around)
    if (said?.id === this.#task.id) {
      this.#task = said
      this.#tell(said.status)
    }
  }

  async #ended(): Promise<End> {
    const { status, message } = this.#task
    const said = message === undefined ? '' : `: “${quoted(message)}”`
    if (status === 'cancelled') return { status: 'stopped', problem: words.cancelled(said) }
    // An earlier request for it may have been refused because it was too early.
    const asked = await this.#result
    const reply = asked?.status === 'answered' ? asked : await this.#ask('tasks/result')
    if (reply.status === 'answered') return this.#read(reply)
    if (reply.status === 'aborted' || reply.status === 'closed') return reply
    const why = clauseOf(reply)
    return {
      status: 'stopped',
      problem: status === 'failed' ? words.failed(said, why) : words.noResult(why),
    }
  }

  #read({ value: { result, digest } }: Extract<Result, { status: 'answered' }>): End {
    const of = taskOf(result)
    if (of !== undefined && of !== this.#task.id) return { status: 'stopped', problem: words.otherResult }
    const stored = digest && storedIn(digest)
    // Either source that reports failure is believed.
    const failed = this.#task.status === 'failed' ? { isError: true } : {}
    return { status: 'answered', value: { result: { ...result, ...failed }, ...(stored && { stored }) } }
  }

  /** Waits, then polls once; returns how the call ends, if it does. */
  async #step(): Promise<End | undefined> {
    await this.#pause()
    const reply = await this.#ask('tasks/get')
    if (reply.status === 'aborted' || reply.status === 'closed') return reply
    const found =
      reply.status === 'answered' ? readTask(reply.value.result) : { problem: words.noStatus(clauseOf(reply)) }
    if ('id' in found && found.id === this.#task.id) {
      this.#around.touch()
      this.#faults = 0
      this.#task = found
      this.#tell(found.status)
      return undefined
    }
    const problem = 'problem' in found ? found.problem : words.otherTask
    const isGone = reply.status === 'refused' && !reply.malformed && gone.has(reply.code)
    return isGone || ++this.#faults >= mostFaults ? { status: 'stopped', problem } : undefined
  }

  async #ask(method: 'tasks/get' | 'tasks/result'): Promise<Result> {
    const { connection } = this.#around
    const onAnswer = method === 'tasks/result' ? this.#watch.onAnswer : undefined
    const reply = await connection.request(method, { taskId: this.#task.id }, this.#signal, onAnswer)
    return reply.status === 'unsent' ? { status: 'closed' } : reply
  }

  /** Until the next poll: the server's interval, or soon after it reported a change. */
  async #pause(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const earliest = performance.now() + Math.min(poll.least, this.#most)
    let timer = setTimeout(resolve, this.#every)
    this.#wake = () => {
      clearTimeout(timer)
      timer = setTimeout(resolve, Math.max(0, earliest - performance.now()))
    }
    if (this.#isChanged) this.#wake()
    const stop = () => resolve()
    this.#signal.addEventListener('abort', stop, { once: true })
    await promise
    clearTimeout(timer)
    this.#signal.removeEventListener('abort', stop)
    this.#isChanged = false
  }

  /** Each answer counts as progress, so there is more than one within the time a call can be silent. */
  get #most(): number {
    return Math.min(poll.most, this.#around.limits.idle / 2)
  }

  get #every(): number {
    const { pollMs = poll.usual } = this.#task
    return Math.min(Math.max(pollMs, poll.least), this.#most)
  }

  #tell(status: TaskStatus): void {
    const { id: task, message } = this.#task
    const isTurn = status !== this.#told.status
    if (!isTurn && message === this.#told.message) return
    if (isTurn && this.#turns++ >= mostTurns && !overs.has(status) && status !== 'cancelling') return
    this.#told = { status, ...(message !== undefined && { message }) }
    this.#watch.onTask?.({ task, status, message, every: this.#every, isTurn })
  }
}

/** A server's answer about a task it was asked to stop; undefined if it doesn't answer in time. */
export async function cancelTask(
  task: string,
  { connection, life }: Pick<TaskSurroundings, 'connection' | 'life'>,
): Promise<Task | undefined> {
  const signal = AbortSignal.any([life, AbortSignal.timeout(cancelMs)])
  const reply = await connection.request('tasks/cancel', { taskId: task }, signal)
  const said = reply.status === 'answered' ? readTask(reply.value.result) : undefined
  return said && 'id' in said ? said : undefined
}

const storedIn = (digest: Digest) => ('stored' in digest ? digest.stored : undefined)

/** Describes a failed poll. */
function clauseOf(reply: Exclude<Result, { status: 'answered' }>): string {
  switch (reply.status) {
    case 'refused':
      return reply.malformed ? words.unreadable(quoted(reply.message)) : words.error(reply.code, quoted(reply.message))
    case 'unreachable':
      return words.unreachable(reply.problem.clause)
    default:
      return words.noResponse
  }
}
