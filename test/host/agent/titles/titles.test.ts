import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { titleIn } from '../../../../main/host/agent/titles/titles.ts'
import { Atrium } from '../../../support/atrium.ts'
import { ScriptedModel, speakers } from '../../../support/scripted-model.ts'

let atrium: Atrium

beforeAll(async () => {
  atrium = await Atrium.start()
  await atrium.person.link.call('changeSettings', { models: { titles: true } })
})
beforeEach(() => atrium.fresh())
afterAll(() => atrium.close())

const says = (text: string) => ({ content: [{ text }] })

async function send(text: string, conversation?: string): Promise<string> {
  const sent = await atrium.person.link.call('sendMessage', {
    text,
    ...(conversation !== undefined && { conversation }),
  })
  await atrium.person.event('turn.finished', ({ turn }) => turn === sent.turn)
  return sent.conversation
}

const titleOf = async (conversation: string) =>
  (await atrium.person.link.call('getConversation', { conversation })).conversation

describe.each(speakers.map((speaker) => ({ ...speaker, name: `${speaker.profile} over ${speaker.wire}` })))(
  '$name',
  (speaker) => {
    test('[TTL-1] [TTL-2] names a new conversation, counts the request, and asks only once', async () => {
      const model = await ScriptedModel.open(atrium, speaker, 'titling')
      onTestFinished(() => model.close())
      model.script([says('Quinces ripen in October.'), says('"Quinces and Their Season."\nMore')])
      const conversation = await send('When do quinces ripen?')
      expect(await atrium.person.event('conversation.renamed')).toMatchObject({ conversation, actor: 'host' })
      const named = await titleOf(conversation)
      expect(named).toMatchObject({ title: 'Quinces and Their Season', titled: model.choice })
      expect(named.titled?.usage?.output).toBeGreaterThan(0)
      expect(model.lastSent).toContain('When do quinces ripen?')
      model.script([says('Medlars later.')])
      await send('And medlars?', conversation)
      expect(atrium.person.all('title.requested')).toHaveLength(1)
      expect(model.refusals).toEqual([])
    })
  },
)

test('[TTL-2] keeps the first line if the model fails or says nothing, keeps the user’s title, and can be off', async () => {
  const { person, fake } = atrium
  await person.link.call('changeSettings', {
    models: { default: { endpoint: 'anthropic', model: 'claude-sonnet-5-5' } },
  })
  fake.setScenario({ turns: [says('Yes.'), says('   \n "" ')] })
  const silent = await send('Say nothing')
  await person.event('title.finished')
  expect((await titleOf(silent)).title).toBe('Say nothing')

  fake.setScenario({ turns: [says('Yes.'), { http_error: { status: 400, message: 'no' } }] })
  const failed = await send('Fail')
  expect(await person.event('title.finished', ({ conversation }) => conversation === failed)).toMatchObject({
    problem: expect.any(String),
  })
  expect((await titleOf(failed)).title).toBe('Fail')

  fake.setScenario({ turns: [says('Yes.'), { content: [{ wait_ms: 600_000 }, { text: 'Too late' }] }] })
  const renamed = await send('Mine')
  // The model has the request for a title.
  await vi.waitFor(() => expect([fake.state.inflight, fake.state.cursor]).toEqual([1, 2]))
  await person.link.call('renameConversation', { conversation: renamed, title: 'My own' })
  await atrium.stop()
  await atrium.open()
  // A request is recorded when it ends, also if it was cancelled.
  await vi.waitFor(() => expect(fake.state.inflight).toBe(0))
  expect((await titleOf(renamed)).title).toBe('My own')

  await atrium.person.link.call('changeSettings', { models: { titles: false } })
  const before = atrium.requests.length
  await send('Off')
  expect(atrium.requests).toHaveLength(before + 1)
})

const said = (text: string): string | undefined =>
  titleIn([
    { type: 'thinking', thinking: 'Hm' },
    { type: 'text', text },
  ])

test.each([
  ['# **Plan**', 'Plan'],
  ['\n\n“Der Plan”\nsecond', 'Der Plan'],
  ['...', undefined],
])('[TTL-1] makes a plain line of %j', (text, title) => {
  expect(said(text)).toBe(title)
})

test('[TTL-1] makes a line without hidden characters and of at most 60 characters', () => {
  expect(said('a\u202eb')).not.toContain('\u202e')
  expect(said('x'.repeat(500))?.length).toBeLessThanOrEqual(60)
})
