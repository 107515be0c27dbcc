import { existsSync, statfsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { CheckedPart } from '../../../shared/contract/checkup.ts'
import type { LogCheck, LogCheckStopped } from '../../../shared/contract/log.ts'
import { reasonOf } from '../base/failure.ts'
import type { Head } from '../journal/chain/heads.ts'
import { isLocked } from '../journal/lock.ts'
import { inspect } from '../journal/database-file.ts'
import { migrations } from '../journal/migrations.ts'
import type { DatabaseCondition } from '../journal/queries/whole-log.ts'
import type { RunningServer } from '../journal/queries/running-servers.ts'
import { Reader } from '../journal/queries/reader.ts'
import type { FolderProblem } from './usable.ts'
import { checkupWords as words } from './words.ts'

/**
 * The log's database, or why it couldn't be looked at. `free` is the disk's free space in bytes, if it says so; `running`
 * are the servers, while an Atrium uses the data folder.
 */
export type LookedAtDatabase = { free: number | undefined } & (
  | { isAbsent: true }
  | { problem: string }
  | (DatabaseCondition & { bytes: number; log: LogCheck | LogCheckStopped; running?: RunningServer[] | undefined })
)

/** Reads the whole log in a separate thread, so nothing else waits for it. */
export async function lookAtDatabase(
  directory: string,
  flush: () => void,
  heads?: { key: string | undefined; anchor: Head | undefined },
): Promise<LookedAtDatabase> {
  const free = freeBytes(directory)
  const file = join(directory, 'journal.db')
  if (!existsSync(file)) return { free, isAbsent: true }
  let reader: Reader | undefined
  try {
    inspect(file, migrations.length)
    reader = new Reader({ file, flush, reports: { flush: () => undefined } })
    const condition = await reader.ask('databaseCondition')
    const log = await reader.ask('checkLog', heads)
    const isInUse = heads !== undefined || isLocked(directory)
    const running = isInUse ? await reader.ask('runningServers', {}) : undefined
    return { free, ...condition, bytes: statSync(file).size, log, running }
  } catch (error) {
    return { free, problem: reasonOf(error) }
  } finally {
    await reader?.close()
  }
}

/** Of the disk that the folder is on, or would be on. */
function freeBytes(directory: string): number | undefined {
  let place = directory
  while (!existsSync(place) && place !== dirname(place)) place = dirname(place)
  try {
    const { bavail, bsize } = statfsSync(place)
    return bavail * bsize
  } catch {
    return undefined
  }
}

/** Bytes of free disk space below which Atrium soon can't write, and below which that isn't far. */
const little = { problem: 200e6, notice: 2e9 }

/** The database, the disk it is on, and the log in it; `why` its folder can't be used, if it can't. */
export function databaseParts(looked: LookedAtDatabase, why?: FolderProblem): CheckedPart[] {
  const disk = diskPart(looked.free)
  const title = words.titles.database
  if (why && ('isAbsent' in looked || 'problem' in looked))
    return [{ part: 'database', title, health: 'problem', ...why }, disk]
  if ('isAbsent' in looked)
    return [
      { part: 'database', title, health: 'fine', text: words.database.none, advice: words.database.startOnce },
      disk,
    ]
  if ('problem' in looked) {
    const { problem } = looked
    const text = words.database.closed(problem)
    return [{ part: 'database', title, health: 'problem', text, advice: words.database.restore }, disk]
  }
  return [{ part: 'database', title, ...conditionOf(looked) }, disk, logPart(looked.log)]
}

type Found = Pick<CheckedPart, 'health' | 'text' | 'advice'>

function conditionOf({ sqlite, version, mode, damage, bytes }: DatabaseCondition & { bytes: number }): Found {
  if (damage !== undefined)
    return { health: 'problem', text: words.database.damaged(damage), advice: words.database.restore }
  if (mode !== 'wal') return { health: 'notice', text: words.database.noWal(mode), advice: words.database.localDisk }
  return { health: 'fine', text: words.database.intact(sqlite, version, inMegabytes(bytes)) }
}

function diskPart(free: number | undefined): CheckedPart {
  const its = { part: 'disk', title: words.titles.disk } as const
  if (free === undefined) return { ...its, health: 'notice', text: words.disk.unknown, advice: words.disk.look }
  const text = words.disk.free(inMegabytes(free))
  if (free >= little.notice) return { ...its, health: 'fine', text }
  return { ...its, health: free < little.problem ? 'problem' : 'notice', text, advice: words.disk.makeRoom }
}

const inMegabytes = (bytes: number): string =>
  bytes < 1e9 ? words.megabytes(Math.ceil(bytes / 1e6)) : words.gigabytes((bytes / 1e9).toFixed(1))

function logPart(log: LogCheck | LogCheckStopped): CheckedPart {
  return { part: 'log', title: words.titles.log, ...logFound(log) }
}

function logFound(log: LogCheck | LogCheckStopped): Found {
  const { log: its } = words
  switch (log.state) {
    case 'broken':
      return { health: 'problem', text: its.broken(log.seq), advice: its.seeLog }
    case 'cut':
    case 'stripped':
      return { health: 'problem', text: its.cut(log.signedUpTo), advice: its.seeLog }
    case 'stopped':
      return { health: 'notice', text: its.stopped, advice: its.again }
    case 'intact': {
      if (log.replaced.length > 0) return { health: 'problem', text: its.replaced(log.replaced), advice: its.seeLog }
      if (log.newKeys.length > 0) return { health: 'notice', text: its.newKeys(log.newKeys), advice: its.seeKeys }
      if (!log.signed && log.records > 0) return { health: 'notice', text: its.unsigned(log.records), advice: its.sign }
      return { health: 'fine', text: its.intact(log.records, log.signed?.seq ?? 0) }
    }
    default:
      return log satisfies never
  }
}
