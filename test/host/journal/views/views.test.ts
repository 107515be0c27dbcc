import { copyFileSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type Database from 'better-sqlite3'
import { describe, expect, onTestFinished, test } from 'vitest'
import { Journal } from '../../../../main/host/journal/journal.ts'
import { Reader } from '../../../../main/host/journal/queries/reader.ts'
import { viewsFileOf } from '../../../../main/host/journal/database/database.ts'
import { Views } from '../../../../main/host/journal/views/views.ts'
import { closeViews, erasing, readOn } from '../following.ts'
import { allSamples, samples, story, withDefinition } from '../samples.ts'
import {
  connect,
  connectToViews,
  note,
  openJournal,
  queryable,
  recorder,
  temporaryDirectory,
  verify,
  viewsAnew,
  viewsOf,
} from '../support.ts'

/** A closed journal's folder with every kind of event, and views that have read everything. */
function filled(): Journal {
  const journal = openJournal()
  const stored = journal.keepBlob('<!doctype html>')
  for (const event of [...allSamples, ...story('a'), ...story('b')]) journal.append(withDefinition(event, stored))
  readOn(journal)
  return journal
}

/** The answers that a window gets, from the real thread. */
async function asked(journal: Journal): Promise<unknown> {
  const reader = new Reader(journal)
  onTestFinished(() => reader.close())
  while (await reader.ask('readOn'));
  const found = [
    await reader.ask('listConversations', { limit: 50 }),
    await reader.ask('listCalls', { limit: 50 }),
    await reader.ask('listAudit', { limit: 50, text: 'read' }),
    await reader.ask('findText', { limit: 50, text: 'read' }),
    await reader.ask('getServerFigures', { server: 'files' }),
  ]
  await reader.close()
  return found
}

/** Changes a file by a connection that is closed again. */
function raw(file: string, change: (db: Database.Database) => unknown): void {
  const db = connect(file)
  change(db)
  db.close()
}

/** Writes zeros over the middle of a file, where its tables are. */
function damage(file: string): void {
  const bytes = readFileSync(file)
  bytes.fill(0, 2 * 4096, bytes.length - 4096)
  writeFileSync(file, bytes)
}

describe('the views', () => {
  test.each<[string, (file: string) => void]>([
    ['are missing', (file) => rmSync(file)],
    ['are damaged', damage],
    ['are cut short', (file) => truncateSync(file, Math.floor(statSync(file).size / 2))],
    ['are no database', (file) => writeFileSync(file, 'no database at all '.repeat(999))],
    ['are empty', (file) => writeFileSync(file, '')],
    ['have another shape', (file) => raw(file, (db) => db.pragma('user_version = 7'))],
    ['lack a table', (file) => raw(file, (db) => db.exec('DROP TABLE events'))],
    ['are those of another log', (file) => copyFileSync(viewsFileOf(otherLog().file), file)],
  ])('[JRN-26] are made from the log again if they %s', async (_what, change) => {
    const journal = filled()
    const before = await asked(journal)
    closeViews(journal)
    const file = viewsFileOf(journal.file)
    raw(file, (db) => db.pragma('wal_checkpoint(TRUNCATE)'))
    change(file)
    expect(await asked(journal)).toEqual(before)
    expect(verify(connect(journal.file)).state).toBe('intact')
  })

  test('[JRN-26] are made again if they are damaged while they’re in use', async () => {
    const journal = filled()
    const before = await asked(journal)
    const reader = new Reader(journal)
    onTestFinished(() => reader.close())
    await reader.ask('listCalls', { limit: 1 })
    connect(viewsFileOf(journal.file)).pragma('wal_checkpoint(TRUNCATE)')
    damage(viewsFileOf(journal.file))
    journal.append(note('the connection looks at the file again'))
    await reader.ask('listCalls', { limit: 50 })
    await reader.close()
    const after = await asked(journal)
    expect(withoutNewest(after)).toEqual(withoutNewest(before))
  })

  test('[JRN-26] cost an unreadable record its own place and nothing else', () => {
    const journal = openJournal()
    for (const event of story('a')) journal.append(event)
    journal.flush()
    const db = connect(journal.file)
    db.exec('DROP TRIGGER bodies_no_update')
    const called = db.prepare("SELECT seq FROM events WHERE type = 'turn.started' LIMIT 1").pluck().get()
    db.prepare('UPDATE bodies SET body = \'{"type":\' WHERE seq = ?').run(called)
    for (const event of story('b')) journal.append(event)
    readOn(journal)
    const views = viewsOf(journal)
    expect(views.prepare('SELECT id FROM conversations ORDER BY id').pluck().all()).toEqual(['a', 'b'])
    expect(views.prepare('SELECT max(seq) FROM events').pluck().get()).toBe(journal.seq)
    expect(views.prepare('SELECT seq FROM said_upto').pluck().get()).toBe(journal.seq)
  })

  test('[JRN-26] read on behind damaged pages of the log', async () => {
    const journal = openJournal()
    const long = (n: number): string => `${n % 10}`.repeat(30_000)
    journal.append(...Array.from({ length: 40 }, (_, n) => note(n > 30 && n < 35 ? long(n) : `${n}`)))
    await journal.close()
    const file = journal.file
    raw(file, (db) => db.pragma('wal_checkpoint(TRUNCATE)'))
    const bytes = readFileSync(file)
    for (let n = 31; n < 35; n++) {
      const page = bytes.indexOf(long(n).slice(0, 4000), 4096)
      // The pointer to the next page of this record's content.
      bytes.writeUInt32BE(0x7fffffff, page - (page % 4096))
    }
    writeFileSync(file, bytes)
    const reader = new Reader({ file, flush: () => undefined, reports: { flush: () => undefined } })
    onTestFinished(() => reader.close())
    const { rows, asOf } = await reader.ask('listAudit', { limit: 50 })
    expect([rows.length, asOf]).toEqual([40, 40])
  })

  test('[JRN-26] don’t answer without the newest records while they can’t be written', async () => {
    const journal = filled()
    const rows = async () => (await reader.ask('listConversations', { limit: 50 })).rows.length
    const reader = new Reader(journal)
    onTestFinished(() => reader.close())
    const before = await rows()
    const other = connect(viewsFileOf(journal.file))
    other.exec('BEGIN IMMEDIATE')
    expect(await rows()).toBe(before)
    journal.append({ ...samples['conversation.created'], conversation: 'late' })
    await expect(rows()).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(/^Can’t bring views\.db up to the log: /),
    })
    other.exec('COMMIT')
    expect(await rows()).toBe(before + 1)
  })

  test('[JRN-26] say how far they are while they have much to read', async () => {
    const journal = openJournal()
    journal.append(...Array.from({ length: 20_600 }, (_, n) => note(`${n}`)))
    const heard = recorder(journal)
    const reader = new Reader(journal)
    onTestFinished(() => reader.close())
    const { asOf } = await reader.ask('listConversations', { limit: 1 })
    const told = heard.flatMap(({ event }) => (event.type === 'journal.health' ? [event.health] : []))
    expect(told.length).toBeGreaterThan(20)
    expect(told[0]).toEqual({ state: 'ok', reading: { read: 500, records: 20_600 } })
    expect(told.at(-1)).toEqual({ state: 'ok' })
    expect(asOf).toBe(20_600)
  })

  test('[JRN-26] read the words of an old log once, before the first search for some', async () => {
    const journal = openJournal()
    journal.append(...Array.from({ length: 3000 }, (_, n) => note(n === 7 ? 'xylophone' : `${n}`)))
    journal.flush()
    const reader = new Reader(journal)
    onTestFinished(() => reader.close())
    await reader.ask('listAudit', { limit: 5 })
    const upTo = () => connect(viewsFileOf(journal.file)).prepare('SELECT seq FROM search_upto').pluck().get()
    expect(upTo()).toBe(0)
    const { rows } = await reader.ask('listAudit', { limit: 5, text: 'xylophone' })
    expect(rows.map(({ seq }) => seq)).toEqual([8])
    expect(upTo()).toBeGreaterThanOrEqual(2000)
  })

  test.each(['views.db', 'reports.db'])(
    '[JRN-26] leave another program’s %s alone: a new data folder with one isn’t used',
    (name) => {
      const directory = temporaryDirectory()
      const file = join(directory, name)
      raw(file, (db) => db.exec("CREATE TABLE theirs (a); INSERT INTO theirs VALUES ('precious')"))
      const before = readFileSync(file)
      expect(() => Journal.open(directory)).toThrow(`The journal ${name} belongs to another program.`)
      expect(readFileSync(file)).toEqual(before)
      expect(readdirSync(directory).filter((it) => it.startsWith(name))).toEqual([name])
    },
  )

  test('[JRN-26] say which record they reach, also while the log grows', () => {
    const journal = filled()
    const views = viewsOf(journal)
    const upTo = journal.seq
    journal.append(note('later'))
    journal.flush()
    expect(views.prepare('SELECT max(seq) FROM events').pluck().get()).toBe(upTo)
    expect(views.prepare('SELECT max(seq) FROM log.events').pluck().get()).toBe(upTo + 1)
  })
})

/** Another log with as many records. */
function otherLog(): Journal {
  const journal = openJournal()
  journal.append(...Array.from({ length: allSamples.length }, (_, n) => note(`${n}`)))
  readOn(journal)
  closeViews(journal)
  raw(viewsFileOf(journal.file), (db) => db.pragma('wal_checkpoint(TRUNCATE)'))
  return journal
}

const withoutNewest = (found: unknown): string => JSON.stringify(found).replaceAll(/"(asOf|unread)":\d+/g, '')

describe('a commit', () => {
  const page = 4096 + 24

  test('[JRN-27] of a call writes a page of columns and one of contents, however long the history', async () => {
    const journal = openJournal()
    const call = (n: number) => {
      const of = { conversation: 'c', turn: 't', call: `${n}`.padStart(36, '0') }
      const text = 'x'.repeat(1024)
      journal.append(
        { ...samples['call.requested'], ...of, arguments: { json: { text } } },
        { ...samples['call.cleared'], ...of },
        { ...samples['call.started'], ...of },
      )
      journal.flush()
    }
    const written = (): number => statSync(`${journal.file}-wal`).size
    const pages: number[] = []
    for (let n = 0; n < 150; n++) {
      const before = written()
      call(n)
      pages.push((written() - before) / page)
    }
    // A new page changes its parent too.
    expect(Math.max(...pages)).toBeLessThanOrEqual(6)
    expect(pages.reduce((sum, it) => sum + it) / pages.length).toBeLessThan(4)
  })
})

describe('erasing', () => {
  /** Every byte in a journal's folder. */
  const everything = (journal: Journal): string =>
    readdirSync(dirname(journal.file))
      .map((name) => readFileSync(join(dirname(journal.file), name), 'latin1'))
      .join('\n')

  /** A journal with a deleted conversation and another one, both indexed. */
  function withDeleted(): Journal {
    const journal = openJournal()
    for (const [id, word] of [
      ['gone', 'xylophone'],
      ['kept', 'marimba'],
    ] as const) {
      const stored = journal.keepBlob('<!doctype html>')
      for (const event of story(id)) if (event.type !== 'log.key') journal.append(withDefinition(event, stored))
      const message = { id: 'p', parts: [{ type: 'text' as const, text: word }] }
      journal.append({ ...samples['turn.started'], conversation: id, turn: 'last', message })
      journal.append({ ...samples['turn.finished'], conversation: id, turn: 'last' })
    }
    journal.append({ type: 'conversation.deleted', conversation: 'gone', actor: 'desktop' })
    readOn(journal)
    return journal
  }

  const found = (db: Database.Database, word: string): unknown[] =>
    db.prepare('SELECT rowid FROM search WHERE search MATCH ?').pluck().all(word)

  test('[JRN-12] reaches the views at the next start if the process ends between the log and the views', async () => {
    const journal = withDeleted()
    expect(found(viewsOf(journal), 'xylophone')).toHaveLength(1)
    const plan = queryable(journal).views.writer.plan('gone')
    expect(plan && journal.erase(plan)).toBe(true)
    // The views of the ended process: they know nothing of the erasure.
    closeViews(journal)
    expect(everything(journal)).toContain('lophone')
    const { closed } = reopened(journal)
    expect(closed).not.toContain('lophone')
    readOn(journal)
    expect(found(viewsOf(journal), 'xylophone')).toEqual([])
    expect(found(viewsOf(journal), 'marimba')).toHaveLength(1)
    expect(() => connectToViews(journal).exec("INSERT INTO search (search) VALUES ('integrity-check')")).not.toThrow()
  })

  /** The folder's bytes once new views have read the log, and before they index anything. */
  function reopened(journal: Journal): { closed: string } {
    const log = connect(journal.file)
    const views = new Views(viewsFileOf(journal.file), log)
    views.catchUp()
    const closed = everything(journal)
    views.close()
    return { closed }
  }

  test('[JRN-12] keeps what another conversation refers to since the plan', () => {
    const journal = withDeleted()
    const shared = journal.keep('harp '.repeat(20_000))
    const outcome = { status: 'succeeded', result: shared } as const
    journal.append({ type: 'conversation.restored', conversation: 'gone', actor: 'desktop' })
    journal.append({ ...samples['call.finished'], conversation: 'gone', turn: 'last', outcome })
    journal.append({ ...samples['turn.finished'], conversation: 'gone', turn: 'last' })
    journal.append({ type: 'conversation.deleted', conversation: 'gone', actor: 'desktop' })
    viewsOf(journal)
    const plan = queryable(journal).views.writer.plan('gone')
    expect(plan?.blobs).toHaveLength(1)
    journal.append({ ...samples['call.finished'], conversation: 'kept', turn: 'last', outcome })
    expect(plan && journal.erase(plan)).toBe(true)
    expect(journal.read(shared)).toContain('harp')
    expect(verify(connect(journal.file)).state).toBe('intact')
  })

  test('[JRN-12] says that an erasure follows if the log can’t be written just then', async () => {
    const journal = withDeleted()
    const other = connect(journal.file)
    other.exec('BEGIN IMMEDIATE')
    await expect(erasing(journal).erase('gone')).rejects.toThrow('deleted permanently as soon as it can')
    expect(everything(journal)).toContain('xylophone')
    other.exec('COMMIT')
    journal.flush()
    viewsOf(journal)
    expect(everything(journal)).not.toContain('xylophone')
    expect(everything(journal)).toContain('marimba')
  })

  test('[JRN-12] makes another plan if the conversation was restored since', () => {
    const journal = withDeleted()
    const plan = queryable(journal).views.writer.plan('gone')
    journal.append({ type: 'conversation.restored', conversation: 'gone', actor: 'desktop' })
    expect(plan && journal.erase(plan)).toBe(false)
    expect(everything(journal)).toContain('xylophone')
    queryable(journal).views.writer.endErasure()
    expect(viewsAnew(journal).prepare("SELECT deleted_at FROM conversations WHERE id = 'gone'").pluck().get()).toBe(
      null,
    )
  })
})
