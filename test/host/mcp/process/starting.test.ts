import { spawn } from 'node:child_process'
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { fetchOf } from '../../../../main/host/mcp/process/fetching.ts'
import { type Activity, activityOf } from '../../../../main/host/mcp/process/process-activity.ts'
import type { ServersDeps } from '../../../../main/host/mcp/server/servers.ts'
import { startLimits, StartWatch, usualStartLimits } from '../../../../main/host/mcp/process/start-watch.ts'
import { systemClock } from '../../../../main/host/base/wake.ts'
import type { StartStep } from '../../../../shared/events/server-events.ts'
import { type ServerConfig, stdioConfig } from '../../../../shared/config/server-config.ts'
import { Fleet, peer, peerFile } from '../../../support/fleet.ts'
import { lastIfQuick } from '../../../../tools/quick.mjs'

const minutes = 60_000

describe('the start watch', () => {
  let now: number
  let activity: Activity | undefined
  let steps: StartStep[]
  beforeEach(() => {
    now = 0
    activity = { cpuMs: 0, bytes: 0, processes: 3 }
    steps = []
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  })
  afterEach(() => void vi.useRealTimers())

  function watched(patience: Partial<typeof usualStartLimits> = {}, runner?: string) {
    const watch = new StartWatch({
      patience: { ...usualStartLimits, ...patience },
      now: () => now,
      activity: async () => activity,
      fetch: runner === undefined ? undefined : { runner, what: 'sample' },
      alone: 3,
      told: (step) => steps.push(step),
    })
    const over = { givenUp: '', slow: false }
    void watch.givenUp().then(({ because, ms }) => (over.givenUp = `${because} ${ms}`))
    void watch.idle(3000, { fetchCounts: false, mostMs: 30_000 }).then(() => (over.slow = true))
    return { watch, over }
  }

  /** This much time in steps of a second, with this usage in each. */
  async function pass(ms: number, used: Partial<Activity> = {}) {
    for (let at = 0; at < ms; at += 1000) {
      now += 1000
      const { cpuMs = 0, bytes = 0 } = used
      if (activity) activity = { ...activity, cpuMs: activity.cpuMs + cpuMs, bytes: activity.bytes + bytes }
      await vi.advanceTimersByTimeAsync(1000)
    }
  }

  test('[STA-1] gives up a start after a minute without progress, not before', async () => {
    const { over } = watched()
    await pass(60_000)
    expect(over.givenUp).toBe('')
    await pass(2000)
    expect(over.givenUp).toBe('silence 60000')
  })

  test.each([
    ['CPU time, even a tenth of what a busy program uses', { cpuMs: 10 }],
    ['bytes that are read or written', { bytes: 8192 }],
  ])('[STA-1] counts %s as progress, up to half an hour', async (_what, used) => {
    const { over } = watched()
    await pass(29 * minutes, used)
    expect(over.givenUp).toBe('')
    await pass(minutes, used)
    expect(over.givenUp).toBe('length 1800000')
  })

  test('[STA-1] counts output and new processes as progress, but not what a waiting program uses', async () => {
    const { watch, over } = watched()
    await pass(50_000)
    watch.sign()
    await pass(50_000)
    activity = { cpuMs: 0, bytes: 0, processes: 4 }
    await pass(50_000, { cpuMs: 1, bytes: 100 })
    expect(over.givenUp).toBe('')
    await pass(12_000, { cpuMs: 1, bytes: 100 })
    expect(over.givenUp).toBe('silence 60000')
  })

  test('[STA-2] lets a silent fetch take hours, and allows the usual time once the server runs', async () => {
    const { over } = watched({}, 'npx')
    await pass(180 * minutes)
    expect(over.givenUp).toBe('')
    expect(steps).toEqual([{ doing: 'fetching', runner: 'npx', what: 'sample' }])
    activity = { cpuMs: 0, bytes: 0, processes: 5 }
    await pass(2000)
    expect(steps.at(-1)).toEqual({ doing: 'starting' })
    await pass(minutes)
    expect(over.givenUp).toBe('silence 60000')
  })

  test('[STA-2] never ends a fetch, also if the system doesn’t report what runs', async () => {
    activity = undefined
    const { over } = watched({}, 'uvx')
    await pass(180 * minutes)
    expect(over.givenUp).toBe('')
  })

  test('[STA-1] waits as long as the server’s configuration says', async () => {
    expect(startLimits(usualStartLimits, undefined)).toBe(usualStartLimits)
    expect(startLimits(usualStartLimits, { start: 5 })).toMatchObject({ quiet: 5000, most: 5000, handshake: 5000 })
    const { over } = watched(startLimits(usualStartLimits, { start: 3600 }))
    await pass(3599_000)
    expect(over.givenUp).toBe('')
    await pass(2000)
    expect(over.givenUp).toBe('length 3600000')
  })

  test('[STA-13] counts text on stdout as no progress, and neither the work it takes', async () => {
    const { watch, over } = watched()
    for (let at = 0; at < 59; at++) {
      watch.printed()
      await pass(1000, { cpuMs: 400, bytes: 100_000 })
    }
    expect(over.givenUp).toBe('')
    for (let at = 0; at < 3; at++) {
      watch.printed()
      await pass(1000, { cpuMs: 400 })
    }
    expect(over.givenUp).toBe('silence 60000')
  })

  test('[STA-13] counts work again once a program stops writing text', async () => {
    const { watch, over } = watched()
    for (let at = 0; at < 30; at++) {
      watch.printed()
      await pass(1000, { cpuMs: 400 })
    }
    await pass(10 * minutes, { cpuMs: 400 })
    expect(over.givenUp).toBe('')
    watch.end()
  })

  test('[STA-13] ends a busy start at its configured limit', async () => {
    const { over } = watched(startLimits(usualStartLimits, { start: 6 }))
    await pass(6000, { cpuMs: 900 })
    await pass(1000, { cpuMs: 900 })
    expect(over.givenUp).toBe('length 6000')
  })

  test('[STA-4] keeps a busy start’s place for half a minute, and a waiting start’s for 3 s', async () => {
    const waiting = watched()
    await pass(4000)
    expect(waiting.over.slow).toBe(true)
    waiting.watch.end()
    const busy = watched()
    await pass(29_000, { cpuMs: 500 })
    expect(busy.over.slow).toBe(false)
    await pass(2000, { cpuMs: 500 })
    expect(busy.over.slow).toBe(true)
  })
})

describe('a command’s download', () => {
  test.each([
    ['npx', ['-y', '@scope/name@1.2.3'], { runner: 'npx', what: '@scope/name@1.2.3' }],
    ['C:\\node\\npx.cmd', ['-y', 'name'], { runner: 'npx', what: 'name' }],
    ['uvx', ['--from', 'git+https://host/x', 'x'], { runner: 'uvx', what: 'git+https://host/x' }],
    ['uv', ['tool', 'run', 'name'], { runner: 'uv tool run', what: 'name' }],
    ['docker', ['run', '-i', '--rm', 'mcp/fetch'], { runner: 'docker', what: 'mcp/fetch' }],
    ['cmd', ['/c', 'npx', '-y', 'name'], { runner: 'npx', what: 'name' }],
    ['sh', ['-c', 'npx -y name'], { runner: 'npx', what: 'name' }],
    ['npm', ['start'], undefined],
    ['npx', ['--offline', 'name'], undefined],
    ['node', ['npx'], undefined],
    ['sh', ['-c', 'true'], undefined],
  ])('[STA-2] is recognised in %s %j', (command, args, expected) => {
    expect(fetchOf(command, args)).toEqual(expected)
  })
})

test('[STA-1] counts a child’s work as activity of its process tree', async () => {
  const work = 'setInterval(() => { for (let i = 0; i < 1e7; i++); }, 0)'
  const child = `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(work)}])`
  const parent = spawn(process.execPath, ['-e', child], { detached: true })
  try {
    const seen = await vi.waitUntil(async () => {
      const now = await activityOf(parent.pid ?? 0)
      return now && now.processes === 2 && now.cpuMs >= 300 ? now : undefined
    })
    expect(seen.bytes).toBeGreaterThan(0)
  } finally {
    process.kill(-(parent.pid ?? 0), 'SIGKILL')
  }
  expect(await activityOf(2 ** 22 + 1)).toBeUndefined()
})

describe('a server behind a package runner', () => {
  let fleet: Fleet
  /** Milliseconds the host's clock is ahead, and how often it was read. */
  let ahead: number
  let reads: number
  let release: string
  afterEach(() => fleet.close())

  /** A host with a stand-in for npx that fetches until released. */
  function withRunner(options: Partial<ServersDeps> = {}, env: Record<string, string> = {}): ServerConfig {
    ahead = reads = 0
    const own = () => systemClock.own() + (reads++, ahead)
    fleet = new Fleet({ clock: { wall: Date.now, own }, limits: { probe: 200 }, ...options })
    release = path.join(fleet.directory, 'release')
    const bin = path.join(fleet.directory, 'bin')
    mkdirSync(bin)
    for (const name of ['npx', 'uvx']) {
      const file = path.join(bin, name)
      writeFileSync(file, `#!/bin/sh\nexec "${process.execPath}" "${peerFile('package-runner.mjs')}"\n`)
      chmodSync(file, 0o755)
    }
    return stdioConfig.parse({
      command: 'npx',
      args: ['-y', 'sample-server'],
      env: { PATH: `${bin}:${process.env['PATH']}`, RELEASE: release, PACKAGE: peerFile('good.mjs'), ...env },
    })
  }

  /** The host looks several times at what has happened so far. */
  async function pass(ms: number) {
    ahead += ms
    const from = reads
    await fleet.until(() => reads > from + 10)
  }

  const start = (id = 'it') => fleet.journal.state.servers[id]?.start

  test.each(lastIfQuick(['npx', 'uvx']))(
    '[STA-2] becomes ready after a cold %s start of an hour, and is started once',
    async (command) => {
      const config = withRunner()
      fleet.apply({ it: { ...config, command } as ServerConfig })
      await fleet.until(() => fleet.status().state === 'starting')
      const { since } = start() ?? {}
      // Its initial usage may be seen as late as after the first of these.
      for (let turn = 0; turn < 3; turn++) await pass(1_200_000)
      expect(start()).toEqual({ doing: 'fetching', runner: command, what: 'sample-server', since })
      expect(fleet.status()).toMatchObject({ state: 'starting' })
      writeFileSync(release, '')
      await fleet.until(() => fleet.status().state === 'ready')
      expect(fleet.starts()).toBe(1)
      expect(start()).toBeUndefined()
    },
  )

  test('[STA-2] stops fetching at once when it is turned off', async () => {
    const config = withRunner()
    fleet.apply({ it: config })
    await fleet.until(() => fleet.status().state === 'starting')
    await pass(5000)
    expect(start()).toMatchObject({ doing: 'fetching' })
    fleet.turnOff()
    await fleet.until(() => fleet.status().state === 'off')
    expect(start()).toBeUndefined()
  })

  test('[STA-4] gives its place to others while it waits, and all become ready @all', async () => {
    const config = withRunner()
    const slow = ['a', 'b', 'c', 'd', 'e', 'f']
    const all = { ...Object.fromEntries(slow.map((id) => [id, config])), good: peer('good.mjs') }
    // All are trusted first: a question gives up its place at once.
    writeFileSync(release, '')
    await fleet.add(all)
    fleet.apply(Object.fromEntries(Object.entries(all).map(([id, it]) => [id, { ...it, enabled: false }])))
    await fleet.until(() => Object.keys(all).every((id) => fleet.status(id).state === 'off'))
    rmSync(release)
    fleet.apply(all)
    const states = () => slow.map((id) => fleet.status(id).state)
    await fleet.until(() => states().filter((it) => it === 'starting').length === 4)
    await fleet.until(() => start('good')?.doing === 'queued')
    for (let turn = 0; turn < 3; turn++) await pass(4000)
    await fleet.until(() => fleet.status('good').state === 'ready')
    expect(states()).toEqual(slow.map(() => 'starting'))
    writeFileSync(release, '')
    await fleet.until(() => states().every((it) => it === 'ready'))
    expect(slow.map((id) => fleet.starts(id))).toEqual(slow.map(() => 2))
  })

  test('[STA-3] is given up once it runs and stays silent, with the command to run, and is retried', async () => {
    withRunner({ restarts: { firstMs: 20, mostMs: 20, jitter: () => 1 } })
    const silent = stdioConfig.parse({ command: process.execPath, args: ['-e', 'setInterval(() => {}, 1000)'] })
    fleet.apply({ it: silent })
    await fleet.until(() => fleet.status().state === 'starting')
    // Its initial usage may be seen as late as after the first of these.
    while (fleet.starts() < 2) await pass(61_000)
    const failed = fleet.of('server.changed').find(({ to }) => to.state === 'failed')?.to
    expect(failed).toHaveProperty(
      'reason',
      expect.stringContaining(`-e "setInterval(() => {}, 1000)" once in a terminal`),
    )
    expect(failed).toHaveProperty('retryAt')
    fleet.turnOff()
    await fleet.until(() => fleet.status().state === 'off')
  })
})
