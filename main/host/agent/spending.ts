import { costOfAnswer, costOfTurns } from '../../../shared/costs/costs.ts'
import type { ModelChoice } from '../../../shared/config/settings.ts'
import { HostError } from '../../../shared/contract/errors.ts'
import type { Usage } from '../../../shared/events/turn-events.ts'
import type { Conversation } from '../../../shared/state/conversation.ts'
import type { Journal } from '../journal/journal.ts'
import type { ToolFilter } from './tools/tool-filter.ts'
import { agentWords as words } from './words.ts'

type Budgeted = { conversation: Conversation; toolFilter: ToolFilter }

/**
 * The cost of a conversation's requests so far, on all branches, in USD. Throws `unavailable` if the budget is spent.
 */
export function spentBefore({ conversation, toolFilter }: Budgeted, journal: Journal): number {
  const spent = costOfTurns(conversation.turns, journal.state.configured.settings.models, conversation).usd
  const problem = budgetProblem(spent, { conversation, toolFilter })
  if (problem !== undefined) throw new HostError('unavailable', problem)
  return spent
}

/** The cost of a conversation while one of its turns runs, including servers' requests. */
export class Spending {
  readonly #of: Budgeted & { choice: ModelChoice }
  readonly #journal: Journal
  #spent: number

  constructor({ spent, ...of }: Budgeted & { choice: ModelChoice; spent: number }, { journal }: { journal: Journal }) {
    this.#of = of
    this.#journal = journal
    this.#spent = spent
  }

  /** Adds an answer of the turn's model; undefined: there was none. */
  add(usage: Usage | undefined): void {
    if (usage) this.#spent += this.#costOf({ ...this.#of.choice, usage })
  }

  /** A sentence if the budget is spent. */
  problem(): string | undefined {
    const sampled = this.#of.toolFilter.sampled.reduce((sum, answer) => sum + this.#costOf(answer), 0)
    return budgetProblem(this.#spent + sampled, this.#of)
  }

  #costOf(answer: ModelChoice & { usage: Usage }): number {
    return costOfAnswer(answer, this.#journal.state.configured.settings.models)?.usd ?? 0
  }
}

function budgetProblem(spent: number, { conversation, toolFilter }: Budgeted): string | undefined {
  const budget = toolFilter.budgetOf(conversation)
  return budget !== undefined && spent >= budget ? words.budgetReached(spent, budget) : undefined
}
