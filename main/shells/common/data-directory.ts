import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { HostError } from '../../../shared/contract/errors.ts'
import { usualPlace } from '../../host/base/user-folders.ts'
import { whyUnusable, nearest, refused, type FolderProblem } from '../../host/checkup/usable.ts'

/** The absolute path of the data folder, whether it exists or not. */
export const dataDirectoryOf = (given: string | undefined, environment: NodeJS.ProcessEnv = process.env): string =>
  given === undefined ? usualPlace(environment) : path.resolve(given)

/**
 * The absolute path of the data folder; creates it if missing, readable only by its owner. Throws `bad-input` if it can't
 * be used.
 */
export function openDataDirectory(given: string | undefined, environment: NodeJS.ProcessEnv = process.env): string {
  const directory = dataDirectoryOf(given, environment)
  refuse(whyUnusable(directory))
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 })
  } catch (error) {
    refuse(refused(directory, nearest(directory), error))
  }
  // Some file systems give each new folder to all accounts.
  refuse(whyUnusable(directory))
  return directory
}

/** The absolute path of a data folder that is only read. Throws `bad-input` if it can't be. */
export function readableDataDirectory(given: string | undefined): string {
  const directory = dataDirectoryOf(given)
  refuse(whyUnusable(directory, 'reading'))
  return directory
}

function refuse(problem: FolderProblem | undefined): void {
  if (problem) throw new HostError('bad-input', [problem.text, problem.advice].join(' '))
}
