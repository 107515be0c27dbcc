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
  /** Resolves once the tree has done nothing for so many looks in a row; never if the system doesn't say. */
  readonly idle: Promise<void>
  readonly #over = new AbortController()

  constructor(pid: number, looks: number, activity = activityOf) {
    this.idle = this.#watch(pid, looks, activity)
  }

  end(): void {
    this.#over.abort()
  }

  async #watch(pid: number, looks: number, activity: typeof activityOf): Promise<void> {
    const { signal } = this.#over
    const wait = (ms: number): Promise<unknown> => delay(ms, undefined, { ref: false, signal }).catch(() => undefined)
    await wait(beforeMs)
    let before = signal.aborted ? undefined : await activity(pid)
    for (let quiet = 0; quiet < looks && !signal.aborted;) {
      await wait(lookMs)
      const now = signal.aborted ? undefined : await activity(pid)
      if (!before || !now) break
      // Servers share their looks: one that isn't newer says nothing.
      if (now.at === before.at) continue
      const isQuiet = now.cpuMs - before.cpuMs <= nothing.cpuMs && now.bytes - before.bytes <= nothing.bytes
      quiet = isQuiet ? quiet + 1 : 0
      before = now
      if (quiet >= looks) return
    }
    await new Promise(() => undefined)
  }
}
