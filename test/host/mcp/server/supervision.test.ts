import { afterEach, describe, expect, test, vi } from 'vitest'
import { activityOf } from '../../../../main/host/mcp/process/process-activity.ts'
import { Heartbeat, type Sign } from '../../../../main/host/mcp/server/health.ts'
import { Restarts, usualRestarts } from '../../../../main/host/mcp/server/restarts.ts'
import { ScriptedClock } from '../../../support/scripted-clock.ts'
import { Fleet, node, peer } from '../../../support/fleet.ts'
import { leaveTime } from '../../../support/waiting.ts'

let fleet: Fleet | undefined
afterEach(async () => {
  vi.useRealTimers()
  await fleet?.close()
  fleet = undefined
})

const soon = { firstMs: 20, mostMs: 50, jitter: () => 1 }

describe('the wait before a restart', () => {
  const waits = (jitter: number, crashes: number) => {
    const restarts = new Restarts({ ...usualRestarts, crashes: 100, jitter: () => jitter }, () => 0)
    return Array.from({ length: crashes }, () => restarts.crashed(undefined))
  }

  test('[SUP-1] doubles from half a second to half a minute, with jitter down to zero', () => {
    expect(waits(1, 8)).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000])
    expect(waits(0.5, 3)).toEqual([250, 500, 1000])
    expect(waits(0, 2)).toEqual([0, 0])
  })

  test('[SUP-2] [SUP-3] ends with the fifth crash in three minutes; any before a healthy minute don’t count', () => {
    let now = 0
    const restarts = new Restarts({ ...usualRestarts, jitter: () => 1 }, () => now)
    const crashAt = (at: number, readyAt?: number) => {
      now = at
      return restarts.crashed(readyAt)
    }
    expect([0, 1000, 2000, 3000].map((at) => crashAt(at))).toEqual([500, 1000, 2000, 4000])
    expect(crashAt(179_000)).toBeUndefined()
    restarts.forget()
    expect([0, 50_000, 100_000, 150_000, 200_000].map((at) => crashAt(at))).toEqual([500, 1000, 2000, 4000, 8000])
    expect(crashAt(201_000, 141_000)).toBe(500)
    expect(crashAt(202_000, 201_500)).toBe(1000)
  })

  test('[HTP-18] grows to five minutes for a server that is out of reach, and doesn’t end', () => {
    let now = 0
    const restarts = new Restarts({ ...usualRestarts, jitter: () => 1 }, () => now)
    const grown = Array.from({ length: 100 }, () => restarts.unreachable(undefined))
    expect(grown.slice(0, 8)).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 32_000, 64_000])
    expect(new Set(grown.slice(10))).toEqual(new Set([300_000]))
    now = 100_000
    expect(restarts.unreachable(40_000)).toBe(500)
    expect(restarts.unreachable(99_000)).toBe(1000)
    restarts.forget()
    expect(restarts.unreachable(undefined)).toBe(500)
  })

  test('[HTP-19] is as long as the server asked for, if that is longer, and at most an hour', () => {
    const restarts = new Restarts({ ...usualRestarts, jitter: () => 1 }, () => 0)
    expect([100, 60_000, 86_400_000].map((asked) => restarts.unreachable(undefined, asked))).toEqual([
      500, 60_000, 3_600_000,
    ])
  })
})

describe('a server that crashes', () => {
  test('[SUP-5] becomes ready again automatically, and doesn’t get its call again', async () => {
    fleet = new Fleet({ restarts: soon })
    await fleet.ready(peer('crash-on-call.mjs'))
    const before = fleet.of('server.changed').length
    expect(await fleet.call('exit1')).toMatchObject({ status: 'failed', mayHaveRun: true })
    await fleet.until(() => fleet?.status().state === 'ready')
    const [failed] = fleet.of('server.changed').slice(before)
    expect(failed?.to).toMatchObject({ state: 'failed', reason: 'The server ended with exit code 1.' })
    expect(failed?.to).toHaveProperty('retryAt')
    await leaveTime(200)
    expect(fleet.states()).toEqual(['starting', 'ready', 'failed', 'starting', 'ready'])
    expect(await fleet.say('ok')).toBe('ok')
  })

  test('[SUP-2] stays stopped after five crashes in three minutes until the user restarts it', async () => {
    fleet = new Fleet({ restarts: soon })
    await fleet.add({ it: peer('crash-loop.mjs', { PHASE: 'init', LIVE_MS: '0' }) })
    await fleet.until(() => fleet?.starts() === 5 && fleet.reason().includes('Stopped'))
    expect(fleet.reason()).toBe(
      'The server ended with exit code 14. Stopped after 5 crashes in 3 minutes. Restart it yourself.',
    )
    const status = fleet.status()
    expect(status).not.toHaveProperty('retryAt')
    expect(status.state === 'failed' && status.stderr[0]).toMatch(/^boot \d+$/)
    await leaveTime(300)
    expect(fleet.starts()).toBe(5)
    await fleet.servers.restart('it')
    await fleet.until(() => fleet?.starts() === 10)
  })

  test('[SUP-3] is always started again if it is healthy in between', async () => {
    fleet = new Fleet({ restarts: { ...soon, healthyMs: 0, crashes: 2 } })
    await fleet.ready(peer('crash-on-call.mjs'))
    for (let crash = 1; crash <= 4; crash++) {
      await fleet.call('exit1')
      await fleet.until(() => fleet?.starts() === crash + 1 && fleet.status().state === 'ready')
    }
    expect(fleet.reason()).toBe('(ready)')
  })

  test('[SUP-4] differs from one that can’t start at all, which isn’t retried', async () => {
    fleet = new Fleet({ restarts: soon })
    await fleet.add({
      missing: node([], { command: 'no-such-command-anywhere' }),
      refuses: peer('odd-handshake.mjs', { MODE: 'refuses' }),
      newer: peer('odd-handshake.mjs', { MODE: 'newer-only' }),
    })
    await leaveTime(300)
    for (const id of ['missing', 'refuses', 'newer']) {
      expect(fleet.status(id)).not.toHaveProperty('retryAt')
      expect(fleet.states(id).filter((it) => it === 'failed')).toHaveLength(1)
    }
  })

  test('[SUP-5] waits visibly for its restart until it is turned off or restarted by hand', async () => {
    const clock = new ScriptedClock()
    fleet = new Fleet({ clock, restarts: { firstMs: 60_000, mostMs: 60_000, jitter: () => 1 } })
    const config = peer('crash-on-call.mjs')
    await fleet.ready(config)
    await fleet.call('exit1')
    await fleet.until(() => fleet?.status().state === 'failed')
    const status = fleet.status()
    expect(status.state === 'failed' && (status.retryAt ?? 0) - clock.wall()).toBe(60_000)
    await fleet.servers.restart('it')
    expect(fleet.status().state).toBe('ready')
    await fleet.call('exit1')
    await fleet.until(() => fleet?.status().state === 'failed')
    fleet.apply({ it: { ...config, enabled: false } })
    await fleet.until(() => fleet?.status().state === 'off')
    clock.pass(120_000)
    expect(fleet.starts()).toBe(2)
  })
})

describe('a heartbeat', () => {
  test('[SUP-6] restarts a server that doesn’t answer it, but not one that is busy with a call @all', async () => {
    fleet = new Fleet({ restarts: soon, heartbeat: { every: 200, answer: 300 } })
    await fleet.ready(peer('never-pongs.mjs'))
    expect(await fleet.say('sleep')).toBe('slept')
    await fleet.until(() => fleet?.starts() === 2)
    const failed = fleet.of('server.changed').find((it) => it.to.state === 'failed')
    expect(failed?.to).toMatchObject({
      reason: 'The server stopped responding: no response to two checks within 0.3 s each, so Atrium stopped it.',
    })
    expect(fleet.sent()).not.toContain('ping')
  })

  test('[SUP-8] is sent again before a server is given up, and one late answer ends nothing', async () => {
    fleet = new Fleet({ restarts: soon, heartbeat: { every: 200, answer: 2000 } })
    await fleet.ready(peer('slow-pongs.mjs', { SILENT: '1' }))
    const pings = () =>
      fleet
        ?.server('it')
        .stderr()
        .filter((line) => line === 'ping').length ?? 0
    await fleet.until(() => pings() >= 3)
    expect(fleet.states()).toEqual(['starting', 'ready'])
  })

  test.each([
    ['works', { WORKS: '1' }],
    ['sends something else', { SPEAKS: '1' }],
  ])('[SUP-8] ends no server that %s instead of answering', async (_does, env) => {
    if (process.platform !== 'linux' && 'WORKS' in env) return expect(await activityOf(process.pid)).toBeUndefined()
    fleet = new Fleet({ restarts: soon, heartbeat: { every: 200, answer: 500 } })
    await fleet.ready(peer('slow-pongs.mjs', env))
    const pings = () =>
      fleet
        ?.server('it')
        .stderr()
        .filter((line) => line === 'ping').length ?? 0
    await fleet.until(() => pings() >= 4)
    expect(fleet.states()).toEqual(['starting', 'ready'])
  })

  test('[SUP-8] isn’t counted as missed during a pause of Atrium itself', async () => {
    fleet = new Fleet({ restarts: soon, heartbeat: { every: 100, answer: 300 } })
    await fleet.ready(peer('good.mjs'))
    const pings = () =>
      fleet
        ?.server('it')
        .stderr()
        .filter((line) => line === 'ping').length ?? 0
    for (let pause = 0; pause < 5; pause++) {
      const before = pings()
      await fleet.until(() => pings() > before)
      // The answer arrives during the pause, which is longer than both limits.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 700)
    }
    await fleet.until(() => pings() > 6)
    expect(fleet.states()).toEqual(['starting', 'ready'])
  })

  test('[SUP-6] is sent only to legacy servers, and one that answers keeps running', async () => {
    fleet = new Fleet({ restarts: soon, heartbeat: { every: 100, answer: 60_000 } })
    await fleet.add({ modern: peer('good.mjs', { MCP_ERA: 'modern' }), legacy: peer('good.mjs') })
    const pings = (id: string) =>
      fleet
        ?.server(id)
        .stderr()
        .filter((line) => line === 'ping').length ?? 0
    await fleet.until(() => pings('legacy') >= 5)
    expect(pings('modern')).toBe(0)
    expect(fleet.states('legacy')).toEqual(['starting', 'ready'])
  })

  test('[SUP-7] is sent at once after the machine slept', async () => {
    vi.useFakeTimers()
    const clock = { wall: 0, own: 0 }
    let beats = 0
    const heart = new Heartbeat(
      30_000,
      { beat: async () => (beats++, 'alive' as const), missed: () => undefined },
      { wall: () => clock.wall, own: () => clock.own },
    )
    vi.advanceTimersByTime(1100)
    expect(beats).toBe(0)
    clock.wall += 60 * 60 * 1000
    vi.advanceTimersByTime(1100)
    heart.end()
    expect(beats).toBe(1)
  })

  test('[SUP-7] [HTP-20] waits until a busy server has time, and is then sent once', async () => {
    vi.useFakeTimers()
    const signs: Sign[] = ['busy', 'alive', 'alive']
    const heart = new Heartbeat(Infinity, { beat: async () => signs.shift() ?? 'alive', missed: () => undefined })
    heart.soon()
    await vi.advanceTimersByTimeAsync(3300)
    heart.end()
    expect(signs).toEqual(['alive'])
  })
})
