import { afterEach, beforeEach, expect, test } from 'vitest'
import type { JsonObject } from '../../../../shared/schema/json.ts'
import { serverConfig } from '../../../../shared/config/server-config.ts'
import { Fleet } from '../../../support/fleet.ts'
import { answerJson, HostileServer, refuse } from './peers.ts'

let fleet: Fleet
let server: HostileServer
beforeEach(() => (fleet = new Fleet()))
afterEach(async () => {
  await fleet.close()
  await server.stop()
})

const about = { 'io.modelcontextprotocol/serverInfo': { name: 'modern', version: '1' } }
const complete = { resultType: 'complete', ttlMs: 0, cacheScope: 'private', _meta: about }

/** A modern server whose tools want these headers for their arguments. */
const wanting = (schemas: Record<string, JsonObject>): Promise<HostileServer> =>
  HostileServer.start(({ method, message }, response) => {
    const answer = (result: JsonObject) =>
      answerJson(response, { jsonrpc: '2.0', id: message['id'] ?? null, result: { ...complete, ...result } })
    if (method !== 'POST') refuse(response, 405)
    else if (message['method'] === 'server/discover')
      answer({ supportedVersions: ['2026-07-28'], capabilities: { tools: {} } })
    else if (message['method'] === 'tools/list')
      answer({ tools: Object.entries(schemas).map(([name, inputSchema]) => ({ name, inputSchema })) })
    else answer({ content: [{ type: 'text', text: 'done' }] })
  })

const add = () => fleet.add({ it: serverConfig.parse({ url: server.url }) })
const object = (properties: JsonObject): JsonObject => ({ type: 'object', properties })
const header = (name: string, type = 'string'): JsonObject => ({ type, 'x-mcp-header': name })

test('[HTP-23] copies arguments with any content into the headers that their tool requests', async () => {
  server = await wanting({ act: object({ region: header('Region'), deep: object({ n: header('N', 'integer') }) }) })
  await add()
  expect(await fleet.say('act', { region: 'eu\r\nX-Evil: 1', deep: { n: 7 } })).toBe('done')
  const { headers } = server.seen.find(({ message }) => message['method'] === 'tools/call') ?? { headers: {} }
  const encoded = Buffer.from('eu\r\nX-Evil: 1').toString('base64')
  expect(headers).toMatchObject({ 'mcp-param-region': `=?base64?${encoded}?=`, 'mcp-param-n': '7' })
  expect(headers).not.toHaveProperty('x-evil')
})

test('[HTP-23] leaves out a tool, with the reason, if its header is invalid or not for an argument', async () => {
  const tools = {
    good: object({ a: header('A'), b: header('B') }),
    line: object({ a: header('A\r\nX-Evil: 1') }),
    empty: object({ a: header('') }),
    list: object({ a: header('A', 'array') }),
    twice: object({ a: header('A'), b: header('a') }),
    hidden: object({ a: { type: 'array', items: header('A') } }),
    root: { ...object({}), 'x-mcp-header': 'A' },
    named: object({ 'x-mcp-header': { type: 'string' }, a: { type: 'object', default: { 'x-mcp-header': 1 } } }),
  }
  server = await wanting(tools)
  await add()
  const { malformed = [], tools: offered = {} } = fleet.journal.state.servers['it'] ?? {}
  expect(Object.keys(offered)).toEqual(['good', 'named'])
  expect(malformed).toEqual(
    Object.keys(tools)
      .filter((name) => name !== 'good' && name !== 'named')
      .map((name) => ({
        name,
        problem: expect.stringMatching(/^A header for one of its arguments (isn’t|appears) .+\.$/),
      })),
  )
})
