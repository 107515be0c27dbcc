import { accessSync, constants, statSync } from 'node:fs'
import path from 'node:path'

/** Why a command cannot be executed, by the system's own code. */
export class CommandProblem extends Error {
  readonly code: 'ENOENT' | 'EACCES'

  constructor(code: 'ENOENT' | 'EACCES') {
    super(code)
    this.code = code
  }
}

/**
 * The absolute path of what a command names, by the server's own PATH and folder; throws `CommandProblem`.
 * On Windows the name stays as it is: what it means there depends on more than the path.
 */
export function resolveCommand(command: string, pathVariable: string | undefined, cwd: string): string {
  if (process.platform === 'win32') return command
  const folders = command.includes('/') ? [''] : (pathVariable ?? '/usr/bin:/bin').split(':')
  const files = folders.map((folder) => path.resolve(cwd, folder, command)).filter(isFile)
  const runnable = files.find(isExecutable)
  if (runnable === undefined) throw new CommandProblem(files.length > 0 ? 'EACCES' : 'ENOENT')
  return runnable
}

/** What cannot be looked at is not there for us. */
const isFile = (file: string): boolean => holds(() => statSync(file).isFile())

const isExecutable = (file: string): boolean =>
  holds(() => {
    accessSync(file, constants.X_OK)
    return true
  })

function holds(look: () => boolean): boolean {
  try {
    return look()
  } catch {
    return false
  }
}
