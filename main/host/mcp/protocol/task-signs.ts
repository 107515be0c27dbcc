import { isObject, type JsonValue } from '../../../../shared/schema/json.ts'
import { ProgressPace } from './progress-pace.ts'
import type { Progress } from './types.ts'
import type { RequestId } from '../wire/request-ids.ts'
import type { Clock } from '../../base/wake.ts'

/**
 * A server's notifications about the tasks it runs for Atrium (2025-11-25, basic/utilities/tasks). A task's progress
 * token outlives the request that began it, so it is kept separately.
 */
export class TaskSigns {
  readonly #clock: Clock
  readonly #paces = new Map<RequestId, ProgressPace>()
  readonly #changed = new Map<string, () => void>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Until the returned function is called. */
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

  /** Reports that a task's status may have changed, until the returned function is called. */
  followStatus(task: string, changed: () => void): () => void {
    this.#changed.set(task, changed)
    return () => void this.#changed.delete(task)
  }

  /** Takes a notification's parameters. Its claim only triggers a poll. */
  status(params: JsonValue | undefined): void {
    const task = isObject(params) ? params['taskId'] : undefined
    if (typeof task === 'string' || typeof task === 'number') this.#changed.get(String(task))?.()
  }
}
