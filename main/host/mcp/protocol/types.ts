import type { TaskStatus } from '../../../../shared/state/tasks.ts'
import type { JsonObject, JsonValue } from '../../../../shared/schema/json.ts'
import type { Digest } from '../results/digest.ts'
import type { HttpProblem } from '../http/http-problem.ts'

/** The lists of a server (specification, server/utilities/pagination). */
export type ListMethod = 'tools/list' | 'prompts/list' | 'resources/list' | 'resources/templates/list'

export const listMethods: ReadonlySet<string> = new Set<ListMethod>([
  'tools/list',
  'prompts/list',
  'resources/list',
  'resources/templates/list',
])

/** What is known of the server's era before the handshake. */
export type Prior = { era: 'modern'; discover: JsonObject } | { era: 'legacy' }
/** Where there is no process to ask first, the library asks by itself, and waits so many milliseconds. */
export type UnknownEra = { era: 'unknown'; probeMs: number }

/** A result as the server sent it, or what is left of a long one, of which the rest was read elsewhere. */
export type Answer = { result: JsonObject; digest?: Digest | undefined }

/** How a request ended. Words in `message` are the server's. */
export type Reply<T> =
  | { status: 'answered'; value: T }
  /** A modern result of a kind that we do not know. */
  | { status: 'unfinished'; resultType: string }
  /** It asks something before it goes on: requests by the server's names for them, and what it wants handed back. */
  | { status: 'input-wanted'; requests: JsonObject; state?: string }
  /** It wants these pages visited first, and then to be asked again (2025-11-25, client/elicitation). */
  | { status: 'pages-first'; pages: JsonValue[] }
  /** A protocol error; `malformed` when we made it from an answer that was none, or was not passed on (`withheld`). */
  | { status: 'refused'; code: number; message: string; malformed: boolean; withheld?: true; supported?: string[] }
  | { status: 'aborted' }
  | { status: 'closed' }
  | { status: 'unsent'; reason: string }
  /** A request over HTTP that the server did not take, or did not answer. */
  | { status: 'unreachable'; problem: HttpProblem }
  | { status: 'timed-out' }
  | { status: 'unsupported'; revision: string }

/** How a request ended that has no answer. */
export type NoAnswer = Exclude<Reply<never>, { status: 'answered' }>

/** What servers offer besides tools (schema, ServerCapabilities). */
export type Feature = 'tools' | 'prompts' | 'resources' | 'completions' | 'logging'
/** Requests that need nothing but their parameters. */
export type PlainMethod =
  | ListMethod
  | 'prompts/get'
  | 'resources/read'
  | 'resources/subscribe'
  | 'resources/unsubscribe'
  | 'completion/complete'
  | 'tasks/get'
  | 'tasks/result'
  | 'tasks/cancel'
  | 'logging/setLevel'

/** A stream in which a server tells of changes, until it is closed by either side. */
export type Updates = { honoured: ReadonlySet<string>; closed: Promise<void>; close(): void }

export type Progress = { progress: number; total?: number; message?: string }

/** What is told of a call while it runs; of its answer, the id that it had on the wire as JSON text. */
export type CallWatch = {
  signal: AbortSignal
  onProgress(progress: Progress): void
  onAnswer?: ((id: string | undefined) => void) | undefined
  /** Another leg of the same call is about to be sent, from 2 on; returns why it may not be, in a clause after the server's name. */
  onLeg?: ((leg: number) => Promise<string | undefined>) | undefined
  /** The call runs as a task; each time when what is known of it has changed. */
  onTask?: ((task: TaskNews) => void) | undefined
}

/** What is known of the task that a call runs as; `isTurn` where its status is another one than before. */
export type TaskNews = {
  task: string
  status: TaskStatus
  /** The server's words, bounded. */
  message?: string | undefined
  /** Milliseconds between two questions for it. */
  every: number
  isTurn: boolean
}

/** What goes back to a server that asked. */
export type RequestAnswer = { result: JsonObject } | { error: { code: number; message: string } }

/** What a server can do wrong on the wire, each counted and never thrown. */
export type Violation =
  | 'not-json'
  | 'not-a-message'
  | 'batch'
  | 'bad-id'
  | 'nested-too-deeply'
  | 'too-many-values'
  | 'line-too-long'
  /** Lines without a message, faster than anybody needs them. */
  | 'flood'
  | 'half-a-line'
  | 'malformed-answer'
  | 'unknown-answer'
  | 'late-answer'
  | 'no-answer'
  | 'bad-progress'
  | 'unknown-notification'
  | 'unread-answer'
  /** Beyond the rate at which a server may speak unasked. */
  | 'too-much'
  | 'undeclared'
  /** What nobody asked to be told. */
  | 'unsolicited'
  /** Before anything could be said to it. */
  | 'too-early'
  | 'event-over-budget'
  /** Its definitions changed so often, or so much at once, that a list was not taken over. */
  | 'changes-too-often'
  /** It asked for a password or the like in a form, where none may be asked for (client/elicitation#security). */
  | 'asks-for-secret'
  /** A result that was not passed on for the secrets in it: too many, or one where nothing can be replaced. */
  | 'full-of-secrets'
  | 'secret-as-name'

/** Keeps what passes between us and one server for a while, and what the server logs. */
export interface MessageReports {
  /** A message as it leaves, with the wish for logs in it where it has a place for one. */
  leaving(message: JsonObject, handshake: JsonObject | undefined): JsonObject
  /** What came, without the values of secrets; `clean` where they are out of it already. */
  arrived(raw: JsonObject, clean?: JsonObject): JsonObject
  /** A log message, of which any value may be the data. */
  logged(params: JsonValue | undefined): void
  /** Something of the log came too fast to be kept. */
  missed(): void
}
