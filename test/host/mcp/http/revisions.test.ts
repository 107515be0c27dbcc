import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../../shared/schema/json.ts'
import { serverConfig } from '../../../../shared/config/server-config.ts'
import { Fleet } from '../../../support/fleet.ts'
import { answerJson, HostileServer, legacyExcept, type Reaction, refuse } from './peers.ts'

let fleet: Fleet
let server: HostileServer
beforeEach(() => (fleet = new Fleet()))
afterEach(async () => {
  await fleet.close()
  await server.stop()
})

const about = { 'io.modelcontextprotocol/serverInfo': { name: 'modern', version: '1' } }
const json = { 'content-type': 'application/json' }
const complete = { resultType: 'complete', ttlMs: 0, cacheScope: 'private', _meta: about }
const results: Record<string, JsonObject> = {
  'server/discover': { supportedVersions: ['2026-07-28'], capabilities: { tools: {}, prompts: {}, resources: {} } },
  'tools/list': { tools: [{ name: 'act', inputSchema: { type: 'object' } }] },
  'tools/call': { content: [{ type: 'text', text: 'acted' }] },
  'prompts/list': { prompts: [{ name: 'Grüße' }] },
  'prompts/get': { messages: [] },
  'resources/list': { resources: [{ uri: 'x://one', name: 'one' }] },
  'resources/templates/list': { resourceTemplates: [] },
  'resources/read': { contents: [{ uri: 'x://one', text: 'one' }] },
}

/** A modern server that rejects calls with this error, if given. */
const modern =
  (error?: JsonObject): Reaction =>
  ({ method, message }, response) => {
    const id = message['id'] ?? null
    if (error && message['method'] === 'tools/call')
      return response.writeHead(400, json).end(JSON.stringify({ jsonrpc: '2.0', id, error }))
    const result = typeof message['method'] === 'string' ? results[message['method']] : undefined
    if (method !== 'POST' || !result) return refuse(response, 405)
    return answerJson(response, { jsonrpc: '2.0', id, result: { ...complete, ...result } })
  }

/** The method and name in the headers of this revision's requests. */
const told = (revision: string) =>
  server.seen.flatMap(({ method, headers }) =>
    method === 'POST' && headers['mcp-protocol-version'] === revision
      ? [[headers['mcp-method'], headers['mcp-name']]]
      : [],
  )

test('[FEA-6] sends the revision, method and name in the headers of each 2026-07-28 request', async () => {
  server = await HostileServer.start(modern())
  await fleet.ready(serverConfig.parse({ url: server.url }))
  await fleet.until(() => server.methods().includes('resources/templates/list'))
  expect(await fleet.say('act')).toBe('acted')
  await fleet.server().ask('resources/read', { uri: 'x://one' })
  await fleet.server().ask('prompts/get', { name: 'Grüße' })
  expect(told('2026-07-28')).toHaveLength(server.seen.length)
  expect(told('2026-07-28').map(([method]) => method)).toEqual(server.methods())
  const named = told('2026-07-28').filter(([, name]) => name !== undefined)
  const encoded = `=?base64?${Buffer.from('Grüße').toString('base64')}?=`
  expect(named).toEqual([
    ['tools/call', 'act'],
    ['resources/read', 'x://one'],
    ['prompts/get', encoded],
  ])
})

test('[FEA-6] sends an earlier revision in the headers of each request after its handshake', async () => {
  server = await HostileServer.start(legacyExcept(() => false))
  await fleet.ready(serverConfig.parse({ url: server.url }))
  expect(await fleet.say('act')).toBe('acted')
  const after = server.seen.slice(server.methods().indexOf('initialize') + 1)
  expect(after.length).toBeGreaterThan(2)
  for (const { headers } of after) expect(headers).toMatchObject({ 'mcp-protocol-version': '2025-11-25' })
})

test('[FEA-5] uses the revision that an HTTP server names when it refuses the newest', async () => {
  const data = { supported: ['2025-11-25'], requested: '2026-07-28' }
  server = await HostileServer.start(
    legacyExcept(({ message }, response) => {
      if (message['method'] !== 'server/discover') return false
      const error = { code: -32022, message: 'Unsupported protocol version', data }
      response.writeHead(400, json).end(JSON.stringify({ jsonrpc: '2.0', id: message['id'], error }))
      return true
    }),
  )
  await fleet.ready(serverConfig.parse({ url: server.url }))
  expect(fleet.status()).toMatchObject({ era: 'legacy', revision: '2025-11-25' })
  expect(await fleet.say('act')).toBe('acted')
})

const listedAndCalled = () => server.methods().filter((it) => it === 'tools/call' || it === 'tools/list')

test('[FEA-8] ends a call with a message, and sends it once, if it needs something that wasn’t offered', async () => {
  server = await HostileServer.start(modern({ code: -32021, message: 'no' }))
  await fleet.ready(serverConfig.parse({ url: server.url }))
  expect(await fleet.call('act')).toMatchObject({
    status: 'failed',
    problem: expect.stringContaining('needs something that Atrium doesn’t offer: no'),
    mayHaveRun: true,
  })
  expect(listedAndCalled()).toEqual(['tools/list', 'tools/call'])
})

describe('a call refused for its headers', () => {
  const error = { code: -32020, message: 'no' }

  test('[FEA-13] is sent once more if the list, read again, has the same tool', async () => {
    let refusals = 0
    const [refusing, answering] = [modern(error), modern()]
    server = await HostileServer.start((request, response) =>
      request.message['method'] === 'tools/call' && refusals++ === 0
        ? refusing(request, response)
        : answering(request, response),
    )
    await fleet.ready(serverConfig.parse({ url: server.url }))
    const legs: number[] = []
    const onLeg = async (leg: number) => void legs.push(leg)
    expect(await fleet.call('act', {}, { onLeg })).toMatchObject({ status: 'answered' })
    expect(listedAndCalled()).toEqual(['tools/list', 'tools/call', 'tools/list', 'tools/call'])
    expect(legs).toEqual([2])
  })

  test('[FEA-8] [FEA-13] ends with a message if it is refused twice', async () => {
    server = await HostileServer.start(modern(error))
    await fleet.ready(serverConfig.parse({ url: server.url }))
    expect(await fleet.call('act')).toMatchObject({
      status: 'failed',
      problem: expect.stringContaining('refused the call with error -32020: no'),
      mayHaveRun: false,
    })
    expect(listedAndCalled()).toEqual(['tools/list', 'tools/call', 'tools/list', 'tools/call'])
  })

  test('[FEA-13] isn’t sent again if its tool’s definition has changed', async () => {
    const changed = { tools: [{ name: 'act', description: 'Acts otherwise.', inputSchema: { type: 'object' } }] }
    const refusing = modern(error)
    server = await HostileServer.start((request, response) => {
      const { message } = request
      if (message['method'] !== 'tools/list' || !server.methods().includes('tools/call'))
        return refusing(request, response)
      return answerJson(response, { jsonrpc: '2.0', id: message['id'] ?? null, result: { ...complete, ...changed } })
    })
    await fleet.ready(serverConfig.parse({ url: server.url }))
    expect(await fleet.call('act')).toMatchObject({ status: 'failed', mayHaveRun: false })
    expect(listedAndCalled()).toEqual(['tools/list', 'tools/call', 'tools/list'])
    expect(fleet.server().definition('act')?.raw).toMatchObject({ description: 'Acts otherwise.' })
  })

  test('[FEA-13] isn’t sent again in an era without these headers, because the code is the server’s own', async () => {
    server = await HostileServer.start(
      legacyExcept(({ message }, response) => {
        if (message['method'] !== 'tools/call') return false
        answerJson(response, { jsonrpc: '2.0', id: message['id'] ?? null, error })
        return true
      }),
    )
    await fleet.ready(serverConfig.parse({ url: server.url }))
    expect(await fleet.call('act')).toMatchObject({ status: 'failed' })
    expect(listedAndCalled()).toEqual(['tools/list', 'tools/call'])
  })

  test('[FEA-13] is cancelled at once while the list is read', async () => {
    const refusing = modern(error)
    server = await HostileServer.start((request, response) => {
      const isListedAgain = request.message['method'] === 'tools/list' && server.methods().includes('tools/call')
      return isListedAgain ? undefined : refusing(request, response)
    })
    await fleet.ready(serverConfig.parse({ url: server.url }))
    const cancelling = new AbortController()
    const reply = fleet.call('act', {}, { signal: cancelling.signal })
    await fleet.until(() => listedAndCalled().length === 3)
    cancelling.abort()
    expect(await reply).toMatchObject({ status: 'cancelled' })
  })
})

test('[FEA-9] receives and answers messages that an earlier server sends outside any request @all', async () => {
  const sent = [
    { jsonrpc: '2.0', id: 'alive', method: 'ping' },
    { jsonrpc: '2.0', method: 'notifications/tools/list_changed' },
  ]
  server = await HostileServer.start(
    legacyExcept(({ method, message }, response) => {
      if (method === 'GET') {
        response.writeHead(200, { 'content-type': 'text/event-stream' })
        for (const one of sent) response.write(`data: ${JSON.stringify(one)}\n\n`)
      } else if (message['id'] === 'alive') response.writeHead(202).end()
      else return false
      return true
    }),
  )
  await fleet.ready(serverConfig.parse({ url: server.url }))
  await fleet.until(() => server.seen.some(({ message }) => message['id'] === 'alive' && 'result' in message))
  await fleet.until(() => server.methods().filter((it) => it === 'tools/list').length === 2)
  expect(await fleet.say('act')).toBe('acted')
})
