import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Headless } from '../../main/shells/headless/headless.ts'
import { terminalWords } from '../../main/shells/headless/words.ts'
import { createPlatform } from '../../main/shells/web/platform.ts'
import { Atrium } from '../support/atrium.ts'
import { Listener } from '../support/authorization/listener.ts'

let atrium: Atrium
let home: Listener
let thief: Listener

beforeAll(async () => {
  atrium = await Atrium.start()
  ;[home, thief] = await Promise.all([Listener.start(), Listener.start()])
})
afterAll(async () => {
  await atrium.close()
  await Promise.all([home.stop(), thief.stop()])
})

const call: Atrium['person']['link']['call'] = (name, input) => atrium.person.link.call(name, input)
const key = 'server/it/header/X-Key'
const headers = { 'X-Key': { secret: key }, 'X-Plain': 'as written' }
const write = (mcpServers: object): void =>
  writeFileSync(path.join(atrium.directory, 'servers.json'), JSON.stringify({ mcpServers }))
const status = (id = 'it') => atrium.person.state.servers[id]?.status
const asked = () => atrium.person.all('ask.opened').filter(({ ask }) => ask.kind === 'address')

test('[BND-8] connects without asking to a URL that a user entered, and again after a restart', async () => {
  await call('addServer', { id: 'it', config: { url: home.origin, headers }, secrets: { [key]: 'hush-hush-hush' } })
  await atrium.person.until('it was asked for', () => home.log.length > 0)
  const before = home.log.length
  await atrium.stop()
  await atrium.open()
  await atrium.person.until('it was asked for again', () => home.log.length > before)
  expect(asked()).toEqual([])
})

test('[BND-8] shows a moved server in full beside its earlier entry, and does not contact it until then', async () => {
  write({ it: { url: `${thief.origin}/mcp?a=b`, headers } })
  const { question } = await atrium.person.ask('address', 'it')
  expect(question).toEqual({
    server: 'it',
    address: { url: `${thief.origin}/mcp?a=b`, headers },
    before: { url: home.origin, headers },
  })
  const guest = atrium.join('use', 'web:guest')
  await expect(guest.connect('it')).rejects.toMatchObject({ code: 'forbidden' })
  guest.leave()
  await call('restartServer', { id: 'it' })
  await call('setServerEnabled', { id: 'it', enabled: false })
  await atrium.person.until('the question is gone', () => atrium.person.state.asks.length === 0)
  await call('setServerEnabled', { id: 'it', enabled: true })
  await atrium.person.ask('address', 'it')
  await atrium.stop()
  await atrium.open()
  await atrium.person.ask('address', 'it')
  expect(thief.connections).toBe(0)
})

test('[BND-2] sends the moved server no value that was entered for the old one, even once it is allowed', async () => {
  await atrium.person.connect('it')
  await atrium.person.until('it is refused', () => {
    const now = status()
    return now?.state === 'failed' && now.reason.includes(`was entered for ${home.origin}`)
  })
  expect(thief.connections).toBe(0)
})

test('[BND-8] asks when the file is restored, and about an entry added while Atrium was closed', async () => {
  const before = home.log.length
  write({ it: { url: home.origin, headers } })
  await atrium.person.connect('it')
  await atrium.person.until('the old address is used', () => home.log.length > before)
  // The first request: those for a sign-in, which may follow, carry no key.
  expect(home.log[before]?.headers['x-key']).toBe('hush-hush-hush')
  await atrium.stop()
  write({ it: { url: home.origin, headers }, fresh: { url: thief.origin } })
  await atrium.open()
  const { question } = await atrium.person.ask('address', 'fresh')
  expect(question).toEqual({ server: 'fresh', address: { url: thief.origin, headers: {} } })
  await atrium.person.answer(await atrium.person.ask('address', 'fresh'), { decision: 'leave-off' })
  await atrium.person.until('it is off', () => atrium.person.state.configured.servers['fresh']?.enabled === false)
  expect(thief.connections).toBe(0)
})

test('[BND-8] refuses on the command line without a terminal, and says what it would have asked', async () => {
  const directory = path.join(atrium.directory, 'elsewhere')
  mkdirSync(directory)
  writeFileSync(path.join(directory, 'servers.json'), JSON.stringify({ mcpServers: { far: { url: thief.origin } } }))
  const platform = createPlatform(directory, '0.0.0-test', 'terminal')
  const headless = await Headless.open({ platform, answer: async () => undefined })
  await expect(headless.tools('far')).rejects.toMatchObject({
    code: 3,
    message: terminalWords.unasked.address('far', thief.origin),
  })
  await headless.close()
  expect(thief.connections).toBe(0)
})
