import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ScriptedClock } from '../../../support/scripted-clock.ts'
import { Fleet, peer } from '../../../support/fleet.ts'

let fleet: Fleet
beforeEach(() => {
  fleet = new Fleet()
})
afterEach(() => fleet.close())

const listed = () => fleet.journal.state.servers['it']

describe('a server that answers oddly', () => {
  test('[FRM-9] is used if it returns ids as texts', async () => {
    await fleet.ready(peer('odd-answers.mjs', { ODD: 'text-ids' }))
    expect(await fleet.say('act')).toBe('acted')
  })

  test('[FRM-9] ends its opening with its words if its error names no request', async () => {
    await fleet.add({ it: peer('odd-answers.mjs', { ODD: 'null-ids' }) })
    await fleet.until(() => fleet.status()?.state === 'failed')
    expect(fleet.status()).toMatchObject({ reason: expect.stringContaining('quota exceeded for today') })
  })

  test('[FRM-11] ends no call by an error for nothing, which may be for a notification', async () => {
    await fleet.ready(peer('odd-answers.mjs', { ODD: 'null-beside' }))
    expect(await fleet.say('act')).toBe('acted')
    expect(fleet.violations()).toMatchObject({ 'bad-id': 1 })
  })

  test('[FRM-11] ends no call by an error for nothing, though it has got nothing else to answer', async () => {
    const clock = new ScriptedClock()
    fleet = new Fleet({ clock })
    await fleet.ready(peer('stray-error.mjs'))
    const called = fleet.say('act')
    // Longer than Atrium waits for a right answer after a stray one.
    const isCounted = () => fleet.violations()['bad-id'] === 1
    await clock.passUntil(5000, fleet.until(isCounted))
    clock.pass(5000)
    await fleet.server().ask('prompts/get', { name: 'any' })
    expect(await called).toBe('acted')
  })

  test('[FRM-11] ends no list by an error for nothing, which may be for a notification', async () => {
    await fleet.ready(peer('odd-answers.mjs', { ODD: 'null-notified' }))
    expect(await fleet.say('act')).toBe('acted')
    expect(listed()?.incomplete).toBeUndefined()
  })

  test('[FRM-10] is quoted if its error is a bare text', async () => {
    await fleet.ready(peer('odd-answers.mjs', { ODD: 'bare-error' }))
    expect(await fleet.call('act')).toMatchObject({
      status: 'failed',
      problem: 'it refused the call with error -32603: quota exceeded for today',
    })
  })

  test('[CAT-13] has a complete list if its last cursor is empty', async () => {
    await fleet.ready(peer('odd-answers.mjs', { ODD: 'empty-cursor' }))
    expect(listed()).toMatchObject({ malformed: [], tools: { act: {} } })
    expect(listed()?.incomplete).toBeUndefined()
  })

  test('[CAT-13] has no tools of equal names if its cursor doesn’t advance', async () => {
    await fleet.ready(peer('odd-answers.mjs', { ODD: 'same-cursor' }))
    expect(listed()).toMatchObject({ malformed: [], tools: { act: {} } })
    expect(listed()?.incomplete).toBe('Some tools may be missing: page 2 points back to an earlier page.')
  })

  test('[CAT-14] has its tools taken if it declares nothing', async () => {
    await fleet.ready(peer('odd-answers.mjs', { ODD: 'undeclared' }))
    expect(await fleet.say('act')).toBe('acted')
    await fleet.servers.close()
    expect(fleet.violations()).toMatchObject({ undeclared: 1 })
  })
})
