import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { constants } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** The checkout's root. */
export const root = fileURLToPath(new URL('..', import.meta.url))

/** @typedef {(text: string) => void} Keep takes what a program writes */

/** An expected end: its message is for the user, without a stack trace. */
export class Stop extends Error {}

/**
 * Runs a program in the checkout, on our own terminal, and resolves to its exit code, or to 128 and more if a
 * signal ended it. `quiet` keeps our stdout free: the program's stdout goes to stderr. `keep` gets both instead of the
 * terminal. With `asks`, the program is asked to end by a message on Windows, where a signal would end it at once.
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, cwd?: string, quiet?: boolean, shell?: boolean, keep?: Keep | undefined, asks?: boolean }} [options]
 * @returns {Promise<number>}
 */
export function run(
  command,
  args,
  { env = process.env, cwd = root, quiet = false, shell = false, keep, asks = false } = {},
) {
  const terminal = /** @type {const} */ (['inherit', quiet ? 2 : 'inherit', 'inherit'])
  const channel = asks && process.platform === 'win32' ? /** @type {const} */ (['ipc']) : []
  const stdio = keep ? /** @type {const} */ (['ignore', 'pipe', 'pipe']) : [...terminal, ...channel]
  const child = spawn(command, args, { env, cwd, shell, stdio: [...stdio] })
  if (keep) for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', keep)
  const release = passSignals(child)
  return new Promise((resolve, reject) => {
    child.once('error', (error) => reject(new Stop(`"${command}" could not be started: ${error.message}.`)))
    child.once('close', (code, signal) => resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)))
  }).finally(release)
}

/** The message that asks Atrium's window to end. */
export const endMessage = 'atrium:end'

/** @typedef {{ kill(signal: NodeJS.Signals): boolean, connected?: boolean, send?(message: string): boolean }} Child */

/**
 * The child decides how to end. A terminal sends Ctrl+C to it directly, anything else sends signals only to us,
 * or, under npm, to a shell that dies of them without passing them on.
 * @param {import('node:child_process').ChildProcess} child
 */
function passSignals(child) {
  let times = 0
  const pass = (/** @type {NodeJS.Signals} */ signal) => {
    times += 1
    passOn(child, signal, { times, platform: process.platform, isTerminal: process.stdin.isTTY })
  }
  const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])
  for (const signal of signals) process.on(signal, pass)
  const shell = process.ppid
  const watch = setInterval(() => times === 0 && process.ppid !== shell && pass('SIGTERM'), 500)
  if (!process.env.npm_lifecycle_event) clearInterval(watch)
  return () => {
    clearInterval(watch)
    for (const signal of signals) process.off(signal, pass)
  }
}

/**
 * Passes a signal on. On Windows, `kill` ends a program at once, so its servers would stay (Node: process, Signal
 * events): a program in the terminal gets Ctrl+C from the console itself, and one with a window only the message. The
 * second time is for a program that doesn't listen.
 * @param {Child} child
 * @param {NodeJS.Signals} signal
 * @param {{ times: number, platform: NodeJS.Platform, isTerminal: boolean }} circumstances
 */
export function passOn(child, signal, { times, platform, isTerminal }) {
  if (platform !== 'win32') {
    if (signal !== 'SIGINT' || !isTerminal) child.kill(signal)
  } else if (child.connected) {
    if (times === 1) child.send?.(endMessage)
    else child.kill(signal)
  }
}

/**
 * The script behind a command of an installed package, so it runs on the Node of our choice on every system.
 * @param {string} name of the package
 * @param {string} [command] its name for the command, if it differs
 */
export function packageScript(name, command = name) {
  const folder = path.join(root, 'node_modules', name)
  /** @type {{ bin: string | Record<string, string> }} */
  const { bin } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))
  const script = typeof bin === 'string' ? bin : bin[command]
  if (!script) throw new Stop(`The package ${name} has no command "${command}".`)
  return path.join(folder, script)
}
