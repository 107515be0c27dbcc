import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test, vi } from 'vitest'
import type { Journal } from '../../../../main/host/journal/journal.ts'
import { reportsFileOf } from '../../../../main/host/journal/database/database.ts'
import { ringLimits } from '../../../../main/host/journal/reports/report-store.ts'
import type { NewFrame, NewLine } from '../../../../main/host/journal/reports/reports.ts'
import { startAppender } from '../processes.ts'
import { samples, story } from '../samples.ts'
import { connect, note, openJournal, recorder, storedSeqs, temporaryDirectory, verify } from '../support.ts'
import { erasing } from '../following.ts'

const line = (text: string, server = 'files'): NewLine => ({
  server,
  source: 'stderr',
  level: null,
  logger: null,
  text,
})
const frame = (text: string, server = 'files'): NewFrame => {
  const none = { rpc: null, method: null, detail: null, about: null, took: null }
  return { server, direction: 'in', kind: 'notification', ...none, bytes: text.length, text, cut: 0 }
}
const count = (journal: Journal, ring: keyof typeof ringLimits, server = 'files'): { rows: number; bytes: number } => {
  journal.reports.flush()
  const db = connect(reportsFileOf(journal.file))
  const sql = `SELECT count(*) AS rows, coalesce(sum(octet_length(text)), 0) AS bytes FROM ${ring} WHERE server = ?`
  const found = db.prepare<[string], { rows: number; bytes: number }>(sql).get(server)
  db.close()
  return found ?? { rows: -1, bytes: -1 }
}

test('[REP-4] keeps a server’s newest rows up to a limit, whatever others report', () => {
  const directory = temporaryDirectory()
  const journal = openJournal({}, directory)
  journal.reports.line(line('quiet', 'other'))
  const { rows: most } = ringLimits.server_log
  for (let n = 0; n < 2 * most + 7; n++) journal.reports.line(line(`line ${n}`))
  const { rows } = count(journal, 'server_log')
  expect(rows).toBeLessThanOrEqual(most)
  expect(rows).toBeGreaterThan(0.8 * most)
  expect(count(journal, 'server_log', 'other').rows).toBe(1)
  const last = connect(reportsFileOf(journal.file))
    .prepare('SELECT text FROM server_log ORDER BY id DESC LIMIT 1')
    .pluck()
    .get()
  expect(last).toBe(`line ${2 * most + 6}`)
})

test('[REP-4] keeps a server’s bytes up to a limit, also after reopening', async () => {
  const directory = temporaryDirectory()
  const first = openJournal({}, directory)
  const text = 'ä'.repeat(8000)
  const most = ringLimits.frames.bytes
  for (let n = 0; n < (0.8 * most) / 16_000; n++) first.reports.frame(frame(text))
  const before = count(first, 'frames')
  await first.close()
  const journal = openJournal({}, directory)
  expect(count(journal, 'frames')).toEqual(before)
  for (let n = 0; n < (0.8 * most) / 16_000; n++) journal.reports.frame(frame(text))
  const { bytes } = count(journal, 'frames')
  expect(bytes).toBeLessThanOrEqual(most)
  expect(bytes).toBeGreaterThan(0.8 * most)
  expect(verify(connect(journal.file))).toMatchObject({ state: 'intact' })
})

test('[REP-4] drops reports that can’t be written, and the log continues', async () => {
  const warned = vi.spyOn(process, 'emitWarning').mockReturnValue(undefined)
  const journal = openJournal()
  const other = connect(reportsFileOf(journal.file))
  other.exec('BEGIN IMMEDIATE')
  for (let n = 0; n < 200; n++) journal.reports.frame(frame('x'.repeat(16_000)))
  journal.reports.flush()
  expect(warned).toHaveBeenCalledOnce()
  expect(count(journal, 'frames').rows).toBe(0)
  journal.append(note('meanwhile'))
  await journal.durable()
  expect(journal.state.health.state).toBe('ok')
  other.exec('COMMIT')
  journal.append(note('after'))
  await journal.durable()
  journal.reports.frame(frame('fits'))
  expect(count(journal, 'frames').rows).toBe(1)
  warned.mockRestore()
})

test('[REP-6] erases reports since an erased conversation began, and keeps earlier ones', async () => {
  const directory = temporaryDirectory()
  let now = 1000
  const journal = openJournal({ now: () => now }, directory)
  journal.reports.line(line('earlier words'))
  now = 2000
  journal.append(...story('gone'), { ...samples['turn.finished'], conversation: 'gone' })
  journal.reports.line(line('xylophone'))
  journal.reports.frame(frame('"xylophone"'))
  journal.append({ type: 'conversation.deleted', conversation: 'gone', actor: 'desktop' })
  await journal.durable()
  journal.reports.flush()
  await erasing(journal).erase('gone')
  const folder = dirname(journal.file)
  const bytes = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'latin1'))
  expect(bytes.join('\n')).not.toContain('xylophone')
  expect(count(journal, 'server_log').rows).toBe(1)
})

test('[REP-7] loses at most unannounced reports, and nothing in the log, when the process is killed @all', async () => {
  const directory = temporaryDirectory()
  for (let round = 0; round < 4; round++) {
    const appender = startAppender(directory, 'report')
    await appender.printed(3 + round)
    await appender.kill()
    const told = appender.lines.flatMap((it) => /^reported (\d+)$/.exec(it)?.[1] ?? []).map(Number)
    const durable = appender.lines.flatMap((it) => /^durable (\d+)$/.exec(it)?.[1] ?? []).map(Number)
    const journal = openJournal({}, directory)
    const db = connect(journal.file)
    const last = Number(connect(reportsFileOf(journal.file)).prepare('SELECT max(id) FROM server_log').pluck().get())
    expect(last).toBeGreaterThanOrEqual(Math.max(0, ...told))
    expect(journal.seq).toBeGreaterThanOrEqual(Math.max(0, ...durable))
    expect(storedSeqs(db)).toEqual(Array.from({ length: journal.seq }, (_, i) => i + 1))
    expect(verify(db)).toMatchObject({ state: 'intact', records: journal.seq })
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok')
    await journal.close()
    db.close()
  }
})

test('[REP-9] announces a batch once, by its numbers', async () => {
  const journal = openJournal()
  const heard = recorder(journal)
  const before = journal.seq
  for (let n = 0; n < 30; n++) journal.reports.line(line(`line ${n}`))
  const last = journal.reports.frame(frame('{}'))
  await expect
    .poll(() => heard)
    .toMatchObject([{ seq: null, event: { type: 'server.reported', server: 'files', log: 30, frames: last } }])
  expect(journal.seq).toBe(before)
})
