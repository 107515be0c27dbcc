import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { Lookup } from '../../main/host/network/host-kinds.ts'
import { isObject, type JsonObject } from '../../shared/schema/json.ts'
import { serverConfig } from '../../shared/config/server-config.ts'
import { Fleet, peer } from '../support/fleet.ts'
import { ScriptedClock } from '../support/scripted-clock.ts'
import { HostileServer, legacyExcept, type Reaction, refuse } from '../host/mcp/http/peers.ts'

const megabyte = 1024 * 1024
const events = { 'content-type': 'text/event-stream' }
const json = { 'content-type': 'application/json' }
/** Max bytes that the system and Node hold between a connection's two ends. */
const onTheWay = 16 * megabyte

let fleet: Fleet
let servers: HostileServer[] = []
/** Bytes written to the connection in the current test. */
let written: number
beforeEach(() => (written = 0))

async function leave(): Promise<void> {
  await fleet.close()
  for (const it of servers) await it.stop()
  servers = []
}

async function hostile(react: Reaction): Promise<HostileServer> {
  const server = await HostileServer.start(react)
  servers.push(server)
  return server
}

/** Sends `first`, and then repeats `line` for as long as someone reads. */
function pour(response: ServerResponse, headers: Record<string, string>, line: string, first = ''): true {
  const chunk = Buffer.from(line.repeat(Math.ceil((64 * 1024) / line.length)))
  const more = (): void => {
    if (response.destroyed) return
    written += chunk.length
    response.write(chunk)
  }
  response.writeHead(200, headers).write(first)
  response.on('drain', more)
  more()
  return true
}

/** Makes the good server answer call after call while `attack` lasts, and at least once. */
async function beside(attack: () => Promise<void>): Promise<void> {
  let over = false
  const isOver = () => over
  const attacked = attack().finally(() => (over = true))
  let calls = 0
  attacked.catch(() => undefined)
  do expect(await fleet.say('echo', { text: `${++calls}` }, { id: 'good' })).toBe(`${calls}`)
  while (!isOver())
  await attacked
  expect(fleet.states('good')).toEqual(['starting', 'ready'])
}

/** Adds a hostile server with its own ID; the helpers below refer to the last one added. */
let last = ''
async function meet(config: unknown): Promise<void> {
  last = `it${++met}`
  await fleet.add({ [last]: serverConfig.parse({ ...Object(config), name: 'it' }) })
}
let met = 0

describe('the answer to a call', () => {
  beforeAll(async () => {
    fleet = new Fleet()
    const server = await hostile(
      legacyExcept(({ message }, response) => {
        const { arguments: given } = isObject(message['params']) ? message['params'] : {}
        if (!isObject(given) || typeof given['line'] !== 'string') return false
        return pour(response, given['json'] === true ? json : events, given['line'])
      }),
    )
    await fleet.add({ good: peer('good.mjs') })
    await meet({ url: server.url })
  })
  afterAll(leave)

  const failsAlone = (args: JsonObject, problem: string): Promise<void> =>
    beside(async () => {
      expect(await fleet.call('act', args, { id: last })).toEqual({ status: 'failed', problem, mayHaveRun: true })
      expect(await fleet.say('act', {}, { id: last })).toBe('acted')
      expect(fleet.states(last)).toEqual(['starting', 'ready'])
    })

  test.each(['\n', '\r', '\n\r\r', ': x\r\n', 'data\n', 'data: \n\n', 'id: 1\n', 'x\n'])(
    '[HOST-4] fails that call alone if it is %j without end',
    async (line) => {
      await failsAlone({ line }, 'it sent a flood of lines without a message and was cut off: tell its operator.')
      expect(written).toBeLessThan(megabyte + onTheWay)
    },
  )

  test.each([
    ['an event of one line', { line: 'data: x' }],
    ['an event of short lines', { line: 'data: x\n' }],
    ['JSON', { line: '[["x"]],', json: true }],
  ])('[HOST-4] fails that call alone if it is %s without end', async (_name, args) => {
    await failsAlone(args, 'it sent more than 32 MB in one response and was cut off: tell its operator.')
    expect(written).toBeLessThan(33 * megabyte + onTheWay)
  })

  test('[HOST-4] counts as the violation it was cut off for', async () => {
    await fleet.servers.close()
    expect(fleet.violations(last)).toMatchObject({ flood: 8, 'line-too-long': 2 })
  })
})

describe('a server’s start', () => {
  beforeAll(async () => {
    fleet = new Fleet()
    await fleet.add({ good: peer('good.mjs') })
  })
  afterAll(leave)

  test('[HOST-4] opens a stream of notices that floods each time only a few times, and calls continue @all', async () => {
    let cut = 0
    const server = await hostile(
      legacyExcept(({ method }, response) => {
        if (method !== 'GET') return false
        response.once('close', () => cut++)
        return pour(response, events, ':\n', 'retry: 0\n\n')
      }),
    )
    const gets = () => server.seen.filter(({ method }) => method === 'GET').length
    await beside(async () => {
      await meet({ url: server.url })
      await fleet.until(() => cut === 4)
      expect(await fleet.say('act', {}, { id: last })).toBe('acted')
    })
    expect(written).toBeLessThan(4 * (megabyte + onTheWay))
    expect([gets(), fleet.status(last).state]).toEqual([4, 'ready'])
  })

  test('[HOST-4] ends with its flooded stream over the older transport', async () => {
    const server = await hostile(({ method, url }, response) => {
      if (method === 'GET') pour(response, events, '\r', 'event: endpoint\ndata: /messages\n\n')
      else if (url === '/mcp') refuse(response, 405)
    })
    await beside(() => meet({ url: server.url }))
    expect(fleet.reason(last)).toBe(
      'The server sent a flood of lines without a message and was cut off: tell its operator.',
    )
    expect(written).toBeLessThan(megabyte + onTheWay)
  })

  test.each([
    ['an event stream', events, 'data: {"resource": "x"}\n'],
    ['JSON', json, '{"resource": "x"}, '],
  ])('[HOST-4] fails alone, and asks nothing, if its metadata are %s without end', async (_name, headers, line) => {
    const server = await hostile(({ url }, response) => {
      if (url !== '/mcp') return pour(response, headers, line)
      const challenge = `Bearer resource_metadata="${server.origin}/metadata"`
      return response.writeHead(401, { 'www-authenticate': challenge }).end()
    })
    await beside(() => meet({ url: server.url }))
    expect(fleet.status(last).state).toBe('failed')
    expect(fleet.reason(last)).toMatch(/^The server .+\.$/)
    expect(fleet.journal.state.asks).toEqual([])
    const asked = server.seen.filter(({ url }) => url !== '/mcp').length
    expect(written).toBeLessThan(asked * (megabyte + onTheWay))
  })
})

describe('a program’s output', () => {
  // The clock is stopped, so the rate of lines doesn't depend on how fast they are read.
  beforeAll(async () => {
    fleet = new Fleet({ clock: new ScriptedClock() })
    await fleet.add({ good: peer('good.mjs') })
  })
  afterAll(leave)

  test.each(['\n', 'x\n', '[]\r\n'])(
    '[HOST-4] [FRM-8] ends a program that writes %j without end, for good',
    async (line) => {
      await meet(peer('floods-lines.mjs', { LINE: JSON.stringify(line) }))
      await beside(async () => {
        expect(await fleet.call('flood', {}, { id: last })).toEqual({
          status: 'failed',
          problem: 'it sent a flood of lines without a message and was stopped before it responded.',
          mayHaveRun: true,
        })
      })
      expect(fleet.reason(last)).toBe('The server sent a flood of lines without a message and was stopped.')
    },
  )
})

test('[HOST-4] does not follow a name that leads elsewhere the second time', async () => {
  const server = await hostile(legacyExcept(() => false))
  let lookups = 0
  const lookup: Lookup = async () => [{ address: lookups++ === 0 ? '127.0.0.1' : '10.0.0.5', family: 4 }]
  fleet = new Fleet({ safe: { lookup } })
  onTestFinished(leave)
  const url = `http://one.localhost:${new URL(server.url).port}/mcp`
  await meet({ url })
  expect(await fleet.say('act', {}, { id: last })).toBe('acted')
  expect(lookups).toBe(1)
  await fleet.servers.restart(last)
  await fleet.settled(last)
  expect(fleet.reason(last)).toMatch(/one\.localhost leads to 10\.0\.0\.5, and no server is allowed there/)
})
