import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root, run, packageScript } from './process.mjs'

/** Everything the build reads. */
const sources = ['main', 'preload', 'renderer', 'shared', 'tools/built-threads.mjs', 'vite.config.ts'].concat([
  'package.json',
  'package-lock.json',
])
const stamp = path.join(root, 'out', 'built-from')

/**
 * Builds out/ unless it was built from exactly these sources. Resolves to whether out/ can be used.
 * @param {import('./runtime.mjs').Runtime} runtime
 */
export async function build({ node, env }) {
  const from = fingerprint(root, sources)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === from) return true
  process.stderr.write('Building Atrium. This takes a minute or less.\n')
  rmSync(stamp, { force: true })
  const code = await run(node, [packageScript('vite'), 'build', '--app', '--logLevel', 'warn'], { env, quiet: true })
  if (code === 0) writeFileSync(stamp, from)
  return code === 0
}

/**
 * The hash of these files and folders: names and contents.
 * @param {string} folder
 * @param {string[]} names
 */
export function fingerprint(folder, names) {
  const hash = createHash('sha256')
  for (const name of names.flatMap((it) => filesUnder(folder, it)).toSorted()) {
    const content = readFileSync(path.join(folder, name))
    hash.update(`${name}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

/**
 * @param {string} folder
 * @param {string} name
 * @returns {string[]}
 */
function filesUnder(folder, name) {
  const place = path.join(folder, name)
  if (!existsSync(place)) return []
  if (!statSync(place).isDirectory()) return [name]
  return readdirSync(place).flatMap((entry) => filesUnder(folder, path.join(name, entry)))
}
