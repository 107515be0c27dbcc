import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Database from 'better-sqlite3'
import { auditPage, type AuditQuery } from '../../main/host/journal/search/audit-page.ts'
import { commitment, hashedColumns, rowHash, verifyChain, type EventRow } from '../../main/host/journal/chain/chain.ts'
import { headLine, headsFileOf, headsOf, SigningKey } from '../../main/host/journal/chain/heads.ts'
import { Journal } from '../../main/host/journal/journal.ts'
import { viewsFileOf } from '../../main/host/journal/database/database.ts'
import { connectViews } from '../../main/host/journal/views/views-file.ts'
import { Views } from '../../main/host/journal/views/views.ts'
import { eventVersion } from '../../shared/events/upcast.ts'
import { inFull, median, type Row } from './measure.ts'

const small = inFull(100_000, 1000)
const large = inFull(1_000_000, 2000)

/** Records written in one transaction. */
const atOnce = 20_000

/** How many pages of a kind are read, from anywhere in the log, and how often: other load spoils single rounds. */
const pages = inFull(100, 10)
const rounds = inFull(3, 1)

/** How many records the views can be behind at a start. */
const mostBehind = inFull(50_000, 500)

/** Max microseconds of a page, of a record's check, and of a record that the views read: 5 ms, and 1.5 s for a start. */
const mostForPage = 5000
const mostForRecord = 10
const mostForView = 30

/**
 * A log of a million records next to one of a hundred thousand, both with a true chain, signed heads and words: a
 * check of all records next to the hashes alone, and a page's 99th percentile, whose ratio is the cost of ten times the
 * records.
 */
export async function logRows(): Promise<Row[]> {
  const directories = [
    mkdtempSync(path.join(tmpdir(), 'atrium-bench-')),
    mkdtempSync(path.join(tmpdir(), 'atrium-bench-')),
  ]
  try {
    const logs = []
    for (const [i, directory] of directories.entries()) logs.push(await generated(directory, i === 0 ? large : small))
    const [ours, bare] = logs
    if (!ours || !bare) return []
    const check = {
      name: 'a check of the log, per record',
      unit: 'µs',
      ours: checked(ours.db),
      bare: hashesOf(ours.db),
      beside: 'SHA-256 of the same records',
      limit: mostForRecord,
    }
    const views = {
      name: 'what is behind the log is read, per record',
      unit: 'µs',
      ours: ours.behind,
      bare: bare.behind,
      beside: 'a tenth of the records',
      limit: mostForView,
    }
    const reads = Object.entries(filters).map(([name, filter]) => {
      const all = Array.from(
        { length: rounds },
        () => [p99(ours.db, filter, large), p99(bare.db, filter, small)] as const,
      )
      const [of, beside] = [median(all.map(([it]) => it)), median(all.map(([, it]) => it))]
      const target = { beside: 'a tenth of the records', limit: mostForPage }
      return { name: `the p99 of ${name}`, unit: 'µs', ours: of, bare: beside, ...target }
    })
    for (const { db } of logs) db.close()
    return [check, views, ...reads]
  } finally {
    for (const directory of directories) rmSync(directory, { recursive: true })
  }
}

/** Words by frequency: the first ones occur in most records, the last ones in a few out of a million. */
const words = Array.from({ length: 20_000 }, (_, i) => `w${((i * 7919) % 20_000).toString(36)}x`)
const frequent = words[0] ?? ''
const usual = words[300] ?? ''
const rare = words[19_000] ?? ''

const filters: Record<string, Omit<AuditQuery, 'limit'>> = {
  'a page of everything': {},
  'a page of one server': { server: 's3' },
  'a page of denied calls of a server': { server: 's3', types: ['call.finished'], outcomes: ['denied'] },
  'a search for a word that is everywhere': { text: 'call.started' },
  'a search for a frequent word': { text: frequent },
  'a search for a usual word': { text: usual },
  'a search for a rare word': { text: rare },
  'a search for two words': { text: `${frequent} ${usual}` },
  'a search for two words that rarely meet': { text: `${usual} ${rare}` },
  'a search for a word that nobody said': { text: 'nowhere' },
  'a search for a frequent word of one server': { text: frequent, server: 's3', types: ['call.started'] },
}

/** `behind`: microseconds per record that the views read when they are `mostBehind` records behind the log. */
type Generated = { db: Database.Database; behind: number }

async function generated(directory: string, records: number): Promise<Generated> {
  const journal = Journal.open(directory)
  await journal.close()
  const db = new Database(journal.file)
  // Filling it isn't measured, so the pages and words of many records can stay in memory.
  db.pragma('synchronous = OFF')
  db.pragma('cache_size = -500000')
  const written = db
    .prepare<[], Written>(
      "SELECT type, name, sql FROM sqlite_schema WHERE tbl_name = 'events' AND type IN ('index', 'trigger')",
    )
    .all()
  for (const { type, name } of written) db.exec(`DROP ${type} ${name}`)
  const fill = filling(db)
  const log = new Database(journal.file, { readonly: true })
  const views = new Views(viewsFileOf(journal.file), log)
  fill(records - mostBehind)
  views.catchUp()
  fill(records)
  const since = performance.now()
  views.catchUp()
  const behind = ((performance.now() - since) * 1000) / mostBehind
  while (views.readOn());
  for (const { sql } of written) db.exec(sql)
  writeFileSync(headsFileOf(journal.file), fill.heads.join(''))
  db.pragma('wal_checkpoint(TRUNCATE)')
  views.close()
  log.close()
  db.close()
  return { db: connectViews(viewsFileOf(journal.file), journal.file), behind }
}

/** An index or a trigger of the records, which costs less when they are all there. */
type Written = { type: 'index' | 'trigger'; name: string; sql: string }

/** Writes records up to a number; `heads` are the signed heads so far. */
function filling(db: Database.Database): ((upTo: number) => void) & { heads: string[] } {
  const columns = [...hashedColumns, 'mono', 'hash']
  const event = db.prepare<EventRow>(
    `INSERT INTO events (${columns.join()}) VALUES (${columns.map((name) => `@${name}`).join()})`,
  )
  const content = db.prepare<[number, string, string]>('INSERT INTO bodies VALUES (?, ?, ?)')
  const key = SigningKey.generate()
  const heads: string[] = []
  let random = 1
  const next = (): number => (random = (random * 48_271) % 2_147_483_647) / 2_147_483_647
  let prev = '0'.repeat(64)
  const write = (seq: number): void => {
    const body = bodyOf(seq, key, next)
    const salt = `${seq}`.padStart(32, '0')
    const row = { ...columnsOf(seq), version: eventVersion, type: body.type, prev }
    const text = JSON.stringify(body)
    const hashed = { ...row, body_commit: commitment(salt, text) }
    const hash = rowHash(hashed)
    event.run({ ...hashed, hash })
    content.run(seq, salt, text)
    if (seq % 1000 === 0) heads.push(`${headLine(key.signHead(seq, hash, seq))}\n`)
    prev = hash
  }
  let seq = 1
  const fill = (upTo: number): void => {
    while (seq <= upTo) {
      db.exec('BEGIN')
      for (const end = Math.min(upTo, seq + atOnce - 1); seq <= end; seq++) write(seq)
      db.exec('COMMIT')
    }
  }
  return Object.assign(fill, { heads })
}

function bodyOf(seq: number, key: SigningKey, next: () => number): { type: string; [name: string]: string } {
  if (seq === 1) return { type: 'log.key', key: key.name }
  const said = Array.from({ length: 12 }, () => words[Math.floor(next() ** 3 * words.length)]).join(' ')
  return {
    type: seq % 4 === 3 ? 'call.finished' : 'call.started',
    conversation: `conversation-${Math.floor(seq / 1000)}`,
    call: `k${Math.floor(seq / 4)}`,
    argumentsHash: 'f'.repeat(64),
    said,
  }
}

const columnsOf = (seq: number) => ({
  seq,
  at: seq * 1000,
  mono: seq * 1000,
  actor: `web:${seq % 5}`,
  conversation: seq === 1 ? null : `c${Math.floor(seq / 1000)}`,
  turn: `t${Math.floor(seq / 20)}`,
  call: `k${Math.floor(seq / 4)}`,
  server: `s${seq % 10}`,
  tool: `t${seq % 40}`,
  era: null,
  definition: null,
  decision: null,
  outcome: seq % 4 === 3 ? (seq % 70 === 3 ? 'denied' : 'succeeded') : null,
  args_commit: 'f'.repeat(64),
  took: seq % 4 === 3 ? seq % 900 : null,
})

/** Microseconds per record. */
function checked(db: Database.Database): number {
  const since = performance.now()
  const walk = verifyChain(db, headsOf(db.name))
  for (let step = walk.next(); ; step = walk.next()) {
    if (!step.done) continue
    if (step.value.state !== 'intact' || step.value.unsigned > 0) throw new Error(JSON.stringify(step.value))
    return ((performance.now() - since) * 1000) / step.value.records
  }
}

/** Microseconds per record for its hashes alone: of the row, its body and its arguments, from memory. */
function hashesOf(db: Database.Database): number {
  const rows = db.prepare<[number], string>('SELECT body FROM bodies LIMIT ?').pluck().all(inFull(100_000, 100))
  const since = performance.now()
  for (const body of rows)
    for (const text of [body, columnsText, columnsText]) createHash('sha256').update(text).digest('hex')
  return ((performance.now() - since) * 1000) / rows.length
}

/** About as long as the columns that a row's hash covers. */
const columnsText = 'f'.repeat(500)

function p99(db: Database.Database, filter: Omit<AuditQuery, 'limit'>, records: number): number {
  const times: number[] = []
  for (let i = 0; i < pages; i++) {
    const before = i % 2 === 0 ? undefined : Math.ceil((records * i) / pages)
    const since = performance.now()
    auditPage(db, { ...filter, before, limit: 100 })
    times.push((performance.now() - since) * 1000)
  }
  return times.toSorted((a, b) => a - b)[Math.floor(pages * 0.99)] ?? Number.NaN
}
