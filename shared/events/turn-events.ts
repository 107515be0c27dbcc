import type { NoRoom, PersonMessage } from '../content/attachments.ts'
import type { Actor, Era } from './events.ts'
import type { Kept } from '../schema/json.ts'
import type { Rule } from '../rules/rules.ts'
import type { TaskStatus } from '../state/tasks.ts'

/** How a call ended. `mayHaveRun` is true where the server may have done it although no result arrived. */
export type CallOutcome =
  /** The arguments do not fit, or there is no such tool: nobody was asked and nothing was sent. */
  | { status: 'invalid'; problem: string }
  /** By a person, in her words, or by a rule: as it stood then, and `reason` is that rule in words. */
  | { status: 'denied'; reason?: string | undefined; rule?: Rule | undefined }
  /** The question was still open when the host ended. */
  | { status: 'expired' }
  /** Cleared, but the server or the definition had changed before it could be sent. */
  | { status: 'stale'; problem: string }
  | { status: 'cancelled'; mayHaveRun: boolean }
  | { status: 'succeeded'; result: Kept; notes?: string[] | undefined }
  /** `result` is there when the server answered with `isError`. */
  | { status: 'failed'; problem: string; mayHaveRun: boolean; result?: Kept | undefined }
  | { status: 'timed-out'; problem: string; mayHaveRun: true }
  /** The host ended while it ran. */
  | { status: 'interrupted'; mayHaveRun: true }

export type TurnEnd = 'done' | 'cancelled' | 'failed' | 'step-limit' | 'interrupted'

/** Why the model stopped; `other` is a reason Atrium does not know and treats as an end. */
export type StopReason =
  'end-turn' | 'tool-use' | 'max-tokens' | 'stop-sequence' | 'pause-turn' | 'refusal' | 'context-full' | 'other'

/** Tokens of one model request; the input is the sum of the three input figures. All zero: the server did not say. */
export type Usage = { input: number; cacheWrite: number; cacheRead: number; output: number }

/** Why nothing comes from the model just now. */
export type ModelWait =
  | { state: 'answering' }
  | { state: 'requesting'; since: number }
  | { state: 'retrying'; attempt: number; at: number; reason: string }
  | { state: 'stalled'; since: number }

/**
 * Why a call was let through. `said` is the rule as it stood then; records of earlier releases have only its id. `against`
 * is a rule that denies it, which the person went past.
 */
export type ClearedBy = { rule: string; said?: Rule | undefined } | { person: Actor; against?: Rule | undefined }

/** `places` (RFC 6901) of required arguments that were left out and got the tool's defaults, and the arguments with them. */
export type FilledDefaults = { places: string[]; arguments: Kept }

/** A piece of a running message: `offset` is the length of the block's text before it. */
export type Delta = { message: string; block: number; kind: 'text' | 'thinking'; offset: number; text: string }

type OfTurn = { conversation: string; turn: string }
type OfCall = OfTurn & { call: string }

/** What happens in turns, and to the calls in them. */
export type TurnEvent =
  /**
   * `message` is absent when a turn goes on after a failure or a step limit. A turn of the person's own is one call
   * that she made without a model.
   */
  | ({
      type: 'turn.started'
      origin?: 'person' | undefined
      message?: PersonMessage | undefined
      /** Where the model is, and which; absent together. */
      endpoint?: string | undefined
      model?: string | undefined
      actor: Actor
    } & OfTurn)
  | ({ type: 'turn.finished'; end: TurnEnd; problem?: string | undefined } & OfTurn)
  /** It began without these servers: they were still starting, or did not start. */
  | ({ type: 'turn.missed'; servers: string[] } & OfTurn)
  | ({ type: 'model.requested'; model: string; message: string; tools: number } & OfTurn)
  /** The same request is sent once more, because of what came of it before. */
  | ({ type: 'model.retried'; message: string; attempt: number; reason: string } & OfTurn)
  /** Text so far, every two seconds at most: what a crash leaves of a running message. */
  | ({ type: 'message.drafted' } & OfTurn & Delta)
  /** `blocks` are the model's content blocks as received; they go back to it unchanged. */
  | ({
      type: 'message.finished'
      message: string
      model: string
      blocks: Kept
      stop: StopReason
      detail?: string | undefined
      usage: Usage
      /** A tool whose call the model wrote into its text instead of making it: nothing ran. */
      unmadeCall?: string | undefined
      /** What the request had no room for. */
      noRoom?: NoRoom | undefined
    } & OfTurn)
  // calls
  | ({
      type: 'call.requested'
      /** The model's message, and the id and the name it used there; absent where the person made the call. */
      message?: string | undefined
      modelCall?: string | undefined
      modelName?: string | undefined
      /** Absent when no server offers such a tool. */
      server?: string | undefined
      tool: string
      title?: string | undefined
      definition?: string | undefined
      arguments: Kept
    } & OfCall)
  /** `edited` is what the user made of the arguments; it is sent in place of what was asked for, and so is `filled`. */
  | ({ type: 'call.cleared'; by: ClearedBy; edited?: Kept | undefined; filled?: FilledDefaults | undefined } & OfCall)
  | ({ type: 'call.started'; server: string; tool: string; era: Era; argumentsHash: string; leg: number } & OfCall)
  /**
   * The call runs as a task of its server, named `task` there, and its status is this now; `message` are the server's
   * words, `every` the milliseconds between two questions for it.
   */
  | ({ type: 'call.task'; task: string; status: TaskStatus; message?: string | undefined; every: number } & OfCall)
  /** `answerId`: the id that the server's answer had on the wire, as JSON text. */
  | ({ type: 'call.finished'; outcome: CallOutcome; answerId?: string | undefined } & OfCall)
  // transient: folded and published, never stored
  | ({ type: 'message.delta' } & OfTurn & Delta)
  /** The servers it waits for before it asks the model, because they are starting; none: it goes on. */
  | ({ type: 'turn.waiting'; servers: string[] } & OfTurn)
  | ({ type: 'model.waiting'; message: string; wait: ModelWait } & OfTurn)
  | ({ type: 'call.progress'; progress: number; total?: number | undefined; message?: string | undefined } & OfCall)
  /** What a server says of a task whose status is the same. */
  | ({ type: 'call.polled'; message?: string | undefined; every: number } & OfCall)
