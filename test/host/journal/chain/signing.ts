import type Database from 'better-sqlite3'
import { readFileSync } from 'node:fs'
import { onTestFinished } from 'vitest'
import { HeadWriter } from '../../../../main/host/journal/chain/head-writer.ts'
import { headsFileOf, headsOf } from '../../../../main/host/journal/chain/heads.ts'
import type { Journal } from '../../../../main/host/journal/journal.ts'
import type { LogCheck } from '../../../../shared/contract/log.ts'
import { connect, verify } from '../support.ts'

/** A secret store of this test alone. `takes` is whether it keeps what nobody was asked about. */
export class Safe {
  readonly values = new Map<string, string>()
  takes = true
  get = async (name: string) => this.values.get(name)
  keep = async (name: string, value: string) => this.takes && this.values.set(name, value) !== undefined
}

/** What signs this journal's log, only when it is told to unless there is an interval. */
export function signing(
  journal: Journal,
  safe = new Safe(),
  { everyMs = 1_000_000, now = Date.now }: { everyMs?: number; now?: () => number } = {},
): HeadWriter {
  const writer = new HeadWriter({ journal, secrets: safe, everyMs, now })
  onTestFinished(() => writer.close())
  return writer
}

/** What a check of a closed or running journal finds, with the heads beside it. */
export const check = (file: string, key?: string, db: Database.Database = connect(file)): LogCheck =>
  verify(db, { ...headsOf(file), key })

export const headLines = (file: string): string[] => readFileSync(headsFileOf(file), 'utf8').split('\n').slice(0, -1)

/** Does to a database what only somebody who removed the triggers could do. */
export function tamper(db: Database.Database, sql: string): void {
  db.pragma('foreign_keys = OFF')
  for (const name of db.prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'trigger'").pluck().all())
    db.exec(`DROP TRIGGER ${name}`)
  db.exec(sql)
}
