import { homedir } from 'node:os'
import path from 'node:path'
import { placeVariables } from '../../../shared/config/imported.ts'
import type { UserFolders } from '../platform.ts'

/**
 * The user's home folder, the folders where applications keep their configurations, and those that environment
 * variables name instead.
 */
export function userFolders(environment: NodeJS.ProcessEnv = process.env, home = homedir()): UserFolders {
  const { platform: system } = process
  const isFolder = (given: string | undefined): given is string => given !== undefined && path.isAbsolute(given)
  const named = Object.fromEntries(
    placeVariables.flatMap((name) => (isFolder(environment[name]) ? [[name, environment[name]]] : [])),
  )
  if (system === 'darwin')
    return {
      system,
      home,
      named,
      config: path.join(home, 'Library', 'Application Support'),
      machine: '/Library/Application Support',
    }
  const isWindows = system === 'win32'
  const given = isWindows ? environment['APPDATA'] : environment['XDG_CONFIG_HOME']
  const usual = isWindows ? path.join(home, 'AppData', 'Roaming') : path.join(home, '.config')
  const machine = isWindows ? (environment['ProgramData'] ?? 'C:\\ProgramData') : '/etc'
  return { system, home, named, machine, config: isFolder(given) ? given : usual }
}

/** This system's place for application data: XDG base directories, Application Support, or %LOCALAPPDATA%. */
export function usualPlace(
  environment: NodeJS.ProcessEnv = process.env,
  home = homedir(),
  platform = process.platform,
): string {
  if (platform === 'darwin') return path.join(home, 'Library', 'Application Support', 'Atrium')
  // Companies keep %APPDATA% on a server, or copy it there at each sign-out, which a database doesn't survive.
  if (platform === 'win32')
    return path.win32.join(environment['LOCALAPPDATA'] ?? path.win32.join(home, 'AppData', 'Local'), 'Atrium')
  const base = environment['XDG_DATA_HOME']
  return path.join(base !== undefined && path.isAbsolute(base) ? base : path.join(home, '.local', 'share'), 'atrium')
}
