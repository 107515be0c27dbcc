import type { ModelChoice } from '../config/settings.ts'
import type { Actor } from './actor.ts'
import type { CallOutcome, Usage } from './turn-events.ts'

/** How a request for a summary ended. */
export type CompactionEnd = 'done' | 'cancelled' | 'failed' | 'interrupted'

/** One thing that a conversation's requests contain: a call's result, or an attachment by its place in a message. */
export type ContextItem = { call: string } | { message: string; part: number }

/**
 * One call of summarised turns, as Atrium knows it. `arguments` are JSON text, cut; `said` is the user's reason, a
 * rule's, or the problem, cut; `result` names a result that models can still read. `by`: who denied it, or who made it
 * without a model.
 */
export type CallFact = {
  server?: string | undefined
  tool: string
  arguments: string
  outcome: CallOutcome['status'] | 'imported'
  mayHaveRun?: true | undefined
  by?: 'person' | 'rule' | undefined
  said?: string | undefined
  result?: string | undefined
}

/** The calls of summarised turns, oldest first; `more` are not listed: calls that ended well, the oldest. */
export type CallFacts = { calls: CallFact[]; more: number }

type OfCompaction = { conversation: string; compaction: string }

/** Events about what a conversation's requests contain. */
export type ContextEvent =
  /**
   * The model is asked, at the origin `to`, to summarise the turns of the branch in use up to this one. Actor `host`:
   * automatically, during a turn.
   */
  | ({
      type: 'compaction.requested'
      upTo: string
      /** How many turns. */
      turns: number
      to?: string | undefined
      actor: Actor
    } & OfCompaction &
      ModelChoice)
  /**
   * `summary` is the model's, `facts` Atrium's own record of the calls in these turns; both are there if the end is
   * `done`, and models get them in place of the turns from now on. `usage` is absent if there was no answer.
   */
  | ({
      type: 'compaction.finished'
      end: CompactionEnd
      summary?: string | undefined
      facts?: CallFacts | undefined
      usage?: Usage | undefined
      problem?: string | undefined
    } & OfCompaction)
  /** The user replaced the summary's text. */
  | ({ type: 'compaction.edited'; text: string; actor: Actor } & OfCompaction)
  /** Models get the turns themselves again; or, if `undone` is false, the summary again. */
  | ({ type: 'compaction.undone'; undone: boolean; actor: Actor } & OfCompaction)
  /** Models get a line in place of this item from the next turn on, or the item again. */
  | { type: 'context.left-out'; conversation: string; item: ContextItem; leftOut: boolean; actor: Actor }
