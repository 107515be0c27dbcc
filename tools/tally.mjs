import { stripVTControlCharacters } from 'node:util'

/** @typedef {{ passed: number, failed: number, problems: string[] }} Tally what a step counted; problems name each failure */
/** @typedef {{ status: string, fullName: string, failureMessages?: string[] }} VitestTest */
/** @typedef {{ name: string, status: string, message: string, assertionResults: VitestTest[] }} VitestFile */
/** @typedef {{ numPassedTests: number, testResults: VitestFile[] }} VitestReport */
/** @typedef {{ status: string, results?: { error?: { message?: string } }[] }} PlaywrightTest */
/** @typedef {{ title: string, tests: PlaywrightTest[] }} PlaywrightSpec */
/** @typedef {{ title: string, specs: PlaywrightSpec[], suites?: PlaywrightSuite[] }} PlaywrightSuite */
/** @typedef {{ suites: PlaywrightSuite[], errors: { message?: string }[] }} PlaywrightReport */

/**
 * Reads the JSON report of Vitest. A file that could not be run counts as one failure.
 * @param {VitestReport} report
 * @returns {Tally}
 */
export function tallyVitest(report) {
  const broken = report.testResults.filter((file) => file.status === 'failed' && !file.assertionResults.some(hasFailed))
  const problems = [
    ...broken.map((file) => `${file.name}: ${file.message}`),
    ...report.testResults.flatMap((file) =>
      file.assertionResults.filter(hasFailed).map((test) => withReason(test.fullName, test.failureMessages?.[0])),
    ),
  ]
  return { passed: report.numPassedTests, failed: problems.length, problems }
}

/** How many lines of a failure's reason are shown after its test. */
const reasonLines = 16

/**
 * A failed test and why, in few lines: the end of a run's output is often all that is left of it.
 * @param {string} title
 * @param {string} [reason] as the runner reports it, with a stack that names its own files and packages
 */
function withReason(title, reason = '') {
  const lines = stripVTControlCharacters(reason)
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^\s+at .*(?:node_modules|node:|<anonymous>)/.test(line))
  return [title, ...lines.slice(0, reasonLines).map((line) => `      ${line}`)].join('\n')
}

const hasFailed = (/** @type {{ status: string }} */ test) => test.status === 'failed'

/**
 * Reads the JSON report of Playwright. An error outside of any test counts as one failure.
 * @param {PlaywrightReport} report
 * @returns {Tally}
 */
export function tallyPlaywright(report) {
  const tests = report.suites.flatMap((suite) => testsOf(suite, ''))
  const failed = tests.filter((test) => test.status === 'unexpected' || test.status === 'flaky')
  const problems = [
    ...report.errors.map((error) => error.message ?? 'An error without a message.'),
    ...failed.map(({ title, results }) => withReason(title, results?.find(({ error }) => error)?.error?.message)),
  ]
  return { passed: tests.filter((test) => test.status === 'expected').length, failed: problems.length, problems }
}

/**
 * @param {PlaywrightSuite} suite
 * @param {string} above
 * @returns {(PlaywrightTest & { title: string })[]}
 */
function testsOf(suite, above) {
  const title = [above, suite.title].filter(Boolean).join(' › ')
  const own = suite.specs.flatMap((spec) => spec.tests.map((test) => ({ ...test, title: `${title} › ${spec.title}` })))
  return [...own, ...(suite.suites ?? []).flatMap((inner) => testsOf(inner, title))]
}

/**
 * Judges a runner by its report and its exit code. Silence isn't success: a runner that left no report,
 * ran nothing, or failed without naming a test counts as one failure.
 * @param {string} name of the runner
 * @param {Tally | undefined} tally
 * @param {number} code
 * @returns {Tally}
 */
export function judgeRun(name, tally, code) {
  if (!tally) return failure(`${name} ended with code ${code} and left no report.`)
  if (tally.passed + tally.failed === 0) return failure(`${name} ran no tests.`)
  if (code !== 0 && tally.failed === 0)
    return { ...tally, failed: 1, problems: [`${name} ended with code ${code} although no test failed.`] }
  return tally
}

/**
 * @param {string} problem
 * @returns {Tally}
 */
export const failure = (problem) => ({ passed: 0, failed: 1, problems: [problem] })

/** @type {Tally} */
export const success = { passed: 1, failed: 0, problems: [] }

/**
 * @param {Tally[]} tallies
 * @returns {Tally}
 */
export const sum = (tallies) => ({
  passed: tallies.reduce((total, { passed }) => total + passed, 0),
  failed: tallies.reduce((total, { failed }) => total + failed, 0),
  problems: tallies.flatMap(({ problems }) => problems),
})
