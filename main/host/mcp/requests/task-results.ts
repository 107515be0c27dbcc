import { quoted } from '../../base/text.ts'
import type { ServerResult } from '../results/digest.ts'
import { taskOf, type Task } from '../results/task.ts'
import { clauseOf, type TaskReply, type TaskEnd, type TaskFollowing, type TaskKind } from './task-watch.ts'
import { requestWords } from './words.ts'

const words = requestWords.task

/** Max early `tasks/result` requests. The server delivers input requests through them. */
const mostEarly = 10

/** A task of 2025-11-25: its result has its own request, and the server asks for input in separate requests. */
export class ResultTask implements TaskKind {
  readonly id: string
  readonly cancelIsReceipt = false
  readonly #following: TaskFollowing
  #early = 0
  /** The result, if requested. */
  #result: Promise<TaskReply> | undefined

  constructor(id: string, following: TaskFollowing) {
    this.id = id
    this.#following = following
  }

  get names() {
    return { task: this.id }
  }

  /** Requesting the result early lets a server ask for input. */
  beside({ status }: Task): Promise<TaskEnd | undefined> | undefined {
    if (status === 'input_required' && !this.#result && this.#early++ < mostEarly) this.#result = this.#ask()
    return this.#result?.then((reply) => {
      if (reply.status === 'answered') return this.#read(reply.value, status)
      if (reply.status === 'aborted' || reply.status === 'closed') return reply
      // If it doesn't return the result yet, it is requested again when the task is over.
      this.#result = undefined
      return undefined
    })
  }

  async end({ status, message }: Task): Promise<TaskEnd> {
    const said = message === undefined ? '' : `: “${quoted(message)}”`
    if (status === 'cancelled') return { status: 'stopped', problem: words.cancelled(said) }
    // An earlier request for it may have been refused because it was too early.
    const asked = await this.#result
    const reply = asked?.status === 'answered' ? asked : await this.#ask()
    if (reply.status === 'answered') return this.#read(reply.value, status)
    if (reply.status === 'aborted' || reply.status === 'closed') return reply
    const why = clauseOf(reply)
    return { status: 'stopped', problem: status === 'failed' ? words.failed(said, why) : words.noResult(why) }
  }

  #read({ result, stored }: ServerResult, status: Task['status']): TaskEnd {
    const of = taskOf(result)
    if (of !== undefined && of !== this.id) return { status: 'stopped', problem: words.otherResult }
    // Either source that reports failure is believed.
    const failed = status === 'failed' ? { isError: true } : {}
    return { status: 'answered', value: { result: { ...result, ...failed }, stored } }
  }

  async #ask(): Promise<TaskReply> {
    const { around, watch, signal } = this.#following
    const reply = await around.connection.request('tasks/result', { taskId: this.id }, signal, watch.onAnswer)
    return reply.status === 'unsent' ? { status: 'closed' } : reply
  }
}
