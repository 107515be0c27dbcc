import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { run, Stop } from './process.mjs'

/**
 * Whether node_modules contains the packages of package-lock.json. npm writes the hidden lockfile there last,
 * so an interrupted installation counts as none. Packages for other systems may be missing.
 * @param {string} folder
 */
export function isInstalled(folder) {
  const there = packagesIn(path.join(folder, 'node_modules', '.package-lock.json'))
  const wanted = packagesIn(path.join(folder, 'package-lock.json'))
  return Object.entries(wanted).every(([name, { version, integrity, optional }]) => {
    const found = there[name]
    if (!found) return name === '' || optional === true
    return found.version === version && integrity !== undefined && found.integrity === integrity
  })
}

/**
 * The packages without a SHA-512 in package-lock.json: a registry could send anything for them.
 * @param {string} folder
 */
export function unproven(folder) {
  const wanted = packagesIn(path.join(folder, 'package-lock.json'))
  return Object.entries(wanted).flatMap(([name, { integrity }]) =>
    name === '' || integrity?.startsWith('sha512-') ? [] : [name],
  )
}

/** @typedef {{ packages: Record<string, { version?: string, integrity?: string, optional?: boolean }> }} Lockfile */

/** @param {string} file */
function packagesIn(file) {
  /** @type {Lockfile} */
  const lockfile = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { packages: {} }
  return lockfile.packages
}

/**
 * Installs exactly the packages in the lockfile, each with the content of its hash.
 * @param {string} folder
 * @param {import('./runtime.mjs').Runtime} runtime
 */
export async function install(folder, { node, env }) {
  const [missing] = unproven(folder)
  if (missing !== undefined)
    throw new Stop(
      `The lockfile in ${folder} has no integrity for ${missing}, so nothing was installed. Restore the file.`,
    )
  const npm = env.npm_execpath
  const [command, ...first] = npm?.endsWith('.js') ? [node, npm] : ['npm']
  const options = { env, cwd: folder, quiet: true, shell: process.platform === 'win32' && command === 'npm' }
  const code = await run(command, [...first, 'ci', '--no-audit', '--no-fund', '--loglevel=error'], options)
  if (code !== 0) throw new Stop(`npm could not install the packages of ${folder}. The reason is above.`)
}
