import { chmodSync, lstatSync, readdirSync, statSync, type Stats } from 'node:fs'
import { join } from 'node:path'
import { isOpenOnWindows } from './access-list.ts'

/** The mode bits of everyone except the owner. */
const others = 0o077

/**
 * Atrium's files in its data folder, not counting its own subfolders. An existing directory can contain other files
 * too.
 */
const ours =
  /^((journal|lock|views|reports)\.db|audit\.heads\.jsonl|(servers|settings|running|window)\.json|secrets\.(key|enc|keyring\.json))/

/** Windows has no modes: there, files have the access list of their folder. */
const hasModes = process.platform !== 'win32'

/** Removes other accounts' access to the data folder's files. Leaves everything except plain files as is. */
export function closeToOthers(directory: string): void {
  if (!hasModes) return
  for (const name of readdirSync(directory).filter((it) => ours.test(it))) tighten(join(directory, name))
}

/**
 * Whether other accounts of this computer can read a folder or file, or change its content; undefined if the system
 * doesn't say.
 */
export const isOpenToOthers = (place: string): boolean | undefined =>
  hasModes ? (statSync(place).mode & others) !== 0 : isOpenOnWindows(place)

/** Names of Atrium's files in the data folder that other accounts can read or change. */
export const filesOpenToOthers = (directory: string): string[] =>
  hasModes
    ? readdirSync(directory).filter((name) => ours.test(name) && isOpenToOthers(join(directory, name)) === true)
    : []

/** A folder or file that another account can change. `owner`: the folder's. */
export type Shared = { place: string; by: 'owner' | 'group' | 'all'; owner: number }

/**
 * The data folder, or a file of Atrium's in it that others can reach, if an account other than this one and the superuser
 * can write to it. Undefined if there is none, and on Windows, whose access lists don't say it for certain.
 */
export function sharedIn(directory: string): Shared | undefined {
  if (!hasModes) return undefined
  const folder = statSync(directory)
  const who = writersOf(folder)
  if (who !== undefined) return { place: directory, by: who, owner: folder.uid }
  if ((folder.mode & reach) === 0) return undefined
  for (const name of readdirSync(directory).filter((it) => ours.test(it))) {
    const place = join(directory, name)
    const found = lstatSync(place, { throwIfNoEntry: false })
    const by = found?.isFile() ? writersOf(found) : undefined
    if (by !== undefined) return { place, by, owner: folder.uid }
  }
  return undefined
}

/** The mode bits by which others reach what is in a folder. */
const reach = 0o011

function writersOf({ uid, mode }: Stats): Shared['by'] | undefined {
  if (uid !== 0 && uid !== process.getuid?.()) return 'owner'
  if ((mode & 0o002) !== 0) return 'all'
  return (mode & 0o020) === 0 ? undefined : 'group'
}

function tighten(file: string): void {
  const stat = lstatSync(file, { throwIfNoEntry: false })
  if (!stat?.isFile() || (stat.mode & others) === 0) return
  try {
    chmodSync(file, stat.mode & 0o700)
  } catch (error) {
    // Another account's file, or a file system without modes: not a reason to fail the start.
    process.emitWarning(error instanceof Error ? error : String(error))
  }
}
