import { spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { userInfo } from 'node:os'
import path from 'node:path'
import type { SearchedComputer } from './usual-folders.ts'
import { mostOutput, briefLimits } from './run-briefly.ts'

/** Shells that print a variable with these arguments, by name; others aren't run. */
const shells: Record<string, string> = { bash: '-ilc', zsh: '-ilc', fish: '-ilc', sh: '-lc', dash: '-lc', ksh: '-ilc' }

/** Milliseconds that servers wait for the shell; what it says later still counts from then on. */
const patienceMs = 5000

/** The shell's answer: its folders, and the file of the user's own certificates. */
type Said = { path: string | undefined; certificates: string | undefined }
const silence: Said = { path: undefined, certificates: undefined }

/** The user's login shell, which sets PATH in their own start files. It is asked at most once. */
export class LoginShell {
  readonly #computer: SearchedComputer
  readonly #patience: number
  #asked: { said: Promise<Said>; end(): void } | undefined

  constructor(computer: SearchedComputer, patience = patienceMs) {
    this.#computer = computer
    this.#patience = patience
  }

  /** Its PATH. Undefined if there is no known shell, or it says nothing in time. Never rejects. */
  async path(): Promise<string | undefined> {
    return (await this.#said()).path
  }

  /**
   * Puts the shell's folders into this environment, before the others: a launcher starts programs with the system's
   * folders only, and Electron removes the variable for certificates. Resolves when that is done, or after some seconds
   * without it. Never rejects.
   */
  async complete(environment: NodeJS.ProcessEnv): Promise<void> {
    const done = this.#said().then((its) => {
      if (its.path !== undefined) environment['PATH'] = joined(its.path, environment['PATH'] ?? '')
      if (its.certificates !== undefined) environment[certificates] ??= its.certificates
    })
    const { promise: late, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, this.#patience)
    await Promise.race([done, late])
    clearTimeout(timer)
  }

  #said(): Promise<Said> {
    return (this.#asked ??= ask(this.#computer)).said
  }

  /** Ends the shell if it still runs. */
  close(): void {
    this.#asked?.end()
  }
}

const certificates = 'NODE_EXTRA_CA_CERTS'

/** Folders of both, each once. */
const joined = (first: string, second: string): string =>
  [...new Set([...foldersIn(first), ...foldersIn(second)])].join(':')

/** A relative folder would depend on the working folder. No installed program is in one with control characters. */
const foldersIn = (all: string): string[] => all.split(':').filter(isPlainPath)

const isPlainPath = (text: string): boolean => path.isAbsolute(text) && !/\p{Cc}/u.test(text)

function ask({ platform, home, environment, limits = briefLimits }: SearchedComputer): {
  said: Promise<Said>
  end(): void
} {
  const nothing = { said: Promise.resolve(silence), end: () => undefined }
  const shell = environment['SHELL'] ?? accountShell()
  const option = shells[shell.split('/').at(-1) ?? '']
  if (platform === 'win32' || option === undefined) return nothing
  const { PATH = '/usr/bin:/bin', USER = '', LOGNAME = USER, LANG = 'C' } = environment
  const env = { HOME: home, SHELL: shell, PATH, USER, LOGNAME, LANG, TERM: 'dumb' }
  const { mark, command } = question()
  const child = started(shell, [option, command], { home, env })
  if (!child) return nothing
  const { promise: said, resolve } = Promise.withResolvers<Said>()
  let out = ''
  const end = (): void => {
    clearTimeout(timer)
    endGroup(child.pid)
    child.stdout?.destroy()
    resolve(readAnswer(out.split(mark)))
  }
  const timer = setTimeout(end, limits.shell)
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
    out = `${out}${chunk}`
    if (out.split(mark).length > marks || out.length > mostOutput) end()
  })
  child.once('error', end)
  child.once('close', end)
  return { said, end }
}

const marks = 3

/**
 * The mark is in two halves: a shell that prints its commands, as they are written or as they are run, doesn't print it.
 * PATH and the marks around it come from one command, so nothing is printed in between.
 */
function question(): { mark: string; command: string } {
  const [first, second] = [randomBytes(12).toString('hex'), randomBytes(12).toString('hex')]
  const around = `${first} ${second}`
  const command = `printf '%s%s%s%s%s\\n' ${around} "$PATH" ${around}; printenv ${certificates} || true; printf '%s%s\\n' ${around}`
  return { mark: `${first}${second}`, command }
}

/** Reads the output, cut at its marks. A value without the mark behind it is perhaps cut off. */
function readAnswer([, folders, others, end]: string[]): Said {
  if (folders === undefined || others === undefined) return silence
  const found = foldersIn(folders)
  const lines = end === undefined ? [] : others.split('\n').filter(isPlainPath)
  return {
    path: found.length > 0 ? found.join(':') : undefined,
    certificates: lines.length === 1 ? lines[0] : undefined,
  }
}

/** Undefined if it can't be started: Node throws for most reasons and emits an event for others. */
function started(
  shell: string,
  args: string[],
  { home, env }: { home: string; env: NodeJS.ProcessEnv },
): ChildProcess | undefined {
  try {
    return spawn(shell, args, { cwd: home, env, stdio: ['ignore', 'pipe', 'ignore'], detached: true })
  } catch {
    return undefined
  }
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
