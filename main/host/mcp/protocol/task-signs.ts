import { isObject, type JsonValue } from '../../../../shared/schema/json.ts'
import { ProgressPace } from './progress-pace.ts'
import type { Progress } from './types.ts'
import type { RequestId } from '../wire/request-ids.ts'
import type { Clock } from '../../base/wake.ts'

/**
 * What a server says unasked of the tasks that it runs for us (2025-11-25, basic/utilities/tasks). The token of a task's
 * progress outlives the request that began it, so it is kept apart from that request.
 */
export class TaskSigns {
  readonly #clock: Clock
  readonly #paces = new Map<RequestId, ProgressPace>()
  readonly #stirred = new Map<string, () => void>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Until what is returned is called. */
  followProgress(token: string, told: (progress: Progress) => void): () => void {
    const pace = new ProgressPace(this.#clock, told)
    this.#paces.set(token, pace)
    return () => {
      pace.end()
      this.#paces.delete(token)
    }
  }

  pace(token: RequestId): ProgressPace | undefined {
    return this.#paces.get(token)
  }

  /** Tells that the status of a task may be another one now, until what is returned is called. */
  followStatus(task: string, stirred: () => void): () => void {
    this.#stirred.set(task, stirred)
    return () => void this.#stirred.delete(task)
  }

  /** Takes the parameters of a notification. What it says is not believed, only asked about. */
  status(params: JsonValue | undefined): void {
    const task = isObject(params) ? params['taskId'] : undefined
    if (typeof task === 'string') this.#stirred.get(task)?.()
  }
}
