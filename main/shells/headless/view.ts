import type { HostLink } from '../../../shared/commands.ts'
import type { HostEvent } from '../../../shared/events.ts'
import { emptyState, reduce, type HostState } from '../../../shared/state.ts'

type Look = () => void

/** What the host tells over its feed, folded, for whoever waits for something in it. */
export class View {
  readonly #leave: () => void
  readonly #looks = new Set<Look>()
  readonly #heard: (event: HostEvent) => void
  #state: HostState = emptyState

  /** `heard` is told of each event before those who wait look at what came of it. */
  constructor(link: HostLink, heard: (event: HostEvent) => void) {
    this.#heard = heard
    this.#leave = link.subscribe((message) => {
      if ('snapshot' in message) this.#state = message.snapshot
      else
        for (const { event, at } of message.events) {
          this.#state = reduce(this.#state, event, at)
          this.#heard(event)
        }
      this.look()
    })
  }

  get state(): HostState {
    return this.#state
  }

  /** Has everybody who waits look again. */
  look(): void {
    for (const look of this.#looks) look()
  }

  /** Calls `look` now and after everything that happens, until the function that it answers is called. */
  watch(look: Look): () => void {
    this.#looks.add(look)
    look()
    return () => void this.#looks.delete(look)
  }

  /** What `find` finds, as soon as it does. Rejects with what it throws, and with the signal's reason. */
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
