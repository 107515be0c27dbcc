import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Reader } from '../../main/host/workers/reader.ts'
import { alive, Fleet, peer } from '../host/mcp/fleet.ts'
import { fixtures, plantCanaries, type Caller } from './fixtures.ts'

vi.setConfig({ testTimeout: 60_000 })

let forget: () => void
beforeEach(() => (forget = plantCanaries()))
afterEach(() => forget())

/** The neighbour answers, call after call, for as long as this lasts; tells how often. */
function askNeighbour(fleet: Fleet): { stop: () => Promise<number> } {
  const over = new AbortController()
  const asked = (async () => {
    let answers = 0
    do {
      expect(await fleet.say('echo', { text: `${answers}` }, { id: 'good' })).toBe(`${answers}`)
      answers++
      await new Promise((resolve) => setTimeout(resolve, 10))
    } while (!over.signal.aborted)
    return answers
  })()
  // It is waited for at the end; until then its failure is nobody's.
  asked.catch(() => undefined)
  return {
    stop: () => {
      over.abort()
      return asked
    },
  }
}

test.each(fixtures)('[HOST-1] $name $does: $must', async ({ servers, fleet: options = {}, attack, afterwards }) => {
  const fleet = new Fleet(options)
  const made: Promise<unknown>[] = []
  const ends: string[] = []
  const call: Caller = (tool, args = {}, signal = new AbortController().signal) => {
    const reply = fleet.call(tool, args, { signal })
    made.push(reply.then(({ status }) => ends.push(status)))
    return reply
  }
  try {
    await fleet.add({ good: peer('good.mjs'), ...servers })
    const neighbour = askNeighbour(fleet)
    try {
      await attack(fleet, call)
    } finally {
      expect(await neighbour.stop()).toBeGreaterThan(0)
    }
    // One end for each call, and none of them an error of ours.
    await Promise.all(made)
    expect(ends).toHaveLength(made.length)
    expect(fleet.states('good')).toEqual(['starting', 'ready'])
    const pids = fleet.of('server.changed').flatMap(({ to }) => (to.state === 'ready' && to.pid ? [to.pid] : []))
    await fleet.servers.close()
    afterwards?.(fleet)
    expect(pids.filter(alive)).toEqual([])
    const reader = new Reader(fleet.journal)
    expect(await reader.verify()).toMatchObject({ state: 'intact' })
    await reader.close()
  } finally {
    await fleet.close()
  }
})
