import { isNear } from './client.ts'

/** Models that may think for minutes without a byte; their names say so. */
const thinks =
  /(?:^|[/:_-])(?:o[1-9]|gpt-[5-9]|gpt-oss|r1|qwq|grok-[4-9]|gemini-(?:[3-9]|2\.5)|magistral|kimi-k2)|reason|think/i

/** Milliseconds until a stream is given up: before its first byte, between bytes, and with comments alone. */
export type StreamPatience = { firstMs: number; idleMs: number; commentsMs: number }

/**
 * How long to wait for this model. A server nearby may load the model first, and a reasoning model thinks unseen.
 * `idleMs` is the usual limit between bytes; the others follow from it.
 */
export function patienceWith({ baseUrl, idleMs }: { baseUrl: string; idleMs: number }, model: string): StreamPatience {
  const long = (idleMs * 20) / 3
  const idle = thinks.test(model) ? (idleMs * 10) / 3 : idleMs
  return { firstMs: isNear(baseUrl) ? long : Math.max(idle, (idleMs * 4) / 3), idleMs: idle, commentsMs: long }
}

type Alarms = { onQuiet: (since: number) => void; onDead: () => void; now: () => number }

/** Watches one exchange: quiet after a sixth of the idle limit without content, dead when a limit has passed. */
export class Clocks {
  readonly #patience: StreamPatience
  readonly #alarms: Alarms
  #limit: NodeJS.Timeout
  #comments: NodeJS.Timeout | undefined
  #quiet: NodeJS.Timeout | undefined
  #since = 0
  #hasBegun = false
  #isFed = false
  #silent = 0

  constructor(patience: StreamPatience, alarms: Alarms) {
    this.#patience = patience
    this.#alarms = alarms
    this.#limit = setTimeout(alarms.onDead, patience.firstMs)
  }

  /** Bytes arrived. Comments keep a stream open, but only for a limited time. */
  onBytes(isComment: boolean): void {
    if (this.#hasBegun) this.#limit.refresh()
    else this.#begin()
    if (!isComment) {
      clearTimeout(this.#comments)
      this.#comments = undefined
    } else this.#comments ??= setTimeout(this.#alarms.onDead, this.#patience.commentsMs)
  }

  /** Content arrived; this runs for every piece of it. */
  fed(): void {
    this.#isFed = true
  }

  stop(): void {
    for (const timer of [this.#limit, this.#comments, this.#quiet]) clearTimeout(timer)
    this.#quiet = undefined
  }

  /** Runs twice in the time that counts as quiet. */
  #look(): void {
    this.#silent = this.#isFed ? 0 : this.#silent + 1
    if (this.#isFed) this.#since = this.#alarms.now()
    this.#isFed = false
    if (this.#silent === 2) this.#alarms.onQuiet(this.#since)
  }

  #begin(): void {
    const { idleMs } = this.#patience
    this.#hasBegun = true
    this.#since = this.#alarms.now()
    clearTimeout(this.#limit)
    this.#limit = setTimeout(this.#alarms.onDead, idleMs)
    this.#quiet = setInterval(() => this.#look(), idleMs / 12)
  }
}
