import { existsSync, readdirSync, rmSync, statSync, statfsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Database } from 'better-sqlite3'
import { HostError } from '../../../shared/contract/errors.ts'
import { moveOver } from '../base/move.ts'
import { applicationId, headerOf, isOurs, makePrivate } from './database/database.ts'
import { journalWords as words } from './words.ts'

/** How many backups from before upgrades are kept. */
const keptBackups = 3

/**
 * Reads only the header, so a foreign file stays untouched: `unavailable` if it is damaged, another program's, or a
 * newer Atrium's.
 */
export function inspect(file: string, newest: number): void {
  const header = readHeader(file)
  if (!header) return
  if (header.toString('latin1', 0, 16) !== 'SQLite format 3\0') throw refusal(file, words.damaged)
  const application = header.readUInt32BE(68)
  if (application !== applicationId && application !== 0) throw refusal(file, words.foreign)
  refuseNewer(file, header.readUInt32BE(60), newest)
}

/** `unavailable` if something else than a database of Atrium has this name: it stays untouched. */
export function refuseForeign(file: string): void {
  if (!isOurs(file)) throw refusal(file, words.foreign)
}

/** `unavailable` if the schema belongs to a later release. */
export function refuseNewer(file: string, version: number, newest: number): void {
  if (version > newest) throw refusal(file, words.newer)
}

const refusal = (file: string, problem: string): HostError =>
  new HostError('unavailable', words.cannotUse(basename(file), problem, dirname(file)))

/** A database file's header; undefined if there is no database yet. */
function readHeader(file: string): Buffer | undefined {
  if (!existsSync(file)) return undefined
  const header = headerOf(file)
  const log = `${file}-wal`
  // An interrupted first start leaves an empty file; one with content in its write-ahead log has lost its beginning.
  return header ?? (existsSync(log) && statSync(log).size > 0 ? Buffer.alloc(100) : undefined)
}

/** Copies the database next to itself, named by its version, and deletes the oldest copies. */
export function backUp(db: Database, file: string, version: number): void {
  const copy = `${file}.v${version}.backup`
  const unfinished = `${copy}.part`
  rmSync(unfinished, { force: true })
  makePrivate(unfinished)
  db.prepare('VACUUM INTO ?').run(unfinished)
  moveOver(unfinished, copy)
  for (const old of backupsOf(file).slice(keptBackups)) rmSync(old)
}

/** Backups from before upgrades, newest version first. */
export function backupsOf(file: string): string[] {
  return readdirSync(dirname(file))
    .filter((name) => name.startsWith(`${basename(file)}.v`) && /\.backup(?:\.part)?$/.test(name))
    .toSorted((a, b) => versionIn(b) - versionIn(a))
    .map((name) => join(dirname(file), name))
}

const versionIn = (name: string): number => Number(/\.v(\d+)\.backup/.exec(name)?.[1])

/** Bytes of disk space left to others; on a small disk a fiftieth of it. */
const mostReserve = 64 * 1024 * 1024
const pageBytes = 4096
/** SQLite's maximum for `max_page_count`. */
const unbounded = 4_294_967_294

type Space = Record<'bavail' | 'blocks' | 'bsize', number>

/** Above this many pages, a quota is a multiple of it: it then seldom changes, and each change costs a statement. */
const quotaStep = 1024

/**
 * Max pages of a directory's database: its current size, plus the free disk space minus a reserve. A disk that doesn't
 * report its space sets no limit.
 */
export function diskQuota(directory: string, spaceOf = (of: string): Space => statfsSync(of)): () => number {
  const file = join(directory, 'journal.db')
  return () => {
    try {
      const { bavail, blocks, bsize } = spaceOf(directory)
      const reserve = Math.min(mostReserve, (blocks * bsize) / 50)
      const free = Math.max(0, bavail * bsize - reserve)
      const own = statSync(file, { throwIfNoEntry: false })?.size ?? 0
      const pages = Math.floor((own + free) / pageBytes)
      return Math.min(unbounded, Math.max(1, pages > quotaStep ? pages - (pages % quotaStep) : pages))
    } catch {
      return unbounded
    }
  }
}
