import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import Database from 'better-sqlite3'
import { HostError } from '../../../shared/contract/errors.ts'
import { reasonOf } from '../base/failure.ts'
import { isBusy, makePrivate } from './database/database.ts'
import { journalWords as words } from './words.ts'

type Holder = { pid: number; started: string | null; boot: string | null }

/**
 * Takes the data folder for this process and returns the function that releases it; `conflict` names the process that
 * has it. The lock is an open transaction on a database. The system ends it with the process and not before, so it also
 * counts in another container or on another computer. A row in the database only names the process.
 */
export function lockDirectory(directory: string): () => void {
  const file = join(directory, lockFile)
  let db: Database.Database | undefined
  try {
    makePrivate(file)
    db = new Database(file)
    take(db)
  } catch (error) {
    const busy = db && isBusy(error) ? conflict(holderIn(db)) : undefined
    db?.close()
    if (error instanceof HostError) throw error
    throw busy ?? new HostError('unavailable', words.cannotLock(file, reasonOf(error)))
  }
  const held = db
  locks.add(held)
  return () => {
    locks.delete(held)
    try {
      held.exec('DELETE FROM holder; COMMIT')
    } catch (error) {
      // Nothing is lost: a row without the system's lock doesn't count.
      process.emitWarning(error instanceof Error ? error : String(error))
    } finally {
      held.close()
    }
  }
}

/** Whether a process has the data folder. Changes nothing. */
export function isLocked(directory: string): boolean {
  const file = join(directory, lockFile)
  if (!existsSync(file)) return false
  let db: Database.Database | undefined
  try {
    db = new Database(file, { fileMustExist: true, timeout: 0 })
    db.exec('BEGIN IMMEDIATE; ROLLBACK')
    return false
  } catch (error) {
    return isBusy(error)
  } finally {
    db?.close()
  }
}

const lockFile = 'lock.db'

/** A connection without a reference would be collected, and its lock with it. */
const locks = new Set<Database.Database>()

/** Milliseconds to wait for a process that only looks or is just taking the lock. */
const glanceMs = 250

/** Writes who takes the lock, then takes it by a transaction that stays open. Others can still read the row. */
function take(db: Database.Database): void {
  const own = { started: null, boot: null, ...identifyProcess(process.pid), pid: process.pid }
  db.pragma(`busy_timeout = ${glanceMs}`)
  db.exec(`
    BEGIN IMMEDIATE;
    CREATE TABLE IF NOT EXISTS holder (
      one INTEGER PRIMARY KEY CHECK (one = 1), pid INTEGER NOT NULL, started TEXT, boot TEXT
    ) STRICT`)
  const before = holderIn(db)
  // An Atrium that is only just taking the lock, or an old one that has nothing but the row.
  if (before && before.started !== null && before.pid !== own.pid && runs(before)) throw conflict(before)
  db.prepare<Holder>('REPLACE INTO holder (one, pid, started, boot) VALUES (1, @pid, @started, @boot)').run(own)
  db.pragma('busy_timeout = 5000')
  db.exec('COMMIT; BEGIN IMMEDIATE')
  const holder = holderIn(db)
  if (!isDeepStrictEqual(holder, own)) throw conflict(holder)
}

/** Undefined if the row can't be read, which is so while a process takes or releases the lock. */
function holderIn(db: Database.Database): Holder | undefined {
  try {
    return db.prepare<[], Holder>('SELECT pid, started, boot FROM holder').get()
  } catch {
    return undefined
  }
}

function conflict(holder: Holder | undefined): HostError {
  if (!holder) return new HostError('conflict', words.inUseByOther)
  return new HostError('conflict', runs(holder) ? words.inUse(holder.pid) : words.inUseAway(holder.pid))
}

function runs(holder: Holder): boolean {
  const now = identifyProcess(holder.pid)
  return now !== undefined && now.started === holder.started && now.boot === holder.boot
}

/**
 * Distinguishes a process from a later one with the same number: undefined if none runs, null for what the system
 * doesn't report.
 */
export function identifyProcess(pid: number): Omit<Holder, 'pid'> | undefined {
  if (process.platform === 'linux') return identifyLinux(pid)
  if (!answers(pid)) return undefined
  return { started: process.platform === 'win32' ? null : startedByPs(pid), boot: null }
}

/**
 * A process's start time in the same words and zone for every caller; null if `ps` doesn't say. Never throws: a process
 * that can't be identified still runs.
 */
export function startedByPs(pid: number, run: typeof runPs = runPs): string | null {
  try {
    const said = run('/bin/ps', ['-o', 'lstart=', '-p', `${pid}`], { LC_ALL: 'C', TZ: 'UTC' }).trim()
    return said === '' ? null : said
  } catch {
    return null
  }
}

const runPs = (file: string, args: string[], env: Record<string, string>): string =>
  execFileSync(file, args, { encoding: 'utf8', env, timeout: 5000, stdio: ['ignore', 'pipe', 'ignore'] })

/** The start time is in clock ticks since boot, so it counts only together with the boot. A zombie no longer runs. */
function identifyLinux(pid: number): Omit<Holder, 'pid'> | undefined {
  if (!existsSync(`/proc/${pid}`)) return undefined
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  if (state === 'Z' || state === 'X') return undefined
  const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  return { started: fields[18] ?? null, boot }
}

function answers(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // Another account's process can't be signalled, but it runs.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
