import { afterEach, describe, expect, test } from 'vitest'
import { fromKernel } from '../../../../main/host/mcp/computer/ports.ts'
import { exposed } from '../../../../main/host/mcp/doctor/sentences.ts'
import { Fleet, peer } from '../../../support/fleet.ts'
import { ScriptedClock } from '../../../support/scripted-clock.ts'

let fleet: Fleet
afterEach(() => fleet.close())

const saying = () => fleet.journal.state.servers['it']?.exposed
const recorded = () => fleet.of('server.exposed').map(({ places }) => places)

describe.runIf(process.platform === 'linux')('a running server that others can reach', () => {
  test.each([
    ['every address', '0.0.0.0', '0.0.0.0'],
    ['every address of IPv6', '::', '[::]'],
  ])('[DOC-10] says so in one sentence with what to do: %s', async (_, host, shown) => {
    fleet = new Fleet()
    await fleet.ready(peer('reachable.mjs', { HOST: host }))
    await fleet.until(() => saying() !== undefined)
    const port = await fleet.say('port')
    expect(saying()).toBe(exposed([`${shown}:${port}`]))
    expect(saying()).toMatch(/^The server listens at \S+, and other computers can reach it there: set its host to /)
    expect(recorded()).toEqual([[`${shown}:${port}`]])
    await fleet.server().stop()
    expect(saying()).toBeUndefined()
  })

  test('[DOC-10] is found however late it begins to listen, and no longer named once it has stopped', async () => {
    const clock = new ScriptedClock()
    fleet = new Fleet({ clock })
    await fleet.ready(peer('reachable.mjs', { HOST: '127.0.0.1' }))
    const port = await clock.passUntil(1000, fleet.say('listen', { host: '0.0.0.0' }))
    await clock.passUntil(
      10_000,
      fleet.until(() => saying() !== undefined),
    )
    await clock.passUntil(1000, fleet.say('close'))
    await clock.passUntil(
      10_000,
      fleet.until(() => saying() === undefined),
    )
    expect(recorded()).toEqual([[`0.0.0.0:${port}`], []])
  })
})

test('[DOC-10] reads the addresses of the kernel', () => {
  const read = ['0100007F', '00000000', '00000000000000000000000001000000', '0000000000000000FFFF00000100007F']
  expect(read.map(fromKernel)).toEqual(['127.0.0.1', '0.0.0.0', '[::1]', '127.0.0.1'])
  expect(fromKernel('B80D01200000000067452301EFCDAB89')).toBe('[2001:db8::123:4567:89ab:cdef]')
})
