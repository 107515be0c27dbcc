/** Callbacks for a stream that goes quiet. */
type Alarms = { onQuiet: (since: number) => void; onDead: () => void; now: () => number }

/** Watches one streamed body: quiet after a sixth of `idleMs` without content, dead after `idleMs` without a byte. */
export class Watchdog {
  readonly #alarms: Alarms
  readonly #idleMs: number
  #quiet: NodeJS.Timeout | undefined
  #dead: NodeJS.Timeout | undefined
  #since = 0

  constructor(idleMs: number, alarms: Alarms) {
    this.#idleMs = idleMs
    this.#alarms = alarms
  }

  /** Passes a response on and watches its body. */
  watch(response: Response): Response {
    if (response.body === null) return response
    this.#since = this.#alarms.now()
    this.#dead = setTimeout(() => this.#alarms.onDead(), this.#idleMs)
    this.#quiet = setTimeout(() => this.#alarms.onQuiet(this.#since), this.#idleMs / 6)
    const tap = new TransformStream<Uint8Array, Uint8Array>({
      transform: (chunk, out) => {
        this.#dead?.refresh()
        out.enqueue(chunk)
      },
    })
    return new Response(response.body.pipeThrough(tap), response)
  }

  /** Content arrived. */
  fed(): void {
    this.#since = this.#alarms.now()
    this.#quiet?.refresh()
  }

  stop(): void {
    clearTimeout(this.#dead)
    clearTimeout(this.#quiet)
    this.#dead = undefined
    this.#quiet = undefined
  }
}
