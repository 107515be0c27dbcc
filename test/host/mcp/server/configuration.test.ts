import { afterEach, describe, expect, test } from 'vitest'
import { alive, Fleet, peer } from '../../../support/fleet.ts'
import { leaveTime } from '../../../support/waiting.ts'

let fleet: Fleet
afterEach(() => fleet.close())

describe('the journal', () => {
  test('[LIF-4] records every start on disk before the process exists', async () => {
    fleet = new Fleet()
    const log = fleet.startLog()
    let early = false
    const { journal } = fleet
    const durable = journal.durable.bind(journal)
    journal.durable = async () => {
      early ||= log.pids().length > 0
      await leaveTime(100)
      early ||= log.pids().length > 0
      await durable()
    }
    await fleet.ready(peer('good.mjs', { START_LOG: log.file }))
    expect(early).toBe(false)
    expect(log.pids()).toHaveLength(1)
  })

  test('[LIF-4] prevents starts while it can’t be written, but not stops', async () => {
    let full = false
    fleet = new Fleet({ maxPages: () => (full ? 1 : 1_000_000) })
    await fleet.ready(peer('good.mjs'))
    full = true
    fleet.journal.keepBlob('x'.repeat(1_000_000))
    fleet.journal.flush()
    await fleet.until(() => fleet.journal.state.health.state === 'failing')
    const log = fleet.startLog()
    fleet.apply({ it: peer('good.mjs'), other: peer('good.mjs', { START_LOG: log.file }) })
    await fleet.until(() => fleet.status('other').state === 'failed')
    expect(fleet.reason('other')).toContain('Atrium can’t write its log')
    expect(log.pids()).toEqual([])
    expect(await fleet.say('echo', { text: 'still there' })).toBe('still there')
    await fleet.servers.stop('it')
    expect(fleet.status()).toEqual({ state: 'off' })
    full = false
    await fleet.until(() => fleet.journal.state.health.state === 'ok')
    expect(log.pids()).toEqual([])
    await fleet.servers.restart('other')
    await fleet.until(() => fleet.status('other').state === 'ready')
    expect(log.pids()).toHaveLength(1)
  })
})

describe('the configuration', () => {
  test('[LIF-6] decides what runs: changed servers restart, and others aren’t affected', async () => {
    fleet = new Fleet()
    await fleet.add({ a: peer('good.mjs'), b: peer('good.mjs') })
    const first = fleet.server('a').configuration
    await fleet.add({ a: peer('good.mjs', { X: '1' }) })
    await fleet.until(() => fleet.states('a').length === 6)
    expect(fleet.states('a')).toEqual(['starting', 'ready', 'stopping', 'off', 'starting', 'ready'])
    expect(fleet.server('a').configuration).not.toBe(first)
    fleet.apply({
      a: peer('good.mjs', { X: '1' }, { name: 'Renamed', timeouts: { idle: 5 } }),
      b: peer('good.mjs', {}, { enabled: false }),
    })
    await fleet.until(() => fleet.status('b').state === 'off')
    expect(fleet.starts('a')).toBe(2)
    await fleet.add({ b: peer('good.mjs') })
    await fleet.until(() => fleet.status('b').state === 'ready')
    fleet.apply({ b: peer('good.mjs') })
    expect(fleet.servers.get('a')).toBeUndefined()
    await fleet.until(() => fleet.status('a').state === 'off')
    expect(fleet.states('b')).toEqual(['starting', 'ready', 'stopping', 'off', 'starting', 'ready'])
  })

  test('[LIF-6] can change faster than servers start; the last one applies, and no process is left behind', async () => {
    // Without a wrapper, the process number a server notes is the one we know.
    fleet = new Fleet({ containment: 'none' })
    const log = fleet.startLog()
    for (let i = 0; i < 5; i++) {
      fleet.apply({ it: peer('good.mjs', { X: `${i}`, START_LOG: log.file }) })
      if (i === 2) fleet.apply({})
      await leaveTime(15 * i)
    }
    fleet.apply({ it: peer('good.mjs', { X: '4', START_LOG: log.file }, { enabled: false }) })
    fleet.apply({ it: peer('good.mjs', { X: '4', START_LOG: log.file }) })
    await fleet.until(() => fleet.status().state === 'ready')
    const { status } = fleet.server()
    await fleet.until(() => log.pids().filter(alive).length === 1)
    expect(log.pids().filter(alive)).toEqual([status.state === 'ready' ? status.pid : 0])
  })
})
