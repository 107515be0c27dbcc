import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { TokenBucket } from '../../../../main/host/base/token-bucket.ts'
import { isObject, type JsonObject, type JsonValue } from '../../../../shared/schema/json.ts'
import { serverConfig } from '../../../../shared/config/server-config.ts'
import { Fleet, peer } from '../../../support/fleet.ts'
import { answerJson, HostileServer, legacyExcept, type Seen } from '../http/peers.ts'
import type { Progress } from '../../../../main/host/mcp/protocol/types.ts'

let fleet: Fleet
let servers: HostileServer[]
beforeEach(() => {
  fleet = new Fleet({ limits: { probe: 5000, handshake: 10_000 } })
  servers = []
})
afterEach(async () => {
  await fleet.close()
  for (const server of servers) await server.stop()
})

/** A server at a URL that answers a call with these messages, each of which can be made from the call. */
async function answering(messages: (id: JsonValue, token: JsonValue) => Iterable<JsonObject>): Promise<HostileServer> {
  const server = await HostileServer.start(
    legacyExcept((seen, response) => {
      if (seen.message['method'] !== 'tools/call') return false
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      for (const message of messages(idOf(seen), tokenOf(seen)))
        response.write(`data: ${JSON.stringify({ jsonrpc: '2.0', ...message })}\n\n`)
      response.end()
      return true
    }),
  )
  servers.push(server)
  return server
}

const idOf = ({ message }: Seen): JsonValue => message['id'] ?? null
const tokenOf = ({ message: { params } }: Seen): JsonValue => {
  const meta = isObject(params) ? params['_meta'] : undefined
  return (isObject(meta) ? meta['progressToken'] : undefined) ?? null
}
const config = (server: HostileServer) => serverConfig.parse({ url: server.url, name: 'it' })
const acted = (id: JsonValue): JsonObject => ({ id, result: { content: [{ type: 'text', text: 'acted' }] } })

describe('a rate limit', () => {
  test('[GAT-1] lets a burst pass, and then a fixed number per second', () => {
    let now = 0
    const bucket = new TokenBucket({ burst: 10, perSecond: 5 }, () => now)
    const taken = () => Array.from({ length: 100 }, () => bucket.take()).filter(Boolean).length
    expect(taken()).toBe(10)
    now += 100
    expect(taken()).toBe(0)
    now += 1000
    expect(taken()).toBe(5)
    now += 60_000
    expect(taken()).toBe(10)
  })

  test('[GAT-1] applies over HTTP too: excess messages are counted, and the answer arrives @all', async () => {
    function* flood(id: JsonValue) {
      for (let n = 0; n < 2500; n++) yield { method: 'notifications/message', params: { level: 'info', data: 'x' } }
      for (let n = 0; n < 2500; n++) yield { id: `r${n}`, method: 'roots/list' }
      yield { method: 'notifications/tools/list_changed' }
      yield acted(id)
    }
    const server = await answering(flood)
    await fleet.close()
    // The clock is stopped, so only the burst fits.
    fleet = new Fleet({ clock: { wall: Date.now, own: () => 0 } })
    await fleet.add({ it: config(server) })
    expect(await fleet.say('act')).toBe('acted')
    // Its tool change is noticed although there was no room for it.
    await fleet.until(() => fleet.sent().filter((method) => method === 'tools/list').length === 2)
    expect(server.methods().filter((method) => method === 'POST').length).toBeLessThan(1100)
    await fleet.servers.close()
    expect(fleet.violations()['too-much']).toBeGreaterThan(3900)
    expect(fleet.of('request.received').length).toBeLessThanOrEqual(60)
  })
})

describe('an id', () => {
  test('[GAT-2] counts up from a random number that differs for each connection', async () => {
    const server = await answering((id) => [acted(id)])
    await fleet.add({ it: config(server), other: config(server) })
    for (const id of ['it', 'it', 'other']) expect(await fleet.say('act', {}, { id })).toBe('acted')
    const calls = server.seen.filter(({ message }) => message['method'] === 'tools/call')
    const [first = 0, second = 0, other = 0] = calls.map((seen) => Number(idOf(seen)))
    expect(first).toBeGreaterThan(2 ** 20)
    expect(second).toBe(first + 1)
    expect(Math.abs(other - first)).toBeGreaterThan(1000)
    expect(calls.map((seen) => tokenOf(seen))).toEqual([first, second, other])
  })

  test('[GAT-2] is invalid if it is longer than any reasonable id', async () => {
    const server = await answering((id) => [{ id: 'x'.repeat(257), method: 'ping' }, acted(id)])
    await fleet.add({ it: config(server) })
    expect(await fleet.say('act')).toBe('acted')
    await fleet.servers.close()
    expect(fleet.violations()).toMatchObject({ 'bad-id': 1 })
  })
})

describe('a server’s error', () => {
  const refusedWith = async (error: JsonObject) => {
    const server = await answering((id) => [{ id, error }])
    await fleet.add({ it: config(server) })
    const reply = await fleet.call('act')
    return 'problem' in reply ? reply.problem : JSON.stringify(reply)
  }

  test('[GAT-3] is shortened', async () => {
    const problem = await refusedWith({ code: -32000, message: `long\n${'x'.repeat(100_000)}`, data: { a: [[[1]]] } })
    expect(problem).toMatch(/^it refused the call with error -32000: long x+…$/)
    expect(problem.length).toBeLessThan(300)
  })

  test.each([['ENOENT'], [1.5], [null], [1e300]])(
    '[GAT-3] gets the code of an internal error instead of %j',
    async (code) => {
      expect(await refusedWith({ code, message: { a: 1 } })).toBe('it refused the call with error -32603: {"a":1}')
    },
  )

  test('[GAT-3] can’t claim what only Atrium can say', async () => {
    const own = { code: -32603, message: 'it is well', data: { malformed: true, brokenOff: true } }
    expect(await refusedWith(own)).toBe('it refused the call with error -32603: it is well')
  })
})

test('[GAT-4] ignores and counts messages that the server didn’t declare', async () => {
  await fleet.ready(peer('bad-init.mjs', { MODE: 'undeclared' }))
  expect(await fleet.say('tell')).toBe('ok')
  await fleet.servers.close()
  expect(fleet.violations()).toEqual({ undeclared: 5 })
  expect(fleet.sent().filter((method) => method === 'tools/list')).toHaveLength(1)
})

test('[GAT-5] rejects a request before the handshake ends as invalid, without asking the user', async () => {
  await fleet.ready(peer('bad-init.mjs', { MODE: 'early' }))
  const asked = ['elicitation/create', 'sampling/createMessage', 'roots/list']
  expect(JSON.parse(await fleet.say('early'))).toEqual(Object.fromEntries(asked.map((method) => [method, -32600])))
  expect(fleet.of('ask.opened').filter(({ ask }) => ask.kind !== 'trust')).toEqual([])
  expect(fleet.of('request.received').map(({ detail }) => detail)).toEqual(
    asked.map(() => expect.stringContaining('before the handshake was complete')),
  )
})

describe('a handshake', () => {
  test.each([
    ['version', 'The server only supports protocol version 9999-01-01'],
    ['no-version', 'Can’t read its handshake'],
    ['null-result', 'Can’t read its handshake'],
    ['unsupported', 'The server only supports protocol version 2026-07-28'],
  ])('[GAT-6] is made once and fails with a message if it is false (%s)', async (MODE, reason) => {
    await fleet.add({ it: peer('bad-init.mjs', { MODE }) })
    expect(fleet.reason()).toContain(reason)
    expect(fleet.starts()).toBe(1)
  })

  test('[GAT-6] is accepted only once', async () => {
    await fleet.ready(peer('bad-init.mjs', { MODE: 'twice' }))
    expect(fleet.status()).toMatchObject({ revision: '2025-11-25' })
    expect(await fleet.say('ok')).toBe('ok')
    await fleet.servers.close()
    expect(fleet.violations()['unknown-answer']).toBe(1)
  })

  test.each(['legacy', 'modern'])('[GAT-6] is limited in each of its texts (%s)', async (era) => {
    await fleet.ready(peer('bad-init.mjs', { MODE: 'instructions', MCP_ERA: era }))
    expect(fleet.status()).toMatchObject({ state: 'ready', era })
    expect(await fleet.say('ok')).toBe('ok')
  })

  test('[GAT-6] isn’t repeated endlessly over HTTP', async () => {
    const unsupported = { supported: ['2026-07-28'], requested: '2026-07-28' }
    const error = { code: -32022, message: 'Unsupported protocol version', data: unsupported }
    const server = await HostileServer.start((seen, response) =>
      answerJson(response, { jsonrpc: '2.0', id: idOf(seen), error }),
    )
    servers.push(server)
    await fleet.add({ it: config(server) })
    expect(fleet.status().state).toBe('failed')
    expect(server.seen.length).toBeLessThanOrEqual(4)
  })
})

test('[GAT-7] never reports progress that goes back or exceeds its total', async () => {
  const told = [1, 5, 3, -1, 1e308, 7]
  const server = await answering(function* (id, progressToken) {
    for (const progress of told)
      yield { method: 'notifications/progress', params: { progressToken, progress, total: 10 } }
    yield acted(id)
  })
  await fleet.add({ it: config(server) })
  const seen: Progress[] = []
  expect(await fleet.say('act', {}, { onProgress: (it) => seen.push(it) })).toBe('acted')
  const figures = seen.map(({ progress }) => progress)
  expect(figures).toEqual(figures.toSorted((a, b) => a - b))
  for (const figure of figures) expect(figure).toBeLessThanOrEqual(10)
})
