import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { migrations, versionOf } from '../../../../main/host/journal/migrations.ts'
import { listLog } from '../../../../main/host/journal/reports/report-queries.ts'
import { times } from '../../../support/deep.ts'
import { connect, openJournal, temporaryDirectory, verify, viewsOf } from '../support.ts'

/** The folder of a release that had everything in one database, with an erased conversation. */
function earlier(): string {
  const directory = temporaryDirectory()
  const packed = readFileSync(new URL('../earlier/v18.db.gz', import.meta.url))
  writeFileSync(join(directory, 'journal.db'), gunzipSync(packed), { mode: 0o600 })
  return directory
}

/** Checks that everything is there as the earlier release left it. */
async function isWhole(directory: string): Promise<void> {
  const journal = openJournal({}, directory)
  expect(journal.seq).toBe(199)
  const db = connect(journal.file)
  expect(versionOf(db)).toBe(migrations.length)
  expect(verify(db)).toMatchObject({ state: 'intact', records: 199, erased: 48 })
  expect(db.pragma('integrity_check', { simple: true })).toBe('ok')
  const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").pluck().all()
  expect(tables).toEqual(['blobs', 'bodies', 'checkpoints', 'events'])
  const views = viewsOf(journal)
  const ids = views.prepare('SELECT id FROM conversations WHERE deleted_at IS NULL ORDER BY id').pluck().all()
  expect(ids).toContain('kept')
  expect(ids).not.toContain('gone')
  expect(views.prepare("SELECT count(*) FROM calls WHERE conversation = 'kept'").pluck().get()).toBeGreaterThan(0)
  expect(listLog(views, { server: 'files', limit: 5 }).rows).toMatchObject([{ text: 'a line of an earlier release' }])
  expect(views.prepare('SELECT messages FROM traffic').pluck().all()).toEqual([1])
  await journal.close()
}

test('[JRN-28] takes over a folder of an earlier release with everything in it', async () => {
  const directory = earlier()
  const before = readFileSync(join(directory, 'journal.db')).length
  await isWhole(directory)
  expect(readFileSync(join(directory, 'journal.db')).length).toBeLessThan(before)
  const copy = connect(join(directory, 'journal.db.v18.backup'))
  expect(versionOf(copy)).toBe(18)
  expect(copy.prepare('SELECT count(*) FROM events').pluck().get()).toBe(199)
})

/** Opens the folder in a process that is killed before its statement of this number; whether it was. */
function killedAt(directory: string, statement: number): boolean {
  const script = fileURLToPath(new URL('./opener.ts', import.meta.url))
  const { signal, stdout, stderr } = spawnSync(process.execPath, [script, directory, String(statement)], {
    encoding: 'utf8',
  })
  expect(signal === 'SIGKILL' || stdout === 'opened\n', stderr).toBe(true)
  return signal === 'SIGKILL'
}

test('[JRN-28] loses nothing if it is killed at any statement of the upgrade', async () => {
  const step = times(12, 1)
  let at = 0
  for (let directory = earlier(); killedAt(directory, at); at += step) {
    await isWhole(directory)
    directory = earlier()
  }
  expect(at).toBeGreaterThan(20)
})
