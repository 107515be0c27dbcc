import { mkdirSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import type { UserFolders } from '../../host/platform.ts'

/** The user's home folder, and the folder where applications keep their configurations. */
export function userFolders(environment: NodeJS.ProcessEnv = process.env): UserFolders {
  const { platform: system } = process
  const home = homedir()
  if (system === 'darwin') return { system, home, config: path.join(home, 'Library', 'Application Support') }
  const given = system === 'win32' ? environment['APPDATA'] : environment['XDG_CONFIG_HOME']
  const usual = system === 'win32' ? path.join(home, 'AppData', 'Roaming') : path.join(home, '.config')
  return { system, home, config: given && path.isAbsolute(given) ? given : usual }
}

/** This system's place for application data: XDG base directories, Application Support, or %APPDATA%. */
export function usualPlace(environment: NodeJS.ProcessEnv = process.env): string {
  if (process.platform === 'darwin') return path.join(homedir(), 'Library', 'Application Support', 'Atrium')
  if (process.platform === 'win32')
    return path.join(environment.APPDATA ?? path.join(homedir(), 'AppData', 'Roaming'), 'Atrium')
  const base = environment.XDG_DATA_HOME
  return path.join(base && path.isAbsolute(base) ? base : path.join(homedir(), '.local', 'share'), 'atrium')
}

/** The absolute path of the data folder; creates it if missing, readable only by its owner. */
export function openDataDirectory(given: string | undefined, environment: NodeJS.ProcessEnv = process.env): string {
  const directory = given === undefined ? usualPlace(environment) : path.resolve(given)
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  return directory
}
