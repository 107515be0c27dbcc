import { setTimeout } from 'node:timers/promises'
import type { LogCheck, LogChecking } from '../../shared/log.ts'
import type { HeadWriter } from './journal/head-writer.ts'
import type { Reader } from './workers/reader.ts'

/** How long a command waits for what takes longer, in milliseconds. */
const patience = 1000

/** What a person can do with the log as a whole. */
export class Log {
  readonly #reader: Reader
  readonly #heads: HeadWriter
  #check: Promise<LogCheck> | undefined

  constructor(reader: Reader, heads: HeadWriter) {
    this.#reader = reader
    this.#heads = heads
  }

  /** One check runs at a time; whoever asks meanwhile waits for that one. */
  async verify(): Promise<LogCheck | LogChecking> {
    this.#check ??= this.#reader.verify(this.#heads.key).finally(() => (this.#check = undefined))
    const late = new AbortController()
    try {
      return await Promise.race([
        this.#check,
        setTimeout(patience, undefined, { signal: late.signal }).then(() => this.#reader.checking()),
      ])
    } finally {
      late.abort()
    }
  }
}
