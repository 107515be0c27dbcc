import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { rowHash, commitment } from '../../../main/host/journal/chain/chain.ts'
import { genesis } from '../../../main/host/journal/chain/chain-check.ts'
import { applicationId } from '../../../main/host/journal/database/database.ts'
import { backUp, backupsOf } from '../../../main/host/journal/database-file.ts'
import { Journal } from '../../../main/host/journal/journal.ts'
import { migrate, migrations, versionOf } from '../../../main/host/journal/migrations.ts'
import { auditPage } from '../../../main/host/journal/search/audit-page.ts'
import { configure } from '../../../main/host/journal/store.ts'
import { queries } from '../../../main/host/journal/queries/queries.ts'
import { samples } from './samples.ts'
import { connect, note, openJournal, queryable, temporaryDirectory, verify, viewsOf } from './support.ts'

const latest = migrations.length

/** A database with an earlier schema, with one event as far as that schema could store it. */
function older(directory: string, version: number): string {
  const file = join(directory, 'journal.db')
  const db = new Database(file)
  configure(db)
  db.pragma(`application_id = ${applicationId}`)
  migrate(db, migrations.slice(0, version))
  const body = JSON.stringify(samples['conversation.created'])
  const row = {
    seq: 1,
    at: 5,
    version: 1,
    type: 'conversation.created',
    actor: 'web:a1',
    conversation: 'c1',
    turn: null,
    call: null,
    server: null,
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
  const columns = Object.keys(row)
  db.prepare(
    `INSERT INTO events (${columns.join()}, hash) VALUES (${columns.map((it) => `@${it}`).join()}, @hash)`,
  ).run({
    ...row,
    hash: rowHash(row),
  })
  if (version >= 2) db.prepare("INSERT INTO bodies VALUES (1, 'salt', ?)").run(body)
  db.close()
  return file
}

describe('a database from an earlier release', () => {
  const versions = migrations.slice(0, -1).map((_, i) => i + 1)

  test.each(versions)('[JRN-14] is migrated from schema %i with its contents, after a backup', (version) => {
    const directory = temporaryDirectory()
    const file = older(directory, version)
    const journal = openJournal({}, directory)
    expect(journal.seq).toBe(1)
    const db = connect(file)
    expect(versionOf(db)).toBe(latest)
    expect(db.pragma('foreign_key_check')).toEqual([])
    if (version >= 2) {
      expect(verify(db)).toMatchObject({ state: 'intact', records: 1 })
      expect(auditPage(viewsOf(journal), { limit: 5, text: 'first' }).rows).toMatchObject([{ seq: 1 }])
      expect(queries.listConversations(queryable(journal), { limit: 5 }).rows).toEqual([
        { id: 'c1', title: 'First', createdAt: 5, activeAt: 5, end: null },
      ])
    }
    const copy = connect(`${file}.v${version}.backup`)
    expect(versionOf(copy)).toBe(version)
    expect(copy.prepare('SELECT type FROM events').pluck().get()).toBe('conversation.created')
  })

  test('[JRN-14] gets no backup if it is new or from this release', async () => {
    const directory = temporaryDirectory()
    await openJournal({}, directory).close()
    await openJournal({}, directory).close()
    expect(readdirSync(directory).toSorted()).toEqual(['journal.db', 'lock.db', 'reports.db'])
  })

  test('[JRN-14] keeps its last good schema when a step fails', () => {
    const db = connect(join(temporaryDirectory(), 'journal.db'))
    const broken = {
      name: 'a broken one',
      up: (it: Database.Database) => void it.exec('CREATE TABLE half (a); NONSENSE'),
    }
    const steps = [...migrations.slice(0, 3), broken, ...migrations.slice(3)]
    expect(() => migrate(db, steps)).toThrow('syntax error')
    expect(versionOf(db)).toBe(3)
    expect(db.prepare("SELECT name FROM sqlite_schema WHERE name = 'half'").get()).toBeUndefined()
    migrate(db)
    expect(versionOf(db)).toBe(latest)
  })

  test('[JRN-14] keeps backups of the last three upgrades, and replaces an unfinished one', () => {
    const file = join(temporaryDirectory(), 'journal.db')
    const db = connect(file)
    db.exec('CREATE TABLE t (a)')
    writeFileSync(`${file}.v12.backup.part`, 'cut off')
    for (const version of [8, 9, 10, 11, 12]) backUp(db, file, version)
    expect(backupsOf(file)).toEqual([12, 11, 10].map((version) => `${file}.v${version}.backup`))
    expect(existsSync(`${file}.v12.backup.part`)).toBe(false)
  })
})

/** A journal with one event, closed, then changed by `change`. */
async function changed(change: (file: string) => void): Promise<{ directory: string; file: string }> {
  const directory = temporaryDirectory()
  const journal = openJournal({}, directory)
  journal.append(note('a'))
  await journal.close()
  change(journal.file)
  return { directory, file: journal.file }
}

const raw = (file: string, statement: string): void => {
  const db = new Database(file)
  db.exec(statement)
  db.close()
}

const damage = (file: string): void => {
  const bytes = readFileSync(file)
  bytes.write('garbage', 0)
  writeFileSync(file, bytes)
}

describe('a database that Atrium can’t use', () => {
  test.each([
    [
      'newer',
      (file: string) => raw(file, `PRAGMA journal_mode = DELETE; PRAGMA user_version = ${latest + 1}`),
      'was written by a newer Atrium',
    ],
    ['from another program', (file: string) => raw(file, 'PRAGMA application_id = 7'), 'belongs to another program'],
    ['damaged', damage, 'is damaged'],
    ['cut short', (file: string) => writeFileSync(file, readFileSync(file).subarray(0, 40)), 'is damaged'],
  ])('[JRN-15] is refused with a sentence and stays unchanged if it is %s', async (_what, change, reason) => {
    const { directory, file } = await changed(change)
    const before = readFileSync(file)
    expect(() => Journal.open(directory)).toThrow(
      expect.objectContaining({ code: 'unavailable', message: expect.stringContaining(reason) }),
    )
    expect(readFileSync(file).equals(before)).toBe(true)
    expect(readdirSync(directory).toSorted()).toEqual(['journal.db', 'lock.db', 'reports.db'])
  })

  test('[JRN-15] is refused if it is newer, even if only its write-ahead log says so', async () => {
    const { directory, file } = await changed(() => undefined)
    const newer = connect(file)
    newer.pragma(`user_version = ${latest + 1}`)
    const before = readFileSync(file)
    expect(before.readUInt32BE(60)).toBe(latest)
    expect(() => Journal.open(directory)).toThrow('was written by a newer Atrium')
    expect(readFileSync(file).equals(before)).toBe(true)
  })

  test('[JRN-15] is refused instead of restarted over its log if its beginning is missing', async () => {
    const { directory } = await changed((file) => {
      writeFileSync(file, '')
      writeFileSync(`${file}-wal`, 'frames')
    })
    expect(() => Journal.open(directory)).toThrow('is damaged')
  })

  test('[JRN-15] becomes a new journal if its file is empty, as after an interrupted first start', () => {
    const directory = temporaryDirectory()
    writeFileSync(join(directory, 'journal.db'), '')
    expect(openJournal({}, directory).seq).toBe(0)
  })
})

test('[JRN-6] waits for the disk on commit, and overwrites deleted data', () => {
  const db = connect(join(temporaryDirectory(), 'journal.db'))
  configure(db)
  const value = (name: string): unknown => db.pragma(name, { simple: true })
  expect(
    ['journal_mode', 'synchronous', 'fullfsync', 'checkpoint_fullfsync', 'foreign_keys', 'trusted_schema'].map(value),
  ).toEqual(['wal', 2, 1, 1, 1, 0])
  expect(['cell_size_check', 'secure_delete', 'journal_size_limit'].map(value)).toEqual([1, 1, 67_108_864])
})
