import type { Question } from '../../../../shared/asks/asks.ts'
import type { JsonObject } from '../../../../shared/schema/json.ts'
import type { ToolOperation } from './operation.ts'

/** The coverage of an answer for as long as an app is open: any arguments, but no other definition or program. */
export type CoveredByApp = Pick<ToolOperation, 'tool' | 'definition' | 'configuration'>

/** The app that makes a call, for as long as it is open. It asks one question at a time. */
export interface CallingApp {
  readonly about: NonNullable<Question<'approval'>['page']>
  /**
   * Resolves when it has no other question open, with a function to call after the answer. Rejects with the signal's
   * reason.
   */
  turnToAsk(signal: AbortSignal): Promise<() => void>
  /** The actor who allowed this for as long as the app is open, if anyone did. */
  allowedBy(covered: CoveredByApp): string | undefined
  allow(covered: CoveredByApp, actor: string): void
}

/** A call that an app wants to make to its own server. */
export type CallByApp = {
  conversation: string
  /** The call whose app it is. */
  shown: { turn: string; call: string }
  view: string
  server: string
  tool: string
  arguments: JsonObject
  app: CallingApp
}
