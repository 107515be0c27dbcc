import type { FeedMessage, HostLink } from '../../../shared/contract/commands.ts'
import { emptyState, reduce, type HostState } from '../../../shared/state/state.ts'

/** The shell's own view of the host: open questions and running work. It subscribes like any UI. */
export class Watch {
  #state: HostState = emptyState
  readonly #changed: (state: HostState) => void
  readonly leave: () => void

  /** Calls `changed` when the open questions change. */
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
      // The system's errors about a notification must not reach the host.
      process.stderr.write(`${String(error)}\n`)
    }
  }
}
