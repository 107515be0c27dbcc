import { expect, onTestFinished, test } from 'vitest'
import { Atrium, peer } from '../../support/atrium.ts'

test('[RES-11] logs the parts that don’t fit in a request, and tells the model in their place', async () => {
  const atrium = await Atrium.start()
  onTestFinished(() => atrium.close())
  await atrium.add('kinds', peer('every-kind.mjs'))
  const { person } = atrium
  atrium.fake.setScenario({
    turns: [
      { content: [{ tool_use: { name: 'kinds__audiences', input: {} } }], stop_reason: 'tool_use' },
      { content: [{ text: 'I see.' }] },
    ],
  })
  // With these, the context of a million tokens, minus the answer, is full by the host's estimate.
  const data = Buffer.from('word '.repeat(99_000)).toString('base64')
  const attachments = Array.from({ length: 7 }, (_, at) => ({ name: `${at}.txt`, data }))
  const { turn } = await person.link.call('sendMessage', { text: 'Look', attachments })
  await person.answer(await person.ask(), { decision: 'allow', scope: 'once' })
  await person.event('turn.finished', (event) => event.turn === turn)
  expect(person.all('message.finished').map(({ noRoom }) => noRoom)).toEqual([undefined, { attachments: 0, parts: 1 }])
  const last = JSON.stringify(atrium.requests.at(-1)?.body.messages.at(-1))
  expect(last).toContain('because there is no room for all; its priority is 0.2.')
  expect(last).not.toContain('for the model alone')
  expect(last).toContain('for both of them')
})
