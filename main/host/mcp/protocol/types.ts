import type { TaskStatus } from '../../../../shared/events/turn-events.ts'
import type { JsonObject, JsonValue } from '../../../../shared/schema/json.ts'
import type { ListMethod } from '../results/list-items.ts'
import type { HttpProblem } from '../http/http-problem.ts'

/** Earlier knowledge of the server's era, before the handshake. */
export type Prior = { era: 'modern'; discover: JsonObject } | { era: 'legacy' }
/** Without a process to probe first, the opening probes itself, and waits this many milliseconds. */
export type UnknownEra = { era: 'unknown'; probeMs: number }

/** How a request ended. `message` is in the server's words. */
export type Reply<T> =
  | { status: 'answered'; value: T }
  /** A modern result of an unknown kind; with `task`, it is a task that replaces the result. */
  | { status: 'unfinished'; resultType: string; task?: JsonObject }
  /** The server needs input before it continues: requests by its names for them, and the state to hand back. */
  | { status: 'input-wanted'; requests: JsonObject; state?: string }
  /** The server wants these pages visited before the request is repeated (2025-11-25, client/elicitation). */
  | { status: 'pages-first'; pages: JsonValue[] }
  | Refusal
  | { status: 'aborted' }
  | { status: 'closed' }
  | { status: 'unsent'; reason: string }
  /** An HTTP request that the server didn't accept, or didn't answer. */
  | { status: 'unreachable'; problem: HttpProblem }
  | { status: 'timed-out' }
  | { status: 'unsupported'; revision: string }

/**
 * A protocol error; `malformed` if Atrium made it from an invalid answer, or one it didn't pass on (`withheld`);
 * `inDoubt` if it named no request.
 */
type Refusal = {
  status: 'refused'
  code: number
  message: string
  malformed: boolean
  withheld?: true
  inDoubt?: true
  supported?: string[]
}

/** How a request without an answer ended. */
export type NoAnswer = Exclude<Reply<never>, { status: 'answered' }>

/** The features a server can declare (schema, ServerCapabilities). */
export type Feature = 'tools' | 'prompts' | 'resources' | 'completions' | 'logging' | 'skills'
/** Requests that need only their parameters. */
export type PlainMethod =
  | ListMethod
  | 'prompts/get'
  | 'resources/read'
  | 'resources/subscribe'
  | 'resources/unsubscribe'
  | 'completion/complete'
  | 'skills/list'
  | 'skills/get'
  | 'tasks/get'
  | 'tasks/result'
  | 'tasks/update'
  | 'tasks/cancel'
  | 'logging/setLevel'

/** A stream in which a server reports changes, until either side closes it. */
export type Updates = { honoured: ReadonlySet<string>; closed: Promise<void>; close(): void }

/** A request's progress as its server reports it (2025-11-25, progress). */
export type Progress = { progress: number; total?: number; message?: string }

/** Reports about a running call; for its answer, the ID on the wire as JSON text. */
export type CallWatch = {
  signal: AbortSignal
  onProgress(progress: Progress): void
  onAnswer?: ((id: string | undefined) => void) | undefined
  /**
   * The same call's next leg is about to be sent, from 2 on; returns why it can't be, as a clause after the server's
   * name.
   */
  onLeg?: ((leg: number) => Promise<string | undefined>) | undefined
  /** The call runs as a task; called whenever its known state changes. */
  onTask?: ((task: TaskNews) => void) | undefined
}

/** The state of a call's task; `isTurn` if its status differs from before. `task` names it on screen and in the log. */
export type TaskNews = {
  task: string
  status: TaskStatus
  /** The server's words, limited. */
  message?: string | undefined
  /** Poll interval in milliseconds. */
  every: number
  isTurn: boolean
  /** Once, when the task is created: how to take it up again after a restart. Absent if that isn't possible. */
  resumes?: TaskHandle | undefined
  /** The server's key for input that is about to be sent, as a digest. */
  answers?: string | undefined
}

/**
 * A task that outlives the process that began it: its ID, which works like a password, and when its server drops it.
 */
export type TaskHandle = { task: string; until?: number | undefined }

/** The answer to a server's request. */
export type RequestAnswer = { result: JsonObject } | { error: { code: number; message: string } }

/** Stores messages to and from one server for a while, and what the server logs. */
export interface MessageReports {
  /** A message before it is sent, with the requested log level if it has a place for one. */
  leaving(message: JsonObject, handshake: JsonObject | undefined): JsonObject
  /** A received message, without secrets' values; `clean` if they were removed already. */
  arrived(raw: JsonObject, clean?: JsonObject): JsonObject
  /** A log message, whose data can be any value. */
  logged(params: JsonValue | undefined): void
  /** Log messages arrived too fast to store. */
  missed(): void
}
