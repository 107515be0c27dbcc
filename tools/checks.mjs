import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { findAnyChromium } from './chromium.mjs'
import { build } from './build.mjs'
import { root, run, packageScript, Stop } from './process.mjs'
import { withScratch } from './scratch.mjs'
import { failure, judgeRun, success, tallyPlaywright, tallyVitest } from './tally.mjs'

/** @typedef {import('./schedule.mjs').Step} Step */
/** @typedef {import('./tally.mjs').Tally} Tally */

const reports = path.join(root, '.cache', 'reports')

/** @type {Step} */
const builds = { name: 'build', run: async (way) => ((await build(way)) ? success : failure('build')) }

// With more than one, each checker works out the same types, and all of them together take the processor twice as long.
const types = command('types', packageScript('typescript', 'tsc'), ['-b', '--checkers', '1'])
const lint = command('lint', packageScript('oxlint'), ['--type-aware', '--deny-warnings'])
const unused = command('unused code', packageScript('knip'), [])
const format = command('format', packageScript('oxfmt'), ['--check'])

/** @type {Step} */
const conformance = {
  name: 'conformance',
  run: async ({ node, env, keep }) => {
    const file = reportFile('conformance')
    const code = await run(node, ['test/conformance/run.ts', '--required', '--report', file], { env, keep })
    return judgeRun('The conformance suite', readReport(file, takeTally), code)
  },
}

/** Runs every row of the bench once, at a small size. No figure is judged; each must be there. */
const benchRuns = command('bench, once', 'test/bench/run.ts', ['--smoke'])

/** Prints the size of the house beside what it aims at. */
const measures = command('measures', 'tools/measure.mjs', [])

/** The steps of `npm run check`. They need no build. */
export const quickSteps = [
  [measures],
  [types, lint, unused, format],
  [vitest('architecture and voice', ['test/architecture.test.ts', 'test/voice.test.ts'])],
]

/** The steps of `npm run hostile`: servers that misbehave, beside a good one. */
export const hostileSteps = [[vitest('hostile servers', ['test/hostile'])]]

/**
 * The steps of `npm test`. The unit and host step includes the hostile servers. A quick run leaves out the bench and the
 * tests with `@all` in their title, and its steps run beside each other: each often waits.
 * @param {{ isQuick: boolean }} size
 */
export function stepsFor({ isQuick }) {
  const env = isQuick ? { ATRIUM_QUICK: '1' } : {}
  const [units, ends] = [vitest('unit and host', [], env), endToEnd([], env)]
  const looks = [types, lint, unused, format]
  if (isQuick) return [[builds], [units, ends, conformance, ...looks]]
  return [[builds, ...looks], [units, benchRuns, conformance], [ends]]
}

/** The steps of `npm run test:deep`: the tests that repeat something, each in full. */
export const deepSteps = [[builds], [vitest('in full', deepTests(), { ATRIUM_DEEP: '1' })]]

/**
 * The steps of a quick run; with `--all` those of a whole one; with names of steps or test files only these, whole.
 * @param {string[]} args
 */
export function only(args) {
  const names = args.filter((argument) => argument !== '--all')
  const steps = stepsFor({ isQuick: args.length === 0 })
  if (names.length === 0) return steps
  const isFile = (/** @type {string} */ name) => /[./]/.test(name)
  const specs = names.filter((name) => name.endsWith('.spec.ts'))
  const tests = names.filter((name) => isFile(name) && !specs.includes(name))
  const missing = missingFile([...specs, ...tests])
  if (missing !== undefined) throw new Stop(`There is no test file "${missing}".`)
  const known = steps.flat().filter(({ name }) => names.includes(name))
  const unknown = names.find((name) => !isFile(name) && !known.some((step) => step.name === name))
  if (unknown !== undefined)
    throw new Stop(
      `There is no step "${unknown}". There are: ${steps
        .flat()
        .map(({ name }) => name)
        .join(', ')}.`,
    )
  return [
    ...(specs.length > 0 ? [[builds]] : []),
    ...steps.map((phase) => phase.filter((step) => known.includes(step))),
    ...(tests.length > 0 ? [[vitest('tests', tests)]] : []),
    ...(specs.length > 0 ? [[endToEnd(specs)]] : []),
  ]
}

/**
 * The first name that is no part of a test file's path.
 * @param {string[]} names
 */
function missingFile(names) {
  const files = readdirSync(path.join(root, 'test'), { recursive: true, encoding: 'utf8' }).map((name) =>
    path.join(root, 'test', name),
  )
  return names.find((name) => !files.some((file) => file.includes(path.normalize(name))))
}

/** The test files that read the switch of the deep run. */
function deepTests() {
  const folder = path.join(root, 'test')
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.test\.tsx?$/.test(name))
    .map((name) => path.join(folder, name))
    .filter((file) => /from '[^']*\/support\/deep\.ts'/.test(readFileSync(file, 'utf8')))
}

/** Reads a report that is a tally already. */
const takeTally = (/** @type {Tally} */ tally) => tally

/** The checkers are written in Go: they free memory half as often as usual, and take a fifth less of the processor. */
const rareCollections = { GOGC: '200' }

/**
 * A step that is one check: its command succeeds or not.
 * @param {string} name
 * @param {string} script
 * @param {string[]} args
 * @returns {Step}
 */
function command(name, script, args) {
  return {
    name,
    run: async ({ node, env, keep }) =>
      (await run(node, [script, ...args], { env: { ...env, ...rareCollections }, keep })) === 0
        ? success
        : failure(name),
  }
}

/**
 * Vitest's environment, with temporary files in memory if possible. End-to-end tests don't use it: their pages show
 * paths, which stay short.
 * @type {NodeJS.ProcessEnv | undefined}
 */
let scratch

/**
 * @param {string} name
 * @param {string[]} filters
 * @param {NodeJS.ProcessEnv} [more] environment
 * @returns {Step}
 */
function vitest(name, filters, more = {}) {
  return {
    name,
    run: async ({ node, env, keep }) => {
      scratch ??= withScratch(env)
      const file = reportFile('vitest')
      const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
      const args = [packageScript('vitest'), 'run', '--allowOnly=false', ...reporters, ...filters]
      const code = await run(node, args, { env: { ...scratch, ...more }, keep })
      return judgeRun('Vitest', readReport(file, tallyVitest), code)
    },
  }
}

/**
 * @param {string[]} filters
 * @param {NodeJS.ProcessEnv} [more] environment
 * @returns {Step}
 */
function endToEnd(filters, more = {}) {
  return {
    name: 'end to end',
    run: async ({ node, env, keep }) => {
      const chromium = await findAnyChromium()
      if (!chromium)
        return failure('No Chromium was found. Install Chromium or Chrome, or name one in ATRIUM_CHROMIUM.')
      const file = reportFile('playwright')
      const args = [packageScript('@playwright/test', 'playwright'), 'test', '--forbid-only', '--reporter=list,json']
      const code = await run(node, [...args, ...filters], {
        env: { ...env, ...more, ATRIUM_CHROMIUM: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
        keep,
      })
      return judgeRun('Playwright', readReport(file, tallyPlaywright), code)
    },
  }
}

/**
 * The file for a runner's report; deletes an earlier one.
 * @param {string} runner
 */
function reportFile(runner) {
  mkdirSync(reports, { recursive: true })
  const file = path.join(reports, `${runner}.json`)
  rmSync(file, { force: true })
  return file
}

/**
 * @template T
 * @param {string} file
 * @param {(report: T) => Tally} tally
 * @returns {Tally | undefined}
 */
function readReport(file, tally) {
  try {
    return tally(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return undefined
  }
}
