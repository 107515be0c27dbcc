import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Atrium, peer } from '../../../support/atrium.ts'

const data = readFileSync(new URL('../../../support/samples/files/pdf/plain.pdf', import.meta.url)).toString('base64')
const document = expect.objectContaining({
  type: 'document',
  source: { type: 'base64', media_type: 'application/pdf', data },
})

let atrium: Atrium
beforeAll(async () => {
  atrium = await Atrium.start()
  await atrium.add('it', peer('reports.mjs'))
})
beforeEach(() => atrium.fresh())
afterAll(() => atrium.close())

const sent = () => atrium.requests.at(-1)?.body.messages.at(-1)?.content

/** Sends a message and waits for its turn's end. */
async function send(text: string, more: object = {}): Promise<string> {
  const { turn, conversation } = await atrium.person.link.call('sendMessage', { text, ...more })
  expect(await atrium.person.event('turn.finished', (event) => event.turn === turn)).toMatchObject({ end: 'done' })
  return conversation
}

/** Lets the model fetch a file, and returns the conversation. */
async function fetched(): Promise<string> {
  const { turn, conversation } = await atrium.person.link.call('sendMessage', { text: '!tool it__fetch {}' })
  await atrium.person.allow()
  expect(await atrium.person.event('turn.finished', (event) => event.turn === turn)).toMatchObject({ end: 'done' })
  return conversation
}

const attached = async (uri: string) => ({
  picked: [{ handle: (await atrium.person.link.call('readResource', { server: 'it', uri })).handle, live: false }],
})

describe('a server’s PDF file', () => {
  test('[FIL-1] goes as it is from a result and from a resource to a model that is known to take it', async () => {
    await fetched()
    expect(sent()).toContainEqual(expect.objectContaining({ content: expect.arrayContaining([document]) }))
    await send('Look', await attached('report://spring.pdf'))
    expect(sent()).toContainEqual(document)
    expect(JSON.stringify(sent())).toContain('It is a file that comes from that server:')
  })

  test('[FIL-7] that the model’s server refuses leads to one more request, with its text, which the turn says, also after a restart', async () => {
    atrium.fake.setScenario({ unreadable_pdf: true })
    const conversation = await fetched()
    expect(atrium.requests.map(({ status }) => status)).toEqual([200, 400, 200])
    expect(atrium.person.all('message.finished').at(-1)).toMatchObject({ refusedFiles: ['spring.pdf'] })
    expect(atrium.person.all('model.learned')).toMatchObject([{ form: 'text', reason: expect.stringContaining('PDF') }])
    const inResult = expect.stringMatching(/the text that Atrium read from it.*The word is KESTREL\./s)
    expect(sent()).toContainEqual(
      expect.objectContaining({ content: expect.arrayContaining([{ type: 'text', text: inResult }]) }),
    )
    await send('Go on', { conversation })
    await atrium.stop()
    await atrium.open()
    await atrium.person.until('the server is back', () => atrium.person.state.servers['it']?.status.state === 'ready')
    await send('And now?', { conversation })
    expect(atrium.requests.filter(({ status }) => status === 400)).toHaveLength(1)
    expect(atrium.requests.at(-1)?.status).toBe(200)
  })
})

test('[FIL-1] a server’s sound that the model can’t hear becomes a line with its length and size', async () => {
  await send('Listen', await attached('report://tone.wav'))
  expect(JSON.stringify(sent())).toContain('(1 second, 8,044 bytes), which this model cannot hear.')
})
