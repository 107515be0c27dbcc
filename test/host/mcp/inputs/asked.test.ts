import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ServerRequest } from '../../../../main/host/mcp/inputs/server-requests.ts'
import type { RequestAnswer } from '../../../../main/host/mcp/protocol/types.ts'
import { Fleet, peer } from '../../../support/fleet.ts'
import { ScriptedClock } from '../../../support/scripted-clock.ts'

/** Answers forms in place of a user. */
let person: (input: ServerRequest) => Promise<RequestAnswer>
const handlers = { 'elicitation/create': (input: ServerRequest) => person(input) }

let fleet: Fleet
// The clock is stopped, so no rate depends on how fast messages are read.
beforeEach(() => (fleet = new Fleet({ handlers, clock: new ScriptedClock() })))
afterEach(() => fleet.close())

const said = (start: string) =>
  fleet
    .server()
    .stderr()
    .filter((line) => line.startsWith(start))

test('[CAL-8] answers a ping at once while the user is being asked', async () => {
  await fleet.ready(peer('pinging.mjs'))
  let answer: (it: RequestAnswer) => void = () => undefined
  person = () => new Promise((resolve) => (answer = resolve))
  const call = fleet.say('ask_and_ping')
  await fleet.until(() => said('pinged').length > 0)
  answer({ result: { action: 'decline' } })
  expect(await call).toBe('decline after 5 pings')
})

test('[CAL-8] answers a ping during a flood of rate-limited messages', async () => {
  await fleet.ready(peer('pinging.mjs'))
  expect(await fleet.say('ping_under_flood', { times: 5000 })).toMatch(/^answered/)
  await fleet.servers.close()
  expect(fleet.violations()['too-much']).toBeGreaterThan(3000)
})

test('[CAL-8] answers a flood of pings only up to the rate limit', async () => {
  await fleet.ready(peer('pinging.mjs'))
  expect(await fleet.say('ping_flood', { times: 5000 })).toBe('sent')
  // This call reaches the server after all answers to its pings.
  const answered = Number(await fleet.say('pings_answered'))
  expect(answered).toBeGreaterThan(900)
  expect(answered).toBeLessThan(5000)
})

test('[CAL-9] closes a question that its server withdraws, and sends no answer', async () => {
  await fleet.ready(peer('pinging.mjs'))
  const asked: ServerRequest[] = []
  person = (input) => {
    asked.push(input)
    return new Promise((_resolve, reject) => input.signal.addEventListener('abort', () => reject(input.signal.reason)))
  }
  expect(await fleet.say('ask_and_withdraw')).toBe('no answer came')
  expect(asked[0]?.signal.aborted).toBe(true)
  await fleet.servers.close()
  // Withdrawing something that isn't open isn't a violation; it is ignored.
  expect(fleet.violations()).toEqual({})
})

test('[CAL-9] closes a question, and tells its server, when the only call it can belong to is over', async () => {
  await fleet.ready(peer('pinging.mjs'))
  const stop = new AbortController()
  person = ({ signal, operation }) => {
    expect(operation?.call).toBe('call-0')
    stop.abort()
    return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  }
  expect(await fleet.call('ask_and_ping', {}, { signal: stop.signal })).toEqual({
    status: 'cancelled',
    mayHaveRun: true,
  })
  await fleet.until(() => said('got').length > 0)
  expect(said('got')).toEqual(['got {"code":-32000,"message":"The call that this belonged to is over"}'])
})
