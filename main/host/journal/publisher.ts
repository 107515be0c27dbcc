import type { Recorded } from '../../../shared/events/events.ts'

type Listener = (recorded: Recorded) => void

/** Notifies every listener of everything in order, even if a listener appends while being notified. */
export class Publisher {
  /** With each listener, how many events preceded it: those are in the state it began with. */
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

/** An error in a listener affects only that listener: it is reported, and the others are still notified. */
function tell(listener: Listener, recorded: Recorded): void {
  try {
    listener(recorded)
  } catch (error) {
    process.emitWarning(error instanceof Error ? error : String(error))
  }
}
