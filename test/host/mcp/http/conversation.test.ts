import { afterEach, beforeEach, expect, test } from 'vitest'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { serverConfig } from '../../../../shared/config/server-config.ts'
import { Fleet } from '../../../support/fleet.ts'
import { everythingOver, modernPeer, type RemotePeer } from './peers.ts'
import { urlOrigin, storedName } from '../../../../shared/risk/secret-names.ts'
import { lastIfQuick } from '../../../../tools/quick.mjs'

let fleet: Fleet
let peers: RemotePeer[]
beforeEach(() => {
  fleet = new Fleet()
  peers = []
})
afterEach(async () => {
  await fleet.close()
  for (const peer of peers) await peer.stop()
})

async function started(starting: Promise<RemotePeer>): Promise<RemotePeer> {
  const peer = await starting
  peers.push(peer)
  return peer
}

test.each(lastIfQuick(['sse', 'streamableHttp'] as const))(
  '[HTP-1] lists and calls the reference server over %s, with progress and cancellation',
  async (transport) => {
    const peer = await started(everythingOver(transport))
    await fleet.ready(serverConfig.parse({ url: peer.url }))
    const status = fleet.status()
    expect(status).toMatchObject({ state: 'ready', era: 'legacy', revision: '2025-11-25' })
    expect(status).not.toHaveProperty('pid')
    expect(fleet.of('server.changed')[0]?.to).toEqual({ state: 'starting', url: peer.url, headers: [] })
    expect(Object.keys(fleet.journal.state.servers['it']?.tools ?? {})).toContain('echo')
    expect(await fleet.say('echo', { message: 'over there' })).toContain('over there')

    const seen: number[] = []
    const slow = { duration: 1, steps: 4 }
    await fleet.call('trigger-long-running-operation', slow, { onProgress: ({ progress }) => seen.push(progress) })
    expect(seen[0]).toBe(1)

    const cancel = new AbortController()
    const long = { duration: 60, steps: 600 }
    const running = { signal: cancel.signal, onProgress: () => cancel.abort() }
    const call = fleet.call('trigger-long-running-operation', long, running)
    expect(await call).toEqual({ status: 'cancelled', mayHaveRun: true })
    expect(fleet.sent()).toContain('notifications/cancelled')
  },
  60_000,
)

test.each(
  lastIfQuick([
    ['both eras', {}],
    ['the modern era only', { LEGACY: 'reject' }],
  ]),
)(
  '[HTP-2] uses the modern era with a server of %s, and cancels a call by closing its stream',
  async (_name, env) => {
    const peer = await started(modernPeer(env))
    await fleet.ready(serverConfig.parse({ url: peer.url }))
    expect(fleet.status()).toMatchObject({ state: 'ready', era: 'modern', revision: '2026-07-28' })
    expect(await fleet.say('echo', { text: 'hello' })).toBe('hello')

    const seen: number[] = []
    expect(await fleet.say('slow', { n: 3 }, { onProgress: ({ progress }) => seen.push(progress) })).toBe('done')
    expect(seen[0]).toBe(1)

    const cancel = new AbortController()
    const call = fleet.call('slow', { n: 500 }, { signal: cancel.signal, onProgress: () => cancel.abort() })
    expect(await call).toEqual({ status: 'cancelled', mayHaveRun: true })
    await fleet.until(() => peer.stderr().includes('[peer] aborted'))
    expect(fleet.sent()).not.toContain('notifications/cancelled')
    expect(await fleet.say('echo', { text: 'still there' })).toBe('still there')
  },
  60_000,
)

test('[HTP-3] sends headers with every request and never writes their secrets down', async () => {
  const log = path.join(fleet.directory, 'headers')
  const peer = await started(modernPeer({ HEADER_LOG: log }))
  fleet.secrets.set(storedName('server/it/header/Authorization', urlOrigin(peer.url)), 'Bearer hush-hush-hush')
  const headers = { Authorization: { secret: 'server/it/header/Authorization' } }
  await fleet.ready(serverConfig.parse({ url: peer.url, headers }))
  expect(await fleet.say('echo', { text: 'I repeat: hush-hush-hush' })).toBe(
    'I repeat: [secret server/it/header/Authorization]',
  )
  const lines = readFileSync(log, 'utf8').trim().split('\n')
  expect(lines.length).toBeGreaterThan(2)
  expect(new Set(lines)).toEqual(new Set(['POST Bearer hush-hush-hush']))
  expect(JSON.stringify(fleet.events)).not.toContain('hush')
  expect(fleet.of('server.changed')[0]?.to).toMatchObject({ headers: ['Authorization'] })
})

test('[HTP-3] asks the user to enter a missing secret again, and sends nothing', async () => {
  const log = path.join(fleet.directory, 'headers')
  const peer = await started(modernPeer({ HEADER_LOG: log }))
  await fleet.add({ it: serverConfig.parse({ url: peer.url, headers: { 'X-Key': { secret: 'server/it/key' } } }) })
  expect(fleet.reason()).toBe('The secret for X-Key isn’t on this computer: enter it again in this server’s setup.')
  expect(existsSync(log)).toBe(false)
})
