import { setTimeout as delay } from 'node:timers/promises'
import { activityOf } from './process-activity.ts'

/** A program that ends by itself usually has by then; others are looked at. */
const beforeMs = 100
/** Milliseconds between two looks. */
const lookMs = 500
/** Usage between two looks that counts as none: timers that tick, a pipe that is read. */
const nothing = { cpuMs: 10, bytes: 4096 }

/**
 * Watches a program that was told to end. A program that works, because it saves something, has its time; an idle one
 * won't end by waiting.
 */
export class IdleWatch {
  /** Resolves once the tree did nothing between two looks; never if the system doesn't say. */
  readonly idle: Promise<void>
  readonly #over = new AbortController()

  constructor(pid: number) {
    this.idle = this.#watch(pid)
  }

  end(): void {
    this.#over.abort()
  }

  async #watch(pid: number): Promise<void> {
    const { signal } = this.#over
    const look = async (ms: number) => {
      await delay(ms, undefined, { ref: false, signal }).catch(() => undefined)
      return signal.aborted ? undefined : activityOf(pid)
    }
    let before = await look(beforeMs)
    for (let now = await look(lookMs); before && now; now = await look(lookMs)) {
      // Servers share their looks: one that isn't newer says nothing.
      if (now.at === before.at) continue
      // On a busy machine, a program that works may get no processor time between two looks.
      const didNothing = now.cpuMs - before.cpuMs <= nothing.cpuMs && now.bytes - before.bytes <= nothing.bytes
      if (didNothing && !now.isBusy) return
      before = now
    }
    await new Promise(() => undefined)
  }
}
