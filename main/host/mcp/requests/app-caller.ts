import type { Question } from '../../../../shared/asks/asks.ts'
import type { JsonObject } from '../../../../shared/schema/json.ts'
import type { ToolOperation } from './operation.ts'

/** The coverage of an answer for as long as a page is open: any arguments, but no other definition or program. */
export type CoveredByPage = Pick<ToolOperation, 'tool' | 'definition' | 'configuration'>

/** The page that makes a call, for as long as it is open. It asks one question at a time. */
export interface CallingPage {
  readonly about: NonNullable<Question<'approval'>['page']>
  /**
   * Resolves when it has no other question open, with a function to call after the answer. Rejects with the signal's
   * reason.
   */
  turnToAsk(signal: AbortSignal): Promise<() => void>
  /** The actor who allowed this for as long as the page is open, if anyone did. */
  allowedBy(covered: CoveredByPage): string | undefined
  allow(covered: CoveredByPage, actor: string): void
}

/** A call that a page wants to make to its own server. */
export type CallByPage = {
  conversation: string
  /** The call whose page it is. */
  shown: { turn: string; call: string }
  view: string
  server: string
  tool: string
  arguments: JsonObject
  page: CallingPage
}
