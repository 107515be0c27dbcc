import type { Conversation } from '../../../../shared/state/conversation.ts'
import { isOff, isServerOff, type ToolsOff } from '../../../../shared/config/tools-off.ts'
import type { Journal } from '../../journal/journal.ts'

/** Follows what the user turns off in a conversation while one of its turns is read and runs. */
export class ToolFilter {
  readonly leave: () => void
  #latest: ToolsOff | undefined

  constructor(journal: Journal, conversation: string) {
    this.leave = journal.subscribe(({ event }) => {
      if (event.type === 'conversation.tools' && event.conversation === conversation) this.#latest = event.off
    })
  }

  /** Whether a tool is hidden from the model now. `conversation` is as it was when the turn began. */
  isOff({ off }: Pick<Conversation, 'off'>, server: string, tool: string): boolean {
    return isOff(this.#latest ?? off, server, tool)
  }

  isServerOff({ off }: Pick<Conversation, 'off'>, server: string): boolean {
    return isServerOff(this.#latest ?? off, server)
  }
}
