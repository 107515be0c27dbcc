/**
 * A task's status, as its server says (2025-11-25, basic/utilities/tasks; extension tasks); `cancelling` after Atrium
 * asked it to stop; `resuming` after a restart, until its server is asked about it.
 */
export type TaskStatus = 'working' | 'input_required' | 'completed' | 'failed' | 'cancelled' | 'cancelling' | 'resuming'

/** Everything needed to resume a task after a restart: the call's bindings, and the ID that its server knows. */
export type ResumableTask = {
  /** The server's ID. It works like a password, so no screen and no model gets it. */
  task: string
  /** Wall-clock milliseconds at which its server drops it. */
  until?: number | undefined
  configuration: string
  definition: string
  argumentsHash: string
}

/** A call's task while it runs: since when it has this status, and the keys of the input already sent, as digests. */
export type RunningTask = {
  status: TaskStatus
  message?: string | undefined
  every: number
  since: number
  resumes?: ResumableTask | undefined
  answered?: string[] | undefined
}
