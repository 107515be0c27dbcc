import { isObject, type JsonObject, type JsonValue } from '../../../../shared/schema/json.ts'
import { quoted } from '../../base/text.ts'
import { sha256, taskLabel } from '../../base/hash.ts'
import type { RequestAnswer, TaskHandle } from '../protocol/types.ts'
import type { ServerResult } from '../results/digest.ts'
import type { Task } from '../results/task.ts'
import { clauseOf, type TaskEnd, type TaskFollowing, type TaskKind } from './task-watch.ts'
import { requestWords } from './words.ts'

const words = requestWords.task

/** Max inputs a task can ask for at once, and in its life. */
const mostAtOnce = 10
const mostInAll = 100
const longestKey = 1024

const keyDigest = (key: string): string => sha256(key).slice(0, 16)

/**
 * A task of the extension `io.modelcontextprotocol/tasks` (SEP-2663): one poll returns its status, what it wants to
 * know, and its result. Each key is asked about once, and answered once, for the task's life.
 */
export class InputTask implements TaskKind {
  readonly id: string
  readonly names: { task: string; resumes: TaskHandle }
  readonly cancelIsReceipt = true
  readonly #following: TaskFollowing
  readonly #spent: Set<string>
  readonly #halted = Promise.withResolvers<TaskEnd>()

  /** `answered` are the digests of the keys that were answered before a restart. */
  constructor(resumes: TaskHandle, following: TaskFollowing, answered: readonly string[] = []) {
    this.id = resumes.task
    this.names = { task: taskLabel(resumes.task), resumes }
    this.#following = following
    this.#spent = new Set(answered)
  }

  beside({ status }: Task, said: ServerResult | undefined): Promise<TaskEnd | undefined> {
    const wanted = status === 'input_required' ? said?.result['inputRequests'] : undefined
    const fresh = Object.entries(isObject(wanted) ? wanted : {}).filter(([key]) => !this.#spent.has(keyDigest(key)))
    if (fresh.length > mostAtOnce) this.#halt(requestWords.rounds.tooMuch(fresh.length))
    else if (this.#spent.size + fresh.length > mostInAll) this.#halt(requestWords.rounds.tooMany(mostInAll))
    else if (fresh.some(([key]) => key.length > longestKey)) this.#halt(requestWords.rounds.unreadable)
    else
      for (const [key, request] of fresh) {
        this.#spent.add(keyDigest(key))
        void this.#ask(key, request)
      }
    return this.#halted.promise
  }

  async end({ status, message }: Task, said: ServerResult | undefined): Promise<TaskEnd | undefined> {
    const quote = message === undefined ? '' : `: “${quoted(message)}”`
    if (status === 'cancelled') return { status: 'stopped', problem: words.cancelled(quote) }
    // The creation has no result, even if the task was over by then.
    if (!said) return undefined
    const { result, error } = said.result
    if (status === 'failed') return { status: 'stopped', problem: words.failed(quote, errorIn(error)) }
    if (!isObject(result)) return { status: 'stopped', problem: words.noResult(words.noneInside) }
    const { resultType: _, ...own } = result
    return { status: 'answered', value: { result: own, stored: said.stored } }
  }

  #halt(problem: string): void {
    this.#halted.resolve({ status: 'stopped', problem })
  }

  /** Asks for one input and sends it. It is sent once: a server that didn't get it ends the call. */
  async #ask(key: string, request: JsonValue): Promise<void> {
    const { around, signal, hurry, answers } = this.#following
    const answer = await this.#answerTo(request).catch((): undefined => undefined)
    if (!answer || signal.aborted) return
    if ('error' in answer) return this.#halt(requestWords.rounds.refused(answer.error.message))
    answers(keyDigest(key))
    const obstacle = await around.nextLeg()
    if (obstacle !== undefined) return this.#halt(obstacle)
    if (signal.aborted) return
    const params = { taskId: this.id, inputResponses: { [key]: answer.result } }
    const reply = await around.connection.request('tasks/update', params, signal)
    around.touch()
    if (reply.status === 'answered') hurry()
    else if (reply.status !== 'aborted' && reply.status !== 'closed') this.#halt(words.notTaken(clauseOf(reply)))
  }

  async #answerTo(request: JsonValue): Promise<RequestAnswer> {
    const { around, signal } = this.#following
    const { method, params } = isObject(request) ? request : {}
    if (typeof method !== 'string') return { error: { code: -32602, message: requestWords.rounds.unreadable } }
    return around.input(method, isObject(params) ? params : {}, signal)
  }
}

function errorIn(error: JsonValue | undefined): string {
  const { code, message }: JsonObject = isObject(error) ? error : {}
  if (typeof code !== 'number' || !Number.isSafeInteger(code)) return words.noReason
  return words.error(code, quoted(typeof message === 'string' ? message : ''))
}
