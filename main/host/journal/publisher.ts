import type { Recorded } from '../../../shared/events/events.ts'

type Listener = (recorded: Recorded) => void

/** Tells every listener everything in order, also where a listener appends while it is being told. */
export class Publisher {
  /** With each listener, how many events there had been when it came: those are in the state it began with. */
  readonly #listeners = new Set<{ listener: Listener; since: number }>()
  readonly #queue: Recorded[] = []
  #queued = 0
  #told = 0
  #telling = false

  subscribe(listener: Listener): () => void {
    const entry = { listener, since: this.#queued }
    this.#listeners.add(entry)
    return () => void this.#listeners.delete(entry)
  }

  publish(recorded: Recorded[]): void {
    this.#queue.push(...recorded)
    this.#queued += recorded.length
    if (this.#telling) return
    this.#telling = true
    for (let next = this.#queue.shift(); next; next = this.#queue.shift()) {
      this.#told += 1
      for (const { listener, since } of this.#listeners) if (this.#told > since) tell(listener, next)
    }
    this.#telling = false
  }
}

/** A listener's fault is its own: it is reported, and the others still hear. */
function tell(listener: Listener, recorded: Recorded): void {
  try {
    listener(recorded)
  } catch (error) {
    process.emitWarning(error instanceof Error ? error : String(error))
  }
}
