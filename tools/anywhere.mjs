// Runs the tests under other conditions: several times next to busy loops, once with processes that stand still now and
// then, once with only a bare system's fonts, and once with many more fonts that replace the usual ones. Every run must
// end with "0 failed".
import { spawn } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { root, run } from './process.mjs'

const usage = `npm run test:anywhere -- [--runs 3] [--busy 4] [--no-stalls] [--no-fonts] [--only <step or file>]...

  --runs <n>   runs the tests n times beside busy loops
  --busy <n>   starts n loops
  --no-stalls  leaves out the run whose processes stand still now and then
  --no-fonts   leaves out the two runs with other fonts, which need Linux
  --only <it>  takes a step of npm test such as "unit and host", or a test file
`

/** @typedef {{ name: string, busy: number, env: NodeJS.ProcessEnv }} Place */
/** @typedef {{ name: string, counts: string, isGood: boolean, seconds: number }} Result */

/** @type {Set<import('node:child_process').ChildProcess>} */
const loops = new Set()

/** Exits by itself once this process is gone. */
const loop = `const parent = process.ppid; while (process.ppid === parent) for (const end = Date.now() + 500; Date.now() < end; );`

function endLoops() {
  for (const it of loops) it.kill('SIGKILL')
  loops.clear()
}
process.once('exit', endLoops)

let isEnding = false
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
  process.on(signal, () => {
    isEnding = true
    endLoops()
  })

/**
 * The tests' own configuration of fontconfig, with these lines in place of its folders of fonts.
 * @param {string} name
 * @param {string[]} lines
 */
function fontsOf(name, lines) {
  const folder = path.join(root, '.cache', 'anywhere')
  mkdirSync(folder, { recursive: true })
  const file = path.join(folder, `${name}.conf`)
  const text = readFileSync(path.join(root, 'test', 'e2e', 'support', 'fonts.conf'), 'utf8')
  const own = [...lines, `<cachedir>${folder}</cachedir>`, '</fontconfig>', '']
  writeFileSync(file, text.replace(/^ *<(?:dir|cachedir)\b.*\n/gm, '').replace('</fontconfig>\n', own.join('\n')))
  // The second variable is for the Chromium that test/double starts, which uses the system's fonts.
  return { ATRIUM_FONTS: file, FONTCONFIG_FILE: file }
}

/** Fonts of a Debian with Chromium and nothing else, at the paths that distributions use. */
const bare = ['/usr/share/fonts/truetype/dejavu', '/usr/share/fonts/dejavu']

/** Where a system keeps its fonts. */
const usual = ['/usr/share/fonts', '/usr/local/share/fonts']

/** Fonts from a package, so none needs installing. None looks like a system font. */
const packed = path.join(root, 'node_modules', 'katex', 'dist', 'fonts')

/** The font for each of these families that a page requests. */
const others = Object.entries({
  'sans-serif': 'KaTeX_SansSerif',
  serif: 'KaTeX_Main',
  monospace: 'KaTeX_Typewriter',
  'system-ui': 'KaTeX_Fraktur',
  'ui-monospace': 'KaTeX_Typewriter',
}).map(
  ([family, font]) =>
    `<match target="pattern"><test name="family"><string>${family}</string></test>` +
    `<edit name="family" mode="prepend" binding="strong"><string>${font}</string></edit></match>`,
)

/** @param {string} folder */
const folderOf = (folder) => `<dir>${folder}</dir>`

/** @returns {Place[]} */
function fontPlaces() {
  const many = readdirSync(packed).filter((name) => name.endsWith('.ttf')).length
  return [
    { name: 'no fonts beyond DejaVu', busy: 0, env: fontsOf('bare', bare.map(folderOf)) },
    { name: `${many} more fonts`, busy: 0, env: fontsOf('many', [...[...usual, packed].map(folderOf), ...others]) },
  ]
}

/** @returns {Place} */
function stallingPlace() {
  const options = `--import ${pathToFileURL(path.join(root, 'tools', 'stalls.mjs')).href}`
  return { name: 'stalls', busy: 0, env: { NODE_OPTIONS: options } }
}

/**
 * @param {Place} place
 * @param {string[]} only
 * @returns {Promise<Result>}
 */
async function play({ name, busy, env }, only) {
  for (let n = 0; n < busy; n++) loops.add(spawn(process.execPath, ['-e', loop], { stdio: 'ignore' }))
  let output = ''
  const keep = (/** @type {string} */ text) => {
    output = (output + text).slice(-1000)
    process.stdout.write(text)
  }
  const began = performance.now()
  const code = await run(process.execPath, ['tools/bootstrap.mjs', 'test', ...only], {
    env: { ...process.env, ...env },
    keep,
  })
  endLoops()
  const seconds = (performance.now() - began) / 1000
  const last = output.trimEnd().split('\n').at(-1) ?? ''
  const counts = /^\d+ passed, \d+ failed$/.test(last) ? last : `ended with code ${code} and without counts`
  return { name, counts, isGood: code === 0 && counts.endsWith(', 0 failed'), seconds }
}

/** @param {string} text */
function countOf(text) {
  if (!/^\d+$/.test(text)) throw new Error(`${text} is not a number.`)
  return Number(text)
}

/**
 * The environments to run the tests in.
 * @param {{ runs: string, busy: string, 'no-stalls': boolean, 'no-fonts': boolean }} values
 * @returns {Place[]}
 */
function places(values) {
  const busy = countOf(values.busy)
  const times = Array.from({ length: countOf(values.runs) }, (_, n) => n + 1)
  const hasFonts = process.platform === 'linux' && !values['no-fonts']
  return [
    ...times.map((n) => ({ name: `run ${n}, ${busy} busy loops`, busy, env: {} })),
    ...(values['no-stalls'] ? [] : [stallingPlace()]),
    ...(hasFonts ? fontPlaces() : []),
  ]
}

/** @param {Result[]} results */
function report(results) {
  for (const { name, counts, seconds } of results)
    process.stdout.write(`  ${name.padEnd(24)}  ${seconds.toFixed(0).padStart(5)} s  ${counts}\n`)
  const isGood = !isEnding && results.every((it) => it.isGood)
  process.stdout.write(`\n${isGood ? 'Nothing failed anywhere.' : 'Not everything passed everywhere.'}\n`)
  process.exitCode = isGood ? 0 : 1
}

const read = () =>
  parseArgs({
    options: {
      runs: { type: 'string', default: '3' },
      busy: { type: 'string', default: '4' },
      'no-stalls': { type: 'boolean', default: false },
      'no-fonts': { type: 'boolean', default: false },
      only: { type: 'string', multiple: true, default: [] },
      help: { type: 'boolean', default: false },
    },
  }).values

async function main() {
  const values = read()
  if (values.help) {
    process.stdout.write(usage)
    return
  }
  /** @type {Result[]} */
  const results = []
  for (const place of places(values)) if (!isEnding) results.push(await play(place, values.only))
  process.stdout.write('\n')
  report(results)
}

try {
  await main()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`)
  process.exitCode = 1
}
