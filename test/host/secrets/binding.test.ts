import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { forProgram, parseStored, storedName } from '../../../shared/risk/secret-names.ts'
import { Atrium, peer } from '../../support/atrium.ts'
import { Listener } from '../../support/authorization/listener.ts'

let atrium: Atrium
let home: Listener
let away: Listener

beforeAll(async () => {
  atrium = await Atrium.start()
  ;[home, away] = await Promise.all([Listener.start(), Listener.start()])
})
afterAll(async () => {
  await atrium.close()
  await Promise.all([home.stop(), away.stop()])
})

const call: Atrium['person']['link']['call'] = (name, input) => atrium.person.link.call(name, input)
const key = 'server/it/header/X-Key'
const at = ({ origin }: Listener) => ({ url: `${origin}/mcp`, headers: { 'X-Key': { secret: key } } })

const reason = (id: string): string | undefined => {
  const status = atrium.person.state.servers[id]?.status
  return status?.state === 'failed' ? status.reason : undefined
}
/** The keys that arrived; a look at neighbouring paths carries none. */
const keyAt = ({ log }: Listener): unknown[] => [...new Set(log.flatMap(({ headers }) => headers['x-key'] ?? []))]

test('[BND-2] sends a value to the address it was entered for, not to one that a command sets', async () => {
  await call('addServer', { id: 'it', config: at(home), secrets: { [key]: 'hush-hush-hush' } })
  await atrium.person.until('it was asked', () => reason('it'))
  expect(keyAt(home)).toEqual(['hush-hush-hush'])
  await call('updateServer', { id: 'it', config: { ...at(home), url: `${home.origin}/other` } })
  await atrium.person.until('the other path was asked', () => home.requests('/other').length > 0)
  expect(keyAt(home)).toEqual(['hush-hush-hush'])
  await call('updateServer', { id: 'it', config: at(away) })
  const moved = await atrium.person.until(
    'it is refused',
    () => reason('it')?.includes('nothing was sent') && reason('it'),
  )
  expect(moved).toBe(
    `The secret for X-Key was entered for ${home.origin}, but it is now at ${away.origin}, so nothing was sent. Enter it again in this server’s setup, or confirm there that Atrium can use it.`,
  )
  expect(away.connections).toBe(0)
})

test('[BND-5] sends a confirmed value to the new address, and replaces it when it is entered again', async () => {
  await call('confirmSecrets', { owner: { server: 'it' }, for: away.origin })
  await atrium.person.until('the new address was asked', () => away.log.length > 0)
  expect(keyAt(away)).toEqual(['hush-hush-hush'])
  const kept = () => [...atrium.secrets.values].filter(([stored]) => parseStored(stored).name === key)
  expect(kept()).toEqual([[storedName(key, away.origin), 'hush-hush-hush']])
  await call('updateServer', { id: 'it', config: at(home), secrets: { [key]: 'another-hush' } })
  expect(kept()).toEqual([[storedName(key, home.origin), 'another-hush']])
  await atrium.person.until('the state says so', () => atrium.person.state.enteredFor[key] === home.origin)
})

test('[BND-2] withholds a URL’s value from a program that replaces it', async () => {
  const { command, args } = peer('env-probe.mjs')
  await call('updateServer', { id: 'it', config: { command, args, env: { KEY: { secret: key } } } })
  const said = await atrium.person.until('it is refused', () => reason('it')?.includes('a program') && reason('it'))
  expect(said).toContain(`The secret for KEY was entered for ${home.origin}, but it is now a program, so nothing was`)
  expect(atrium.person.state.asks).toEqual([])
})

test('[BND-6] keeps other values when a server whose old configuration names them is changed or removed', async () => {
  const before = atrium.secrets.bare().filter((name) => name !== key)
  const config = { type: 'http', url: home.origin, headers: { 'X-A': { secret: 'anthropic/key' } }, enabled: false }
  // As an earlier release accepted it from the file.
  atrium.person.leave()
  await atrium.host.close()
  const file = path.join(atrium.directory, 'servers.json')
  writeFileSync(
    file,
    JSON.stringify({ mcpServers: { ...JSON.parse(readFileSync(file, 'utf8')).mcpServers, odd: config } }),
  )
  await atrium.open()
  expect(atrium.person.state.configured.servers['odd']).toBeUndefined()
  await expect(call('removeServer', { id: 'odd' })).rejects.toMatchObject({ code: 'not-found' })
  writeFileSync(file, JSON.stringify({ mcpServers: { it: at(home) } }))
  await atrium.person.until('it is back', () => atrium.person.state.configured.servers['it']?.type === 'http')
  await call('removeServer', { id: 'it' })
  expect(atrium.secrets.bare()).toEqual(before)
})

test('[BND-4] binds an earlier release’s values to their owners as of its last run, not to today’s file', async () => {
  const token = 'server/program/env/TOKEN'
  const { command, args } = peer('good.mjs')
  const program = { command, args, env: { TOKEN: { secret: token } }, enabled: false }
  await call('addServer', { id: 'program', config: program, secrets: { [token]: 'hush-of-program' } })
  await call('addServer', { id: 'it', config: { ...at(home), enabled: false }, secrets: { [key]: 'hush-of-it' } })
  const { anthropic } = atrium.person.state.configured.settings.models.endpoints
  const origin = new URL(anthropic?.baseUrl ?? '').origin
  await atrium.stop()
  const { values } = atrium.secrets
  for (const [stored, value] of Array.from(values)) {
    values.delete(stored)
    values.set(parseStored(stored).name, value)
  }
  values.set('server/gone/env/TOKEN', 'hush-of-nobody')
  const settings = { models: { endpoints: { anthropic: { baseUrl: away.origin } } } }
  const mcpServers = { program, it: { ...at(away), enabled: false } }
  writeFileSync(path.join(atrium.directory, 'settings.json'), JSON.stringify(settings))
  writeFileSync(path.join(atrium.directory, 'servers.json'), JSON.stringify({ mcpServers }))
  await atrium.open()
  expect(atrium.person.state.enteredFor).toEqual({
    [token]: forProgram,
    [key]: home.origin,
    'anthropic/key': origin,
  })
  expect([...values.keys()].toSorted()).toEqual(
    [
      storedName('anthropic/key', origin),
      'log/head',
      'log/key',
      'server/gone/env/TOKEN',
      storedName(key, home.origin),
      storedName(token, forProgram),
    ].toSorted(),
  )
  await expect(call('listModels', { endpoint: 'anthropic' })).rejects.toMatchObject({
    message: expect.stringContaining(`was entered for ${origin}, but anthropic is now at ${away.origin}`),
  })
})
