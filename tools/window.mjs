import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { withProxy } from './fetch-electron.mjs'
import { root, run } from './process.mjs'

/** @typedef {import('./runtime.mjs').Runtime} Runtime */
/** @typedef {{ args: string[], platform: NodeJS.Platform, env: NodeJS.ProcessEnv, isRoot: boolean }} Circumstances */

/** Options that only the browser shell has: using one selects it. */
const ofBrowser = ['--browser', '--json', '--admin', '--open', '--port', '--help']
/** If the window is gone again within this many milliseconds, and the user didn't close it, it could not open. */
const atOnce = 10_000
/** Atrium's own exit codes: done, wrong arguments, already open. */
const ownCodes = new Set([0, 2, 3])

/**
 * Opens the window if possible, else a browser tab, with the reason in one sentence.
 * @param {Runtime} runtime
 * @param {string[]} args
 */
export async function start(runtime, args) {
  const isRoot = process.platform === 'linux' && process.getuid?.() === 0
  const place = placeFor({ args, platform: process.platform, env: process.env, isRoot })
  const why = place.window ? await openWindow(runtime, args) : place
  if (typeof why === 'number') return why
  const { node, env } = runtime
  const given = ['out/main/web.js', '--open', ...args.filter((it) => it !== '--browser')]
  // With arguments that the tab refuses, too, only that counts.
  if (why.why && (await run(node, [...given, '--help'], { env, keep: () => undefined })) === 0)
    say(`Atrium opens in a browser tab: ${why.why}`)
  return run(node, given, { env })
}

/**
 * Where Atrium should open, as far as known beforehand. Without a reason, the user has chosen the browser.
 * @param {Circumstances} circumstances
 * @returns {{ window: true } | { window: false, why?: string }}
 */
export function placeFor({ args, platform, env, isRoot }) {
  if (args.some((argument) => ofBrowser.includes(argument.split('=')[0] ?? ''))) return { window: false }
  if (!hasDisplay(platform, env)) return { window: false, why: 'there is no display to open a window on.' }
  if (isRoot) return { window: false, why: "Electron has no sandbox for root, and Atrium's window needs one." }
  return { window: true }
}

/**
 * Whether a window can be shown.
 * @param {NodeJS.Platform} platform
 * @param {NodeJS.ProcessEnv} env
 */
export function hasDisplay(platform, env) {
  if (platform === 'win32') return true
  if (platform === 'darwin') return env.SSH_CONNECTION === undefined
  return Boolean(env.DISPLAY || env.WAYLAND_DISPLAY)
}

/**
 * The exit code of the window, or why there was none.
 * @param {Runtime} runtime
 * @param {string[]} args
 * @returns {Promise<number | { why: string }>}
 */
async function openWindow(runtime, args) {
  const folder = path.join(root, 'node_modules', 'electron')
  const program = findElectron(folder, process.env) ?? (await fetchElectron(folder, runtime))
  if (program === undefined) return { why: "Electron's program could not be downloaded. The reason is above." }
  const began = performance.now()
  // These would turn Electron into plain Node, or pass it options that it doesn't know.
  const { ELECTRON_RUN_AS_NODE: _node, NODE_OPTIONS: _options, ...env } = process.env
  const code = await run(program, [root, ...args], { env, asks: true })
  const failed = !ownCodes.has(code) && performance.now() - began < atOnce
  return failed ? { why: "Electron's window could not be opened here. The reason is above." } : code
}

/**
 * Electron's program, if it is on this machine.
 * @param {string} folder of the package
 * @param {NodeJS.ProcessEnv} env
 * @returns {string | undefined}
 */
export function findElectron(folder, env) {
  const note = path.join(folder, 'path.txt')
  const name = existsSync(note) ? readFileSync(note, 'utf8') : undefined
  const elsewhere = env.ELECTRON_OVERRIDE_DIST_PATH
  const program = elsewhere ? path.join(elsewhere, name ?? usualName()) : name && path.join(folder, 'dist', name)
  return program && existsSync(program) ? program : undefined
}

function usualName() {
  if (process.platform === 'darwin') return 'Electron.app/Contents/MacOS/Electron'
  return process.platform === 'win32' ? 'electron.exe' : 'electron'
}

/**
 * Lets the package fetch its program, which it checks against its own list of hashes. Tried once in a run.
 * @param {string} folder
 * @param {Runtime} runtime
 * @returns {Promise<string | undefined>}
 */
async function fetchElectron(folder, { node, env }) {
  say('Downloading Electron, about 110 MB, once. To use a browser tab instead, press Ctrl C and add "-- --browser".')
  const code = await run(node, ['tools/fetch-electron.mjs', folder], { env: withProxy(env), quiet: true })
  return code === 0 ? findElectron(folder, process.env) : undefined
}

/** @param {string} sentence */
const say = (sentence) => process.stderr.write(`${sentence}\n`)
