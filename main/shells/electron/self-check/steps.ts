import { appendFileSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { selfCheckWords as words } from './words.ts'

/** Max seconds of a step. */
const patience = 60

/** Max characters of a step's text: some of it comes from elsewhere. */
const longest = 2000

/** Does a step; returns a sentence if it went well, but not as for a user. */
type Step = () => Promise<string | void>

/** Writes what each step led to: one line of JSON as it ends, so a step that never ends is missing. */
export class Steps {
  readonly #folder: string

  constructor(directory: string) {
    this.#folder = path.join(directory, 'self-check')
    mkdirSync(this.#folder, { mode: 0o700 })
  }

  /** A file beside the lines. */
  fileNamed(name: string): string {
    return path.join(this.#folder, name)
  }

  /** Does a step; false if it failed. */
  async take(step: string, work: Step): Promise<boolean> {
    const began = performance.now()
    const end = (outcome: string, detail?: string): void => {
      const line = { step, outcome, ms: Math.round(performance.now() - began), detail: detail?.slice(0, longest) }
      appendFileSync(this.fileNamed('steps.jsonl'), `${JSON.stringify(line)}\n`, { mode: 0o600 })
    }
    const late = new AbortController()
    const tired = wait(patience * 1000, undefined, { signal: late.signal }).then(() => {
      throw new Error(words.late(patience))
    })
    try {
      const note = (await Promise.race([work(), tired])) ?? undefined
      end(note === undefined ? 'fine' : 'notice', note)
      return true
    } catch (error) {
      end('problem', error instanceof Error ? error.message : String(error))
      return false
    } finally {
      late.abort()
      tired.catch(() => undefined)
    }
  }
}

/** Looks again and again until there is something. The step's time ends it. */
export async function until<T>(look: () => T | undefined | Promise<T | undefined>, everyMs = 50): Promise<T> {
  for (;;) {
    const found = await look()
    if (found !== undefined) return found
    await wait(everyMs)
  }
}
