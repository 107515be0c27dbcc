import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { usualPlace } from '../../host/base/user-folders.ts'

/** The absolute path of the data folder, whether it exists or not. */
export const dataDirectoryOf = (given: string | undefined, environment: NodeJS.ProcessEnv = process.env): string =>
  given === undefined ? usualPlace(environment) : path.resolve(given)

/** The absolute path of the data folder; creates it if missing, readable only by its owner. */
export function openDataDirectory(given: string | undefined, environment: NodeJS.ProcessEnv = process.env): string {
  const directory = dataDirectoryOf(given, environment)
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  return directory
}
