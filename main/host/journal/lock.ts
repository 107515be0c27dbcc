import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { HostError } from '../../../shared/contract/errors.ts'
import { reasonOf } from '../base/failure.ts'
import { makePrivate } from './private-files.ts'
import { journalWords as words } from './words.ts'

type Holder = { pid: number; started: string | null; boot: string | null }

/**
 * Takes the data folder for this process and returns the function that releases it. Replaces an owner that no longer
 * runs, even if its process number was reused; `conflict` names one that does run. The lock is a row in its own
 * database, so reading and taking it are one atomic step.
 */
export function lockDirectory(directory: string): () => void {
  const own = { started: null, boot: null, ...identifyProcess(process.pid), pid: process.pid }
  inLockFile(directory, (db) => {
    const holder = db.prepare<[], Holder>('SELECT pid, started, boot FROM holder').get()
    if (holder && runs(holder)) throw new HostError('conflict', conflict(holder))
    db.prepare<Holder>('REPLACE INTO holder (one, pid, started, boot) VALUES (1, @pid, @started, @boot)').run(own)
  })
  return () => {
    try {
      inLockFile(directory, (db) => void db.prepare<[number]>('DELETE FROM holder WHERE pid = ?').run(own.pid))
    } catch (error) {
      // Nothing is lost: the lock of a process that ended doesn't count.
      process.emitWarning(error instanceof Error ? error : String(error))
    }
  }
}

const lockFile = 'lock.db'

function conflict({ pid, started }: Holder): string {
  const sentence = words.inUse(pid)
  return started === null ? words.staleLock(sentence, pid, lockFile) : sentence
}

function inLockFile(directory: string, act: (db: Database.Database) => void): void {
  const file = join(directory, lockFile)
  let db: Database.Database | undefined
  try {
    makePrivate(file)
    db = new Database(file)
    const opened = db
    opened
      .transaction(() => {
        opened.exec(`
          CREATE TABLE IF NOT EXISTS holder (
            one INTEGER PRIMARY KEY CHECK (one = 1), pid INTEGER NOT NULL, started TEXT, boot TEXT
          ) STRICT`)
        act(opened)
      })
      .immediate()
  } catch (error) {
    if (error instanceof HostError) throw error
    throw new HostError('unavailable', words.cannotLock(file, reasonOf(error)))
  } finally {
    db?.close()
  }
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
  const started =
    process.platform === 'win32' ? null : execFileSync('ps', ['-o', 'lstart=', '-p', `${pid}`], { encoding: 'utf8' })
  return { started, boot: null }
}

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
