import { chmodSync, closeSync, constants, existsSync, lstatSync, openSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** What others than the owner may do, in a file's mode. */
const others = 0o077

/** What Atrium keeps in its data directory, beside folders of its own. A directory that was there can hold other files too. */
const ours =
  /^((journal|lock)\.db|audit\.heads\.jsonl|(servers|settings|running|window)\.json|secrets\.(key|enc|keyring\.json))/

/** Windows has no modes: there, what is in a user's profile is for that user. */
const hasModes = process.platform !== 'win32'

/** Takes from the files of the data directory what other accounts may do with them. What is not a plain file stays as it is. */
export function closeToOthers(directory: string): void {
  if (!hasModes) return
  for (const name of readdirSync(directory).filter((it) => ours.test(it))) tighten(join(directory, name))
}

/** Makes a file for its owner only, unless it is there. SQLite gives its mode to the files that it makes beside it. */
export function makePrivate(file: string): void {
  if (existsSync(file)) return
  closeSync(openSync(file, constants.O_CREAT | constants.O_RDWR, 0o600))
}

/** Whether other accounts of this computer may look into the directory, or change what is in it. */
export const isOpenToOthers = (directory: string): boolean => hasModes && (statSync(directory).mode & others) !== 0

function tighten(file: string): void {
  const stat = lstatSync(file, { throwIfNoEntry: false })
  if (!stat?.isFile() || (stat.mode & others) === 0) return
  try {
    chmodSync(file, stat.mode & 0o700)
  } catch (error) {
    // Somebody else's file, or a file system without modes: that is no reason not to start.
    process.emitWarning(error instanceof Error ? error : String(error))
  }
}
