import { afterEach, describe, expect, test } from 'vitest'
import { errorLineAt, withoutColours } from '../../../../shared/text/error-line.ts'
import { Restarts, usualRestarts } from '../../../../main/host/mcp/server/restarts.ts'
import { StderrRing } from '../../../../main/host/mcp/wire/stderr-ring.ts'
import { stdioConfig } from '../../../../shared/config/server-config.ts'
import { Fleet, node } from '../../../support/fleet.ts'

const traceback = ['Traceback (most recent call last):', '  File "x.py", line 1, in <module>', '    load()']
const usage = Array.from({ length: 39 }, (_line, at) => `  --flag-${at}   what it does`)

describe('the line that names an error', () => {
  test.each([
    [
      'Node',
      ['/srv/x.js:10', '    throw new Error("x")', '    ^', '', 'Error: No API key', '    at Object.<anonymous>'],
      'Error: No API key',
    ],
    [
      'Python',
      ['Traceback (most recent call last):', '  File "x.py", line 1', "KeyError: 'TOKEN'"],
      "KeyError: 'TOKEN'",
    ],
    [
      'Python after its own log',
      ['ERROR:app:could not load settings', ...traceback, 'ValueError: bad value', 'INFO: bye'],
      'ValueError: bad value',
    ],
    [
      'Rust after a harmless line',
      ['error reporting is on', "thread 'main' panicked: panic while reading", 'note: run with RUST_BACKTRACE=1'],
      "thread 'main' panicked: panic while reading",
    ],
    [
      'a system call',
      ['starting', 'failed to load', "EACCES: permission denied, open '/etc/x'"],
      "EACCES: permission denied, open '/etc/x'",
    ],
    [
      'Go',
      ['unable to create kubernetes target provider: no current-context', 'Usage:', ...usage],
      'unable to create kubernetes target provider: no current-context',
    ],
    [
      'npm',
      ['npm error code E404', 'npm error 404 Not Found - GET sample', 'npm error A complete log of this run'],
      'npm error 404 Not Found - GET sample',
    ],
    ['coloured text', ['\u001B[31mFATAL\u001B[0m: no database'], 'FATAL: no database'],
    ['a single line', ['please log in first'], 'please log in first'],
    ['lines without an error', ['one', 'two', 'three'], undefined],
    ['nothing', [], undefined],
  ])('[STA-5] is found in this output, if there is one: %s', (_of, lines, line) => {
    const at = errorLineAt(lines)
    expect(at === undefined ? undefined : withoutColours(lines[at] ?? '')).toBe(line)
  })
})

test('[STA-5] keeps the first and the last lines of error output, without a secret', () => {
  const ring = new StderrRing((line) => line.replaceAll('hunter22', '•••'))
  const push = (...lines: string[]) => ring.push(Buffer.from(lines.map((line) => `${line}\n`).join('')))
  push('the key is hunter22', ...usage.slice(0, 19))
  expect(ring.lastWords()).toEqual({ stderr: ring.lines() })
  push(...usage.slice(0, 8))
  const { stderr, stderrHead } = ring.lastWords()
  expect(stderr).toEqual(ring.lines().slice(-20))
  expect(stderrHead).toEqual(ring.lines().slice(0, 8))
  push(...Array.from({ length: 10_000 }, () => 'y'.repeat(200)))
  expect(ring.lastWords().stderrHead).toHaveLength(10)
  expect(ring.lastWords().stderrHead?.[0]).toBe('the key is •••')
})

test('[STA-6] gives up after three starts that end the same way, and counts others as crashes', () => {
  const restarts = new Restarts({ ...usualRestarts, jitter: () => 1 }, () => 0)
  const ends = ['no key', 'no key', 'no network', 'no network'].map((how) => restarts.crashed(undefined, how))
  expect(ends).toEqual([500, 1000, 2000, 4000])
  restarts.forget()
  expect(['no key', 'no key', 'no key'].map((how) => restarts.crashed(undefined, how))).toEqual([500, 1000, 'same'])
  restarts.forget()
  expect(Array.from({ length: 4 }, () => restarts.crashed(undefined))).toEqual([500, 1000, 2000, 4000])
})

describe('a program that can’t start as configured', () => {
  let fleet: Fleet
  afterEach(() => fleet.close())

  test('[STA-13] ends at its configured limit if it only prints text', async () => {
    fleet = new Fleet()
    const program = `setInterval(() => console.log('still here'), 10)
      process.stdout.write('Ready to go? ')`
    const { timeouts } = stdioConfig.parse({ command: 'x', timeouts: { start: 2 } })
    await fleet.add({ it: { ...node(['-e', program]), timeouts } })
    expect(fleet.reason()).toMatch(/^Probably the server writes other text instead of messages: /)
  })

  test.each([
    ['nothing', '', ' and printed no error: check its command and arguments, or run it in a terminal.'],
    [
      'a line on stdout',
      `console.log('pick a profile first');`,
      ' and wrote “pick a profile first”: fix the cause, or',
    ],
  ])('[STA-14] is said to have printed %s', async (_what, code, says) => {
    fleet = new Fleet({ restarts: { firstMs: 10, mostMs: 10, jitter: () => 1 } })
    await fleet.add({ it: node(['-e', `${code} process.exit(3)`]) })
    await fleet.until(() => fleet.reason().includes('Stopped') || says === '')
    expect(fleet.reason()).toContain(`The server ended with exit code 3 before it responded${says}`)
  })

  test.each([
    ['an ISO date', '2026-01-02T03:04:05.678Z Error: no token', 'Error: no token'],
    ['a date in brackets', '[2026-01-02 03:04:05,123] ERROR - no token', 'ERROR - no token'],
    ['a date with slashes', '2026/01/02 03:04:05 fatal: no token', 'fatal: no token'],
    ['a coloured time', '\u001B[31m[03:04:05] no token\u001B[0m', 'no token'],
    ['a JSON record', '{"level":50,"time":1767323045678,"msg":"no token"}', 'no token'],
    ['a time inside', 'Error: 12:30:00 is too late', 'Error: 12:30:00 is too late'],
    ['only a time', 'failed\n12:30:00', 'failed'],
  ])('[STA-15] is quoted from a line with %s by its message', async (_what, line, said) => {
    fleet = new Fleet({ restarts: { firstMs: 10, mostMs: 10, jitter: () => 1 } })
    await fleet.add({ it: node(['-e', `console.error(${JSON.stringify(line)}); process.exit(1)`]) })
    await fleet.until(() => fleet.reason().includes(' and wrote “'))
    expect(fleet.reason()).toContain(` and wrote “${said}”`)
  })

  test('[STA-5] [STA-6] is quoted with its first lines, and is started three times, not forever', async () => {
    fleet = new Fleet({ restarts: { firstMs: 10, mostMs: 10, jitter: () => 1 } })
    const program = `console.error('[' + process.pid + '] unable to create provider: no current-context')
      for (let line = 0; line < 39; line++) console.error('  --flag-' + line)
      process.exit(1)`
    await fleet.add({ it: node(['-e', program]) })
    await fleet.until(() => fleet.reason().includes('Stopped'))
    expect(fleet.reason()).toMatch(
      /^The server ended with exit code 1 before it responded and wrote “\[\d+\] unable to create provider: no current-context”: fix the cause, or see its error output\. Stopped after 3 starts that failed the same way\. Fix the cause, then restart it yourself\.$/,
    )
    const status = fleet.status()
    expect(status).not.toHaveProperty('retryAt')
    expect(status.state === 'failed' && status.stderrHead?.[0]).toContain('no current-context')
    expect(status.state === 'failed' && status.stderr.at(-1)).toBe('  --flag-38')
    // The first is probed and, since it ended on that, started again.
    expect(fleet.starts()).toBe(6)
  })
})
