// Says whether Atrium's Electron lags behind the released ones: node tools/electron-line.mjs. Asks the package registry,
// prints sentences, and always exits with 0: a newer Electron is work for its developers, not a fault of a build.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import semver from 'semver'
import { root } from './process.mjs'

/** Electron's newest lines, counted in major versions, get fixes of security faults. */
const supportedLines = 3

/**
 * Sentences about what a pinned version lacks; none if it is the newest one. `tags` are the registry's: `latest` is the
 * newest stable version, and `45-x-y` the newest of that line.
 * @param {string} pinned
 * @param {Record<string, string>} tags
 * @returns {string[]}
 */
export function lagOf(pinned, tags) {
  const latest = tags['latest']
  if (!semver.valid(pinned) || latest === undefined || !semver.valid(latest))
    return [`The registry doesn’t say which Electron is the newest one. Atrium has ${pinned}.`]
  const [line, newest] = [semver.major(pinned), semver.major(latest)]
  const ofLine = line === newest ? latest : tags[`${line}-x-y`]
  const said = []
  if (ofLine !== undefined && semver.valid(ofLine) && semver.gt(ofLine, pinned))
    said.push(`Electron ${ofLine} fixes faults of ${pinned}, which Atrium has.`)
  if (newest - line >= supportedLines)
    said.push(`Electron ${line} gets no more security fixes. The newest is ${latest}.`)
  else if (newest > line) said.push(`Electron ${latest} is stable. Atrium has ${pinned}.`)
  return said
}

/** The version in package.json. */
function pinnedVersion() {
  /** @type {{ devDependencies: Record<string, string> }} */
  const { devDependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
  return devDependencies['electron'] ?? ''
}

/** @returns {Record<string, string>} */
function readTags() {
  const asked = ['view', 'electron', 'dist-tags', '--json']
  return JSON.parse(execFileSync('npm', asked, { encoding: 'utf8', shell: process.platform === 'win32' }))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  let said
  try {
    said = lagOf(pinnedVersion(), readTags())
  } catch (error) {
    said = [`The registry couldn’t be asked: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`]
  }
  // GitHub shows such a line at the run.
  const before = process.env['GITHUB_ACTIONS'] === 'true' ? '::warning::' : ''
  for (const sentence of said) process.stdout.write(`${before}${sentence}\n`)
  if (said.length === 0) process.stdout.write(`Electron ${pinnedVersion()} is the newest one.\n`)
}
