import type { NoRoom, PersonMessage } from '../content/attachments.ts'
import type { Actor } from './actor.ts'
import type { Era } from './server-events.ts'
import type { FileEnd, NamedFile } from '../changes/named-file.ts'
import type { StoredValue } from '../schema/json.ts'
import type { Rule } from '../rules/rules.ts'

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

/** How a call ended. `mayHaveRun` is true if the server may have run it although no result arrived. */
export type CallOutcome =
  /**
   * The arguments don't fit, or the tool doesn't exist: Atrium asked no one and sent nothing. `awaitsReview`: its
   * definition was in quarantine.
   */
  | { status: 'invalid'; problem: string; awaitsReview?: true }
  /** By the user, in their words, or by a rule: as it was then, and `reason` is that rule in words. */
  | { status: 'denied'; reason?: string | undefined; rule?: Rule | undefined }
  /** The question was still open when the host ended. */
  | { status: 'expired' }
  /** Cleared, but the server or the definition changed before Atrium could send it. */
  | { status: 'stale'; problem: string }
  | { status: 'cancelled'; mayHaveRun: boolean }
  | { status: 'succeeded'; result: StoredValue; notes?: string[] | undefined }
  /** `result` is present if the server answered with `isError`. */
  | { status: 'failed'; problem: string; mayHaveRun: boolean; result?: StoredValue | undefined }
  | { status: 'timed-out'; problem: string; mayHaveRun: true }
  /** The host ended while the call ran. */
  | { status: 'interrupted'; mayHaveRun: true }

/** A part of requests that some models can't take; a turn can continue without it if the user wants. */
export type Without = 'tools' | 'images'

/** Parts of one request that didn't reach the model. */
export type Withheld = {
  /** The server silently cut the request's beginning: about how many tokens were sent, and how many it read. */
  cut?: { sent: number; read: number } | undefined
  /** Tools that the server refused, which the model didn't get. */
  leftOut?: string[] | undefined
  /** How many images it got a note in place of, because it can't see them. */
  unseenImages?: number | undefined
  /** Files that the server refused, of which it got the text, or a note if they have none; by name. */
  refusedFiles?: string[] | undefined
}

/** How a turn ended. */
export type TurnEnd = 'done' | 'cancelled' | 'failed' | 'step-limit' | 'interrupted'

/** Why the model stopped; `other` is a reason Atrium doesn't know and treats as an end. */
export type StopReason =
  | 'end-turn'
  | 'tool-use'
  | 'max-tokens'
  | 'stop-sequence'
  | 'pause-turn'
  | 'refusal'
  | 'context-full'
  | 'other'

/**
 * Tokens of one model request; the input is the sum of the three input figures. All zero: the server didn't report any.
 * `cost`: what the server says it charged, in USD.
 */
export type Usage = {
  input: number
  cacheWrite: number
  cacheRead: number
  output: number
  cost?: number | undefined
}

/** Why the model isn't sending anything right now. */
export type ModelWait =
  | { state: 'answering' }
  /** `probe`: first, one small request shows what an unknown server's model can do. */
  | { state: 'requesting'; since: number; probe?: true | undefined }
  | { state: 'retrying'; attempt: number; at: number; reason: string }
  | { state: 'stalled'; since: number }

/**
 * The user or rule that cleared a call. `said` is the rule as it was then; records of earlier releases have only its
 * ID. `against` is a denying rule that the user overrode. `whilePageOpen`: an earlier answer to the same app covers it.
 */
export type ClearedBy =
  | { rule: string; said?: Rule | undefined }
  | { person: Actor; against?: Rule | undefined; whilePageOpen?: true | undefined }

/**
 * `places` (RFC 6901) of required arguments that were left out and got the tool's defaults, and the resulting
 * arguments.
 */
export type FilledDefaults = { places: string[]; arguments: StoredValue }

/** A piece of a running message: `offset` is the length of the block's text before it. */
export type Delta = { message: string; block: number; kind: 'text' | 'thinking'; offset: number; text: string }

type OfTurn = { conversation: string; turn: string }
type OfCall = OfTurn & { call: string }

/** Events of turns, and of the calls in them. */
export type TurnEvent =
  /**
   * `message` is absent if a turn continues after a failure or a step limit. A turn with origin `person` is one call
   * the user ran without a model; with `undoes`, the calls that take an earlier turn's changes back.
   */
  | ({
      type: 'turn.started'
      /** The turn it continues from; null: none. Absent: the last one of the branch in use. */
      parent?: string | null | undefined
      origin?: 'person' | undefined
      undoes?: string | undefined
      message?: PersonMessage | undefined
      /** The endpoint and the model; absent together. */
      endpoint?: string | undefined
      model?: string | undefined
      /** Left out of its requests, because the user chose to continue without them. */
      without?: Without[] | undefined
      /** Its requests have no tools, because the user's facts say that the model takes none. */
      toolless?: boolean | undefined
      actor: Actor
    } & OfTurn)
  /** `offers`: the model can't take these, so the turn can go on without them. */
  | ({ type: 'turn.finished'; end: TurnEnd; problem?: string | undefined; offers?: Without | undefined } & OfTurn)
  /** The turn began without these servers, which were still starting or failed to start. */
  | ({ type: 'turn.missed'; servers: string[] } & OfTurn)
  /**
   * `to`: the origin that gets the request; absent in records of earlier releases. `reasoningOf`: the model of the latest
   * replies with reasoning, which this one can't get.
   */
  | ({
      type: 'model.requested'
      model: string
      message: string
      tools: number
      to?: string | undefined
      reasoningOf?: string | undefined
    } & OfTurn)
  /** The same request is sent again; `reason` says why. */
  | ({ type: 'model.retried'; message: string; attempt: number; reason: string } & OfTurn)
  /** The text so far, every two seconds at most: what survives of a running message after a crash. */
  | ({ type: 'message.drafted' } & OfTurn & Delta)
  /** `blocks` are the model's content blocks as received; they go back to it unchanged. */
  | ({
      type: 'message.finished'
      message: string
      model: string
      blocks: StoredValue
      stop: StopReason
      detail?: string | undefined
      usage: Usage
      /** A tool whose call the model wrote as text instead of making it; nothing ran. */
      unmadeCall?: string | undefined
      /** Content that didn't fit into the request. */
      noRoom?: NoRoom | undefined
    } & Withheld &
      OfTurn)
  // calls
  | ({
      type: 'call.requested'
      /** The model's message, and the ID and name it used there; absent if the user made the call. */
      message?: string | undefined
      modelCall?: string | undefined
      modelName?: string | undefined
      /** Absent if no server offers such a tool. */
      server?: string | undefined
      tool: string
      title?: string | undefined
      definition?: string | undefined
      /** The URI of the app that its server has for the result. */
      page?: string | undefined
      /**
       * Present if a server's app made it: the call whose app that is. The event's own turn is the view's then; see
       * `turnOfView`.
       */
      origin?: { page: { turn: string; call: string } } | undefined
      arguments: StoredValue
    } & OfCall)
  /** `edited` are the arguments as changed by the user; they replace the requested ones, and so does `filled`. */
  | ({
      type: 'call.cleared'
      by: ClearedBy
      edited?: StoredValue | undefined
      filled?: FilledDefaults | undefined
    } & OfCall)
  /** `files`: those that the arguments name, as they were before the first leg. */
  | ({
      type: 'call.started'
      server: string
      tool: string
      era: Era
      argumentsHash: string
      leg: number
      files?: NamedFile[] | undefined
    } & OfCall)
  /**
   * The call runs as a task of its server, with ID `task` and this status; `message` is the server's text, `every` the
   * poll interval in milliseconds. `resumes` comes with the first status of a task that can outlive Atrium's process,
   * whose `task` is then a digest; `answers` is the digest of a key whose input is about to be sent.
   */
  | ({
      type: 'call.task'
      task: string
      status: TaskStatus
      message?: string | undefined
      every: number
      resumes?: ResumableTask | undefined
      answers?: string | undefined
    } & OfCall)
  /** `answerId`: the ID of the server's answer on the wire, as JSON text. `files`: the ends of the files it named. */
  | ({
      type: 'call.finished'
      outcome: CallOutcome
      answerId?: string | undefined
      files?: FileEnd[] | undefined
    } & OfCall)
  // transient: folded and published, never stored
  | ({ type: 'message.delta' } & OfTurn & Delta)
  /** The starting servers the turn waits for before it asks the model; empty once it continues. */
  | ({ type: 'turn.waiting'; servers: string[] } & OfTurn)
  | ({ type: 'model.waiting'; message: string; wait: ModelWait } & OfTurn)
  | ({ type: 'call.progress'; progress: number; total?: number | undefined; message?: string | undefined } & OfCall)
  /** A server's report about a task whose status hasn't changed. */
  | ({ type: 'call.polled'; message?: string | undefined; every: number } & OfCall)
