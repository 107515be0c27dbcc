import type { CommandName, FeedMessage, HostLink, Input, Result } from '../../../shared/contract/commands.ts'
import type { HostError } from '../../../shared/contract/errors.ts'

/** Choices about what a model gets, and what it may do. */
const choices = new Set<CommandName>([
  ...(['chooseModel', 'setSystemPrompt', 'setBudget', 'switchTools', 'changeRules', 'changeSettings'] as const),
  ...(['leaveOut', 'undoSummary', 'shareInstructions', 'moveConversation', 'chooseBranch'] as const),
  ...(['unfollowResource', 'removeAppContext', 'removeAppDraft'] as const),
])

/** Commands that send something to a model. */
const requests = new Set<CommandName>([
  'sendMessage',
  'sendAgain',
  'sendQueued',
  'sendNow',
  'continueTurn',
  'compactConversation',
])

/**
 * A link that saves choices one after the other, and sends nothing to a model before they are saved: two commands can
 * reach the host in another order. If a choice is refused, so is the request, which would not be as the user chose.
 */
export class ChoicesFirst implements HostLink {
  readonly #link: HostLink
  readonly #unsaved = new Set<Promise<unknown>>()
  #last: Promise<unknown> = Promise.resolve()

  constructor(link: HostLink) {
    this.#link = link
  }

  async call<N extends CommandName>(name: N, input: Input<N>): Promise<Result<N>> {
    if (requests.has(name)) await Promise.all(this.#unsaved)
    return choices.has(name) ? this.#save(() => this.#link.call(name, input)) : this.#link.call(name, input)
  }

  subscribe(listener: (message: FeedMessage) => void | Promise<void>, ended?: (why: HostError) => void): () => void {
    return this.#link.subscribe(listener, ended)
  }

  #save<T>(call: () => Promise<T>): Promise<T> {
    const saved = this.#last.then(call)
    this.#unsaved.add(saved)
    this.#last = saved.catch(() => undefined).finally(() => this.#unsaved.delete(saved))
    return saved
  }
}
