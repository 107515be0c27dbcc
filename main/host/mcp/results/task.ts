import { isObject, withoutNulls, type JsonObject, type JsonValue } from '../../../../shared/schema/json.ts'
import type { TaskStatus } from '../../../../shared/events/turn-events.ts'
import { clip } from '../../../../shared/text/clip.ts'
import { resultWords } from './words.ts'

const words = resultWords.task

/** A task as its server describes it, limited (2025-11-25, schema, Task; extension tasks, Task). */
export type Task = {
  id: string
  status: Exclude<TaskStatus, 'cancelling' | 'resuming'>
  message?: string
  /** The server's requested poll interval, in milliseconds. */
  pollMs?: number
  /** Milliseconds from its creation until its server drops it. */
  ttlMs?: number
}

const longestId = 1024
const longestMessage = 500
const statuses: ReadonlySet<JsonValue> = new Set<Task['status']>([
  'working',
  'input_required',
  'completed',
  'failed',
  'cancelled',
])
const isStatus = (value: JsonValue | undefined): value is Task['status'] => value !== undefined && statuses.has(value)

/** Reads a task; if it isn't usable, a clause about it. */
export function readTask(raw: JsonObject): Task | { problem: string } {
  const { taskId, status, statusMessage, pollInterval, pollIntervalMs = pollInterval, ttlMs } = withoutNulls(raw)
  // Some servers count their tasks.
  const id = typeof taskId === 'number' ? String(taskId) : taskId
  if (typeof id !== 'string' || id === '') return { problem: words.noId }
  if (id.length > longestId) return { problem: words.longId(longestId) }
  if (!isStatus(status)) return { problem: words.noStatus }
  return {
    id,
    status,
    ...(typeof statusMessage === 'string' && statusMessage !== '' && { message: clip(statusMessage, longestMessage) }),
    ...(typeof pollIntervalMs === 'number' && { pollMs: pollIntervalMs }),
    ...(typeof ttlMs === 'number' && ttlMs > 0 && { ttlMs }),
  }
}

/** The remainder of a long answer that begins a task: enough to read it. */
export const shortTask = (task: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(task).flatMap(([name, value]) => {
      if (isObject(value) || Array.isArray(value)) return []
      return [[name, typeof value === 'string' ? value.slice(0, 2 * longestId) : value]]
    }),
  )

const relatedTask = 'io.modelcontextprotocol/related-task'

/** The ID of the task that a message belongs to (2025-11-25, basic/utilities/tasks#associating). */
export function taskOf({ _meta: meta }: JsonObject): string | undefined {
  const related = isObject(meta) ? meta[relatedTask] : undefined
  return isObject(related) && typeof related['taskId'] === 'string' ? related['taskId'] : undefined
}

/** The part of a result's `_meta` that names its task. */
export const relatedMeta = (raw: JsonObject): JsonObject => {
  const task = taskOf(raw)
  return task === undefined ? {} : { _meta: { [relatedTask]: { taskId: task.slice(0, 2 * longestId) } } }
}

/**
 * How a tool is called: as a task only if it requires that, because an answer to a plain call is the same in fewer
 * steps, and a task wouldn't outlive this host either. `problem` is a clause after the server's name.
 */
export function taskUse(
  { execution }: JsonObject,
  connection: { revision: string; extendsTasks: boolean; runsTasks: boolean },
): 'plain' | 'task' | { problem: string } {
  if (!isObject(execution) || execution['taskSupport'] !== 'required') return 'plain'
  // The server alone decides.
  if (connection.extendsTasks) return 'plain'
  const { revision } = connection
  if (revision !== '2025-11-25') return { problem: words.olderVersion(revision) }
  return connection.runsTasks ? 'task' : { problem: words.noTasks }
}
