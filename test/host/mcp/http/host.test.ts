import { afterEach, expect, test } from 'vitest'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Atrium } from '../../../support/atrium.ts'
import { HostileServer, legacyExcept, modernPeer, type RemotePeer } from './peers.ts'

let atrium: Atrium
let peer: Pick<RemotePeer, 'stop'> | undefined
afterEach(async () => {
  await atrium.close()
  await peer?.stop()
})

test('[HTP-17] adds an HTTP server, keeps it in the file, applies edits there, and removes it with its secrets', async () => {
  const far = await modernPeer()
  peer = far
  atrium = await Atrium.start()
  const { person } = atrium
  const name = 'server/far/header/Authorization'
  const config = { url: far.url, headers: { Authorization: { secret: name } } }
  await person.link.call('addServer', { id: 'far', config, secrets: { [name]: 'Bearer hush-hush-hush' } })
  await person.until('it lists tools', () => Object.keys(person.state.servers['far']?.tools ?? {}).length > 0)

  const file = path.join(atrium.directory, 'servers.json')
  const content = () => JSON.parse(readFileSync(file, 'utf8'))
  expect(content().mcpServers.far).toEqual({ type: 'http', ...config })
  expect(readFileSync(file, 'utf8')).not.toContain('hush')

  await person.link.call('setServerEnabled', { id: 'far', enabled: false })
  expect(content().mcpServers.far).toEqual({ type: 'http', ...config, enabled: false })
  writeFileSync(file, JSON.stringify({ mcpServers: { ...content().mcpServers, bare: { url: far.url } } }))
  await person.connect('bare')
  await person.until('the other is ready', () => person.state.servers['bare']?.status.state === 'ready')
  expect(person.state.configured.servers['far']).toMatchObject({ type: 'http', enabled: false })

  await person.link.call('removeServer', { id: 'far' })
  expect(atrium.secrets.bare()).not.toContain(name)
  expect(content().mcpServers).toEqual({ bare: { url: far.url } })
})

test('[HTP-3] keeps headers out of the log if a server repeats them in a refusal', async () => {
  const server = await HostileServer.start((seen, response) =>
    response.writeHead(403, { 'content-type': 'text/plain' }).end(`not with ${String(seen.headers['x-key'])}`),
  )
  const sound = await HostileServer.start(legacyExcept(() => false))
  peer = { stop: async () => void (await Promise.all([server.stop(), sound.stop()])) }
  atrium = await Atrium.start()
  const { person } = atrium
  const name = 'server/far/header/X-Key'
  const config = { url: server.url, headers: { 'X-Key': { secret: name } } }
  await person.link.call('addServer', { id: 'far', config, secrets: { [name]: 'hush-hush-hush' } })
  const failed = await person.until('it fails', () => {
    const status = person.state.servers['far']?.status
    return status?.state === 'failed' ? status : undefined
  })
  expect(server.seen[0]?.headers['x-key']).toBe('hush-hush-hush')
  expect(failed.reason).toContain(`not with [secret ${name}]`)
  expect(JSON.stringify(person.state)).not.toContain('hush')
})
