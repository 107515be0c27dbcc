import type { Conversation } from '../../../../shared/state/conversation.ts'
import { isOutside, projectOf } from '../../../../shared/state/projects.ts'
import { isOff, isServerOff, type ToolsOff } from '../../../../shared/config/tools-off.ts'
import type { Project } from '../../../../shared/config/project.ts'
import { type Sampled, sampledIn } from '../../../../shared/events/sampling-events.ts'
import type { Journal } from '../../journal/journal.ts'

type Filtered = Pick<Conversation, 'off' | 'project'>

/**
 * Follows a conversation's settings while one of its turns is read and runs: tools turned off, the project, the budget,
 * and the cost of servers' requests.
 */
export class ToolFilter {
  readonly leave: () => void
  #latest: ToolsOff | undefined
  #budget: number | null | undefined
  #project: string | null | undefined
  readonly #journal: Journal
  /** The answers to servers' requests during its calls. */
  readonly sampled: Sampled[] = []

  constructor(journal: Journal, conversation: string) {
    this.#journal = journal
    this.leave = journal.subscribe(({ event }) => {
      if (event.type === 'conversation.tools' && event.conversation === conversation) this.#latest = event.off
      if (event.type === 'conversation.budget' && event.conversation === conversation) this.#budget = event.usd
      if (event.type === 'conversation.project' && event.conversation === conversation) this.#project = event.project
      if (event.type === 'sampling.finished' && event.operation?.conversation === conversation)
        this.sampled.push(...[sampledIn(event) ?? []].flat())
    })
  }

  /** The conversation's budget now, in USD; undefined if it has none. */
  budgetOf({ budget }: Pick<Conversation, 'budget'>): number | undefined {
    return this.#budget === undefined ? budget : (this.#budget ?? undefined)
  }

  /** Whether a tool is hidden from the model now. `conversation` is as it was when the turn began. */
  isOff(conversation: Filtered, server: string, tool: string): boolean {
    return this.isOutside(conversation, server) || isOff(this.#latest ?? conversation.off, server, tool)
  }

  isServerOff(conversation: Filtered, server: string): boolean {
    return this.isOutside(conversation, server) || isServerOff(this.#latest ?? conversation.off, server)
  }

  /** Whether the conversation's project gives its models nothing of this server. */
  isOutside(conversation: Filtered, server: string): boolean {
    return isOutside(this.projectOf(conversation), server)
  }

  /** The conversation's project now. */
  projectOf({ project }: Pick<Conversation, 'project'>): Project | undefined {
    const id = this.#project === undefined ? project : (this.#project ?? undefined)
    return projectOf({ project: id }, this.#journal.state)
  }
}
