import { afterEach, expect, test } from 'vitest'
import { serverConfig } from '../../../../shared/config/server-config.ts'
import { Fleet } from '../../../support/fleet.ts'
import { leaveTime } from '../../../support/waiting.ts'
import { freePort, HostileServer, modernPeer, type RemotePeer } from './peers.ts'
import { lastIfQuick } from '../../../../tools/quick.mjs'

let fleet: Fleet
let peer: RemotePeer | undefined
afterEach(async () => {
  await fleet.close()
  await peer?.stop()
  peer = undefined
})

const configOf = (port: number, host = '127.0.0.1') => serverConfig.parse({ url: `http://${host}:${port}/mcp` })

/** Milliseconds until the next attempt. */
function wait(): number {
  const status = fleet.status()
  return status.state === 'failed' && status.retryAt !== undefined ? status.retryAt - Date.now() : NaN
}

test.each(lastIfQuick(['127.0.0.1', 'localhost']))(
  '[HTP-28] connects to %s as soon as a server listens there',
  async (host) => {
    fleet = new Fleet()
    const port = await freePort()
    await fleet.add({ it: configOf(port, host) })
    expect(wait()).toBeGreaterThan(100_000)
    peer = await modernPeer({ PORT: String(port) })
    await fleet.until(() => fleet.status().state === 'ready')
    expect(fleet.starts()).toBe(2)
    expect(await fleet.say('echo', { text: 'back' })).toBe('back')
  },
)

test('[HTP-28] sends nothing while it waits, and leaves a server that was turned off alone @all', async () => {
  fleet = new Fleet()
  const port = await freePort()
  await fleet.add({ it: configOf(port) })
  await leaveTime(2500)
  expect(fleet.starts()).toBe(1)
  fleet.turnOff()
  await fleet.until(() => fleet.status().state === 'off')
  const server = await HostileServer.start(() => undefined, port)
  await leaveTime(2500)
  await server.stop()
  expect(server.seen).toEqual([])
  expect(fleet.starts()).toBe(1)
})
