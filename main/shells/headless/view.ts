import { reduce } from '../../../shared/state/reduce.ts'
import type { HostLink } from '../../../shared/contract/commands.ts'
import type { HostEvent } from '../../../shared/events/events.ts'
import { emptyState, type HostState } from '../../../shared/state/state.ts'

type Look = () => void

/** The folded feed of the host, with waiting for conditions. */
export class FeedView {
  readonly #link: HostLink
  readonly #leave: () => void
  readonly #looks = new Set<Look>()
  readonly #heard: (event: HostEvent) => void
  #state: HostState = emptyState
  /** The last durable event folded. */
  #seq = 0

  /** `heard` receives each event before those who wait look at the new state. */
  constructor(link: HostLink, heard: (event: HostEvent) => void) {
    this.#link = link
    this.#heard = heard
    this.#leave = link.subscribe((message) => {
      if ('snapshot' in message) {
        this.#state = message.snapshot
        this.#seq = message.seq
      } else
        for (const { event, at, seq } of message.events) {
          this.#state = reduce(this.#state, event, at)
          this.#seq = seq ?? this.#seq
          this.#heard(event)
        }
      this.look()
    })
  }

  get state(): HostState {
    return this.#state
  }

  /** Resolves when everything that has happened by now is folded; the feed lags slightly. */
  async catchUp(): Promise<void> {
    let now = 0
    const leave = this.#link.subscribe((message) => {
      if ('snapshot' in message) now = message.seq
    })
    leave()
    await this.until(() => (this.#seq >= now ? true : undefined))
  }

  /** Makes everyone who waits look again. */
  look(): void {
    for (const look of this.#looks) look()
  }

  /** Calls `look` now and after every event, until the returned function is called. */
  watch(look: Look): () => void {
    this.#looks.add(look)
    look()
    return () => void this.#looks.delete(look)
  }

  /** The result of `find`, as soon as it has one. Rejects with what it throws, and with the signal's reason. */
  async until<T>(find: (state: HostState) => T | undefined, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted()
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    const give = (): void => reject(signal?.reason)
    signal?.addEventListener('abort', give, { once: true })
    const leave = this.watch(() => {
      try {
        const found = find(this.#state)
        if (found !== undefined) resolve(found)
      } catch (error) {
        reject(error)
      }
    })
    try {
      return await promise
    } finally {
      leave()
      signal?.removeEventListener('abort', give)
    }
  }

  close(): void {
    this.#leave()
  }
}
