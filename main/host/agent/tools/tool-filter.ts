import type { Conversation } from '../../../../shared/state/conversation.ts'
import { isOff, isServerOff, type ToolsOff } from '../../../../shared/config/tools-off.ts'
import type { Journal } from '../../journal/journal.ts'

/** Follows what the user turns off in a conversation, and its budget, while one of its turns is read and runs. */
export class ToolFilter {
  readonly leave: () => void
  #latest: ToolsOff | undefined
  #budget: number | null | undefined

  constructor(journal: Journal, conversation: string) {
    this.leave = journal.subscribe(({ event }) => {
      if (event.type === 'conversation.tools' && event.conversation === conversation) this.#latest = event.off
      if (event.type === 'conversation.budget' && event.conversation === conversation) this.#budget = event.usd
    })
  }

  /** The conversation's budget now, in USD; undefined if it has none. */
  budgetOf({ budget }: Pick<Conversation, 'budget'>): number | undefined {
    return this.#budget === undefined ? budget : (this.#budget ?? undefined)
  }

  /** Whether a tool is hidden from the model now. `conversation` is as it was when the turn began. */
  isOff({ off }: Pick<Conversation, 'off'>, server: string, tool: string): boolean {
    return isOff(this.#latest ?? off, server, tool)
  }

  isServerOff({ off }: Pick<Conversation, 'off'>, server: string): boolean {
    return isServerOff(this.#latest ?? off, server)
  }
}
