import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ServerWait } from '../../../main/host/agent/server-wait.ts'
import { Journal } from '../../../main/host/journal/journal.ts'
import type { ServerConfig } from '../../../shared/config/server-config.ts'
import { Fleet, peer as configured } from '../../support/fleet.ts'
import { Atrium, peer } from '../../support/atrium.ts'

describe('a turn sent while servers start', () => {
  let atrium: Atrium
  let folder: string
  let release: string

  beforeEach(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'held-'))
    release = path.join(folder, 'go')
    atrium = await Atrium.start()
    await atrium.person.link.call('addServer', {
      id: 'held',
      config: peer('held-handshake.mjs', { HELD_UNTIL: release }),
    })
    await atrium.person.trust('held')
  })
  afterEach(async () => {
    await atrium.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const send = () => atrium.person.link.call('sendMessage', { text: 'hello' })
  const toolsSent = () => JSON.stringify(atrium.requests.at(-1)?.body['tools'] ?? [])
  const waitsFor = () => Object.values(atrium.person.state.turns)[0]?.waitsFor?.servers
  const ended = (turn: string | undefined) => atrium.person.event('turn.finished', (event) => event.turn === turn)

  test('[AGT-24] asks the model once the servers are ready, with their tools', async () => {
    const { turn } = await send()
    await atrium.person.until('the turn waits', () => waitsFor()?.includes('held') === true)
    expect(atrium.requests).toHaveLength(0)
    writeFileSync(release, '')
    await ended(turn)
    expect(toolsSent()).toContain('held__late')
    expect(atrium.person.all('turn.missed')).toEqual([])
  })

  test('[AGT-24] asks the model at once if the user says so, and says which servers were missing', async () => {
    const { turn = '', conversation } = await send()
    await atrium.person.until('the turn waits', () => waitsFor() !== undefined)
    await atrium.person.link.call('sendNow', { turn })
    await ended(turn)
    expect(toolsSent()).not.toContain('held__late')
    expect(atrium.person.all('turn.missed')).toMatchObject([{ servers: ['held'] }])
    const { conversation: told } = await atrium.person.link.call('getConversation', { conversation })
    expect(told.turns[0]?.missed).toEqual(['held'])
    // The user has decided once for this start of the server.
    await ended((await atrium.person.link.call('sendMessage', { text: 'again', conversation })).turn)
    expect(atrium.requests).toHaveLength(2)
    expect(atrium.person.all('turn.missed')).toHaveLength(1)
  })

  test('[AGT-24] ends without asking the model when it is stopped', async () => {
    const { turn = '' } = await send()
    await atrium.person.until('the turn waits', () => waitsFor() !== undefined)
    await atrium.person.link.call('cancelTurn', { turn })
    expect(await ended(turn)).toMatchObject({ end: 'cancelled' })
    expect(atrium.requests).toHaveLength(0)
    expect(atrium.person.all('turn.missed')).toEqual([])
  })

  test('[AGT-24] does not wait for a server that is off in this conversation or waits to be trusted', async () => {
    await atrium.person.link.call('addServer', { id: 'new', config: peer('good.mjs') })
    await atrium.person.ask('trust', 'new')
    const { turn } = await atrium.person.link.call('sendMessage', { text: 'hello', off: { held: 'all' } })
    await ended(turn)
    expect(atrium.requests).toHaveLength(1)
    expect(atrium.person.all('turn.missed')).toEqual([])
  })
})

test('[AGT-24] gives up on a server that does not start in time, once for each start', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'wait-'))
  const journal = Journal.open(folder)
  const after: Record<string, ServerConfig> = {
    slow: { type: 'stdio', command: 'slow', args: [], env: {}, enabled: true },
  }
  journal.append({ type: 'configured', file: 'servers', before: {}, after, actor: 'test' })
  const never = new Promise<void>(() => {})
  const wait = new ServerWait(1)
  const signal = new AbortController().signal
  const waiting = { conversation: 'c', turn: 't', isOff: () => false, signal, now: signal }
  const servers = { get: () => ({ beginning: never }) }
  await wait.until(waiting, { journal, servers })
  expect(journal.seq).toBe(2)
  await wait.until(waiting, { journal, servers })
  expect(journal.seq).toBe(2)
  await wait.until(waiting, { journal, servers: { get: () => ({ beginning: Promise.resolve() }) } })
  expect(journal.seq).toBe(3)
  await journal.close()
  rmSync(folder, { recursive: true, force: true })
})

test('[AGT-24] does not wait for a server that failed and is tried again', async () => {
  const fleet = new Fleet({ restarts: { firstMs: 1, mostMs: 1 } })
  const awaited: boolean[] = []
  fleet.journal.subscribe(({ event }) => {
    if (event.type !== 'server.changed' || event.to.state !== 'starting') return
    awaited.push(fleet.server().beginning !== undefined)
  })
  await fleet.add({ it: configured('crash-loop.mjs', { PHASE: 'init', LIVE_MS: '0' }) })
  await fleet.until(() => awaited.length > 1)
  expect(awaited.slice(0, 2)).toEqual([true, false])
  await fleet.close()
})
