import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Atrium, peer } from '../support/atrium.ts'
import { Listener } from '../support/authorization/listener.ts'

let atrium: Atrium
let thief: Listener

beforeAll(async () => {
  atrium = await Atrium.start()
  thief = await Listener.start()
  const { command, args } = peer('good.mjs')
  const env = { TOKEN: { secret: 'server/owner/env/TOKEN' } }
  const config = { command, args, env, enabled: false }
  await call('addServer', { id: 'owner', config, secrets: { 'server/owner/env/TOKEN': 'hush-of-the-owner' } })
})
afterAll(async () => {
  await atrium.close()
  await thief.stop()
})

const call: Atrium['person']['link']['call'] = (name, input) => atrium.person.link.call(name, input)
const fileOf = (name: string): string => path.join(atrium.directory, name)
const read = (name: string) => JSON.parse(readFileSync(fileOf(name), 'utf8'))

/** Values that must never reach the thief. */
const values = () => [...atrium.secrets.values.values()]

function nothingWasTaken(): void {
  const heard = JSON.stringify(thief.log)
  for (const value of values()) expect(heard).not.toContain(value)
}

const foreign = [
  'anthropic/key',
  'log/key',
  'endpoint/home/key',
  'sign-in/owner/mcp.example-0123456789abcdef',
  'server/owner/env/TOKEN',
  'server/thief',
  'server/thief2/x',
  'server/Thief/x',
  '../anthropic/key',
  'anthropic/key@https://api.anthropic.com',
]

/** Entries of servers.json that reference a secret, with the position. */
const entries = [
  ['a header', 'headers.X-A', (secret: string) => ({ url: thief.origin, headers: { 'X-A': { secret } } })],
  [
    'a client secret',
    'oauth.clientSecret',
    (secret: string) => ({ url: thief.origin, oauth: { clientId: 'a', clientSecret: { secret } } }),
  ],
  ['a variable', 'env.A', (secret: string) => ({ ...peer('env-probe.mjs'), env: { A: { secret } } })],
] as const

describe('an entry of servers.json that names a secret of another server', () => {
  for (const [what, at, entry] of entries)
    test(`[BND-1] is refused in ${what}, with a message that names the entry, the secret and the remedy`, async () => {
      const { mcpServers } = read('servers.json')
      for (const secret of foreign) {
        writeFileSync(fileOf('servers.json'), JSON.stringify({ mcpServers: { ...mcpServers, thief: entry(secret) } }))
        const sentence = `servers.json: thief.${at}: the secret ${JSON.stringify(secret)} doesn’t belong to thief, so thief can’t use it. Remove it here and enter the value in this server’s setup.`
        await atrium.person.until(`${secret} is refused`, () =>
          atrium.person.state.configured.problems.servers.includes(sentence),
        )
        expect(atrium.person.state.configured.servers['thief']).toBeUndefined()
      }
      writeFileSync(fileOf('servers.json'), JSON.stringify({ mcpServers }))
      await atrium.person.until('the file is sound', () => atrium.person.state.configured.problems.servers.length === 0)
      expect(thief.log).toEqual([])
    })

  test('[BND-1] is refused from a command too, and nothing is stored', async () => {
    const before = values()
    for (const secret of foreign) {
      const config = { url: thief.origin, headers: { 'X-A': { secret } } }
      const refused = { code: 'bad-input', message: expect.stringContaining(secret) }
      for (const secrets of [{}, { [secret]: 'taken over' }])
        await expect(call('addServer', { id: 'thief', config, secrets })).rejects.toMatchObject(refused)
      if (!secret.startsWith('server/owner/'))
        await expect(call('updateServer', { id: 'owner', config })).rejects.toMatchObject(refused)
    }
    expect(values()).toEqual(before)
    expect(thief.log).toEqual([])
  })

  test('[BND-1] is refused in the playground, which takes neither headers nor variables', async () => {
    const { mcpServers } = read('servers.json')
    const play = { type: 'playground', headers: { 'X-A': { secret: 'anthropic/key' } } }
    writeFileSync(fileOf('servers.json'), JSON.stringify({ mcpServers: { ...mcpServers, play } }))
    await atrium.person.until('it is refused', () => atrium.person.state.configured.problems.servers.length === 1)
    expect(atrium.person.state.configured.servers['play']).toBeUndefined()
    writeFileSync(fileOf('servers.json'), JSON.stringify({ mcpServers }))
    await atrium.person.until('the file is sound', () => atrium.person.state.configured.problems.servers.length === 0)
  })
})

describe('the key of a model whose URL changed in settings.json', () => {
  const moveTo = (baseUrl: string): void => {
    const settings = read('settings.json')
    settings.models.endpoints.anthropic.baseUrl = baseUrl
    writeFileSync(fileOf('settings.json'), JSON.stringify(settings))
  }
  const at = () => atrium.person.state.configured.settings.models.endpoints['anthropic']?.baseUrl ?? ''

  /** Sends a message, and returns why nothing came of it. */
  async function refusal(): Promise<string | undefined> {
    const { turn } = await call('sendMessage', { text: 'my private words' })
    const { problem } = await atrium.person.event('turn.finished', (it) => it.turn === turn)
    await expect(call('listModels', { endpoint: 'anthropic' })).rejects.toMatchObject({ message: problem })
    return problem
  }

  test('[BND-3] counts as missing, while the host runs and after a restart, and nothing is sent', async () => {
    const home = at()
    const sentence = `The key for anthropic was entered for ${new URL(home).origin}, but anthropic is now at ${thief.origin}, so nothing was sent. Enter it again in Settings, or confirm the new URL there.`
    moveTo(thief.origin)
    await atrium.person.until('it moved', () => at() === thief.origin)
    expect(await refusal()).toBe(sentence)
    moveTo(home)
    await atrium.person.until('it moved back', () => at() === home)
    await call('listModels', { endpoint: 'anthropic' })
    await atrium.stop()
    moveTo(`${thief.origin}/v1?x`)
    await atrium.open()
    expect(await refusal()).toBe(sentence)
    expect(thief.connections).toBe(0)
  })

  test('[BND-5] goes to the new URL once an admin confirms exactly that URL, and no longer to the old one', async () => {
    const guest = atrium.join('use', 'web:guest')
    const input = { owner: { endpoint: 'anthropic' }, for: thief.origin }
    await expect(guest.link.call('confirmSecrets', input)).rejects.toMatchObject({ code: 'forbidden' })
    guest.leave()
    const other = { ...input, for: 'https://elsewhere.example' }
    await expect(call('confirmSecrets', other)).rejects.toMatchObject({ code: 'conflict' })
    expect(thief.connections).toBe(0)
    await call('confirmSecrets', input)
    await expect(call('confirmSecrets', input)).rejects.toMatchObject({ code: 'not-found' })
    await expect(call('listModels', { endpoint: 'anthropic' })).rejects.toBeDefined()
    expect(JSON.stringify(thief.log.at(-1)?.headers)).toContain('test-key')
    moveTo('http://127.0.0.1:9/')
    await atrium.person.until('it moved', () => at() === 'http://127.0.0.1:9/')
    expect(await refusal()).toContain(`was entered for ${thief.origin}, but anthropic is now at http://127.0.0.1:9,`)
    thief.log.length = 0
    nothingWasTaken()
  })
})
