import type { FeedMessage, HostLink } from '../../../shared/contract/commands.ts'
import { emptyState, reduce, type HostState } from '../../../shared/state/state.ts'

/** What the shell itself has to know of the host: which questions wait, and what runs. It hears it as every UI does. */
export class Watch {
  #state: HostState = emptyState
  readonly #changed: (state: HostState) => void
  readonly leave: () => void

  /** `changed` is told when the open questions are others than before. */
  constructor(link: HostLink, changed: (state: HostState) => void) {
    this.#changed = changed
    this.leave = link.subscribe((message) => this.#take(message))
  }

  get state(): HostState {
    return this.#state
  }

  #take(message: FeedMessage): void {
    const { asks } = this.#state
    if ('snapshot' in message) this.#state = message.snapshot
    else for (const { event, at } of message.events) this.#state = reduce(this.#state, event, at)
    if (this.#state.asks === asks) return
    try {
      this.#changed(this.#state)
    } catch (error) {
      // What the system has against a notification must not reach the host.
      process.stderr.write(`${String(error)}\n`)
    }
  }
}
