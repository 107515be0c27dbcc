import Database from 'better-sqlite3'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { reportsFileOf } from '../../main/host/journal/database/database.ts'
import { ReportStore, ringLimits } from '../../main/host/journal/reports/report-store.ts'
import { isObject } from '../../shared/schema/json.ts'
import { times } from '../support/deep.ts'
import { Fleet, peer } from '../support/fleet.ts'
import { ScriptedClock } from '../support/scripted-clock.ts'

let fleet: Fleet
afterEach(() => fleet.close())

/** During the attack, call after call to the neighbour is answered. The response time is a row of the bench. */
async function neighbourIsServed(attack: () => Promise<unknown>): Promise<void> {
  let over = false
  const isOver = () => over
  const attacked = attack().finally(() => (over = true))
  do expect(await fleet.say('echo', { text: 'x' }, { id: 'good' })).toBe('x')
  while (!isOver())
  await attacked
}

describe('a flood', () => {
  const clock = new ScriptedClock()
  const flooded = async (kind: string, n: number) => {
    fleet = new Fleet({ clock })
    await fleet.add({ it: peer('flood-notifications.mjs', { N: `${n}` }), good: peer('good.mjs') })
    const durable = () => fleet.events.filter(({ seq }) => seq !== null).length
    const events = durable()
    let progress = 0
    await neighbourIsServed(async () => {
      const reply = await fleet.say(kind, {}, { onProgress: () => progress++ })
      expect(reply).toBe('flooded')
    })
    return { events: durable() - events, progress }
  }

  test('[LIF-7] costs a few fetches and no event if it is list changes @all', async () => {
    const { events } = await flooded('list_changed', times(20_000, 300_000))
    expect(events).toBeLessThan(10)
    // Time stood still: there was the list at the start, and there is one more for all of these.
    expect(await fleet.say('count')).toBe('1')
    clock.pass(2000)
    await fleet.until(() => fleet.sent().filter((method) => method === 'tools/list').length === 2)
    clock.pass(60_000)
    expect(await fleet.say('count')).toBe('2')
  })

  test('[LIF-7] delays no other server if it is log messages or stderr @all', async () => {
    const { events } = await flooded('logs', times(20_000, 150_000))
    expect(events).toBeLessThan(10)
    await neighbourIsServed(() => fleet.say('stderr', { n: times(20_000, 200_000) }))
    expect(fleet.server().stderr().join('\n').length).toBeLessThan(300_000)
  })

  test('[REP-4] stays within its limits if it is log messages or stderr, and the log says that more was dropped @all', async () => {
    await flooded('logs', 50_000)
    await fleet.say('stderr', { n: 50_000 })
    await fleet.servers.close()
    fleet.journal.reports.flush()
    const db = new Database(reportsFileOf(fleet.journal.file), { readonly: true })
    const kept = db.prepare('SELECT source, count(*) AS rows, sum(text) AS total FROM server_log GROUP BY source').all()
    // A ring belongs to one server: the neighbour's frames don't count.
    const frames = db
      .prepare('SELECT max(rows) AS rows FROM (SELECT count(*) AS rows FROM frames GROUP BY server)')
      .get()
    db.close()
    expect(frames).toMatchObject({ rows: expect.toSatisfy((it: number) => it <= ringLimits.frames.rows) })
    const of = (source: string) => kept.find((it) => isObject(it) && it['source'] === source)
    const rows = kept.reduce((sum: number, it) => sum + (isObject(it) ? Number(it['rows']) : 0), 0)
    expect(rows).toBeLessThanOrEqual(ringLimits.server_log.rows)
    // Kept lines and those reported missing are all there were, except for what left the ring.
    expect(of('atrium')).toMatchObject({
      total: expect.toSatisfy((it: number) => it > 50_000 && it < 100_000),
    })
  })

  test('[CAL-1] becomes one update while no time passes if it is progress, and [LIF-7] delays no other server', async () => {
    const { progress } = await flooded('progress', times(20_000, 200_000))
    // The first is reported at once, the others as time passes; it stood still.
    expect(progress).toBe(1)
  })

  test('[LIF-7] is refused if it is requests, and at most sixty of them become events', async () => {
    const requests = times(15_000, 150_000)
    await flooded('requests', requests)
    await fleet.servers.close()
    const received = fleet.of('request.received').length
    expect(received).toBeGreaterThan(40)
    expect(received).toBeLessThanOrEqual(60)
    const { 'too-much': ignored = 0, 'event-over-budget': untold = 0 } = fleet.violations()
    expect(ignored + untold).toBeGreaterThan(requests - 100)
    expect(fleet.of('server.violations').length).toBeLessThanOrEqual(3)
  })
})

describe('a line of a server', () => {
  test('[FRM-2] ends its server with a reason if it exceeds the limit, and [LIF-7] delays no other server @all', async () => {
    fleet = new Fleet()
    await fleet.add({ it: peer('huge-line.mjs', { SIZE_MB: '40' }), good: peer('good.mjs') })
    await neighbourIsServed(async () => {
      if (fleet.status().state === 'failed') await fleet.servers.restart('it')
      expect(await fleet.call('huge')).toEqual({
        status: 'failed',
        problem: 'it sent more than 32 MB in one line and was stopped before it responded.',
        mayHaveRun: true,
      })
    })
    expect(fleet.reason()).toBe('The server sent more than 32 MB in one line and was stopped.')
    await fleet.servers.restart('it')
    expect(await fleet.call('endless')).toMatchObject({ status: 'failed' })
  })

  test('[FRM-2] counts as an answer like any other at 9 MB', async () => {
    fleet = new Fleet()
    await fleet.ready(peer('huge-line.mjs', { SIZE_MB: '9' }))
    const reply = await fleet.call('huge')
    const stored = reply.status === 'answered' ? reply.stored : undefined
    const { content } = JSON.parse(Buffer.from(stored?.bytes ?? []).toString()) as { content: { text: string }[] }
    expect(content[0]?.text).toHaveLength(9 * 1024 * 1024)
    expect(await fleet.say('ok')).toBe('ok')
  })
})

test('[LIF-7] starts all other servers although some never answer', async () => {
  fleet = new Fleet()
  const bad = Object.fromEntries(Array.from({ length: 6 }, (_, i) => [`bad${i}`, peer('never-initialize.mjs')]))
  fleet.apply({ ...bad, good: peer('good.mjs') })
  await fleet.until(() => fleet.status('good').state === 'ready')
  expect(Object.keys(bad).map((id) => fleet.status(id).state)).toEqual(Object.keys(bad).map(() => 'starting'))
  await fleet.servers.close()
})

test('[REP-8] records a call’s traffic as two rows written together, and the call waits for no write', async () => {
  fleet = new Fleet()
  await fleet.add({ good: peer('good.mjs') })
  const { reports } = fleet.journal
  const keep = reports.frame.bind(reports)
  const write = vi.spyOn(ReportStore.prototype, 'write')
  const writesWithin: number[] = []
  reports.frame = (frame) => {
    const before = write.mock.calls.length
    const id = keep(frame)
    writesWithin.push(write.mock.calls.length - before)
    return id
  }
  for (let calls = 0; calls < 20; calls++) await fleet.say('echo', { text: 'x' }, { id: 'good' })
  expect(writesWithin).toEqual(Array(40).fill(0))
})
