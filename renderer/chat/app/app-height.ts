import { isObject } from '../../../shared/schema/json.ts'

/** A smaller step down is noise of the app's own layout. */
const leastStep = 4

/** After this many changes within the time (in milliseconds), the largest stays until the width changes. */
const mostChanges = 20
const withinMs = 2000

/** The height that an app's message wants, in pixels; undefined for any other message. The width is ignored. */
export function wantedHeight(message: unknown): number | undefined {
  if (!isObject(message) || message['method'] !== 'ui/notifications/size-changed') return undefined
  const height = isObject(message['params']) ? message['params']['height'] : undefined
  return typeof height === 'number' && Number.isFinite(height) ? height : undefined
}

/** Follows the height of one app, without following one that swings between two. */
export class AppHeight {
  readonly #now: () => number
  #height: number
  #changes: number[] = []
  #width = 0

  /** `now` is a monotonic clock in milliseconds. */
  constructor(first: number, now: () => number) {
    this.#height = first
    this.#now = now
  }

  /** The height to show, within the limits. */
  take(wanted: number, { width, least, most }: { width: number; least: number; most: number }): number {
    if (width !== this.#width) this.#changes = []
    this.#width = width
    const height = Math.min(most, Math.max(least, Math.round(wanted)))
    const isSwinging = this.#changes.length >= mostChanges
    if (height === this.#height || (height < this.#height && (isSwinging || this.#height - height <= leastStep)))
      return Math.min(most, this.#height)
    const now = this.#now()
    this.#changes = [...this.#changes.filter((at) => now - at < withinMs), now]
    this.#height = height
    return height
  }
}
