import type Database from 'better-sqlite3'
import { readFileSync } from 'node:fs'
import { onTestFinished } from 'vitest'
import { HeadWriter } from '../../../../main/host/journal/signing/head-writer.ts'
import { headsFileOf, headsOf } from '../../../../main/host/journal/chain/heads.ts'
import type { Journal } from '../../../../main/host/journal/journal.ts'
import type { LogCheck } from '../../../../shared/contract/log.ts'
import { connect, verify } from '../support.ts'

/** A secret store for this test only. `takes`: whether it stores values without asking. */
export class Safe {
  readonly values = new Map<string, string>()
  takes = true
  get = async (name: string) => this.values.get(name)
  keep = async (name: string, value: string) => this.takes && this.values.set(name, value) !== undefined
}

/** The signer of this journal's log; without an interval it signs only on demand. */
export function signing(
  journal: Journal,
  safe = new Safe(),
  { everyMs = 1_000_000, now = Date.now }: { everyMs?: number; now?: () => number } = {},
): HeadWriter {
  const writer = new HeadWriter({ journal, secrets: safe, everyMs, now })
  onTestFinished(() => writer.close())
  return writer
}

/** The findings of a check of a closed or running journal, with its heads. */
export const check = (file: string, key?: string, db: Database.Database = connect(file)): LogCheck =>
  verify(db, { ...headsOf(file), key })

export const headLines = (file: string): string[] => readFileSync(headsFileOf(file), 'utf8').split('\n').slice(0, -1)

/** Changes a database in ways that require removing its triggers. */
export function tamper(db: Database.Database, sql: string): void {
  db.pragma('foreign_keys = OFF')
  for (const name of db.prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'trigger'").pluck().all())
    db.exec(`DROP TRIGGER ${name}`)
  db.exec(sql)
}
