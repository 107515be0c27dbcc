import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Fleet, peer } from '../../../support/fleet.ts'

let fleet: Fleet
beforeEach(() => (fleet = new Fleet()))
afterEach(() => fleet.close())

const speaking = (revision: string, more: Record<string, string> = {}) =>
  peer('one-revision.mjs', { SPEAKS: revision, ...more })

test.each(['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'])(
  '[FEA-3] a server of %s is listed and called in its revision',
  async (revision) => {
    await fleet.ready(speaking(revision))
    expect(fleet.status()).toMatchObject({ era: 'legacy', revision })
    expect(await fleet.say('ok')).toBe('ok')
    expect(fleet.starts()).toBe(1)
  },
)

test('[FEA-5] a server that refuses the newest revision is spoken to in the one that it names', async () => {
  await fleet.ready(speaking('2025-06-18', { REFUSES: '1' }))
  expect(fleet.status()).toMatchObject({ era: 'legacy', revision: '2025-06-18' })
  expect(await fleet.say('ok')).toBe('ok')
  expect(fleet.starts()).toBe(1)
})

describe('[FEA-4] what is offered', () => {
  const always = { elicitation: { form: {}, url: {} }, roots: { listChanged: true } }
  const envelope = ['protocolVersion', 'clientInfo', 'clientCapabilities'].map((it) => `io.modelcontextprotocol/${it}`)

  test.each([
    ['2025-06-18', ['progressToken']],
    ['2025-11-25', ['progressToken']],
    ['2026-07-28', [...envelope, 'progressToken']],
  ])('to a server of %s is what is served, and beside a call stands nothing else', async (revision, meta) => {
    await fleet.ready(speaking(revision))
    expect(JSON.parse(await fleet.say('heard'))).toEqual({ offered: always, meta: meta.toSorted() })
  })

  test.each(['2025-11-25', '2026-07-28'])(
    'to a server of %s are models only where that is turned on',
    async (revision) => {
      await fleet.ready({ ...speaking(revision), sampling: 'ask' })
      expect(JSON.parse(await fleet.say('heard'))).toMatchObject({ offered: { ...always, sampling: { tools: {} } } })
    },
  )
})

test('[FEA-7] a stream of changes that its server ends is asked for again, and the list is read', async () => {
  await fleet.ready(speaking('2026-07-28', { ENDS: '1' }))
  await fleet.until(() => fleet.sent().filter((it) => it === 'subscriptions/listen').length === 2)
  await fleet.until(() => fleet.sent().filter((it) => it === 'tools/list').length === 2)
  expect(await fleet.say('ok')).toBe('ok')
  expect(fleet.starts()).toBe(1)
})
