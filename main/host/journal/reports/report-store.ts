import type { Database, Statement } from 'better-sqlite3'
import { reasonOf } from '../../base/failure.ts'
import { emptyWriteAhead, isBusy, isOurs, makeRoom } from '../database/database.ts'
import { openReports } from './report-file.ts'
import { reportWords } from './words.ts'
import type { FrameKind, LogLine } from '../../../../shared/content/reports.ts'

/** A line of a server's log, on disk until the store's limit drops it. */
export type StoredLine = LogLine & { server: string }

/** `about` is the message that this one answers or cancels; `took` how many milliseconds after it. */
export type StoredFrame = {
  id: number
  server: string
  at: number
  direction: 'out' | 'in'
  kind: FrameKind
  rpc: string | null
  method: string | null
  detail: string | null
  about: number | null
  took: number | null
  bytes: number
  text: string
  cut: 0 | 1
}

/** Limits per server; older rows are deleted. A row counts as its text plus 200 bytes. */
export const ringLimits = {
  server_log: { rows: 5000, bytes: 2 * 1024 * 1024 },
  frames: { rows: 3000, bytes: 6 * 1024 * 1024 },
} as const
type Ring = keyof typeof ringLimits
type Sum = Pick<StoredFrame, 'server' | 'direction' | 'bytes'> & { since: number; messages: number }
type Total = { rows: number; bytes: number }

const rings: Ring[] = ['server_log', 'frames']
const overhead = 200
const trimmedAtOnce = 200

/**
 * The reports of servers, outside the log: bounded, and nothing depends on it. A commit doesn't wait for the disk, so a
 * power cut can lose the last ones.
 */
export class ReportStore {
  readonly #db: Database
  readonly #lines: Statement<[StoredLine]>
  readonly #frames: Statement<[StoredFrame]>
  readonly #traffic: Statement<[Sum]>
  readonly #write: (lines: StoredLine[], frames: StoredFrame[]) => void
  #totals: Record<Ring, Map<string, Total>>

  /** Opens the rings. If they can't be used, they begin again, in memory if nothing else is possible. */
  static open(file: string): ReportStore {
    try {
      if (!isOurs(file)) makeRoom(file)
      return usable(file)
    } catch (error) {
      return isBusy(error) ? inMemory(error) : begun(file)
    }
  }

  constructor(db: Database) {
    this.#db = db
    this.#lines = db.prepare(
      `INSERT INTO server_log (id, server, at, source, level, logger, text)
       VALUES (@id, @server, @at, @source, @level, @logger, @text)`,
    )
    this.#frames = db.prepare(
      `INSERT INTO frames (id, server, at, direction, kind, rpc, method, detail, about, took, bytes, text, cut)
       VALUES (@id, @server, @at, @direction, @kind, @rpc, @method, @detail, @about, @took, @bytes, @text, @cut)`,
    )
    this.#traffic = db.prepare(
      `INSERT INTO traffic (server, direction, since, messages, bytes)
         VALUES (@server, @direction, @since, @messages, @bytes)
       ON CONFLICT (server, direction) DO UPDATE SET messages = messages + @messages, bytes = bytes + @bytes`,
    )
    const transaction = db.transaction((lines: StoredLine[], frames: StoredFrame[]) => {
      for (const line of lines) this.#insert('server_log', this.#lines, line)
      for (const frame of frames) this.#insert('frames', this.#frames, frame)
      for (const total of sumsOf(frames)) this.#traffic.run(total)
      for (const server of new Set(lines.map((it) => it.server))) this.#trim('server_log', server)
      for (const server of new Set(frames.map((it) => it.server))) this.#trim('frames', server)
    })
    this.#write = (lines, frames) => transaction.immediate(lines, frames)
    this.#totals = this.#count()
  }

  /** The highest number used in each ring. */
  get last(): Record<Ring, number> {
    const last = (ring: Ring) => Number(this.#db.prepare(`SELECT coalesce(max(id), 0) FROM ${ring}`).pluck().get())
    return { server_log: last('server_log'), frames: last('frames') }
  }

  /** Writes everything or, if it throws, nothing. */
  write(lines: StoredLine[], frames: StoredFrame[]): void {
    this.#attempt(() => this.#write(lines, frames))
  }

  /** Deletes all servers' rows except these servers'. */
  keepOnly(servers: string[]): void {
    const known = rings.flatMap((ring) => [...this.#totals[ring].keys()])
    if (known.every((server) => servers.includes(server))) return
    const list = JSON.stringify(servers)
    this.#attempt(() => {
      for (const ring of [...rings, 'traffic'])
        this.#db.prepare(`DELETE FROM ${ring} WHERE server NOT IN (SELECT value FROM json_each(?))`).run(list)
      this.#totals = this.#count()
    })
  }

  /** Gives a server's rows its new ID. */
  rename(from: string, to: string): void {
    for (const ring of [...rings, 'traffic']) {
      this.#db.prepare(`DELETE FROM ${ring} WHERE server = ?`).run(to)
      this.#db.prepare(`UPDATE ${ring} SET server = ? WHERE server = ?`).run(to, from)
    }
    this.#totals = this.#count()
  }

  /** Deletes what was reported from a time on. */
  eraseSince(at: number): void {
    for (const ring of rings) this.#db.prepare<[number]>(`DELETE FROM ${ring} WHERE at >= ?`).run(at)
    this.#totals = this.#count()
  }

  /** Copies the rings that an earlier release had in the log's database. */
  takeOver(log: Database): void {
    for (const ring of [...rings, 'traffic']) {
      if (!log.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?").get(ring)) continue
      const rows = log.prepare<[], Record<string, unknown>>(`SELECT * FROM ${ring}`)
      const names = rows.columns().map(({ name }) => name)
      const add = this.#db.prepare(
        `INSERT OR IGNORE INTO ${ring} (${names.join()}) VALUES (${names.map((name) => `@${name}`).join()})`,
      )
      this.#db.transaction(() => {
        for (const row of rows.iterate()) add.run(row)
      })()
    }
    this.#totals = this.#count()
  }

  /** Removes remains of deleted rows from the write-ahead log; false if a program that reads it prevents it. */
  scrub(): boolean {
    return emptyWriteAhead(this.#db)
  }

  close(): void {
    this.#db.close()
  }

  #insert<Row extends { server: string; text: string }>(ring: Ring, statement: Statement<[Row]>, row: Row): void {
    statement.run(row)
    const total = this.#totals[ring].get(row.server) ?? { rows: 0, bytes: 0 }
    const bytes = total.bytes + Buffer.byteLength(row.text) + overhead
    this.#totals[ring].set(row.server, { rows: total.rows + 1, bytes })
  }

  /** Deletes slightly more than necessary, so not every batch has to delete. */
  #trim(ring: Ring, server: string): void {
    const limit = ringLimits[ring]
    const total = { ...(this.#totals[ring].get(server) ?? { rows: 0, bytes: 0 }) }
    if (total.rows <= limit.rows && total.bytes <= limit.bytes) return
    const oldest = this.#db.prepare<[string, number], { id: number; size: number }>(
      `SELECT id, octet_length(text) AS size FROM ${ring} WHERE server = ? ORDER BY id LIMIT ?`,
    )
    const remove = this.#db.prepare<[string, number]>(`DELETE FROM ${ring} WHERE server = ? AND id <= ?`)
    const isMuch = () => total.rows > 0.9 * limit.rows || total.bytes > 0.9 * limit.bytes
    while (total.rows > 0 && isMuch()) {
      let upTo = 0
      for (const { id, size } of oldest.all(server, trimmedAtOnce)) {
        upTo = id
        total.rows -= 1
        total.bytes -= size + overhead
        if (!isMuch()) break
      }
      remove.run(server, upTo)
    }
    this.#totals[ring].set(server, total)
  }

  #attempt(work: () => void): void {
    try {
      work()
    } catch (error) {
      this.#totals = this.#count()
      throw error
    }
  }

  #count(): Record<Ring, Map<string, Total>> {
    const count = (ring: Ring) =>
      new Map(
        this.#db
          .prepare<[], Total & { server: string }>(
            `SELECT server, count(*) AS rows, sum(octet_length(text) + ${overhead}) AS bytes FROM ${ring} GROUP BY server`,
          )
          .all()
          .map(({ server, rows, bytes }) => [server, { rows, bytes }]),
      )
    return { server_log: count('server_log'), frames: count('frames') }
  }
}

function usable(file: string): ReportStore {
  const db = openReports(file)
  try {
    db.exec('BEGIN IMMEDIATE; ROLLBACK')
    return new ReportStore(db)
  } catch (error) {
    db.close()
    throw error
  }
}

function begun(file: string): ReportStore {
  try {
    makeRoom(file)
    return usable(file)
  } catch (error) {
    return inMemory(error)
  }
}

function inMemory(error: unknown): ReportStore {
  process.emitWarning(reportWords.inMemory(reasonOf(error)))
  return usable(':memory:')
}

/** By server and direction, what these messages add to its traffic, which outlives them. */
function sumsOf(frames: StoredFrame[]): Sum[] {
  const sums = new Map<string, Sum>()
  for (const { server, direction, bytes, at } of frames) {
    const key = `${direction} ${server}`
    const before = sums.get(key) ?? { server, direction, since: at, messages: 0, bytes: 0 }
    sums.set(key, { ...before, messages: before.messages + 1, bytes: before.bytes + bytes })
  }
  return [...sums.values()]
}
