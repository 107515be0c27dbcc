import { accessSync, constants, lstatSync, statSync } from 'node:fs'
import path from 'node:path'
import { valueOf, type Variables } from '../../base/windows.ts'

/** Why a command can't be executed, by the system's error code. */
export class CommandProblem extends Error {
  readonly code: 'ENOENT' | 'EACCES'

  constructor(code: 'ENOENT' | 'EACCES') {
    super(code)
    this.code = code
  }
}

/** The system calls used to find a command. Files that can't be examined count as missing. */
export type System = {
  platform: NodeJS.Platform
  isFile(file: string): boolean
  isExecutable(file: string): boolean
}

/**
 * The absolute path of a command, by the server's own variables; throws `CommandProblem`. A bare name is searched in
 * PATH only: on Windows neither the working folder nor Atrium's is searched.
 */
export function resolveCommand(command: string, variables: Variables, cwd: string, system = thisSystem): string {
  const candidates =
    system.platform === 'win32' ? windowsCandidates(command, variables, cwd) : posixCandidates(command, variables, cwd)
  const files = candidates.filter((file) => system.isFile(file))
  const isProgram = system.platform === 'win32' ? isProgramName : system.isExecutable
  const runnable = files.find(isProgram)
  if (runnable === undefined) throw new CommandProblem(files.length > 0 ? 'EACCES' : 'ENOENT')
  return runnable
}

function posixCandidates(command: string, { PATH }: Variables, cwd: string): string[] {
  const folders = command.includes('/') ? [''] : (PATH ?? '/usr/bin:/bin').split(':')
  return folders.map((folder) => path.posix.resolve(cwd, folder, command))
}

/** Windows itself starts these; for the others in PATHEXT it opens whatever program is set to handle them. */
const programEndings = ['.COM', '.EXE', '.BAT', '.CMD']

const isProgramName = (name: string): boolean => programEndings.some((it) => name.toUpperCase().endsWith(it))

/** A path with each extension that Windows runs, and as is: first if it has such an extension, else last. */
function windowsCandidates(command: string, variables: Variables, cwd: string): string[] {
  const { win32 } = path
  const wanted = (valueOf(variables, 'PATHEXT') ?? '').split(';').filter(isProgramName)
  const endings = wanted.length > 0 ? wanted : programEndings
  const withEnding = endings.map((ending) => `${command}${ending.toLowerCase()}`)
  const names = isProgramName(command) ? [command, ...withEnding] : [...withEnding, command]
  if (/[\\/]|^[a-z]:/i.test(command)) return names.map((name) => win32.resolve(cwd, name))
  const folders = (valueOf(variables, 'PATH') ?? '').split(';').map((folder) => folder.trim().replace(/^"(.*)"$/, '$1'))
  return folders.filter(isFixed).flatMap((folder) => names.map((name) => win32.join(folder, name)))
}

/** Starts at a drive's root or another computer's: relative PATH folders would depend on the working folder. */
const isFixed = (folder: string): boolean => /^([a-z]:[\\/]|\\\\[^\\])/i.test(folder)

/** Tells Windows not to search the working folder for programs, for this process and what it starts. */
export function leaveOutWorkingFolder(
  variables: Record<string, string | undefined>,
  platform = process.platform,
): void {
  if (platform === 'win32') variables['NoDefaultCurrentDirectoryInExePath'] = '1'
}

/** The files of this computer. */
export const thisSystem: System = {
  platform: process.platform,
  isFile: (file) => holds(() => statSync(file).isFile()) || isStoreApp(file),
  isExecutable: (file) =>
    holds(() => {
      accessSync(file, constants.X_OK)
      return true
    }),
}

/** Programs from Microsoft's store are links that can't be followed or read. */
const isStoreApp = (file: string): boolean =>
  process.platform === 'win32' && /\.exe$/i.test(file) && holds(() => lstatSync(file).isSymbolicLink())

function holds(look: () => boolean): boolean {
  try {
    return look()
  } catch {
    return false
  }
}
