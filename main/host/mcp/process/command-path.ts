import { accessSync, constants, lstatSync, statSync } from 'node:fs'
import path from 'node:path'

/** Why a command cannot be executed, by the system's own code. */
export class CommandProblem extends Error {
  readonly code: 'ENOENT' | 'EACCES'

  constructor(code: 'ENOENT' | 'EACCES') {
    super(code)
    this.code = code
  }
}

/** What is asked of a system while a command is looked for. What cannot be looked at is not there for us. */
export type System = {
  platform: NodeJS.Platform
  isFile(file: string): boolean
  isExecutable(file: string): boolean
}

type Variables = Record<string, string | undefined>

/**
 * The absolute path of what a command names, by the server's own variables; throws `CommandProblem`. A name without a
 * folder is looked for in PATH only: on Windows neither the working folder nor Atrium's is searched.
 */
export function resolveCommand(command: string, variables: Variables, cwd: string, system = thisSystem): string {
  const candidates =
    system.platform === 'win32' ? windowsCandidates(command, variables, cwd) : posixCandidates(command, variables, cwd)
  const files = candidates.filter((file) => system.isFile(file))
  const runnable = files.find((file) => system.platform === 'win32' || system.isExecutable(file))
  if (runnable === undefined) throw new CommandProblem(files.length > 0 ? 'EACCES' : 'ENOENT')
  return runnable
}

function posixCandidates(command: string, { PATH }: Variables, cwd: string): string[] {
  const folders = command.includes('/') ? [''] : (PATH ?? '/usr/bin:/bin').split(':')
  return folders.map((folder) => path.posix.resolve(cwd, folder, command))
}

/** With each of the endings that Windows runs; a name that has one already stands for itself first. */
function windowsCandidates(command: string, variables: Variables, cwd: string): string[] {
  const { win32 } = path
  const endings = (valueOf(variables, 'PATHEXT') ?? '.COM;.EXE;.BAT;.CMD').split(';').filter((it) => /^\.\w+$/.test(it))
  const hasEnding = endings.some((ending) => command.toLowerCase().endsWith(ending.toLowerCase()))
  const names = [...(hasEnding ? [command] : []), ...endings.map((ending) => `${command}${ending.toLowerCase()}`)]
  if (/[\\/]|^[a-z]:/i.test(command)) return names.map((name) => win32.resolve(cwd, name))
  const folders = (valueOf(variables, 'PATH') ?? '').split(';').map((folder) => folder.trim().replace(/^"(.*)"$/, '$1'))
  return folders.filter(isFixed).flatMap((folder) => names.map((name) => win32.join(folder, name)))
}

/** From a drive's root or another computer's: every other folder of PATH would depend on where one is. */
const isFixed = (folder: string): boolean => /^([a-z]:[\\/]|\\\\[^\\])/i.test(folder)

/** Windows knows a variable in any case. */
const valueOf = (variables: Variables, name: string): string | undefined =>
  Object.entries(variables).find(([it]) => it.toUpperCase() === name)?.[1]

/** The full path of a tool that Windows brings. */
export const windowsTool = (name: string, variables: Variables): string =>
  path.win32.join(valueOf(variables, 'SYSTEMROOT') ?? 'C:\\Windows', 'System32', name)

/** Tells Windows to leave the working folder out when it looks for a program, for this process and what it starts. */
export function leaveOutWorkingFolder(variables: Variables, platform = process.platform): void {
  if (platform === 'win32') variables['NoDefaultCurrentDirectoryInExePath'] = '1'
}

const thisSystem: System = {
  platform: process.platform,
  isFile: (file) => holds(() => statSync(file).isFile()) || isStoreApp(file),
  isExecutable: (file) =>
    holds(() => {
      accessSync(file, constants.X_OK)
      return true
    }),
}

/** Programs from Microsoft's store are links that nobody may follow or read. */
const isStoreApp = (file: string): boolean =>
  process.platform === 'win32' && /\.exe$/i.test(file) && holds(() => lstatSync(file).isSymbolicLink())

function holds(look: () => boolean): boolean {
  try {
    return look()
  } catch {
    return false
  }
}
