import { afterEach, describe, expect, test } from 'vitest'
import { countInWords, summarize } from '../../../../renderer/state/servers/summary.ts'
import { consentOf } from '../../../../shared/state/consents.ts'
import { quarantineOf } from '../../../../shared/state/pins.ts'
import { serverConfig } from '../../../../shared/config/server-config.ts'
import { Fleet, peer } from '../../../support/fleet.ts'
import { ScriptedClock } from '../../../support/scripted-clock.ts'
import { words } from '../../../support/words.ts'

let fleet: Fleet
afterEach(() => fleet.close())

const known = () => fleet.journal.state.servers['it']
const tools = () => Object.keys(known()?.tools ?? {})
const summary = () => summarize(fleet.journal.state, 'it')

test('[STA-7] quotes the refusal of a tool list, and shows the server as neither ready nor new', async () => {
  fleet = new Fleet()
  await fleet.ready(peer('refuses-list.mjs'))
  expect(known()).toMatchObject({
    incomplete: 'The list of tools didn’t arrive: the server responded with error -32603, “fetch failed for ever”.',
    lacks: 'all',
  })
  expect(summary()).toMatchObject({ words: words.servers.state.noTools, group: 'failed', glyph: 'failed' })
  expect(countInWords([summary()].flatMap((it) => it ?? []))).toBe('1 server: 1 without tools')
  expect(quarantineOf(known(), consentOf(fleet.journal.state, 'it').pins)).toEqual([])

  // Lists that waited for the tools arrive with them, as if at once.
  await fleet.server().running?.catalogue.again('tools')
  await fleet.until(() => known()?.prompts !== undefined && known()?.instructions !== undefined)
  expect(tools()).toHaveLength(2)
  expect(known()?.lacks).toBeUndefined()
  expect(summary()).toMatchObject({ words: 'Ready' })
  expect(quarantineOf(known(), consentOf(fleet.journal.state, 'it').pins)).toEqual([])
})

describe('a list of tools that doesn’t arrive in time', () => {
  const late = 'The list of tools hasn’t arrived yet: the server hasn’t responded.'

  test('[STA-16] is said to be missing while its server is ready, and is taken when it arrives', async () => {
    fleet = new Fleet({ limits: { firstList: 50 } })
    await fleet.ready(peer('late-list.mjs'))
    expect(known()).toMatchObject({ incomplete: late, lacks: 'all' })
    expect(summary()).toMatchObject({ words: words.servers.state.noTools, group: 'failed' })

    await fleet.server().ask('prompts/get', { name: 'any' })
    await fleet.until(() => tools().length === 1)
    expect(known()).toMatchObject({ incomplete: undefined, lacks: undefined })
    expect(summary()).toMatchObject({ words: 'Ready' })
    expect(await fleet.say('act')).toBe('acted')
  })

  test('[STA-16] is asked for again when the server answers after Atrium’s last wait', async () => {
    const clock = new ScriptedClock()
    fleet = new Fleet({ clock, limits: { firstList: 50 } })
    await fleet.ready(peer('late-list.mjs'))
    expect(known()?.incomplete).toBe(late)
    await clock.passUntil(
      1000,
      fleet.until(() => tools().length === 1),
    )
    const said = fleet.events.flatMap(({ event }) => (event.type === 'catalogue.changed' ? [event.incomplete] : []))
    expect(said).toEqual([late, 'The list of tools didn’t arrive: the server didn’t respond in time.', undefined])
    expect(known()?.lacks).toBeUndefined()
    expect(await clock.passUntil(1000, fleet.say('act'))).toBe('acted')
  })
})

test('[STA-8] counts and names tools beyond the limit, and adds them when the configuration raises it', async () => {
  fleet = new Fleet()
  const config = peer('refuses-list.mjs', { REFUSALS: '0', TOOLS: '1083' })
  await fleet.ready(config)
  expect(tools()).toHaveLength(500)
  expect(known()?.incomplete).toBe('583 of 1083 tools are left out: Atrium uses up to 500 tools.')
  expect(known()).toMatchObject({ lacks: 'room', leftOut: { count: 583 } })
  expect(known()?.leftOut?.names).toHaveLength(200)
  expect(known()?.leftOut?.names[0]).toBe('tool-500')
  fleet.apply({ it: { ...config, mostTools: 1083 } })
  await fleet.until(() => tools().length === 1083)
  expect(known()).toMatchObject({ incomplete: undefined, lacks: undefined, leftOut: undefined })
  expect(fleet.starts()).toBe(1)
})

test('[STA-8] refuses a configuration with more than 5,000 tools', () => {
  fleet = new Fleet()
  const parse = (mostTools: number) => serverConfig.safeParse({ command: 'it', mostTools }).success
  expect([0, 1, 5000, 5001, 1.5].map(parse)).toEqual([false, true, true, false, false])
})
