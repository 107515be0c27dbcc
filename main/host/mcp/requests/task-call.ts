import { randomUUID } from 'node:crypto'
import { isObject, type JsonObject } from '../../../../shared/schema/json.ts'
import type { CallValue } from '../results/call-result.ts'
import type { Connection } from '../protocol/connection.ts'
import type { CallWatch, Reply } from '../protocol/types.ts'
import type { Stopped } from './rounds.ts'
import { readTask, type Task } from '../results/task.ts'
import { cancelTask, TaskWatch } from './task-watch.ts'
import type { WorkLimits } from './work-clock.ts'

/** A call, and what it has beside its arguments. */
type TaskWanted = { tool: { name: string; inputSchema: JsonObject }; args: JsonObject; more: JsonObject }

export type TaskSurroundings = {
  connection: Connection
  limits: WorkLimits
  /** Aborts when the server is being stopped. */
  life: AbortSignal
  /** The call runs as this task; false where another call does. */
  runsAs(task: string): boolean
  /** The task gave a sign of life. */
  touch(): void
  /** The next leg begins; returns why it may not, in a clause after the server's name. */
  nextLeg(): Promise<string | undefined>
}

/** How long the name of a task that nobody wants any more is waited for, so that it can be cancelled. */
const nameMs = 10_000
const longestTimer = 2 ** 31 - 1

/**
 * Calls a tool that runs as a task (2025-11-25, basic/utilities/tasks): begins it, asks how it stands until it is over,
 * and gets its result. When the signal aborts, the task is cancelled. Never rejects.
 */
export async function callAsTask(
  { tool, args, more }: TaskWanted,
  watch: CallWatch,
  around: TaskSurroundings,
): Promise<Reply<CallValue> | Stopped> {
  const { connection, limits } = around
  // It is kept for as long as this call may take, whatever a person has to be asked meanwhile.
  const task = { ttl: Math.min(Math.ceil(limits.wall), longestTimer) }
  const token = `task-${randomUUID()}`
  const unfollow = connection.tasks.followProgress(token, (progress) => watch.onProgress(progress))
  try {
    const begun = await begin(
      (signal) =>
        connection.callTool(tool, args, { ...watch, signal }, { ...more, task, _meta: { progressToken: token } }),
      watch.signal,
      around,
    )
    if (begun.status !== 'answered') return begun
    const { task: raw } = begun.value.result
    // Who answers at once does not run it as a task.
    if (!isObject(raw)) return begun
    const created = readTask(raw)
    if ('problem' in created) return { status: 'stopped', problem: created.problem }
    return await follow(created, watch, around)
  } finally {
    unfollow()
  }
}

async function follow(task: Task, watch: CallWatch, around: TaskSurroundings): Promise<Reply<CallValue> | Stopped> {
  // One that is another call's is not ours to cancel.
  if (!around.runsAs(task.id)) return { status: 'stopped', problem: 'it gave it the task of another call' }
  const following = new TaskWatch(task, watch, around)
  const obstacle = await around.nextLeg()
  const reply = obstacle === undefined ? await following.end() : { status: 'stopped' as const, problem: obstacle }
  if (reply.status === 'aborted' || reply.status === 'stopped') await following.cancel()
  return reply
}

/**
 * The request that begins a task is not cancelled: only a task can be, once its name is known
 * (2025-11-25, basic/utilities/cancellation). Without one for too long, there is nothing else to cancel.
 */
async function begin(
  send: (signal: AbortSignal) => Promise<Reply<CallValue>>,
  signal: AbortSignal,
  around: TaskSurroundings,
): Promise<Reply<CallValue>> {
  if (signal.aborted) return { status: 'aborted' }
  const giveUp = new AbortController()
  const sent = send(giveUp.signal)
  const first = await Promise.race([sent, aborting(signal)])
  if (first !== 'aborted') return first
  const timer = setTimeout(() => giveUp.abort(signal.reason), nameMs).unref()
  void sent.then((reply) => {
    clearTimeout(timer)
    const raw = reply.status === 'answered' ? reply.value.result['task'] : undefined
    const task = isObject(raw) ? readTask(raw) : { problem: '' }
    if ('id' in task) void cancelTask(task.id, around)
  })
  return { status: 'aborted' }
}

const aborting = (signal: AbortSignal): Promise<'aborted'> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve('aborted'), { once: true }))
