import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Condition } from '../../../../shared/rules/rules.ts'
import type { JsonObject } from '../../../../shared/schema/json.ts'
import { Atrium, peer } from '../../../support/atrium.ts'
import { asked, definitionOf, line, outcomes, permission, say } from './rules-support.ts'

let atrium: Atrium
beforeAll(async () => {
  atrium = await Atrium.start()
  await atrium.add('good', peer('good.mjs'))
})
beforeEach(() => atrium.fresh())
afterAll(() => atrium.close())

const notes: Condition = { at: '/text', is: 'under', folder: '/notes' }
const call = (input: JsonObject) => line('good__echo', input)

describe('[RUL-31] a call with an argument that has nearly the same name', () => {
  test('needs the user’s approval, whichever rule it could pass by', async () => {
    const { link } = atrium.person
    await link.call('changeRules', { add: [permission(atrium.person, 'good', 'echo', { conditions: [notes] })] })
    const inputs = [
      { text: '/notes/a', Text: '/home/ada/.ssh/authorized_keys' },
      { text: '/notes/a', te_xt: '/x' },
    ]
    const sent = say(atrium, [{ text: '/notes/a' }, ...inputs].map(call).join('\n'))
    for (const input of inputs) {
      expect((await atrium.person.ask()).question.arguments).toEqual(input)
      await atrium.person.deny()
    }
    await sent
    expect(outcomes(atrium).map(({ status }) => status)).toEqual(
      expect.arrayContaining(['succeeded', 'denied', 'denied']),
    )
  })

  test('is asked about if a rule might deny it, with that rule as the reason', async () => {
    const { link } = atrium.person
    const denies = { ...notes, folder: '/secret' }
    await link.call('changeRules', {
      add: [
        permission(atrium.person, 'good', 'echo'),
        { effect: 'deny', scope: 'always', server: 'good', conditions: [denies], destructive: false, flows: false },
      ],
    })
    const sent = say(atrium, `${call({ text: 'x', Text: '/secret/key' })}\n${call({ text: '/secret/key' })}`)
    const { question } = await atrium.person.ask()
    expect([question.arguments, question.because]).toEqual([{ text: 'x', Text: '/secret/key' }, 'rule'])
    await atrium.person.deny()
    await sent
    expect(asked(atrium)).toHaveLength(1)
    expect(outcomes(atrium).map(({ status }) => status)).toEqual(['denied', 'denied'])
  })
})

describe('[RUL-35] a number that JSON can’t carry', () => {
  test.each(['{"text":"a","n":1e400}', '{"text":"a","list":[{"n":-1e400}]}'])(
    'makes a model’s arguments unreadable, so nothing is asked or sent: %s',
    async (raw) => {
      await atrium.person.link.call('changeRules', { add: [permission(atrium.person, 'good', 'echo')] })
      atrium.fake.setScenario({
        turns: [{ content: [{ tool_use: { name: 'good__echo' }, raw_json: raw }] }, { content: [{ text: 'Done.' }] }],
      })
      const sent = await atrium.person.link.call('sendMessage', { text: 'Go on' })
      await atrium.person.event('turn.finished', ({ turn }) => turn === sent.turn)
      expect(outcomes(atrium)).toEqual([{ status: 'invalid', problem: 'The arguments aren’t a readable JSON object.' }])
      expect([asked(atrium), atrium.person.all('call.started')]).toEqual([[], []])
    },
  )

  test('is refused from the user too, in a call and in edited arguments', async () => {
    const { link } = atrium.person
    const tool = { server: 'good', tool: 'echo', definition: definitionOf(atrium.person, 'good', 'echo') }
    const input = { text: 'a', n: Infinity }
    await expect(link.call('callTool', { ...tool, arguments: input })).rejects.toThrow(
      'The arguments have a number that is too large to send.',
    )
    const sent = say(atrium, call({ text: 'a' }))
    const ask = await atrium.person.ask()
    const answer = { decision: 'allow', scope: 'once', arguments: input }
    await expect(link.call('answer', { ask: ask.id, contentHash: ask.contentHash, answer })).rejects.toThrow(
      'The arguments have a number that is too large to send.',
    )
    await atrium.person.deny()
    await sent
  })
})
