import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ServerResponse } from 'node:http'
import { ReopenPace } from '../../../../main/host/mcp/http/reopen-pace.ts'
import type { JsonObject } from '../../../../shared/schema/json.ts'
import { isSessionLoss } from '../../../../main/host/mcp/http/bodies.ts'
import { serverConfig } from '../../../../shared/config/server-config.ts'
import { Fleet } from '../../../support/fleet.ts'
import { diceFrom } from '../protocol/mutations.ts'
import { answerJson, HostileServer, initializeResult, legacyExcept, type Reaction } from './peers.ts'

let fleet: Fleet
let server: HostileServer | undefined
beforeEach(() => {
  fleet = new Fleet({ limits: { probe: 500, handshake: 3000, reopen: 20 } })
})
afterEach(async () => {
  await fleet.close()
  await server?.stop()
})

async function add(react: Reaction): Promise<HostileServer> {
  server = await HostileServer.start(react)
  await fleet.ready(serverConfig.parse({ url: server.url, name: 'it' }))
  return server
}

const stream = (response: ServerResponse): ServerResponse =>
  response.writeHead(200, { 'content-type': 'text/event-stream' })
const event = (value: unknown): string => `data: ${JSON.stringify(value)}\n\n`
const acted = { content: [{ type: 'text', text: 'acted' }] }
const isCall = (method: unknown): boolean => method === 'tools/call'

describe('a stream that ends', () => {
  test('[HTP-29] is resumed from the same event until it brings another one @all', async () => {
    let asked: unknown
    const resumed: unknown[] = []
    await add(
      legacyExcept(({ method, headers, message }, response) => {
        if (isCall(message['method'])) {
          asked = message['id']
          stream(response).end('id: e1\nretry: 0\ndata:\n\n')
          return true
        }
        if (method !== 'GET' || asked === undefined) return false
        resumed.push(headers['last-event-id'])
        stream(response).end(
          resumed.length < 3 ? ': nothing yet\n\n' : `id: e2\n${event({ jsonrpc: '2.0', id: asked, result: acted })}`,
        )
        return true
      }),
    )
    expect(await fleet.say('act')).toBe('acted')
    expect(resumed).toEqual(['e1', 'e1', 'e1'])
  })

  test('[HTP-30] is reopened ever later if it brings nothing, and then no more', async () => {
    const circles = await add(
      legacyExcept(({ method }, response) => {
        if (method !== 'GET') return false
        stream(response).end()
        return true
      }),
    )
    const opened = () => circles.methods().filter((method) => method === 'GET').length
    await fleet.until(() => opened() === 5)
    // Many more would come in this time if the pause didn't grow.
    for (let call = 0; call < 20; call++) expect(await fleet.say('act')).toBe('acted')
    expect(opened()).toBe(5)
  })

  test('[HTP-30] counts as useful if it brought an event or lasted', () => {
    let now = 0
    const pace = new ReopenPace(1000, () => now)
    const waits: number[] = []
    for (const [brought, ms] of [
      [false, 0],
      [false, 10],
      [false, 0],
      [true, 0],
      [false, 0],
      [false, 60_000],
    ] as const) {
      const ended = pace.begin()
      now += ms
      ended(brought)
      waits.push(pace.waitMs)
    }
    expect(waits).toEqual([2000, 4000, 8000, 0, 2000, 0])
    for (let n = 0; n < 5; n++) pace.begin()(false)
    expect([pace.isOver, pace.waitMs]).toEqual([true, 30_000])
  })
})

describe('a session that is gone', () => {
  const losing = (how: 'stream' | 'json', times: number, lost = 'tools/call'): Reaction => {
    let sessions = 0
    let losses = 0
    return legacyExcept(({ message }, response) => {
      const { id = null, method } = message
      if (method === 'initialize') {
        answerJson(response, { jsonrpc: '2.0', id, result: initializeResult }, { 'mcp-session-id': `s${++sessions}` })
        return true
      }
      if (method !== lost) return false
      const said = { error: 'Session not found' }
      if (losses++ >= times && isCall(lost)) return false
      if (losses > times) answerJson(response, { jsonrpc: '2.0', id, result: { messages: [] } })
      else if (how === 'json') answerJson(response, said)
      else stream(response).end(event(said))
      return true
    })
  }

  const read = () => fleet.server().ask('prompts/get', { name: 'x' })
  const counted = (peer: HostileServer, method: string) => peer.methods().filter((it) => it === method).length

  test.each(['stream', 'json'] as const)('[HTP-31] is opened again if HTTP 200 says so in a %s', async (how) => {
    const forgetful = await add(losing(how, 1, 'prompts/get'))
    expect(await read()).toMatchObject({ status: 'answered' })
    expect(counted(forgetful, 'initialize')).toBe(2)
    const again = forgetful.seen.findLast(({ message }) => message['method'] === 'prompts/get')
    expect(again?.headers['mcp-session-id']).toBe('s2')
  })

  test.each(['stream', 'json'] as const)('[HTP-31] is quoted in a %s if another one doesn’t help', async (how) => {
    const forgetful = await add(losing(how, Infinity, 'prompts/get'))
    expect(await read()).toMatchObject({
      status: 'failed',
      problem: 'it refused the request with error -32000: Session not found',
    })
    expect(counted(forgetful, 'prompts/get')).toBe(2)
  })

  test.each(['stream', 'json'] as const)(
    '[HTP-33] never repeats a call that HTTP 200 answered in a %s',
    async (how) => {
      const forgetful = await add(losing(how, 1))
      expect(await fleet.call('act')).toEqual({
        status: 'failed',
        problem: 'it refused the call with error -32000: Session not found',
        mayHaveRun: true,
      })
      expect(counted(forgetful, 'tools/call')).toBe(1)
      expect(await fleet.say('act')).toBe('acted')
      expect(counted(forgetful, 'initialize')).toBe(2)
    },
  )

  const progress = { jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 'begun' } }
  const afterwards: [what: string, status: number, events: JsonObject[]][] = [
    [
      'an error for no request',
      200,
      [{ jsonrpc: '2.0', id: null, error: { code: -32600, message: 'Session expired' } }],
    ],
    ['a bare error', 200, [{ error: 'Browser session expired' }]],
    ['HTTP 400 about another session', 400, []],
  ]
  test.each(afterwards)(
    '[HTP-33] isn’t taken from %s, after which a call may have run',
    async (_what, status, events) => {
      const busy = await add(
        legacyExcept(({ message }, response) => {
          const { id = null, method } = message
          if (method === 'initialize') {
            answerJson(response, { jsonrpc: '2.0', id, result: initializeResult }, { 'mcp-session-id': 's1' })
            return true
          }
          if (!isCall(method)) return false
          if (status === 400) response.writeHead(400).end('The browser session has expired')
          else stream(response).end([progress, ...events].map(event).join(''))
          return true
        }),
      )
      expect(await fleet.call('act')).toMatchObject({ status: 'failed', mayHaveRun: status === 200 })
      expect(counted(busy, 'tools/call')).toBe(1)
      expect(counted(busy, 'initialize')).toBe(1)
    },
  )

  test('[HTP-33] isn’t taken from an error in the middle of a stream, before the answer', async () => {
    const chatty = await add(
      legacyExcept(({ message }, response) => {
        const { id = null, method } = message
        if (method === 'initialize') {
          answerJson(response, { jsonrpc: '2.0', id, result: initializeResult }, { 'mcp-session-id': 's1' })
          return true
        }
        if (!isCall(method)) return false
        const lost = { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'Session not found' } }
        stream(response).end([progress, lost, { jsonrpc: '2.0', id, result: acted }].map(event).join(''))
        return true
      }),
    )
    expect(await fleet.say('act')).toBe('acted')
    expect(counted(chatty, 'initialize')).toBe(1)
  })

  test.each([
    ['Session not found', true],
    ['Bad Request: No valid session ID provided', true],
    ['Mcp-Session-Id header is required', true],
    ['Session 4 expired', false],
    ['Your browser session expired', false],
    ['Invalid session cookie', false],
    ['Unknown tool; session kept', false],
  ])('[HTP-33] is known by the words of servers: %s', (message, is) => {
    expect(isSessionLoss({ message })).toBe(is)
  })
})

describe('a server that takes each step by chance', () => {
  const steps = ['right', 'empty', 'end', 'null id', 'other type', 'break'] as const

  test.each([1, 2, 3])('[HTP-32] leaves no call without a word, and is asked once per call (seed %i)', async (seed) => {
    const dice = diceFrom(seed * 7919)
    const taken: string[] = []
    const reaction: Reaction = legacyExcept(({ message }, response) => {
      if (!isCall(message['method'])) return false
      const step = steps[dice(steps.length)] ?? 'right'
      taken.push(step)
      const id = message['id'] ?? null
      const answer = { jsonrpc: '2.0', id, result: acted }
      if (step === 'right') answerJson(response, answer)
      else if (step === 'empty') response.writeHead(200, { 'content-type': 'application/json' }).end()
      else if (step === 'end') stream(response).end()
      else if (step === 'null id')
        answerJson(response, { jsonrpc: '2.0', id: null, error: { code: -1, message: 'no' } })
      else if (step === 'other type') stream(response).end(event({ ...answer, id: JSON.stringify(id) }))
      else response.destroy()
      return true
    })
    const odd = await add(reaction)
    const held: Record<string, string> = { right: 'answered', 'other type': 'answered' }
    for (let n = 0; n < 15; n++) {
      const outcome = await fleet.call('act')
      const step = taken.at(-1) ?? ''
      expect([step, outcome.status]).toEqual([step, held[step] ?? 'failed'])
      if (outcome.status === 'failed') expect(outcome.problem).toMatch(/\S/)
    }
    expect(odd.methods().filter(isCall)).toHaveLength(15)
    expect(new Set(taken).size).toBeGreaterThan(3)
  })
})
