import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test, vi } from 'vitest'
import { columnsIn, commitment, rowHash, type EventRow } from '../../../../main/host/journal/chain/chain.ts'
import { genesis } from '../../../../main/host/journal/chain/chain-check.ts'
import { ClockCheck } from '../../../../main/host/journal/chain/chain-check.ts'
import { checkExport } from '../../../../main/host/journal/export/check.ts'
import { exportLines } from '../../../../main/host/journal/export/write.ts'
import { migrate, migrations } from '../../../../main/host/journal/migrations.ts'
import { QueryConnection } from '../../../../main/host/journal/queries/connection.ts'
import { queries } from '../../../../main/host/journal/queries/queries.ts'
import { verdictSentences } from '../../../../main/shells/audit/verdict.ts'
import { auditWords as words } from '../../../../main/shells/audit/words.ts'
import { connect, note, openJournal, queryable, temporaryDirectory, verify } from '../support.ts'

const hour = 3_600_000

async function* each(lines: string[]): AsyncGenerator<string> {
  yield* lines
}

const exported = (db: Database.Database): string[] => [...exportLines(db, {}, 5)].map(({ line }) => line)

test('[JRN-23] keeps the order of records if the clock is set back or stops, and shows it against the monotonic clock', async () => {
  let at = 100 * hour
  let mono = 5000.9
  const journal = openJournal({ now: () => at, mono: () => mono })
  journal.append(note('before'))
  at -= hour
  mono += 20
  journal.append(note('set back'))
  mono += 5
  journal.append(note('the same moment'), note('and once more'))
  journal.flush()
  const db = connect(journal.file)
  const rows = db.prepare('SELECT seq, at, mono FROM events ORDER BY seq').all()
  expect(rows).toEqual([
    { seq: 1, at: 100 * hour, mono: 5000 },
    { seq: 2, at: 99 * hour, mono: 5020 },
    { seq: 3, at: 99 * hour, mono: 5025 },
    { seq: 4, at: 99 * hour, mono: 5025 },
  ])
  const connection = new QueryConnection(db)
  expect(queries.listAudit(connection, { limit: 10 }).rows.map(({ seq }) => seq)).toEqual([4, 3, 2, 1])
  expect(queries.getRecord(connection, { seq: 2 })).toMatchObject({ row: { at: 99 * hour }, mono: 5020 })
  const setBack = { times: 1, first: 2 }
  expect(verify(db)).toMatchObject({ state: 'intact', records: 4, setBack })
  expect(verdictSentences(verify(db))).toContain(words.setBack(1, 2))
  expect((await checkExport(each(exported(db)))).log).toMatchObject({ state: 'intact', records: 4, setBack })
  expect(exported(db).at(-1)).toContain('"mono":5025')
})

test('[JRN-23] reports where the time of day went back, and nothing else', () => {
  const check = new ClockCheck()
  const take = (seq: number, at: number, mono: number | null, type = 'request.sent') =>
    check.take({ seq, at, mono, type })
  take(1, 10_000, null)
  take(2, 1000, null)
  take(3, 50_000, 100)
  take(4, 49_000, 200)
  take(5, 9000, 150)
  take(6, 4000, 900, 'host.started')
  expect(check.found).toBeNull()
  take(7, 2999, 900)
  take(8, 90_000, 901)
  take(9, 10, 5_000_000)
  expect(check.found).toEqual({ times: 2, first: 7 })
})

test('[JRN-23] reads a clock that no one can set', () => {
  const journal = openJournal({ now: () => 0 })
  const own = vi.spyOn(performance, 'now').mockReturnValue(4711.5)
  journal.append(note('now'))
  journal.flush()
  const { mono } = queries.getRecord(queryable(journal), { seq: 1 })
  own.mockRestore()
  expect(mono).toBe(4711)
})

test('[JRN-23] keeps the hash of records from before the clock, beside new ones and in an old log’s export', async () => {
  const directory = temporaryDirectory()
  const file = join(directory, 'journal.db')
  const old = new Database(file)
  migrate(old, migrations.slice(0, 8))
  const body = JSON.stringify(note('old'))
  const row: Omit<EventRow, 'hash'> = {
    seq: 1,
    at: 5,
    version: 1,
    type: 'request.sent',
    actor: null,
    conversation: null,
    turn: null,
    call: null,
    server: 'files',
    tool: null,
    era: null,
    definition: null,
    decision: null,
    outcome: null,
    args_commit: null,
    took: null,
    body_commit: commitment('salt', body),
    prev: genesis,
  }
  const names = Object.keys(row)
  old
    .prepare(`INSERT INTO events (${names.join()}, hash) VALUES (${names.map((it) => `@${it}`).join()}, @hash)`)
    .run({ ...row, hash: rowHash(row) })
  old.prepare("INSERT INTO bodies VALUES (1, 'salt', ?)").run(body)
  expect(columnsIn(old)).not.toContain('mono')
  expect(verify(old)).toMatchObject({ state: 'intact', records: 1 })
  expect(queries.getRecord(new QueryConnection(old), { seq: 1 })).toMatchObject({ mono: null })
  const before = exported(old)
  expect((await checkExport(each(before))).log).toMatchObject({ state: 'intact', records: 1 })
  old.close()
  const journal = openJournal({}, directory)
  journal.append(note('new'))
  journal.flush()
  const db = connect(file)
  expect(verify(db)).toMatchObject({ state: 'intact', records: 2 })
  expect(exported(db).at(1)).toBe(before.at(1))
  expect((await checkExport(each(exported(db)))).log).toMatchObject({ state: 'intact', records: 2 })
})
