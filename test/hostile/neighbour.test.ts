import Database from 'better-sqlite3'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { ringLimits } from '../../main/host/journal/reports/report-store.ts'
import { isObject } from '../../shared/schema/json.ts'
import { Fleet, peer } from '../support/fleet.ts'
import { percentile } from './pace.ts'

let fleet: Fleet
afterEach(() => fleet.close())

/** How long the neighbour takes to answer, call after call, while `holds`. */
async function latencies(holds: () => boolean): Promise<number[]> {
  const took: number[] = []
  while (holds() || took.length < 20) {
    const started = performance.now()
    expect(await fleet.say('echo', { text: 'x' }, { id: 'good' })).toBe('x')
    took.push(performance.now() - started)
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
  return took
}

/**
 * The neighbour's p99 while the attack lasts is at most three times its own just before, and 20 ms. Other work on the
 * same machine may spoil a measurement; what the host does itself shows in each of three. Answers how many there were.
 */
async function neighbourKeepsPace(attack: () => Promise<unknown>): Promise<number> {
  for (let attempt = 1; ; attempt++) {
    let calm = 0
    const before = await latencies(() => calm++ < 150)
    let over = false
    const attacked = attack().finally(() => (over = true))
    const during = await latencies(() => !over)
    await attacked
    const [was, is] = [percentile(before, 0.99), percentile(during, 0.99)]
    if (is <= 3 * was + 20) return attempt
    if (attempt === 3) expect(is).toBeLessThanOrEqual(3 * was + 20)
  }
}

describe('a flood', () => {
  const flooded = async (kind: string, n: number) => {
    fleet = new Fleet()
    await fleet.add({ it: peer('flood-notifications.mjs', { N: `${n}` }), good: peer('good.mjs') })
    const durable = () => fleet.events.filter(({ seq }) => seq !== null).length
    const events = durable()
    let progress = 0
    const floods = await neighbourKeepsPace(async () => {
      const reply = await fleet.say(kind, {}, { onProgress: () => progress++ })
      expect(reply).toBe('flooded')
    })
    return { events: durable() - events, progress, floods }
  }

  test('[LIF-7] of list changes is a few fetches and no event', async () => {
    const started = performance.now()
    const { events } = await flooded('list_changed', 300_000)
    expect(events).toBeLessThan(10)
    await new Promise((resolve) => setTimeout(resolve, 600))
    // One every two seconds, however long it took.
    const fetches = Number(await fleet.say('count'))
    expect(fetches).toBeLessThanOrEqual(3 + (performance.now() - started) / 2000)
  })

  test('[LIF-7] of log messages or of stderr holds up nobody', async () => {
    const { events } = await flooded('logs', 150_000)
    expect(events).toBeLessThan(10)
    await neighbourKeepsPace(() => fleet.say('stderr', { n: 200_000 }))
    expect(fleet.server().stderr().join('\n').length).toBeLessThan(300_000)
  })

  test('[REP-4] of either is kept within its bounds, with a word on what was not', async () => {
    const { floods } = await flooded('logs', 50_000)
    await fleet.say('stderr', { n: 50_000 })
    await fleet.servers.close()
    fleet.journal.reports.flush()
    const db = new Database(fleet.journal.file, { readonly: true })
    const kept = db.prepare('SELECT source, count(*) AS rows, sum(text) AS total FROM server_log GROUP BY source').all()
    const frames = db.prepare('SELECT count(*) AS rows, sum(octet_length(text)) AS bytes FROM frames').get()
    db.close()
    expect(frames).toMatchObject({ rows: expect.toSatisfy((it: number) => it <= ringLimits.frames.rows) })
    const of = (source: string) => kept.find((it) => isObject(it) && it['source'] === source)
    const rows = kept.reduce((sum: number, it) => sum + (isObject(it) ? Number(it['rows']) : 0), 0)
    expect(rows).toBeLessThanOrEqual(ringLimits.server_log.rows)
    // What is kept and what is said to be missing are all there was, but for what has gone from the ring.
    expect(of('atrium')).toMatchObject({
      total: expect.toSatisfy((it: number) => it > 50_000 && it < (floods + 1) * 50_000),
    })
  })

  test('[CAL-1] of progress is ten a second, and [LIF-7] no neighbour notices', async () => {
    const started = performance.now()
    const { progress } = await flooded('progress', 200_000)
    expect(progress).toBeLessThanOrEqual(2 + (performance.now() - started) / 100)
  })

  test('[LIF-7] of requests is refused, and at most sixty of them are events', async () => {
    await flooded('requests', 150_000)
    await fleet.servers.close()
    const received = fleet.of('request.received').length
    expect(received).toBeGreaterThan(40)
    expect(received).toBeLessThanOrEqual(60)
    const { 'too-much': ignored = 0, 'event-over-budget': untold = 0 } = fleet.violations()
    expect(ignored + untold).toBeGreaterThan(149_900)
    expect(fleet.of('server.violations').length).toBeLessThanOrEqual(3)
  })
})

describe('a line', () => {
  test('[FRM-2] beyond the limit ends its server with a reason, and [LIF-7] no neighbour notices', async () => {
    fleet = new Fleet()
    await fleet.add({ it: peer('huge-line.mjs', { SIZE_MB: '40' }), good: peer('good.mjs') })
    await neighbourKeepsPace(async () => {
      if (fleet.status().state === 'failed') await fleet.servers.restart('it')
      expect(await fleet.call('huge')).toEqual({
        status: 'failed',
        problem: 'it sent more than 32 MB in one line and was stopped before it answered.',
        mayHaveRun: true,
      })
    })
    expect(fleet.reason()).toBe('It sent more than 32 MB in one line and was stopped.')
    await fleet.servers.restart('it')
    expect(await fleet.call('endless')).toMatchObject({ status: 'failed' })
  })

  test('[FRM-2] of 9 MB is an answer like any other', async () => {
    fleet = new Fleet()
    await fleet.ready(peer('huge-line.mjs', { SIZE_MB: '9' }))
    const reply = await fleet.call('huge')
    const stored = reply.status === 'answered' ? reply.stored : undefined
    const { content } = JSON.parse(Buffer.from(stored?.bytes ?? []).toString()) as { content: { text: string }[] }
    expect(content[0]?.text).toHaveLength(9 * 1024 * 1024)
    expect(await fleet.say('ok')).toBe('ok')
  })
})

test('[LIF-7] servers that never answer do not hold up the start of others', async () => {
  fleet = new Fleet()
  const bad = Object.fromEntries(Array.from({ length: 6 }, (_, i) => [`bad${i}`, peer('never-initialize.mjs')]))
  const started = performance.now()
  fleet.apply({ ...bad, good: peer('good.mjs') })
  await fleet.until(() => fleet.status('good').state === 'ready')
  expect(performance.now() - started).toBeLessThan(5000)
  const closing = performance.now()
  await fleet.servers.close()
  expect(performance.now() - closing).toBeLessThan(5000)
})

test('[REP-8] a call takes about as long with its traffic kept as without', async () => {
  fleet = new Fleet()
  await fleet.add({ good: peer('good.mjs') })
  const { reports } = fleet.journal
  const median = async (): Promise<number> => {
    let left = 150
    return percentile(await latencies(() => left-- > 0), 0.5)
  }
  const without = async (): Promise<number> => {
    const off = vi.spyOn(reports, 'frame').mockReturnValue(0)
    const took = await median()
    off.mockRestore()
    return took
  }
  await median()
  const ratios: number[] = []
  for (let round = 0; round < 5; round++) ratios.push((await median()) / (await without()))
  // In the best of the rounds; other work on the same machine spoils some.
  expect(Math.min(...ratios)).toBeLessThan(1.5)
})
