import { existsSync } from 'node:fs'
import path from 'node:path'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge']

/** @type {Partial<Record<NodeJS.Platform, string[]>>} */
const usualPlaces = {
  linux: ['/usr/lib/chromium/chromium', '/snap/bin/chromium', '/opt/google/chrome/chrome'],
  darwin: ['Google Chrome', 'Chromium', 'Microsoft Edge'].map(
    (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
  ),
  win32: ['Google\\Chrome\\Application\\chrome.exe', 'Microsoft\\Edge\\Application\\msedge.exe'],
}

/**
 * A Chromium on this machine: the one ATRIUM_CHROMIUM names, one on the path, or one in its usual place.
 * @param {NodeJS.ProcessEnv} env
 * @returns {string | undefined}
 */
export function findChromium(env = process.env) {
  if (env.ATRIUM_CHROMIUM) return existsSync(env.ATRIUM_CHROMIUM) ? env.ATRIUM_CHROMIUM : undefined
  const bases = [env.ProgramFiles, env['ProgramFiles(x86)'], env.LOCALAPPDATA].filter((base) => base !== undefined)
  const places = usualPlaces[process.platform] ?? []
  const elsewhere =
    process.platform === 'win32' ? bases.flatMap((base) => places.map((it) => path.join(base, it))) : places
  return [...onPath(names, env), ...elsewhere].find((file) => existsSync(file))
}

/**
 * A headless shell: Chromium without its windows. It runs most tests at three quarters of the cost, but draws a little
 * differently. It is the one ATRIUM_HEADLESS_SHELL names, or one on the path.
 * @param {NodeJS.ProcessEnv} env
 * @returns {string | undefined}
 */
export function findHeadlessShell(env = process.env) {
  const { ATRIUM_HEADLESS_SHELL: named } = env
  if (named) return existsSync(named) ? named : undefined
  return onPath(['chromium-headless-shell', 'chrome-headless-shell'], env).find((file) => existsSync(file))
}

/**
 * @param {string[]} programs
 * @param {NodeJS.ProcessEnv} env
 */
function onPath(programs, env) {
  const folders = (env.PATH ?? '').split(path.delimiter).filter(Boolean)
  return programs.flatMap((name) => folders.map((folder) => path.join(folder, name)))
}

/** As findChromium, or else the one that Playwright downloaded. Needs the packages to be installed. */
export async function findAnyChromium() {
  const found = findChromium()
  if (found || process.env.ATRIUM_CHROMIUM) return found
  const { chromium } = await import('@playwright/test')
  const own = chromium.executablePath()
  return existsSync(own) ? own : undefined
}
