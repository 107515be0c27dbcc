import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { notRunning } from '../../../../main/host/mcp/process/reasons.ts'
import type { ServersDeps } from '../../../../main/host/mcp/server/servers.ts'
import { systemClock } from '../../../../main/host/base/wake.ts'
import type { JsonObject } from '../../../../shared/schema/json.ts'
import { serverConfig } from '../../../../shared/config/server-config.ts'
import { Fleet } from '../../../support/fleet.ts'
import { selfSigned } from './certificate.ts'
import {
  everythingOver,
  freePort,
  HostileServer,
  legacyExcept,
  modernPeer,
  type Reaction,
  refuse,
  type RemotePeer,
} from './peers.ts'
import { leaveTime } from '../../../support/waiting.ts'

const soon = { firstMs: 20, unreachableMostMs: 50, jitter: () => 1 }
/** For tests that stop the date. */
const atNoon = Date.UTC(2026, 10, 24, 12)
const never = { firstMs: 600_000, unreachableMostMs: 600_000, jitter: () => 1 }

let fleet: Fleet
let toStop: { stop(): Promise<void> }[]
/** Milliseconds the machine has slept, by the wall clock. */
let slept: number
beforeEach(() => {
  toStop = []
  slept = 0
})
afterEach(async () => {
  await fleet.close()
  for (const it of toStop) await it.stop()
})

function withFleet(options: Partial<ServersDeps>): void {
  const clock = { ...systemClock, wall: () => systemClock.wall() + slept }
  fleet = new Fleet({ clock, ...options })
}

async function started<T extends { stop(): Promise<void> }>(starting: Promise<T>): Promise<T> {
  const it = await starting
  toStop.push(it)
  return it
}

const hostile = (react: Reaction): Promise<HostileServer> => started(HostileServer.start(react))
const at = (url: string) => serverConfig.parse({ url })
const tools = (id: string): string[] => Object.keys(fleet.journal.state.servers[id]?.tools ?? {})

const failures = (id: string) =>
  fleet.of('server.changed').flatMap(({ server, to }) => (server === id && to.state === 'failed' ? [to] : []))

/** Milliseconds until the next attempt. */
function wait(): number {
  const status = fleet.status()
  return status.state === 'failed' && status.retryAt !== undefined ? status.retryAt - Date.now() : NaN
}

/** Behaves like this for some requests, and correctly from then on. */
const atFirst = (requests: number, react: Reaction): Reaction => {
  const sound = legacyExcept(() => false)
  let seen = 0
  return (request, response) => (++seen <= requests ? react(request, response) : sound(request, response))
}

describe('a failed start over HTTP', () => {
  test.each<[string, Reaction]>([
    ['an internal error', (_seen, response) => refuse(response, 500)],
    ['a bad gateway', (_seen, response) => refuse(response, 502)],
    ['too many requests', (_seen, response) => refuse(response, 429)],
    ['a cut connection', (_seen, response) => response.socket?.destroy()],
    [
      'half a response',
      (_seen, response) => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': '99' }).write('{')
        setTimeout(() => response.destroy(), 10)
      },
    ],
  ])('[HTP-18] is retried automatically after %s, more often than after a crash', async (_name, react) => {
    withFleet({ restarts: soon })
    const server = await hostile(atFirst(20, react))
    fleet.apply({ it: at(server.url) })
    await fleet.until(() => fleet.status().state === 'ready')
    expect(failures('it').length).toBeGreaterThan(6)
    for (const { reason, retryAt } of failures('it')) {
      expect(reason).toMatch(/: .+\. Atrium retries automatically\.$/)
      expect(retryAt).toBeTypeOf('number')
    }
    expect(await fleet.say('act')).toBe('acted')
  })

  test('[HTP-18] is retried automatically if nothing listens yet', async () => {
    withFleet({ restarts: soon })
    const port = await freePort()
    await fleet.add({ it: at(`http://127.0.0.1:${port}/mcp`) })
    expect(failures('it')[0]?.reason).toMatch(
      /nothing responds at 127\.0\.0\.1:\d+: check that it is running there\. Atrium retries/,
    )
    await started(modernPeer({ PORT: String(port) }))
    await fleet.until(() => fleet.status().state === 'ready')
    expect(await fleet.say('echo', { text: 'at last' })).toBe('at last')
  })

  test('[HTP-18] is retried automatically if the server doesn’t answer @all', async () => {
    withFleet({ restarts: soon, limits: { probe: 500, handshake: 2000 } })
    const mute = await hostile(atFirst(2, () => undefined))
    await fleet.add({ it: at(mute.url) })
    expect(failures('it')[0]?.reason).toBe(
      'The server didn’t respond within 2 s: check that it is still running. Atrium retries automatically.',
    )
    await fleet.until(() => fleet.status().state === 'ready')
    expect(await fleet.say('act')).toBe('acted')
  })

  test('[HTP-18] isn’t retried for a lasting reason, and says what to do', async () => {
    withFleet({ restarts: soon })
    const sealed = createServer(selfSigned('one.localhost'), (_request, response) => response.end()).listen(
      0,
      '127.0.0.1',
    )
    await once(sealed, 'listening')
    toStop.push({ stop: async () => sealed.close().closeAllConnections() })
    const other = await hostile(() => undefined)
    const answers: Record<string, Reaction> = {
      'check the headers in its setup; a key may be missing or no longer valid': (_seen, response) =>
        refuse(response, 401),
      'check the headers': (_seen, response) => refuse(response, 403),
      'check the URL': (_seen, response) => refuse(response, 404),
      'look for the server’s URL in its documentation': (_seen, response) =>
        response.writeHead(200, { 'content-type': 'text/html' }).end('<p>'),
      'enter that URL in its setup': (_seen, response) => response.writeHead(307, { location: other.url }).end(),
      'tell its operator': (_seen, response) => response.writeHead(200, { 'content-encoding': 'br' }).end('x'),
    }
    const configs = {
      'has to fix its certificate': at(`https://127.0.0.1:${(sealed.address() as AddressInfo).port}/`),
    }
    for (const [words, react] of Object.entries(answers))
      Object.assign(configs, { [words]: at((await hostile(react)).url) })
    await fleet.add(configs)
    await leaveTime(400)
    for (const words of Object.keys(configs)) {
      expect(fleet.reason(words)).toContain(words)
      expect(fleet.status(words)).not.toHaveProperty('retryAt')
      expect(fleet.starts(words)).toBe(1)
    }
  })

  test.each([
    [429, '40', 40_000],
    [503, new Date(atNoon + 90_000).toUTCString(), 90_000],
    [503, '999999999', 3_600_000],
    [429, 'soon', 50],
    [503, '-5', 50],
  ])('[HTP-19] is retried, for HTTP %i with "Retry-After: %s", after %i ms', async (status, header, expected) => {
    vi.useFakeTimers({ toFake: ['Date'], now: atNoon })
    onTestFinished(() => void vi.useRealTimers())
    withFleet({ restarts: { ...soon, firstMs: 50 }, clock: { ...systemClock, wall: () => atNoon } })
    const server = await hostile((_seen, response) => response.writeHead(status, { 'retry-after': header }).end())
    await fleet.add({ it: at(server.url) })
    expect(failures('it')[0]?.retryAt).toBe(atNoon + expected)
  })

  test('[HTP-13] ends after a time limit if a server of the older transport never names its endpoint', async () => {
    withFleet({ restarts: never, limits: { endpoint: 300 } })
    const server = await hostile(({ method }, response) => {
      if (method !== 'GET') return refuse(response, 405)
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': welcome\n\n')
    })
    await fleet.add({ it: at(server.url) })
    expect(fleet.reason()).toBe(
      'The server didn’t say within 0.3 s where to send messages: check the URL. Atrium retries automatically.',
    )
    expect(wait()).toBeGreaterThan(0)
  })
})

const kinds = ['modern', 'streamableHttp', 'sse'] as const
type Kind = (typeof kinds)[number]
const peerOf = (kind: Kind, port: number): Promise<RemotePeer> =>
  started(kind === 'modern' ? modernPeer({ PORT: String(port) }) : everythingOver(kind, port))
const long: Record<Kind, [tool: string, args: JsonObject]> = {
  modern: ['slow', { n: 500 }],
  streamableHttp: ['trigger-long-running-operation', { duration: 60, steps: 120 }],
  sse: ['trigger-long-running-operation', { duration: 60, steps: 120 }],
}
const echo = (id: Kind) => fleet.call('echo', { text: 'hello', message: 'hello' }, { id })
const all = <T>(each: (kind: Kind) => Promise<T>): Promise<T[]> => Promise.all(kinds.map(each))
const isReady = async (kind: Kind) => fleet.until(() => fleet.status(kind).state === 'ready')
const hasFailed = async (kind: Kind) => fleet.until(() => failures(kind).length > 0)

/** One ready peer per transport, named after it. */
async function oneOfEach(): Promise<Record<Kind, { port: number; peer: RemotePeer }>> {
  const found = await all(async (kind) => {
    const port = await freePort()
    return [kind, { port, peer: await peerOf(kind, port) }] as const
  })
  await fleet.add(Object.fromEntries(found.map(([kind, { peer }]) => [kind, at(peer.url)])))
  await all(isReady)
  return Object.fromEntries(found) as Record<Kind, { port: number; peer: RemotePeer }>
}

describe('a server that goes away and comes back', () => {
  test('[HTP-20] shows as failed while idle, and becomes ready again automatically @all', async () => {
    withFleet({ restarts: soon })
    const peers = await oneOfEach()
    const before = kinds.map(tools)
    await all((kind) => peers[kind].peer.stop())
    await all(hasFailed)
    for (const kind of kinds) expect(failures(kind)[0]?.reason).toMatch(/Atrium retries automatically\.$/)
    for (const reply of await all(echo)) expect(reply).toMatchObject({ status: 'failed', mayHaveRun: false })
    await all((kind) => peerOf(kind, peers[kind].port))
    await all(isReady)
    expect(kinds.map(tools)).toEqual(before)
    for (const reply of await all(echo)) expect(reply).toMatchObject({ status: 'answered' })
  })

  test('[HTP-20] fails a call in progress as possibly run, and doesn’t get it again @all', async () => {
    withFleet({ restarts: soon, limits: { reopen: 50 } })
    const peers = await oneOfEach()
    const heard: Record<Kind, number> = { modern: 0, streamableHttp: 0, sse: 0 }
    const calls = kinds.map((id) => fleet.call(...long[id], { id, onProgress: () => heard[id]++ }))
    await fleet.until(() => kinds.every((kind) => heard[kind] > 0))
    await all((kind) => peers[kind].peer.stop())
    for (const reply of await Promise.all(calls)) {
      expect(reply).toMatchObject({ status: 'failed', mayHaveRun: true })
      expect(reply).toHaveProperty('problem', expect.stringMatching(/^\w+ (broke off|ended|closed) /))
    }
    // All progress that was sent before the end has been read.
    const told = { ...heard }
    await all(hasFailed)
    const seconds = await all((kind) => peerOf(kind, peers[kind].port))
    await all(isReady)
    for (const reply of await all(echo)) expect(reply).toMatchObject({ status: 'answered' })
    expect(heard).toEqual(told)
    expect(peers.modern.peer.stderr()).toContain('[peer] slow')
    for (const { stderr } of seconds) expect(stderr()).not.toContain('[peer] slow')
  })

  test('[HTP-20] isn’t assumed lost when the user cancels a call @all', async () => {
    withFleet({ restarts: soon })
    const peer = await peerOf('modern', await freePort())
    await fleet.ready(at(peer.url))
    const asked = () => fleet.sent().filter((it) => it === 'server/discover').length
    const before = asked()
    const cancel = new AbortController()
    const call = fleet.call('slow', { n: 500 }, { signal: cancel.signal, onProgress: () => cancel.abort() })
    expect(await call).toMatchObject({ status: 'cancelled' })
    await leaveTime(1500)
    expect(asked()).toBe(before)
    expect(fleet.states()).toEqual(['starting', 'ready'])
  })

  test('[HTP-21] gets a new subscription if it is modern and the stream is lost, and missed changes are read @all', async () => {
    withFleet({ restarts: soon })
    const peer = await peerOf('modern', await freePort())
    await fleet.ready(at(peer.url))
    const listened = () => fleet.sent().filter((it) => it === 'subscriptions/listen').length
    await fleet.until(() => listened() === 1)
    expect(await fleet.say('hang_up')).toBe('hung up')
    await fleet.until(() => tools('it').includes('learned'))
    expect(listened()).toBe(2)
    expect(fleet.states()).toEqual(['starting', 'ready'])
  })
})

describe('a server after the machine slept', () => {
  const hour = 60 * 60 * 1000

  test('[HTP-22] is tried at once if it was out of reach', async () => {
    withFleet({ restarts: never })
    let react: Reaction = (_seen, response) => refuse(response, 502)
    const server = await hostile((seen, response) => react(seen, response))
    await fleet.add({ it: at(server.url) })
    expect(wait()).toBeGreaterThan(100_000)
    react = legacyExcept(() => false)
    slept += hour
    await fleet.until(() => fleet.status().state === 'ready')
  })

  test('[HTP-19] [HTP-22] is left alone until the time that it asked for @all', async () => {
    withFleet({ restarts: soon })
    const server = await hostile(
      atFirst(1, (_seen, response) => response.writeHead(429, { 'retry-after': '1800' }).end()),
    )
    await fleet.add({ it: at(server.url) })
    slept += hour / 4
    await leaveTime(2500)
    expect(fleet.starts()).toBe(1)
    slept += hour
    await fleet.until(() => fleet.status().state === 'ready')
  })

  test('[HTP-22] shows as failed if it no longer answers, and recovers when it does @all', async () => {
    withFleet({ restarts: soon, heartbeat: { every: 600_000, answer: 500 } })
    const peers = await oneOfEach()
    for (const kind of kinds) peers[kind].peer.hold()
    await leaveTime(1500)
    expect(kinds.map((kind) => fleet.status(kind).state)).toEqual(['ready', 'ready', 'ready'])
    slept += hour
    await all(hasFailed)
    for (const kind of kinds)
      expect(failures(kind)[0]?.reason).toBe(
        'The server stopped responding: no response to two checks within 0.5 s each. Atrium retries automatically.',
      )
    for (const kind of kinds) peers[kind].peer.goOn()
    await all(isReady)
    for (const reply of await all(echo)) expect(reply).toMatchObject({ status: 'answered' })
  })

  test('[HTP-22] stays ready if it answers, and its tools are read again @all', async () => {
    withFleet({ restarts: never })
    await oneOfEach()
    const before = fleet.of('request.sent').length
    slept += hour
    const since = (kind: Kind) =>
      fleet
        .of('request.sent')
        .slice(before)
        .flatMap(({ server, method }) => (server === kind ? [method] : []))
    await fleet.until(() => kinds.every((kind) => since(kind).includes('tools/list')))
    // A legacy server is pinged, which isn't recorded.
    expect(kinds.map((kind) => since(kind).includes('server/discover'))).toEqual([true, false, false])
    for (const kind of kinds) expect(fleet.states(kind)).toEqual(['starting', 'ready'])
  })

  test('[HTP-22] counts as alive if it refuses the check, unless the refusal says that its backend is gone @all', async () => {
    withFleet({ restarts: { ...never, firstMs: 300_000 } })
    const onPing = (status: number) =>
      hostile(
        legacyExcept(({ message }, response) => {
          if (message['method'] === 'ping') refuse(response, status, 'no')
          return message['method'] === 'ping'
        }),
      )
    const statuses = [400, 403, 404, 429, 500, 502, 503, 504]
    for (const status of statuses) await fleet.add({ [status]: at((await onPing(status)).url) })
    const stand = () => Object.fromEntries(statuses.map((it) => [it, fleet.status(String(it)).state]))
    slept += hour
    await fleet.until(() => [502, 503, 504].every((it) => fleet.status(String(it)).state === 'failed'))
    await leaveTime(500)
    const [ready, failed] = ['ready', 'failed']
    expect(stand()).toEqual({
      ...Object.fromEntries(statuses.map((it) => [it, ready])),
      502: failed,
      503: failed,
      504: failed,
    })
    expect(fleet.reason('503')).toMatch(
      /^The server had an internal error, HTTP 503 .* Atrium retries automatically\.$/,
    )
  })

  test('[HTP-11] [HTP-22] gets a new session if it forgot the old one', async () => {
    withFleet({ restarts: never })
    let sessions = 0
    const server = await hostile(
      legacyExcept(({ headers, message }, response) => {
        if (message['method'] === 'initialize') response.setHeader('mcp-session-id', `s${++sessions}`)
        if (message['method'] !== 'ping' || headers['mcp-session-id'] !== 's1') return false
        refuse(response, 404)
        return true
      }),
    )
    await fleet.ready(at(server.url))
    slept += hour
    await fleet.until(() => sessions === 2)
    await fleet.until(() => server.methods().filter((it) => it === 'tools/list').length === 2)
    expect(server.seen.at(-1)?.headers['mcp-session-id']).toBe('s2')
    expect(fleet.states()).toEqual(['starting', 'ready'])
  })
})

test('[HTP-27] says when Atrium retries a failed server', async () => {
  withFleet({ restarts: never })
  const server = await hostile(legacyExcept(() => false))
  const config = at(server.url)
  await server.stop()
  toStop = []
  await fleet.add({ it: config })
  const wanted = { status: 'failed', problem: 'it isn’t running. Atrium retries in 10 minutes.' }
  expect(await fleet.call('act')).toMatchObject(wanted)
  expect(await fleet.server().ask('resources/read', { uri: 'x:y' })).toMatchObject(wanted)
})

test.each<[number | undefined, string]>([
  [24_100, 'Atrium retries in 25 s.'],
  [-1000, 'Atrium retries in 1 s.'],
  [300_000, 'Atrium retries in 5 minutes.'],
  [undefined, 'Start it.'],
])('[HTP-27] describes a wait of %s ms as: %s', (ms, next) => {
  const status = { state: 'failed' as const, reason: '', stderr: [], ...(ms !== undefined && { retryAt: 1e6 + ms }) }
  expect(notRunning('it', status, 'Start it.', 1e6)).toBe(`it isn’t running. ${next}`)
})
