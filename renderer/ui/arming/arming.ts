/**
 * Milliseconds for which a consent can't be given after it first became readable: for one call, and for what outlasts
 * it. No setting shortens them.
 */
export const armingMs = { once: 500, lasting: 1500 } as const

/**
 * Decides whether a press counts as consent. The user must have been able to read the question for `time` without a
 * break: on screen, in a focused window, with the same content. Times are milliseconds of any single clock.
 */
export class Arming {
  readonly #time: number
  #readableSince: number | undefined
  #content: string | undefined
  #isFocused = false
  /** The key or button that is down: the readable content when it went down, and whether the time was over by then. */
  #down: { content: string | undefined; inTime: boolean } | undefined

  constructor(time: number = armingMs.once) {
    this.#time = time
  }

  /** The current conditions. A change of content restarts the time; so does everything that interrupts reading. */
  update(holds: { visible: boolean; focused: boolean; content: string }, now: number): void {
    const readable = holds.visible && holds.focused
    const begins = this.#readableSince === undefined || holds.content !== this.#content
    this.#content = holds.content
    if (!readable) this.#readableSince = undefined
    else if (begins) this.#readableSince = now
    this.#isFocused = holds.focused
  }

  /** Milliseconds until it is armed: 0 if it is, undefined if no time is running. */
  remaining(now: number): number | undefined {
    return this.#readableSince === undefined ? undefined : Math.max(0, this.#readableSince + this.#time - now)
  }

  /** Called when a key or pointer button goes down, but not for repeats of a held key. */
  down(now: number): void {
    this.#down = { content: this.#content, inTime: this.remaining(now) === 0 }
  }

  /**
   * Whether a press that ends now counts. A press that began too early never does, however long it was held; a press
   * that began in time does, even if the page has moved under it, unless the content changed.
   */
  press(now: number): boolean {
    const down = this.#down
    this.#down = undefined
    if (!down) return this.remaining(now) === 0
    return down.inTime && down.content === this.#content && this.#isFocused
  }
}
