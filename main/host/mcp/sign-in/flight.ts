/** Something that several wait for and that is done once; it is given up when nobody waits any more. */
export class Flight {
  readonly #over = new AbortController()
  readonly #done: Promise<void>
  #waiting = 0

  constructor(work: (signal: AbortSignal) => Promise<void>) {
    this.#done = work(this.#over.signal)
    // Whoever joins hears of it.
    this.#done.catch(() => undefined)
  }

  /** Rejects as the work does, or with the signal's reason. */
  async join(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    this.#waiting++
    let leave: () => void = () => undefined
    const left = new Promise<never>((_resolve, reject) => {
      leave = () => reject(signal.reason as Error)
      signal.addEventListener('abort', leave, { once: true })
    })
    try {
      await Promise.race([this.#done, left])
    } finally {
      signal.removeEventListener('abort', leave)
      if (--this.#waiting === 0) this.#over.abort(new Error('Nobody waits for it any more.'))
    }
  }
}
