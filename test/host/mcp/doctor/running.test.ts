import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { doctorWords } from '../../../../main/host/mcp/doctor/words.ts'
import { decide } from '../../../../main/host/mcp/doctor/decide.ts'
import { stdioConfig } from '../../../../shared/config/server-config.ts'
import type { Finding } from '../../../../shared/events/finding.ts'
import { failureOf } from '../../../../shared/state/server-state.ts'
import { Fleet } from '../../../support/fleet.ts'

const failing = path.resolve('test/support/servers/failing.mjs')
const reasons = ['silent', 'only-noise', 'speaks-http', 'still-downloading'] as const
/** Servers beside those with a reason as ID. */
const open = 'open'
const servers = [...reasons, open]

let fleet: Fleet
/** The host's clock: it stops until every program has done what it does, then each look takes ten seconds. */
let now = 0
let isUp = false

const failed = (id: string): { reason: string; finding?: Finding | undefined } | undefined => {
  const state = fleet.journal.state.servers[id]
  return state && failureOf(state)
}

beforeAll(async () => {
  const own = (): number => (isUp ? (now += 10_000) : now)
  fleet = new Fleet({ clock: { wall: Date.now, own }, limits: { probe: 200 } })
  const runner = path.join(fleet.directory, 'bin', 'npx')
  mkdirSync(path.dirname(runner))
  // It runs the package as a child, as npx does.
  writeFileSync(runner, `#!/bin/sh\n"${process.execPath}" "${failing}" "$@"\nexit\n`)
  chmodSync(runner, 0o755)
  const done = (id: string): string => path.join(fleet.directory, `${id}.done`)
  const configs = reasons.map((id) => {
    const program =
      id === 'still-downloading' ? { command: runner, args: [] } : { command: process.execPath, args: [failing] }
    return [id, stdioConfig.parse({ ...program, args: [...program.args, id, done(id)] })] as const
  })
  const args = [failing, 'speaks-http', done(open), '0.0.0.0']
  const toAll = stdioConfig.parse({ command: process.execPath, args })
  fleet.apply(Object.fromEntries([...configs, [open, toAll]]))
  await fleet.until(() => servers.every((id) => existsSync(done(id))))
  isUp = true
  await fleet.until(() => servers.every((id) => failed(id) !== undefined))
})
afterAll(() => fleet.close())

describe('a program that runs and doesn’t speak the protocol', () => {
  test('[DOC-1] is said to wait at an address if it listens on a port', () => {
    expect(failed('speaks-http')?.finding).toMatchObject({
      reason: 'speaks-http',
      degree: process.platform === 'linux' ? 'certain' : 'likely',
      word: expect.stringMatching(/^\d+$/),
      remedies: [{ kind: 'setting', field: 'arguments' }],
    })
    const its = failed('speaks-http')
    expect(its?.reason).toContain(doctorWords.listensOn(its?.finding?.word ?? '').slice(1))
    expect(its?.reason).not.toContain('address')
  })

  test.runIf(process.platform === 'linux')('[DOC-10] is said to be reachable by others if it listens for them', () => {
    const [inPlace, toAll] = [failed('speaks-http'), failed(open)]
    expect(toAll?.finding).toMatchObject({ reason: 'speaks-http', degree: 'certain' })
    expect(toAll?.reason).toContain(doctorWords.openToAll(''))
    expect(inPlace?.reason).not.toContain(doctorWords.openToAll(''))
  })

  test('[DOC-1] is said to write other text if that is all it writes', () => {
    expect(failed('only-noise')?.finding).toMatchObject({ reason: 'stdout-noise', degree: 'likely' })
    expect(failed('only-noise')?.reason).toContain(doctorWords.onlyNoise)
  })

  test('[DOC-1] is said to be downloading if its runner’s child says so', () => {
    expect(failed('still-downloading')?.finding).toMatchObject({
      reason: 'still-downloading',
      degree: 'likely',
      remedies: [{ kind: 'wait' }],
    })
  })

  test('[DOC-1] gets no guess if it prints nothing, only the time it was silent', () => {
    expect(failed('silent')?.finding).toBeUndefined()
    expect(failed('silent')?.reason).toMatch(/^The server didn’t respond and made no progress for 60 s: /)
  })
})

describe('a batch file on Windows', () => {
  test.each(['npx.cmd', 'C:\\Tools\\server.bat'])('[DOC-1] is named from the facts of its launch: %s', (command) => {
    const seen = { kind: 'stdio', platform: 'win32', command, args: [], spawnError: { code: 'EINVAL' } } as const
    expect(decide({ seen: { ...seen, args: [] }, probes: {} })).toMatchObject({
      reason: 'windows-shim',
      degree: 'certain',
      word: command,
      remedies: [{ kind: 'setting', field: 'command' }],
    })
  })
})
