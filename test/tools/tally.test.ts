import { describe, expect, test } from 'vitest'
import { judgeRun, sum, tallyPlaywright, tallyVitest } from '../../tools/tally.mjs'

const file = (status: string, tests: string[], message = '') => ({
  name: 'a.test.ts',
  status,
  message,
  assertionResults: tests.map((outcome) => ({ status: outcome, fullName: `it ${outcome}` })),
})

const spec = (title: string, status: string) => ({ title, tests: [{ status }] })

describe('a Vitest report', () => {
  test('counts passed tests and names failed ones', () => {
    const report = {
      numPassedTests: 2,
      testResults: [file('failed', ['passed', 'failed']), file('passed', ['passed'])],
    }
    expect(tallyVitest(report)).toEqual({ passed: 2, failed: 1, problems: ['it failed'] })
  })

  test('says why a test failed, in lines without colours and without the runner’s own', () => {
    const why =
      '\u001B[31mError: 1 is not 2\u001B[39m\n\n    at a.test.ts:3:5\n    at run (node_modules/vitest/run.js:1:1)'
    const failed = { status: 'failed', fullName: 'it counts', failureMessages: [why] }
    const report = { numPassedTests: 0, testResults: [{ ...file('failed', []), assertionResults: [failed] }] }
    expect(tallyVitest(report).problems).toEqual(['it counts\n      Error: 1 is not 2\n          at a.test.ts:3:5'])
  })

  test('counts a file that could not be loaded as one failure', () => {
    const report = {
      numPassedTests: 1,
      testResults: [file('failed', [], 'no such module'), file('passed', ['passed'])],
    }
    expect(tallyVitest(report)).toEqual({ passed: 1, failed: 1, problems: ['a.test.ts: no such module'] })
  })
})

describe('a Playwright report', () => {
  test('counts tests at every depth, and one that passed only when repeated as failed', () => {
    const inner = {
      title: 'group',
      specs: [spec('one', 'unexpected'), spec('two', 'flaky'), spec('three', 'expected')],
    }
    const report = { suites: [{ title: 'a.spec.ts', specs: [spec('zero', 'expected')], suites: [inner] }], errors: [] }
    const problems = ['a.spec.ts › group › one', 'a.spec.ts › group › two']
    expect(tallyPlaywright(report)).toEqual({ passed: 2, failed: 2, problems })
  })

  test('says why a test failed, in few lines', () => {
    const message = Array.from({ length: 40 }, (_, n) => `line ${n}`).join('\n')
    const failed = { status: 'unexpected', results: [{ error: { message } }] }
    const report = { suites: [{ title: 'a.spec.ts', specs: [{ title: 'one', tests: [failed] }] }], errors: [] }
    const [problem] = tallyPlaywright(report).problems
    expect(problem).toMatch(/^a\.spec\.ts › one\n {6}line 0\n[^]*line 15$/)
  })

  test('counts an error outside a test', () => {
    const report = { suites: [], errors: [{ message: 'a.spec.ts does not load' }] }
    expect(tallyPlaywright(report)).toEqual({ passed: 0, failed: 1, problems: ['a.spec.ts does not load'] })
  })
})

describe('the verdict on a runner', () => {
  const good = { passed: 3, failed: 0, problems: [] }

  test('is the runner’s own count if all is in order', () => {
    expect(judgeRun('Vitest', good, 0)).toEqual(good)
    expect(judgeRun('Vitest', { passed: 1, failed: 2, problems: ['a', 'b'] }, 1)).toMatchObject({
      passed: 1,
      failed: 2,
    })
  })

  test('is a failure if there is no report, nothing ran, or no test is named for a failure', () => {
    expect(judgeRun('Vitest', undefined, 0)).toMatchObject({ passed: 0, failed: 1 })
    expect(judgeRun('Vitest', { passed: 0, failed: 0, problems: [] }, 0)).toMatchObject({ passed: 0, failed: 1 })
    expect(judgeRun('Vitest', good, 139)).toMatchObject({ passed: 3, failed: 1 })
  })

  test('is the sum for all runners', () => {
    const all = sum([good, judgeRun('Vitest', undefined, 1)])
    expect(all).toEqual({ passed: 3, failed: 1, problems: ['Vitest ended with code 1 and left no report.'] })
  })
})
