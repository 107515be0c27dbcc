import { mkdirSync } from 'node:fs'
import { appendFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Parsed } from '../../../../shared/contract/commands.ts'
import type { LogCheck, LogCheckStopped, LogChecking } from '../../../../shared/contract/log.ts'
import { moveOver } from '../../base/move.ts'
import type { HeadWriter } from '../signing/head-writer.ts'
import { writeLine } from '../export/lines.ts'
import { wholeText } from '../export/whole-signature.ts'
import type { Reader } from './reader.ts'

/** Milliseconds that a command waits for something slow. */
const patience = 1000

/** The user's operations on the log as a whole. */
export class Log {
  readonly #reader: Reader
  readonly #heads: HeadWriter
  readonly #directory: string
  #exports = 0
  #check: Promise<LogCheck | LogCheckStopped> | undefined

  constructor(reader: Reader, heads: HeadWriter, directory: string) {
    this.#reader = reader
    this.#heads = heads
    this.#directory = join(directory, 'exports')
  }

  /** One check runs at a time; concurrent callers wait for that one. */
  async verify(): Promise<LogCheck | LogCheckStopped | LogChecking> {
    const check = (this.#check ??= this.#begin())
    const late = new AbortController()
    try {
      return await Promise.race([
        check,
        setTimeout(patience, undefined, { signal: late.signal }).then(() => this.#reader.ask('checkProgress')),
      ])
    } finally {
      late.abort()
    }
  }

  /** Stops the running check. One requested from now on is a new one. */
  async stopCheck(): Promise<void> {
    if (!this.#check) return
    this.#check = undefined
    await this.#reader.ask('stopCheck')
  }

  #begin(): Promise<LogCheck | LogCheckStopped> {
    const check = this.#reader.ask('checkLog', { key: this.#heads.key, anchor: this.#heads.anchor }).finally(() => {
      if (this.#check === check) this.#check = undefined
    })
    return check
  }

  /** Two exports of the same moment get distinct names. The log's key signs the whole, unless it is a table. */
  async export(filter: Parsed<'exportLog'>): Promise<{ file: string; records: number }> {
    await this.#heads.sign()
    mkdirSync(this.#directory, { recursive: true, mode: 0o700 })
    const at = Date.now()
    const moment = new Date(at).toISOString().replaceAll(/[:.]/g, '-')
    this.#exports += 1
    const file = join(
      this.#directory,
      `atrium-audit-${moment}-${this.#exports}.${filter.csv && filter.calls ? 'csv' : 'jsonl'}`,
    )
    const draft = `${file}.unsigned`
    try {
      const { records, facts } = await this.#reader.ask('exportLog', { file: draft, filter, at })
      const signature = facts && this.#heads.signExport((key) => wholeText(facts, key))
      if (signature) await appendFile(draft, `${writeLine({ signature })}\n`, { flush: true })
      moveOver(draft, file)
      return { file, records }
    } finally {
      await rm(draft, { force: true })
    }
  }
}
