import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { findAnyChromium } from './chromium.mjs'
import { build } from './build.mjs'
import { root, run, scriptOf } from './process.mjs'
import { failure, judge, sum, tallyPlaywright, tallyVitest } from './tally.mjs'

/** @typedef {import('./runtime.mjs').Runtime} Runtime */
/** @typedef {import('./tally.mjs').Tally} Tally */
/** @typedef {{ name: string, run: (runtime: Runtime) => Promise<Tally> }} Step */

const reports = path.join(root, '.cache', 'reports')

/** @type {Step} */
const builds = { name: 'build', run: async (runtime) => ((await build(runtime)) ? passed : failure('build')) }

/** @type {Step[]} */
const statics = [
  command('types', scriptOf('typescript', 'tsc'), ['-b']),
  command('lint', scriptOf('oxlint'), ['--type-aware', '--deny-warnings']),
  command('unused code', scriptOf('knip'), []),
  command('format', scriptOf('prettier'), ['--check', '--log-level', 'warn', '.']),
]

/** @type {Step} */
const endToEnd = {
  name: 'end to end',
  run: async ({ node, env }) => {
    const chromium = await findAnyChromium()
    if (!chromium) return failure('No Chromium was found. Install Chromium or Chrome, or name one in ATRIUM_CHROMIUM.')
    const file = reportFile('playwright')
    const args = [scriptOf('@playwright/test', 'playwright'), 'test', '--forbid-only', '--reporter=list,json']
    const code = await run(node, args, {
      env: { ...env, ATRIUM_CHROMIUM: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
    })
    return judge('Playwright', readReport(file, tallyPlaywright), code)
  },
}

/** @type {Step} */
const conformance = {
  name: 'conformance',
  run: async ({ node, env }) => {
    const file = reportFile('conformance')
    const code = await run(node, ['test/conformance/run.ts', '--required', '--report', file], { env })
    return judge('The conformance suite', readReport(file, takeTally), code)
  },
}

/** Every row of the bench once, at a small size: no figure is judged, each has to be there. */
const benchRuns = command('bench, once', 'test/bench/run.ts', ['--smoke'])

/** What `npm run check` looks at: nothing has to be built for it. */
export const quickSteps = [...statics, vitest('architecture', ['test/architecture.test.ts'])]

/** What `npm run hostile` looks at: servers that misbehave, beside a good one. */
export const hostileSteps = [vitest('hostile servers', ['test/hostile'])]

/** What `npm test` looks at; hostile servers are among what the unit and host step runs. */
export const allSteps = [builds, ...statics, vitest('unit and host', []), benchRuns, conformance, endToEnd]

/**
 * Runs each step, whatever became of the ones before, and prints the counts as the last line. Tells whether all is well.
 * @param {Step[]} steps
 * @param {Runtime} runtime
 */
export async function check(steps, runtime) {
  const tallies = []
  for (const step of steps) {
    process.stdout.write(`\n── ${step.name}\n`)
    const began = performance.now()
    const tally = await step.run(runtime)
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    process.stdout.write(`── ${step.name}: ${counts(tally)} (${seconds} s)\n`)
    tallies.push(tally)
  }
  const total = sum(tallies)
  const problems = total.problems.map((problem) => `  ✗ ${problem}\n`).join('')
  process.stdout.write(`\n${problems ? `What failed:\n${problems}\n` : ''}${counts(total)}\n`)
  return total.failed === 0
}

/** A report that is a tally already. */
const takeTally = (/** @type {Tally} */ tally) => tally

/** @type {Tally} */
const passed = { passed: 1, failed: 0, problems: [] }

/** @param {Tally} tally */
const counts = (tally) => `${tally.passed} passed, ${tally.failed} failed`

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
    run: async ({ node, env }) => ((await run(node, [script, ...args], { env })) === 0 ? passed : failure(name)),
  }
}

/**
 * @param {string} name
 * @param {string[]} filters
 * @returns {Step}
 */
function vitest(name, filters) {
  return {
    name,
    run: async ({ node, env }) => {
      const file = reportFile('vitest')
      const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
      const args = [scriptOf('vitest'), 'run', '--allowOnly=false', ...reporters, ...filters]
      const code = await run(node, args, { env })
      return judge('Vitest', readReport(file, tallyVitest), code)
    },
  }
}

/**
 * Where a runner leaves its report; none is there yet.
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
