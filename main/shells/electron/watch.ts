import { reduce } from '../../../shared/state/reduce.ts'
import type { FeedMessage, HostLink } from '../../../shared/contract/commands.ts'
import type { Recorded } from '../../../shared/events/events.ts'
import { emptyState, type HostState } from '../../../shared/state/state.ts'

type Watcher = {
  /** A state that no event led to. */
  begin(state: HostState): void
  /** The state after these events. */
  take(events: readonly Recorded[], state: HostState): void
}

/** The shell's own view of the host: open questions and running work. It subscribes like any UI. */
export class Watch {
  #state: HostState = emptyState
  readonly #watcher: Watcher
  readonly leave: () => void

  constructor(link: HostLink, watcher: Watcher) {
    this.#watcher = watcher
    this.leave = link.subscribe((message) => this.#take(message))
  }

  get state(): HostState {
    return this.#state
  }

  #take(message: FeedMessage): void {
    try {
      if ('snapshot' in message) {
        this.#state = message.snapshot
        this.#watcher.begin(this.#state)
      } else {
        for (const { event, at } of message.events) this.#state = reduce(this.#state, event, at)
        this.#watcher.take(message.events, this.#state)
      }
    } catch (error) {
      // The system's errors about a notification must not reach the host.
      process.stderr.write(`${String(error)}\n`)
    }
  }
}
