import type { PersonMessage } from '../content/attachments.ts'
import type { StoredValue } from '../schema/json.ts'
import type { Actor } from './actor.ts'
import type { CallOutcome, StopReason, TurnEnd } from './turn-events.ts'

/** The app that wrote an imported conversation. */
export type ImportOrigin = 'atrium' | 'chatgpt' | 'claude'

/** A call as the file has it. It didn't run here, and nothing follows from it. */
export type ImportedCall = {
  id: string
  modelCall?: string | undefined
  modelName?: string | undefined
  server?: string | undefined
  tool: string
  title?: string | undefined
  arguments: StoredValue
  requestedAt: number
  outcome?: CallOutcome | undefined
}

type OfTurn = { conversation: string; turn: string }

/**
 * The content of a file. Only the fold of its conversation reads it: no call, rule, model or setting follows
 * from it. A conversation's events are appended together, so it's imported whole or not at all. `at` and the other
 * moments are the file's.
 */
export type ImportEvent =
  /** `source` tells whether the conversation was imported before; `head` ends the branch in use. */
  | {
      type: 'conversation.imported'
      conversation: string
      title: string
      from: ImportOrigin
      source: string
      createdAt: number
      activeAt: number
      head?: string | undefined
      actor: Actor
    }
  /** `absent`: attachments that the file only names. */
  | ({
      type: 'turn.imported'
      parent: string | null
      at: number
      message?: PersonMessage | undefined
      model?: string | undefined
      absent?: string[] | undefined
      end: TurnEnd
      actor: Actor
    } & OfTurn)
  | ({
      type: 'message.imported'
      message: string
      model: string
      at: number
      blocks: StoredValue
      stop: StopReason
    } & OfTurn)
  /** `message` is absent if the user made the call. */
  | ({ type: 'call.imported'; message?: string | undefined; made: ImportedCall } & OfTurn)
