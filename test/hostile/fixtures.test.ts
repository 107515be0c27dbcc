import Database from 'better-sqlite3'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { headsOf } from '../../main/host/journal/chain/heads.ts'
import { Validator } from '../../main/host/validation/validator.ts'
import type { HostEvent } from '../../shared/events/events.ts'
import type { CallOutcome } from '../../shared/events/turn-events.ts'
import { verify } from '../host/journal/support.ts'
import { alive, type Fleet } from '../support/fleet.ts'
import type { Fixture } from './fixture.ts'
import { fixtures, plantCanaries } from './fixtures.ts'
import { beside, Memory } from './beside.ts'
import { Canary, displayed, Stage } from './stage.ts'
import { lastIfQuick } from '../../tools/quick.mjs'

/** Max megabytes that a server can make the host hold during and after its attack. */
const mostMemory = 150
const mostLeft = mostMemory / 3

const uncaught: unknown[] = []
const catches = (error: unknown) => void uncaught.push(error)
type Era = 'legacy' | 'modern'

let canary: Canary
let memory: Memory
let forget: () => void

beforeAll(async () => {
  canary = await Canary.start()
  memory = await Memory.now()
  process.on('uncaughtException', catches).on('unhandledRejection', catches)
})
afterAll(async () => {
  process.off('uncaughtException', catches).off('unhandledRejection', catches)
  await canary.close()
})
beforeEach(() => (forget = plantCanaries()))
afterEach(() => forget())

async function play(fixture: Fixture, era: Era): Promise<void> {
  const { servers, burnsTime, fleet: options, attack, afterwards, leave } = fixture
  const stage = new Stage({ ...(burnsTime && { validator: new Validator() }), ...options })
  const { fleet, call } = stage
  try {
    await stage.set(await servers(canary.url), era)
    await beside(fleet, attack(fleet, call), async () => {
      expect(await memory.since(mostMemory)).toBeLessThanOrEqual(mostMemory)
    })
    expect(fleet.states('good')).toEqual(['starting', 'ready'])
    const pids = fleet.of('server.changed').flatMap(({ to }) => (to.state === 'ready' && to.pid ? [to.pid] : []))
    await fleet.servers.close()
    afterwards?.(fleet)
    expect(pids.filter(alive)).toEqual([])
    assertOutcomes(fleet, stage.outcomes)
    assertSentences(fleet, stage.outcomes)
    assertChain(fleet)
    expect(canary.hits).toBe(0)
    expect(uncaught).toEqual([])
    expect(await memory.since(mostLeft)).toBeLessThanOrEqual(mostLeft)
  } finally {
    await fleet.close()
    await leave?.()
  }
}

/** Each requested call was allowed, then sent, and ended once. */
function assertOutcomes(fleet: Fleet, outcomes: CallOutcome[]): void {
  const steps = new Map<string, string[]>()
  for (const { event } of fleet.events)
    if (event.type.startsWith('call.') && 'call' in event && !onTheWay(event))
      steps.set(event.call, [...(steps.get(event.call) ?? []), event.type])
  expect(steps.size).toBe(outcomes.length)
  for (const taken of steps.values())
    expect(taken).toEqual(['call.requested', 'call.cleared', 'call.started', 'call.finished'])
}

/** Events that can occur any number of times between the first leg and the end. */
const onTheWay = (event: HostEvent): boolean =>
  ['call.progress', 'call.task', 'call.polled'].includes(event.type) || (event.type === 'call.started' && event.leg > 1)

/** Every failure is reported in a sentence about the server, by its display name. */
function assertSentences(fleet: Fleet, outcomes: CallOutcome[]): void {
  for (const outcome of outcomes)
    if ('problem' in outcome && !('result' in outcome)) {
      expect(outcome.problem).toContain(displayed)
      expect(outcome.problem).toMatch(/^[A-Z].{10,}[.:]?/s)
    }
  for (const { to } of fleet.of('server.changed')) if (to.state === 'failed') expect(to.reason).toMatch(/^[A-Z].+\.$/s)
}

/** In this thread: to start one for reading takes longer than a check of so few records. */
function assertChain({ journal }: Fleet): void {
  journal.flush()
  const db = new Database(journal.file, { readonly: true })
  try {
    expect(verify(db, headsOf(db.name))).toMatchObject({ state: 'intact' })
  } finally {
    db.close()
  }
}

describe.each(fixtures)('$name $does', (fixture) => {
  test.each(lastIfQuick(fixture.eras ?? ['legacy' as const]))(`[HOST-1] %s: ${fixture.must}`, async (era) => {
    await expect(play(fixture, era)).resolves.toBeUndefined()
  })
})
