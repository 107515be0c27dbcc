import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashOf } from '../../../../main/host/base/hash.ts'
import { Compiled } from '../../../../main/host/validation/schema-check.ts'
import type { JsonObject } from '../../../../shared/schema/json.ts'
import { Atrium, peer } from '../../../support/atrium.ts'
import { asked, lastSent, line, outcomes, permission, say } from './rules-support.ts'

describe('a tool with required arguments that have defaults', () => {
  let atrium: Atrium
  beforeAll(async () => {
    atrium = await Atrium.start()
    await atrium.add('awkward', peer('awkward.mjs'))
  })
  afterAll(() => atrium.close())

  const screenshot = (input: JsonObject) => line('awkward__screenshot', input)
  const last = <T>(all: T[]): T | undefined => all.at(-1)

  test('[AGT-23] asks about, sends and logs the filled-in arguments, and tells the model', async () => {
    const sent = say(atrium, screenshot({ area: {} }))
    const ask = await atrium.person.ask()
    const filled = { scale: 'css', area: { scale: 'css' } }
    expect(ask.question).toMatchObject({ arguments: filled, filled: ['/scale', '/area/scale'] })
    await atrium.person.answer(ask, { decision: 'allow', scope: 'once' })
    const { conversation } = await sent
    expect(JSON.stringify(last(outcomes(atrium)))).toContain('succeeded')
    const cleared = last(atrium.person.all('call.cleared'))
    expect(cleared?.filled).toEqual({ places: ['/scale', '/area/scale'], arguments: { json: filled } })
    expect(cleared?.edited).toBeUndefined()
    expect(last(atrium.person.all('call.started'))?.argumentsHash).toBe(hashOf(filled))
    const { conversation: told } = await atrium.person.link.call('getConversation', { conversation })
    expect(told.turns[0]?.messages[0]?.calls).toMatchObject([
      { arguments: { json: { area: {} } }, filled: { places: ['/scale', '/area/scale'] } },
    ])
    expect(lastSent(atrium)).toContain('filled in for required arguments this call left out')
    expect(lastSent(atrium)).toContain('area.scale')
  })

  test('[AGT-23] fills in defaults for a call that a rule allows, too', async () => {
    const rule = permission(atrium.person, 'awkward', 'screenshot')
    await atrium.person.link.call('changeRules', { add: [rule] })
    const before = asked(atrium).length
    await say(atrium, screenshot({}))
    expect(asked(atrium)).toHaveLength(before)
    expect(last(atrium.person.all('call.cleared'))?.filled?.places).toEqual(['/scale'])
    expect(last(outcomes(atrium))).toMatchObject({ status: 'succeeded' })
  })

  test('[AGT-23] doesn’t change complete or invalid arguments', async () => {
    await say(atrium, screenshot({ scale: 'device' }))
    expect(last(atrium.person.all('call.cleared'))?.filled).toBeUndefined()
    await say(atrium, screenshot({ scale: 'huge' }))
    expect(last(outcomes(atrium))).toMatchObject({ status: 'invalid' })
  })

  test('[AGT-23] fills in defaults for a call that the user made', async () => {
    const { hash = '' } = atrium.person.state.servers['awkward']?.tools['screenshot'] ?? {}
    const wanted = { server: 'awkward', tool: 'screenshot', definition: hash, arguments: {} }
    const { turn } = await atrium.person.link.call('callTool', wanted)
    await atrium.person.event('turn.finished', (event) => event.turn === turn)
    expect(last(outcomes(atrium))).toMatchObject({ status: 'succeeded' })
    expect(last(atrium.person.all('call.cleared'))?.filled?.places).toEqual(['/scale'])
  })
})

describe('defaults for missing members', () => {
  const withDefault = { properties: { a: { default: 1 } }, required: ['a'] }
  const defaultsOf = (schema: JsonObject, value: JsonObject) => {
    const verdict = Compiled.from(schema).check(value)
    return 'ok' in verdict && !verdict.ok ? (verdict.defaults ?? []) : undefined
  }

  test.each<[string, JsonObject, { path: string; value: unknown }[]]>([
    ['are found through references', { $ref: '#/$defs/d', $defs: { d: withDefault } }, [{ path: '/a', value: 1 }]],
    ['are found in allOf', { allOf: [withDefault] }, [{ path: '/a', value: 1 }]],
    [
      'have escaped places',
      { properties: { 'a/b~': { default: 0 } }, required: ['a/b~'] },
      [{ path: '/a~1b~0', value: 0 }],
    ],
    ['are not taken from one of several alternatives', { anyOf: [withDefault, { required: ['b'] }] }, []],
    [
      'are not taken from an alternative behind a reference',
      { oneOf: [{ $ref: '#/$defs/d' }], $defs: { d: withDefault } },
      [],
    ],
    ['are not made up', { properties: { a: { type: 'string' } }, required: ['a'] }, []],
    ['are not filled in if long', { properties: { a: { default: 'x'.repeat(5000) } }, required: ['a'] }, []],
    ['are not inherited', { properties: {}, required: ['toString'] }, []],
  ])('[AGT-23] %s', (_, schema, expected) => {
    expect(defaultsOf(schema, {})).toEqual(expected)
  })
})
