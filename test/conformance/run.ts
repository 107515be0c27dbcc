import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { bundle } from '../support/bundle.ts'
import { judgeAll, judgeOthers, judgeRequired, lineOf, required, revisions, tallyOf, type Row } from './judged.ts'
import { clientScenarios, requiredBy, runScenarios } from './suite.ts'
import { verdictOn } from './verdict.ts'

/**
 * Runs the official client suite against the host: what each revision requires, then all other scenarios. Exits with 1
 * if an offered one doesn't pass.
 */
const { values: options } = parseArgs({
  options: {
    /** Leaves out what no revision requires. */
    required: { type: 'boolean', default: false },
    /** Only this scenario, at the revisions that require it, or else at the suite's default. */
    scenario: { type: 'string' },
    /** A file for the counts. */
    report: { type: 'string' },
  },
})

const results = path.resolve(import.meta.dirname, '../../.cache/conformance/results')

/** The scenarios run together, and their figures in words. */
type Part = { title: string; rows: Row[]; sum: string }

async function runRequired(driver: string): Promise<Part[]> {
  const parts: Part[] = []
  for (const revision of revisions) {
    const outcomes = await runScenarios(driver, ['--requirements', revision], path.join(results, revision))
    const listed = await requiredBy(revision)
    const rows = judgeRequired(revision, listed, outcomes)
    const sum = `${tallyOf(rows).passed} of ${required[revision]} required by ${revision}`
    parts.push(shown({ title: `Required by ${revision}`, rows, sum }))
    const others = judgeOthers(listed, outcomes)
    const more = `${tallyOf(others).passed} of ${others.length} beside`
    parts.push(shown({ title: `Beside what ${revision} requires`, rows: others, sum: more }))
  }
  return parts
}

async function runAll(driver: string): Promise<Part> {
  const outcomes = await runScenarios(driver, ['--suite', 'all'], path.join(results, 'all'))
  const rows = judgeAll(await clientScenarios(), outcomes)
  const left = rows.filter((row) => 'reason' in row).length
  const sum = `${tallyOf(rows).passed} of ${rows.length - left} offered in the whole suite, ${left} not offered`
  return shown({ title: 'The whole suite', rows, sum })
}

async function runOne(driver: string, scenario: string): Promise<Part[]> {
  const parts: Part[] = []
  const listed = await Promise.all(revisions.map((revision) => requiredBy(revision)))
  const requiring = revisions.filter((_revision, index) => listed[index]?.includes(scenario))
  for (const revision of requiring.length > 0 ? requiring : [undefined]) {
    const which = ['--scenario', scenario, ...(revision === undefined ? [] : ['--spec-version', revision])]
    const folder = path.join(results, 'one', revision ?? '')
    const rows = [{ scenario, ...verdictOn((await runScenarios(driver, which, folder)).get(scenario)) }]
    parts.push(
      shown({ title: `${revision ?? 'Not required'}, in ${folder}`, rows, sum: `${tallyOf(rows).passed} of 1` }),
    )
  }
  return parts
}

function shown(part: Part): Part {
  process.stdout.write(`${part.title}\n${part.rows.map(lineOf).join('\n')}\n\n`)
  return part
}

const began = performance.now()
const driver = await bundle('conformance/driver', path.join(import.meta.dirname, 'driver.ts'))
const parts =
  options.scenario === undefined
    ? [...(await runRequired(driver)), ...(options.required ? [] : [await runAll(driver)])]
    : await runOne(driver, options.scenario)
const tally = tallyOf(
  parts.flatMap(({ title, rows }) => rows.map((row) => ({ ...row, scenario: `${title}: ${row.scenario}` }))),
)
if (options.report !== undefined) writeFileSync(options.report, JSON.stringify(tally))
const seconds = ((performance.now() - began) / 1000).toFixed(0)
process.stdout.write(`Conformance: ${parts.map(({ sum }) => sum).join('; ')} (${seconds} s)\n`)
process.exitCode = tally.failed === 0 ? 0 : 1
