import { afterEach, beforeEach, expect, test } from 'vitest'
import { Atrium, peer } from '../../../support/atrium.ts'
import { Played } from '../conversation.ts'
import { leaveTime } from '../../../support/waiting.ts'

let atrium: Atrium
let played: Played

beforeEach(async () => {
  atrium = await Atrium.start()
  await atrium.add('it', peer('changing-list.mjs', { MCP_ERA: 'modern' }))
  played = new Played(atrium)
})
afterEach(() => atrium.close())

const said = { content: [{ text: 'I see.' }] }

/** Calls a tool of the server and returns its first text. */
async function called(tool: string, input: object): Promise<string> {
  const { link } = atrium.person
  const definition = atrium.person.state.servers['it']?.tools[tool]?.hash ?? ''
  const { call } = await link.call('callTool', { server: 'it', tool, definition, arguments: { ...input } })
  const { outcome } = await atrium.person.event('call.finished', (event) => event.call === call)
  const result = outcome.status === 'succeeded' ? outcome.result : undefined
  return JSON.stringify(result)
}

const offered = (): string => JSON.stringify(atrium.requests.at(-1)?.body.tools)
const walks = (): number => atrium.person.all('request.sent').filter(({ method }) => method === 'tools/list').length

test('[CAT-10] stops offering a silently changed tool to the model when the list’s freshness hint has expired @all', async () => {
  await played.say([said])
  expect(offered()).toContain('it__one')
  await called('change', { how: 'quietly' })
  // A server's lists are requested at most every two seconds.
  for (let turns = 0; turns < 200 && offered().includes('it__one'); turns++) {
    const before = walks()
    await played.say([said])
    if (walks() === before) await leaveTime(100)
  }
  expect(offered()).not.toContain('it__one')
  expect(offered()).toContain('it__lists')
})

test('[CAT-10] ends turns without waiting for a missing list, and requests it only once @all', async () => {
  await called('change', { how: 'hang' })
  const lists = async () => Number(/\d+/.exec(await called('lists', {}))?.[0])
  const before = await lists()
  for (let turns = 0; turns < 200 && (await lists()) === before; turns++)
    expect((await played.say([said])).end).toBe('done')
  for (const _again of [1, 2]) expect((await played.say([said])).end).toBe('done')
  expect(await lists()).toBe(before + 1)
  expect(offered()).toContain('it__one')
})
