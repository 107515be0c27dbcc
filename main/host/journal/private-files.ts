import { chmodSync, closeSync, constants, existsSync, lstatSync, openSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { isOpenOnWindows } from './access-list.ts'

/** The mode bits of everyone except the owner. */
const others = 0o077

/**
 * Atrium's files in its data folder, not counting its own subfolders. An existing directory can contain other files
 * too.
 */
const ours =
  /^((journal|lock)\.db|audit\.heads\.jsonl|(servers|settings|running|window)\.json|secrets\.(key|enc|keyring\.json))/

/** Windows has no modes: there, files have the access list of their folder. */
const hasModes = process.platform !== 'win32'

/** Removes other accounts' access to the data folder's files. Leaves everything except plain files as is. */
export function closeToOthers(directory: string): void {
  if (!hasModes) return
  for (const name of readdirSync(directory).filter((it) => ours.test(it))) tighten(join(directory, name))
}

/** Creates a file for its owner only, unless it exists. SQLite copies its mode to the files it creates next to it. */
export function makePrivate(file: string): void {
  if (existsSync(file)) return
  closeSync(openSync(file, constants.O_CREAT | constants.O_RDWR, 0o600))
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
