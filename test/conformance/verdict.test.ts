import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { actions } from './actions.ts'
import { judgeAll, judgeOthers, judgeRequired, lineOf, required, revisions, tallyOf } from './judged.ts'
import { notOffered } from './not-offered.ts'
import { printed, statementIn } from './statement.ts'
import { clientScenarios, clientScenariosIn, outcomesIn, requiredBy } from './suite.ts'
import { verdictOn, type Check, type Outcome } from './verdict.ts'

const check = (id: string, status: string): Check => ({ id, name: id, status })
const sound = check('wire-schema-valid', 'SUCCESS')
const shown = check('tool-add-numbers', 'SUCCESS')
const acted: Outcome = { checks: [shown, sound], statement: { acted: true } }

test('[CNF-1] passes a scenario that shows more than sound messages', () => {
  expect(verdictOn(acted)).toEqual({ passed: true, checks: 1 })
})

test.each<[string, Outcome | undefined, string]>([
  ['that was not run', undefined, 'it was not run'],
  ['in which nothing is checked', { ...acted, checks: [] }, 'it shows nothing'],
  ['in which only the messages are sound', { ...acted, checks: [sound] }, 'it shows nothing'],
  [
    'that the client did not reach',
    { ...acted, checks: [check('a', 'SKIPPED'), check('b', 'INFO'), sound] },
    'nothing',
  ],
  ['with a fault', { ...acted, checks: [shown, check('a', 'FAILURE')] }, 'a (a)'],
  ['with a warning', { ...acted, checks: [shown, check('a', 'WARNING')] }, 'warning a (a)'],
  ['whose driver said nothing', { ...acted, statement: undefined }, 'without a word'],
  ['whose driver knows no action', { ...acted, statement: { acted: false, because: 'no action' } }, 'no action'],
])('[CNF-1] fails a scenario %s', (_name, outcome, why) => {
  expect(verdictOn(outcome)).toEqual({ passed: false, why: expect.stringContaining(why) })
})

test('[CNF-1] takes only the last line of a driver’s output as its statement', () => {
  for (const said of [{ acted: true }, { acted: false, because: 'so' }] as const)
    expect(statementIn(`chatter\n${printed(said)}`)).toEqual(said)
  for (const output of ['', 'chatter', '{"acted":true}\nchatter', '{"acted":"yes"}', '[]'])
    expect(statementIn(output)).toBeUndefined()
})

test('[CNF-1] finds scenarios’ outcomes by their names', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'atrium-conformance-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const leave = (name: string, files: Record<string, string>): void => {
    const place = path.join(folder, `${name}-2026-07-28T10-11-12-013Z`)
    mkdirSync(place, { recursive: true })
    for (const [file, content] of Object.entries(files)) writeFileSync(path.join(place, file), content)
  }
  leave('auth/dpop-2', { 'checks.json': JSON.stringify([shown]), 'stdout.txt': printed({ acted: true }) })
  leave('broken', { 'checks.json': '[]' })
  leave('never-ended', {})
  expect([...outcomesIn(folder)].toSorted()).toEqual([
    ['auth/dpop-2', { checks: [shown], statement: { acted: true } }],
    ['broken', { checks: [], statement: undefined }],
  ])
})

test('[CNF-2] fails a missing required scenario and a list shorter than before', () => {
  const listed = Array.from({ length: required['2025-11-25'] }, (_none, index) => `s${index}`)
  const outcomes = new Map(listed.map((name) => [name, acted]))
  expect(tallyOf(judgeRequired('2025-11-25', listed, outcomes))).toEqual({ passed: 18, failed: 0, problems: [] })
  outcomes.delete('s3')
  expect(tallyOf(judgeRequired('2025-11-25', listed, outcomes)).problems).toEqual(['s3: it was not run'])
  const shorter = tallyOf(judgeRequired('2025-11-25', listed.slice(4), outcomes))
  expect(shorter).toMatchObject({ passed: 14, problems: [expect.stringMatching(/14 .*18/)] })
  expect(tallyOf(judgeRequired('2026-07-28', [], new Map()))).toMatchObject({ passed: 0, failed: 1 })
})

test('[CNF-2] requires other offered scenarios to pass as well', () => {
  const outcomes = new Map([
    ['a', acted],
    ['b', { ...acted, checks: [] }],
    ['auth/dpop', acted],
    ['c', acted],
  ])
  expect(judgeOthers(['a'], outcomes)).toEqual([
    { scenario: 'b', passed: false, why: 'it shows nothing' },
    { scenario: 'c', passed: true, checks: 1 },
  ])
})

test('[CNF-2] reads the suite’s lists of client scenarios and none of servers', async () => {
  const listing =
    'Required:\n\nServer scenarios (a):\n  - ping\n\nClient scenarios (b):\n  - one [x]\n  - two\n\nNever:\n  - x'
  expect(clientScenariosIn(listing)).toEqual(['one', 'two'])
  expect(clientScenariosIn('')).toEqual([])
  for (const revision of revisions) expect(await requiredBy(revision)).toHaveLength(required[revision])
})

test('[CNF-3] gives every client scenario either an action or a reason, and nothing else', async () => {
  const scenarios = await clientScenarios()
  expect([...Object.keys(actions), ...Object.keys(notOffered)].toSorted()).toEqual(scenarios.toSorted())
})

test('[CNF-3] fails a new scenario, and names one that is not offered and one that is gone', () => {
  const dpop = 'auth/dpop'
  const rows = judgeAll(['new', dpop], new Map([[dpop, { ...acted, checks: [check('a', 'FAILURE')] }]]))
  expect(rows.map(lineOf)).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/✗ new: it was not run/),
      expect.stringMatching(/– auth\/dpop: not offered, \w/),
      expect.stringMatching(/✗ auth\/dpop-nonce: .*no such scenario/),
    ]),
  )
  expect(tallyOf(rows).failed).toBe(Object.keys(notOffered).length)
})
