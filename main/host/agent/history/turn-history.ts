import { randomUUID } from 'node:crypto'
import type { ModelChoice } from '../../../../shared/config/settings.ts'
import type { Usage } from '../../../../shared/events/turn-events.ts'
import { foldContext } from '../../../../shared/state/compactions.ts'
import type { Conversation } from '../../../../shared/state/conversation.ts'
import { contextOf } from '../../../../shared/state/known-model.ts'
import { estimateTokens } from '../../../../shared/text/tokens.ts'
import type { Journal } from '../../journal/journal.ts'
import type { Models, ModelRequest, RequestMessage } from '../../llm/llm.ts'
import { bytesOfMessages, bytesOnce } from '../../llm/request/sizes.ts'
import { beginCompaction, planCompaction, writeSummary, type CompactionWork } from '../compaction/compaction.ts'
import { historyOf, type HistoryValues } from './context.ts'

type TurnOf = {
  conversation: Conversation
  choice: ModelChoice
  now: () => AbortSignal
  callSignal: (id: string) => AbortSignal
}

type Deps = { journal: Journal; models: Models }

/**
 * The messages that a model gets in one turn: the conversation before it, and what was said in it. If the user wants
 * that, older turns become a summary when the context is nearly full.
 */
export class TurnHistory {
  readonly #of: TurnOf
  readonly #read: HistoryValues
  readonly #deps: Deps
  #before: RequestMessage[]
  readonly #own: RequestMessage[] = []
  /** One request for a summary in a turn: a second one could cover nothing more. */
  #wasTried = false

  constructor(of: TurnOf, read: HistoryValues, deps: Deps) {
    this.#of = of
    this.#read = read
    this.#deps = deps
    this.#before = historyOf(of.conversation, read)
  }

  get messages(): RequestMessage[] {
    return [...this.#before, ...this.#own]
  }

  push(message: RequestMessage): void {
    this.#own.push(message)
  }

  /**
   * Summarises older turns if the user turned that on and the next request would exceed their share of the context.
   * Returns the summary's usage. If it fails, the turn continues, and long results are shortened.
   */
  async makeRoom(rest: () => Pick<ModelRequest, 'system' | 'tools'>): Promise<Usage | undefined> {
    const { settings } = this.#deps.journal.state.configured
    if (settings.compaction !== 'automatic' || this.#wasTried) return undefined
    const { conversation, choice, callSignal, now } = this.#of
    const context = contextOf(choice, this.#deps.journal.state.models, settings.models)
    if (context === 0 || tokensOf(this.messages, rest()) < (context * settings.compactionShare) / 100) return undefined
    this.#wasTried = true
    const before = { ...conversation, turns: conversation.turns.slice(0, -1) }
    const work = compactionWork({ conversation: before, choice, context, actor: 'host' }, this.#read)
    if (!work) return undefined
    await beginCompaction(work, this.#deps)
    const { id, upTo, covered } = work
    const finished = await writeSummary(work, { signal: callSignal(id), now }, this.#deps)
    if (finished.end !== 'done') return finished.usage
    const summarised = { ...conversation }
    const of = { conversation: conversation.id, compaction: id, upTo, turns: covered.length, ...choice, actor: 'host' }
    foldContext(summarised, { type: 'compaction.requested', ...of }, 0)
    foldContext(summarised, finished, 0)
    this.#before = historyOf(summarised, this.#read)
    return finished.usage
  }
}

function tokensOf(messages: RequestMessage[], { system, tools }: Pick<ModelRequest, 'system' | 'tools'>): number {
  const bytes = bytesOfMessages(messages) + Buffer.byteLength(system)
  return estimateTokens(tools.reduce((sum, tool) => sum + bytesOnce(tool), bytes))
}

type Wanted = { conversation: Conversation; choice: ModelChoice; context: number; actor: string }

/** A summary to be written of a branch's older turns; undefined if there are none that aren't summarised already. */
export function compactionWork(
  { conversation, choice, context, actor }: Wanted,
  read: HistoryValues,
): CompactionWork | undefined {
  const sizeOf = (turn: Conversation['turns'][number]): number =>
    estimateTokens(bytesOfMessages(historyOf({ ...conversation, turns: [turn], compactions: [] }, read)))
  const plan = planCompaction(conversation, { context, sizeOf })
  if (!plan) return undefined
  const messages = historyOf({ ...conversation, turns: plan.covered }, read)
  return { ...plan, ...choice, id: randomUUID(), conversation: conversation.id, actor, context, messages }
}
