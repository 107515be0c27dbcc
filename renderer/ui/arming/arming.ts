/** How long a consent cannot be given after it could first be read, in milliseconds. No setting shortens it. */
export const armingMs = 500

/**
 * Decides whether a press may count as a consent. The person must have been able to read the question for 500 ms
 * without a break: on screen, in a focused window, with the same content. Times are milliseconds of any one clock.
 */
export class Arming {
  #readableSince: number | undefined
  #content: string | undefined
  #isFocused = false
  /** The key or button that is down: what could be read when it went down, and whether the time was over by then. */
  #down: { content: string | undefined; inTime: boolean } | undefined

  /** What holds now. A change of content starts the time again; so does everything that interrupts reading. */
  update(holds: { visible: boolean; focused: boolean; content: string }, now: number): void {
    const readable = holds.visible && holds.focused
    const begins = this.#readableSince === undefined || holds.content !== this.#content
    this.#content = holds.content
    if (!readable) this.#readableSince = undefined
    else if (begins) this.#readableSince = now
    this.#isFocused = holds.focused
  }

  /** Milliseconds until it is armed: 0 when it is, undefined while nothing runs down. */
  remaining(now: number): number | undefined {
    return this.#readableSince === undefined ? undefined : Math.max(0, this.#readableSince + armingMs - now)
  }

  /** A key or a pointer button goes down. Repeats of a held key are no presses. */
  down(now: number): void {
    this.#down = { content: this.#content, inTime: this.remaining(now) === 0 }
  }

  /**
   * Whether a press that ends now counts. One that began too early never does, however long it was held; one that began
   * in time does, though the page moved under it since, unless the content is another.
   */
  press(now: number): boolean {
    const down = this.#down
    this.#down = undefined
    if (!down) return this.remaining(now) === 0
    return down.inTime && down.content === this.#content && this.#isFocused
  }
}
