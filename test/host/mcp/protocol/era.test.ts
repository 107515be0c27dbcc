import { afterEach, expect, test } from 'vitest'
import { Fleet, moduleFile, node, peer, peerFile } from '../../../support/fleet.ts'

let fleet: Fleet
afterEach(() => fleet.close())

const everything = moduleFile('@modelcontextprotocol/server-everything/dist/index.js')
const filesystem = moduleFile('@modelcontextprotocol/server-filesystem/dist/index.js')

test('[ERA-1] starts legacy, dual and modern-only servers exactly once each', async () => {
  fleet = new Fleet()
  const logs = Array.from({ length: 4 }, () => fleet.startLog())
  const [first, second, third, fourth] = logs.map(({ file }) => file) as [string, string, string, string]
  await fleet.add({
    everything: node([peerFile('counted.mjs'), first, everything, 'stdio']),
    files: node([peerFile('counted.mjs'), second, filesystem, fleet.directory]),
    dual: peer('modern-peer.mjs', { START_LOG: third }),
    modern: peer('modern-peer.mjs', { START_LOG: fourth, LEGACY: 'reject' }),
  })
  const ids = ['everything', 'files', 'dual', 'modern']
  expect(ids.map((id) => fleet.status(id))).toMatchObject([
    { state: 'ready', era: 'legacy', revision: '2025-11-25', calls: { title: 'Everything Reference Server' } },
    { state: 'ready', era: 'legacy', revision: '2025-11-25' },
    { state: 'ready', era: 'modern', revision: '2026-07-28', calls: { name: 'modern-peer', version: '1.0.0' } },
    { state: 'ready', era: 'modern', revision: '2026-07-28' },
  ])
  expect(logs.map(({ pids }) => pids().length)).toEqual([1, 1, 1, 1])
  expect(ids.map((id) => fleet.states(id))).toEqual(ids.map(() => ['starting', 'ready']))
  const legacy = ['server/discover', 'initialize', 'tools/list']
  const modern = ['server/discover', 'subscriptions/listen', 'tools/list']
  const others = ['prompts/list', 'resources/list', 'resources/templates/list']
  const sent = ids.map((id) => fleet.sent(id))
  expect(sent.map((methods) => methods.slice(0, 3))).toEqual([legacy, legacy, modern, modern])
  expect(sent.map((methods) => methods.slice(3).toSorted())).toEqual([others, [], others, others])
  expect(Object.keys(fleet.journal.state.servers['files']?.tools ?? {}).length).toBeGreaterThan(10)
  expect(await fleet.say('echo', { message: 'hi' }, { id: 'everything' })).toBe('Echo: hi')
  const folders = await fleet.call('list_allowed_directories', {}, { id: 'files' })
  expect(folders).toMatchObject({ status: 'answered', notes: [] })
  expect(JSON.stringify(folders)).toContain(fleet.directory)
  expect(await fleet.say('echo', { text: 'hi' }, { id: 'dual' })).toBe('hi')
  expect(await fleet.say('echo', { text: 'hi' }, { id: 'modern' })).toBe('hi')
})

test('[ERA-2] starts a server that exits on the probe once more as legacy, and doesn’t probe it again later', async () => {
  fleet = new Fleet()
  const log = fleet.startLog()
  await fleet.ready(peer('odd-handshake.mjs', { MODE: 'exit-on-probe', START_LOG: log.file }))
  expect(fleet.states()).toEqual(['starting', 'starting', 'ready'])
  expect(log.pids()).toHaveLength(2)
  await fleet.servers.restart('it')
  expect(fleet.states()).toEqual(['starting', 'starting', 'ready', 'stopping', 'off', 'starting', 'ready'])
  expect(log.pids()).toHaveLength(3)
  expect(fleet.sent()).toEqual(['server/discover', 'initialize', 'tools/list', 'initialize', 'tools/list'])
})

test('[ERA-3] treats a server that is silent on the probe as legacy', async () => {
  fleet = new Fleet({ limits: { probe: 200 } })
  const log = fleet.startLog()
  await fleet.ready(peer('odd-handshake.mjs', { MODE: 'silent-on-probe', START_LOG: log.file }))
  expect(fleet.status()).toMatchObject({ era: 'legacy' })
  expect(log.pids()).toHaveLength(1)
  expect(await fleet.say('ok')).toBe('ok')
})

test('[ERA-3] ignores a refusal of the probe that comes too late', async () => {
  fleet = new Fleet({ limits: { probe: 200 } })
  await fleet.ready(peer('odd-handshake.mjs', { MODE: 'late-legacy' }))
  expect(await fleet.say('ok')).toBe('ok')
  await fleet.servers.close()
  expect(fleet.starts()).toBe(1)
  expect(fleet.violations()).toEqual({})
})

test('[ERA-3] recognises a slow modern server by its late answer', async () => {
  fleet = new Fleet({ limits: { probe: 200 } })
  await fleet.ready(peer('odd-handshake.mjs', { MODE: 'late-modern' }))
  expect(fleet.status()).toMatchObject({ era: 'modern' })
  expect(fleet.starts()).toBe(2)
  expect(await fleet.say('ok')).toBe('ok')
})

test('[ERA-3] doesn’t lose a message that a server sends early, and isn’t disturbed by it', async () => {
  fleet = new Fleet()
  await fleet.ready(peer('odd-handshake.mjs', { MODE: 'early' }))
  await fleet.until(() => fleet.of('request.received').length === 1)
  expect(fleet.of('request.received')[0]).toMatchObject({ method: 'roots/list', answer: 'refused' })
  expect(await fleet.say('ok')).toBe('ok')
})
