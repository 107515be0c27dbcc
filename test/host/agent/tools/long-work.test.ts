import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { Atrium, peer } from '../../../support/atrium.ts'
import { writeConversation } from '../../../support/long/conversation.ts'

let atrium: Atrium
beforeAll(async () => {
  atrium = await Atrium.start()
  await atrium.add('many', peer('many-tools.mjs'))
  await atrium.stop()
  await writeConversation(atrium.directory, 'Long', 1000)
  await atrium.open()
  const { person } = atrium
  await person.until('the server is ready', () => person.state.servers['many']?.status.state === 'ready')
})
afterAll(() => atrium.close())

/** The host's work in the next turn: how many values become JSON text, and that text's length per request's length. */
async function work(turns: object[]) {
  const { fake, person } = atrium
  fake.setScenario({ turns })
  const before = atrium.requests.length
  let [values, characters] = [0, 0]
  const real = JSON.stringify
  const stringify = vi.spyOn(JSON, 'stringify').mockImplementation(((...args: Parameters<typeof real>) => {
    const text: string | undefined = real(...args)
    // The scripted model in this process measures what it gets, too, and SQLite's library names its columns so.
    if (!/\/test\/support\/fake-|\/better-sqlite3\/lib\//.test(new Error().stack ?? '')) {
      values += 1
      characters += text?.length ?? 0
    }
    return text
  }) as typeof real)
  const begun = await person.link.call('sendMessage', { conversation: 'Long', text: 'And now?' })
  const { end } = await person.event('turn.finished', ({ turn }) => turn === begun.turn)
  stringify.mockRestore()
  const sent = atrium.requests.slice(before)
  return { end, requests: sent.length, values, share: characters / JSON.stringify(sent.at(-1)?.body).length }
}

test('[PRF-4] a turn makes JSON of each of 1,000 messages once, and of each of its requests once, with 500 tools on offer @all', async () => {
  const says = { content: [{ text: 'So it is.' }] }
  const one = await work([says])
  expect(one).toMatchObject({ end: 'done', requests: 1 })
  expect(one.values).toBeGreaterThan(1000)
  expect(one.values).toBeLessThan(1200)
  // Each message is measured, then the request is written.
  expect(one.share).toBeLessThan(2.2)
  const searches = { content: [{ tool_use: { name: 'find_tools', input: { query: 'invoice' } } }] }
  const two = await work([searches, says])
  expect(two).toMatchObject({ end: 'done', requests: 2 })
  // The second request measures only what is new in it.
  expect(two.values).toBeLessThan(1200)
  expect(two.share).toBeLessThan(3.2)
})
