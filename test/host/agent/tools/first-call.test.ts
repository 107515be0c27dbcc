import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { Atrium, peer } from '../../../support/atrium.ts'
import type { Scenario } from '../../../support/fake-anthropic.mjs'

const adding: Scenario = {
  turns: [
    { content: [{ tool_use: { name: 'it__add', input: { a: 2, b: 40 } } }] },
    { content: [{ text: 'Seen: {{results}}' }] },
  ],
}

/** Atrium opened again with a server that ran before and starts on its first call. */
async function standingBy(scenario: Scenario = {}) {
  const atrium = await Atrium.start({ scenario })
  onTestFinished(() => atrium.close())
  const pulled = path.join(atrium.directory, 'pulled')
  const config = { ...peer('rug-pull.mjs', { STATE_FILE: pulled }), startsOn: 'first-call' as const }
  // Unknown, so it starts at once: the user reviews it before any model sees it.
  await atrium.add('it', config)
  const reopen = async (): Promise<void> => {
    await atrium.stop()
    await atrium.open()
  }
  return { atrium, pulled, reopen }
}

const statusOf = ({ person }: Atrium) => person.state.servers['it']?.status.state
const startsOf = ({ person }: Atrium) => person.all('server.changed').filter(({ to }) => to.state === 'starting')

test('[STA-12] offers a server’s tools before it runs, and starts it for a model’s call', async () => {
  const { atrium, reopen } = await standingBy(adding)
  await reopen()
  const { person } = atrium
  const { tools } = await person.link.call('listOfferedTools', {})
  expect(tools.map(({ tool }) => tool)).toContain('add')
  await person.link.call('sendMessage', { text: 'Add them' })
  await person.allow()
  await person.event('turn.finished', ({ end }) => end === 'done')
  expect(JSON.stringify(atrium.requests[0]?.body['tools'])).toContain('it__add')
  expect(JSON.stringify(atrium.requests.at(-1)?.body.messages.at(-1))).toContain('42')
  const order = person.events.map(({ type }) => type)
  expect(order.indexOf('call.requested')).toBeLessThan(order.indexOf('server.changed'))
  expect(order.indexOf('server.changed')).toBeLessThan(order.indexOf('ask.opened'))
  expect({ starts: startsOf(atrium).length, state: statusOf(atrium) }).toEqual({ starts: 1, state: 'ready' })
})

test('[STA-12] stops the call that starts a server if the tool differs from the accepted one, and asks about the change', async () => {
  const { atrium, pulled } = await standingBy(adding)
  await atrium.stop()
  writeFileSync(pulled, 'description')
  await atrium.open()
  const { person } = atrium
  await person.link.call('sendMessage', { text: 'Add them' })
  const { outcome } = await person.event('call.finished')
  expect(outcome).toMatchObject({ status: 'invalid', awaitsReview: true })
  expect(await person.ask('definitions', 'it')).toBeDefined()
  expect(person.all('call.started')).toEqual([])
})

test('[STA-12] asks for trust before the first call starts a program that the user never trusted', async () => {
  const { atrium } = await standingBy()
  await atrium.stop()
  const file = path.join(atrium.directory, 'servers.json')
  writeFileSync(file, readFileSync(file, 'utf8').replace('"env": {', '"env": { "NEW": "1",'))
  await atrium.open()
  const { person } = atrium
  const { hash: definition = '' } = person.state.servers['it']?.tools['add'] ?? {}
  const { call } = await person.link.call('callTool', {
    server: 'it',
    tool: 'add',
    definition,
    arguments: { a: 1, b: 2 },
  })
  await person.ask('trust', 'it')
  expect(startsOf(atrium)).toEqual([])
  expect(person.all('call.finished')).toEqual([])
  await person.trust('it')
  expect((await person.event('call.finished', (event) => event.call === call)).outcome.status).toBe('succeeded')
})

test('[STA-12] cancels a waiting call alone, and fails one whose server is turned off instead', async () => {
  const { atrium } = await standingBy()
  await atrium.stop()
  const file = path.join(atrium.directory, 'servers.json')
  writeFileSync(file, readFileSync(file, 'utf8').replace('"env": {', '"env": { "NEW": "1",'))
  await atrium.open()
  const { person } = atrium
  const { hash: definition = '' } = person.state.servers['it']?.tools['add'] ?? {}
  const wanted = { server: 'it', tool: 'add', definition, arguments: { a: 1, b: 2 } }
  const first = await person.link.call('callTool', wanted)
  await person.ask('trust', 'it')
  await person.link.call('cancelCall', { call: first.call })
  expect((await person.event('call.finished', ({ call }) => call === first.call)).outcome.status).toBe('cancelled')
  const second = await person.link.call('callTool', wanted)
  await person.link.call('setServerEnabled', { id: 'it', enabled: false })
  const { outcome } = await person.event('call.finished', ({ call }) => call === second.call)
  expect(outcome).toMatchObject({ status: 'invalid' })
})

test('[STA-12] starts a server at once when the setting is turned off, and when the user restarts the server', async () => {
  const { atrium, reopen } = await standingBy()
  await reopen()
  const { person } = atrium
  expect(statusOf(atrium)).toBe('off')
  const config = { ...peer('rug-pull.mjs', { STATE_FILE: path.join(atrium.directory, 'pulled') }) }
  await person.link.call('updateServer', { id: 'it', config })
  await person.until('it runs', () => statusOf(atrium) === 'ready')
  await person.link.call('updateServer', { id: 'it', config: { ...config, startsOn: 'first-call' } })
  expect(statusOf(atrium)).toBe('ready')
  await reopen()
  expect(statusOf(atrium)).toBe('off')
  await atrium.person.link.call('restartServer', { id: 'it' })
  await atrium.person.until('it runs', () => statusOf(atrium) === 'ready')
})
