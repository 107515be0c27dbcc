import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { userInfo } from 'node:os'
import path from 'node:path'
import type { SearchedComputer } from './usual-folders.ts'
import { mostOutput, briefLimits } from './run-briefly.ts'

/** Shells that print a variable with these arguments, by name; others aren't run. */
const shells: Record<string, string> = { bash: '-ilc', zsh: '-ilc', fish: '-ilc', sh: '-lc', dash: '-lc', ksh: '-ilc' }

/** Milliseconds that servers wait for the shell; what it says later still counts from then on. */
const patienceMs = 5000

/** The user's login shell, which sets PATH in their own start files. It is asked at most once. */
export class LoginShell {
  readonly #computer: SearchedComputer
  readonly #patience: number
  #asked: { path: Promise<string | undefined>; end(): void } | undefined

  constructor(computer: SearchedComputer, patience = patienceMs) {
    this.#computer = computer
    this.#patience = patience
  }

  /** Its PATH. Undefined if there is no known shell, or it says nothing in time. */
  path(): Promise<string | undefined> {
    return (this.#asked ??= ask(this.#computer)).path
  }

  /**
   * Puts the shell's folders into this environment, before the others: a launcher starts programs with the system's
   * folders only. Resolves when that is done, or after some seconds without it. Never rejects.
   */
  async complete(environment: NodeJS.ProcessEnv): Promise<void> {
    const done = this.path().then((its) => {
      if (its !== undefined) environment['PATH'] = joined(its, environment['PATH'] ?? '')
    })
    const { promise: late, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, this.#patience)
    await Promise.race([done, late])
    clearTimeout(timer)
  }

  /** Ends the shell if it still runs. */
  close(): void {
    this.#asked?.end()
  }
}

/** Folders of both, each once. A relative one would depend on the working folder. */
function joined(first: string, second: string): string {
  const folders = [...first.split(':'), ...second.split(':')].filter((folder) => path.isAbsolute(folder))
  return [...new Set(folders)].join(':')
}

function ask({ platform, home, environment, limits = briefLimits }: SearchedComputer): {
  path: Promise<string | undefined>
  end(): void
} {
  const shell = environment['SHELL'] ?? accountShell()
  const option = shells[shell.split('/').at(-1) ?? '']
  if (platform === 'win32' || option === undefined) return { path: Promise.resolve(undefined), end: () => undefined }
  const mark = randomBytes(12).toString('hex')
  const { PATH = '/usr/bin:/bin', USER = '', LOGNAME = USER, LANG = 'C' } = environment
  const env = { HOME: home, SHELL: shell, PATH, USER, LOGNAME, LANG, TERM: 'dumb' }
  const child = spawn(shell, [option, `echo ${mark}; printenv PATH; echo ${mark}`], {
    cwd: home,
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
  })
  const { promise, resolve } = Promise.withResolvers<string | undefined>()
  let out = ''
  const said = (): string | undefined => {
    const [, between, ...after] = out.split(mark)
    const found = between?.trim()
    return found === undefined || found === '' || after.length === 0 ? undefined : found
  }
  const end = (): void => {
    clearTimeout(timer)
    endGroup(child.pid)
    child.stdout.destroy()
    resolve(said())
  }
  const timer = setTimeout(end, limits.shell)
  child.stdout.on('data', (chunk: Buffer) => {
    out = `${out}${chunk.toString('utf8')}`
    if (said() !== undefined || out.length > mostOutput) end()
  })
  child.once('error', end)
  child.once('close', end)
  return { path: promise, end }
}

/** The shell of the user's account; a session without it has no variable for it. */
function accountShell(): string {
  try {
    return userInfo().shell ?? ''
  } catch {
    return ''
  }
}

/** A start file may have started something that stays. */
function endGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It has ended.
  }
}
