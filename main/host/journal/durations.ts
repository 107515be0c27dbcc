import type { HostEvent } from '../../../shared/events/events.ts'

/** Remembers when operations began, so the event that ends one can include its duration. */
export class Durations {
  readonly #since = new Map<string, number>()

  /**
   * Milliseconds since the beginning of what this event ends; null if it ends nothing, or something from an earlier
   * run.
   */
  took(event: HostEvent, at: number): number | null {
    const begun = begins(event)
    if (begun !== undefined) this.#since.set(begun, at)
    const ended = ends(event)
    if (ended === undefined) return null
    const since = this.#since.get(ended)
    this.#since.delete(ended)
    if (event.type === 'turn.finished') this.#since.delete(`message of ${event.turn}`)
    return since === undefined ? null : Math.max(0, at - since)
  }
}

function begins(event: HostEvent): string | undefined {
  switch (event.type) {
    case 'turn.started':
      return `turn ${event.turn}`
    case 'model.requested':
      return `message of ${event.turn}`
    case 'call.requested':
      return `call ${event.call}`
    case 'call.started':
      // From here on the server's time counts, not the user's.
      return event.leg === 1 ? `call ${event.call}` : undefined
    case 'ask.opened':
      return `ask ${event.ask.id}`
    default:
      return undefined
  }
}

function ends(event: HostEvent): string | undefined {
  switch (event.type) {
    case 'turn.finished':
      return `turn ${event.turn}`
    case 'message.finished':
      return `message of ${event.turn}`
    case 'call.finished':
      return `call ${event.call}`
    case 'ask.closed':
      return `ask ${event.ask}`
    default:
      return undefined
  }
}
