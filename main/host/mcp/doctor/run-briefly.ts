import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import type { SearchedComputer } from './places.ts'

const usualLimits = { program: 5000, shell: 10_000 }
const mostOutput = 65_536

/** The output of a program that only reports, such as `node --version`; undefined if it fails, or takes too long. */
export function runBriefly(
  file: string,
  args: string[],
  { env, limits = usualLimits }: Pick<SearchedComputer, 'limits'> & { env: Record<string, string> },
): Promise<string | undefined> {
  return new Promise((resolve) => {
    const options = { env, timeout: limits.program, maxBuffer: mostOutput, windowsHide: true, shell: false }
    execFile(file, args, { ...options, killSignal: 'SIGKILL' }, (error, out) =>
      resolve(error ? undefined : String(out).trim()),
    )
  })
}

/** Shells that print a variable with these arguments, by name; others aren't run. */
const shells: Record<string, string> = { bash: '-ilc', zsh: '-ilc', fish: '-ilc', sh: '-lc', dash: '-lc', ksh: '-ilc' }

/**
 * The PATH of the user's login shell, which their own start files set. Undefined if there is no such shell, or it says
 * nothing in time.
 */
export function loginShellPath({
  platform,
  home,
  environment,
  limits = usualLimits,
}: SearchedComputer): Promise<string | undefined> {
  const { SHELL: shell = '' } = environment
  const option = shells[shell.split('/').at(-1) ?? '']
  if (platform === 'win32' || option === undefined) return Promise.resolve(undefined)
  const mark = randomBytes(12).toString('hex')
  const { PATH = '/usr/bin:/bin', USER = '', LOGNAME = USER, LANG = 'C' } = environment
  const env = { HOME: home, SHELL: shell, PATH, USER, LOGNAME, LANG, TERM: 'dumb' }
  return new Promise((resolve) => {
    const child = spawn(shell, [option, `echo ${mark}; printenv PATH; echo ${mark}`], {
      cwd: home,
      env,
      stdio: ['ignore', 'pipe', 'ignore'],
      detached: true,
    })
    let out = ''
    const end = (): void => {
      clearTimeout(timer)
      endGroup(child.pid)
      const [, between] = out.split(mark)
      const found = between?.trim()
      resolve(found === undefined || found === '' || out.split(mark).length < 3 ? undefined : found)
    }
    const timer = setTimeout(end, limits.shell)
    child.stdout.on('data', (chunk: Buffer) => {
      if (out.length < mostOutput) out += chunk.toString('utf8')
    })
    child.once('error', end)
    child.once('close', end)
  })
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
