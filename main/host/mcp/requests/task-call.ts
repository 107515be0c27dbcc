import { randomUUID } from 'node:crypto'
import { isObject, type JsonObject } from '../../../../shared/schema/json.ts'
import type { CallValue } from '../results/call-result.ts'
import { startTimer } from '../../base/wake.ts'
import type { CallWatch, Reply, TaskHandle } from '../protocol/types.ts'
import type { Stopped } from './rounds.ts'
import { readTask } from '../results/task.ts'
import { InputTask } from './task-inputs.ts'
import { ResultTask } from './task-results.ts'
import { cancelTask, type TaskSurroundings, TaskWatch } from './task-watch.ts'
import { requestWords as words } from './words.ts'

/** A call, and its members other than the arguments. */
type TaskWanted = { tool: { name: string; inputSchema: JsonObject }; args: JsonObject; more: JsonObject }

/** Milliseconds to wait for the ID of an abandoned task, to cancel it. */
const nameMs = 10_000
const longestTimer = 2 ** 31 - 1

/**
 * Calls a tool that runs as a task (2025-11-25, basic/utilities/tasks): starts it, polls until it is over, and gets its
 * result. If the signal aborts, the task is cancelled. Never rejects.
 */
export async function callAsTask(
  { tool, args, more }: TaskWanted,
  watch: CallWatch,
  around: TaskSurroundings,
): Promise<Reply<CallValue> | Stopped> {
  const { connection, limits } = around
  // Stored by the server for as long as this call can take, including questions to the user.
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
    // A server that answers at once doesn't run it as a task.
    if (!isObject(raw)) return begun
    const created = readTask(raw)
    if ('problem' in created) return { status: 'stopped', problem: created.problem }
    const kind: Kind = (following) => new ResultTask(created.id, following)
    return await follow({ task: created, kind }, watch, around)
  } finally {
    unfollow()
  }
}

/** Follows a task that a server created in place of a call's result (extension tasks). Never rejects. */
export async function followCreated(
  raw: JsonObject,
  watch: CallWatch,
  around: TaskSurroundings,
): Promise<Reply<CallValue> | Stopped> {
  const task = readTask(raw)
  if ('problem' in task) return { status: 'stopped', problem: task.problem }
  const handle = { task: task.id, ...(task.ttlMs !== undefined && { until: around.clock.wall() + task.ttlMs }) }
  return follow({ task, kind: (following) => new InputTask(handle, following) }, watch, around)
}

/** Takes up a task again that an earlier process began. Never rejects. */
export async function followAgain(
  { answered, ...handle }: TaskHandle & { answered: readonly string[] },
  watch: CallWatch,
  around: TaskSurroundings,
): Promise<Reply<CallValue> | Stopped> {
  const kind: Kind = (following) => new InputTask(handle, following, answered)
  return follow({ task: { id: handle.task, status: 'working' }, kind, isUnasked: true }, watch, around)
}

type Kind = ConstructorParameters<typeof TaskWatch>[0]['kind']

async function follow(
  followed: ConstructorParameters<typeof TaskWatch>[0],
  watch: CallWatch,
  around: TaskSurroundings,
): Promise<Reply<CallValue> | Stopped> {
  // Another call's task must not be cancelled here.
  if (!around.runsAs(followed.task.id)) return { status: 'stopped', problem: words.task.otherCall }
  const following = new TaskWatch(followed, watch, around)
  const obstacle = await around.nextLeg()
  const reply = obstacle === undefined ? await following.end() : { status: 'stopped' as const, problem: obstacle }
  if (reply.status !== 'aborted' && reply.status !== 'stopped') return reply
  // A task that can be taken up again continues without Atrium.
  if (following.isResumable && watch.signal.reason === 'quit') return reply
  const end = await following.cancel()
  return reply.status === 'aborted' && end?.status === 'answered' ? end : reply
}

/**
 * The request that begins a task isn't cancelled: only a task can be, once its ID is known (2025-11-25,
 * basic/utilities/cancellation). If that takes too long, there is nothing to cancel.
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
  const timer = startTimer(around.clock, nameMs, () => giveUp.abort(signal.reason))
  void sent.then((reply) => {
    timer.cancel()
    const raw = reply.status === 'answered' ? reply.value.result['task'] : undefined
    const task = isObject(raw) ? readTask(raw) : { problem: '' }
    if ('id' in task) void cancelTask(task.id, around)
  })
  return { status: 'aborted' }
}

const aborting = (signal: AbortSignal): Promise<'aborted'> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve('aborted'), { once: true }))
