import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { declaredTo } from '../../../../main/host/mcp/protocol/negotiation.ts'
import { serverConfig } from '../../../../shared/config/server-config.ts'
import { Fleet, peer } from '../../../support/fleet.ts'

let fleet: Fleet
beforeEach(() => (fleet = new Fleet()))
afterEach(() => fleet.close())

const speaking = (revision: string, more: Record<string, string> = {}) =>
  peer('one-revision.mjs', { SPEAKS: revision, ...more })

test.each(['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'])(
  '[FEA-3] lists and calls a server of %s in its revision',
  async (revision) => {
    await fleet.ready(speaking(revision))
    expect(fleet.status()).toMatchObject({ era: 'legacy', revision })
    expect(await fleet.say('ok')).toBe('ok')
    expect(fleet.starts()).toBe(1)
  },
)

test('[FEA-5] uses the revision that a server names when it refuses the newest', async () => {
  await fleet.ready(speaking('2025-06-18', { REFUSES: '1' }))
  expect(fleet.status()).toMatchObject({ era: 'legacy', revision: '2025-06-18' })
  expect(await fleet.say('ok')).toBe('ok')
  expect(fleet.starts()).toBe(1)
})

describe('[FEA-4] Atrium’s offer', () => {
  const always = { elicitation: { form: {}, url: {} }, roots: { listChanged: true } }
  const newest = { ...always, extensions: { 'io.modelcontextprotocol/tasks': {} } }
  const envelope = ['protocolVersion', 'clientInfo', 'clientCapabilities'].map((it) => `io.modelcontextprotocol/${it}`)

  test.each([
    ['2025-06-18', always, ['progressToken']],
    ['2025-11-25', always, ['progressToken']],
    ['2026-07-28', newest, [...envelope, 'progressToken']],
  ])('tells a server of %s only what is served, and adds nothing else to a call', async (revision, offered, meta) => {
    await fleet.ready(speaking(revision))
    expect(JSON.parse(await fleet.say('heard'))).toEqual({ offered, meta: meta.toSorted() })
  })

  test.each(['2025-11-25', '2026-07-28'])(
    'includes models for a server of %s if they are turned on',
    async (revision) => {
      await fleet.ready({ ...speaking(revision), sampling: 'ask' })
      expect(JSON.parse(await fleet.say('heard'))).toMatchObject({ offered: { ...always, sampling: { tools: {} } } })
    },
  )
})

test('[APP-1] declares pages with their type, in both eras, only if they can be shown and are on', () => {
  const config = serverConfig.parse({ command: 'it' })
  const pages = { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } }
  const { legacy, modern } = declaredTo(config, { showsApps: true })
  expect(legacy['extensions']).toEqual(pages)
  expect(modern['extensions']).toMatchObject(pages)
  for (const none of [
    declaredTo({ ...config, pages: 'off' }, { showsApps: true }),
    declaredTo(config, { showsApps: false }),
  ])
    expect(JSON.stringify(none)).not.toContain('io.modelcontextprotocol/ui')
})

test('[FEA-7] requests a change stream again if its server ends it, and reads the list @all', async () => {
  await fleet.ready(speaking('2026-07-28', { ENDS: '1' }))
  await fleet.until(() => fleet.sent().filter((it) => it === 'subscriptions/listen').length === 2)
  await fleet.until(() => fleet.sent().filter((it) => it === 'tools/list').length === 2)
  expect(await fleet.say('ok')).toBe('ok')
  expect(fleet.starts()).toBe(1)
})
