import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { JsonObject } from '../../../../shared/schema/json.ts'
import { serverConfig, type HttpEntry } from '../../../../shared/config/server-config.ts'
import { Fleet } from '../../../support/fleet.ts'
import {
  answerJson,
  everythingOver,
  HostileServer,
  initializeResult,
  legacyExcept,
  type Reaction,
  refuse,
} from './peers.ts'
import { storedName } from '../../../../shared/risk/secret-names.ts'

let fleet: Fleet
let servers: HostileServer[]
beforeEach(() => {
  fleet = new Fleet({ limits: { probe: 500, handshake: 3000 } })
  servers = []
})
afterEach(async () => {
  await fleet.close()
  for (const server of servers) await server.stop()
})

async function hostile(react: Reaction): Promise<HostileServer> {
  const server = await HostileServer.start(react)
  servers.push(server)
  return server
}

/** Each server has its own ID; the helpers below refer to the last one added. */
let last: string
async function add(server: { url: string }, rest: Partial<HttpEntry> = {}): Promise<void> {
  last = `s${++added}`
  await fleet.add({ [last]: serverConfig.parse({ url: server.url, name: 'it', ...rest }) })
}
let added = 0
const call = () => fleet.call('act', {}, { id: last })
const say = () => fleet.say('act', {}, { id: last })

const isCall = (method: unknown): boolean => method === 'tools/call'

describe('the first contact with an HTTP server', () => {
  test('[HTP-4] treats a server that fails on the probe as legacy', async () => {
    const server = await hostile(
      legacyExcept(({ message }, response) => {
        if (message['method'] !== 'server/discover') return false
        refuse(response, 500, 'TypeError')
        return true
      }),
    )
    await add(server)
    expect(fleet.status(last)).toMatchObject({ state: 'ready', era: 'legacy' })
    expect(await say()).toBe('acted')
  })

  test('[HTP-4] treats a server that doesn’t answer the probe as legacy', async () => {
    const server = await hostile(legacyExcept(({ message }) => message['method'] === 'server/discover'))
    await add(server)
    expect(fleet.status(last)).toMatchObject({ state: 'ready', era: 'legacy' })
  })

  test('[HTP-4] treats a modern server that answers the probe late as modern', async () => {
    const complete = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' }
    const said = { supportedVersions: ['2026-07-28'], capabilities: { tools: {} } }
    const server = await hostile(({ message }, response) => {
      const { id = null, method } = message
      const answer = (result: JsonObject) =>
        answerJson(response, { jsonrpc: '2.0', id, result: { ...complete, ...result } })
      const isFirst = server.methods().length === 1
      if (method === 'server/discover' && !isFirst) answer(said)
      else if (method === 'tools/list') answer({ tools: [] })
      else if (method !== 'server/discover')
        response
          .writeHead(400)
          .end(JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32020, message: 'No header' } }))
    })
    await add(server)
    expect(fleet.status(last)).toMatchObject({ state: 'ready', era: 'modern' })
    expect(server.methods().slice(0, 3)).toEqual(['server/discover', 'initialize', 'server/discover'])
  })

  test.each([
    [
      401,
      'The server requires authentication, HTTP 401 (who?): check the headers in its setup; a key may be missing or no longer valid.',
    ],
    [
      403,
      'The server denies access, HTTP 403 (who?): check the headers in its setup; a key may be missing or no longer valid.',
    ],
    [404, 'The server has nothing at this URL, HTTP 404 (who?): check the URL.'],
    [
      503,
      'The server had an internal error, HTTP 503 (who?): if this continues, tell its operator. Atrium retries automatically.',
    ],
  ])('[HTP-5] fails with a specific message if the server answers everything with %i', async (status, sentence) => {
    const server = await hostile((_seen, response) => refuse(response, status, 'who?'))
    await add(server)
    expect(fleet.reason(last)).toBe(sentence)
    // Atrium looks for sign-in metadata once, in addition to calling the server.
    const [asked, sought] = [server.seen.filter(({ url }) => url === '/mcp'), server.seen]
    expect([asked.length < 5, sought.length - asked.length <= 4]).toEqual([true, true])
  })

  test('[HTP-5] gives a message each for no listener, no answer and a web page', async () => {
    const gone = await hostile(() => undefined)
    const { url } = gone
    await servers.pop()?.stop()
    await add({ url })
    expect(fleet.reason(last)).toBe(
      `The server couldn’t be reached, because nothing responds at ${new URL(url).host}: check that it is running there. Atrium retries automatically.`,
    )
    await add(await hostile(() => undefined))
    expect(fleet.reason(last)).toMatch(/^The server didn’t respond within 3 s/)
    await add(await hostile((_seen, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>')))
    expect(fleet.reason(last)).toBe(
      'This URL is a web page, not a server: look for the server’s URL in its documentation.',
    )
  })
})

describe('a redirect', () => {
  test('[HTP-6] isn’t followed to another origin, and headers never get there', async () => {
    const other = await hostile(legacyExcept(() => false))
    const server = await hostile((_seen, response) => response.writeHead(307, { location: other.url }).end())
    fleet.secrets.set(storedName('server/moves/key', server.origin), 'hush-hush')
    const config = { url: server.url, headers: { 'X-Key': { secret: 'server/moves/key' } } }
    last = 'moves'
    await fleet.add({ moves: serverConfig.parse(config) })
    expect(fleet.reason(last)).toBe(
      `The server redirects requests for ${server.origin} to ${other.origin}, where its headers must not be sent: if it has moved there, enter that URL in its setup.`,
    )
    expect(other.seen).toEqual([])
  })

  test('[HTP-6] is followed within the origin with the request unchanged', async () => {
    const moved = legacyExcept(() => false)
    const server = await hostile((seen, response) => {
      if (seen.url === '/new') void moved(seen, response)
      else response.writeHead(308, { location: '/new' }).end()
    })
    await add(server)
    expect(await say()).toBe('acted')
  })

  test('[HTP-6] fails if it goes in circles or would lose the message', async () => {
    const circle = await hostile((_seen, response) => response.writeHead(307, { location: '/mcp' }).end())
    await add(circle)
    expect(fleet.reason(last)).toBe('The server redirects in a way that Atrium can’t follow: check the URL.')
    const perMessage = Map.groupBy(circle.seen, ({ message }) => JSON.stringify(message['id'])).values()
    expect(Array.from(perMessage, ({ length }) => length).filter((requests) => requests !== 6)).toEqual([])
    expect(circle.seen).not.toEqual([])
    await add(await hostile((_seen, response) => response.writeHead(302, { location: '/elsewhere' }).end()))
    expect(fleet.reason(last)).toBe('The server redirects in a way that Atrium can’t follow: check the URL.')
  })
})

describe('a response to a call', () => {
  const onCall = (react: Reaction): Promise<HostileServer> =>
    hostile(
      legacyExcept(async (seen, response) => {
        if (!isCall(seen.message['method'])) return false
        await react(seen, response)
        return true
      }),
    )

  test.each([
    ['br', brotliCompressSync],
    ['gzip', gzipSync],
    ['zstd', (text: string) => Buffer.from(text)],
  ])('[HTP-7] is refused unread in the encoding %s, because Atrium didn’t ask for one', async (coding, compress) => {
    const server = await onCall(({ message }, response) => {
      const body = compress(JSON.stringify({ jsonrpc: '2.0', id: message['id'], result: { content: [] } }))
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': coding }).end(body)
    })
    await add(server)
    expect(await call()).toEqual({
      status: 'failed',
      problem: `it compressed its response (${coding}), although Atrium ruled that out: tell its operator.`,
      mayHaveRun: true,
    })
    expect(new Set(server.seen.map(({ headers }) => headers['accept-encoding']))).toEqual(new Set(['identity']))
  })

  test.each([
    ['not JSON', '{"jsonrpc"'],
    ['a batch', '[{"jsonrpc":"2.0","id":0,"result":{}}]'],
    ['empty', ''],
    ['for another request', '{"jsonrpc":"2.0","id":"no","result":{"content":[]}}'],
    ['nested too deeply', `{"jsonrpc":"2.0","id":9,"result":${'['.repeat(100)}${']'.repeat(100)}}`],
  ])('[HTP-8] fails its call at once if it is %s', async (_name, body) => {
    const server = await onCall((_seen, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(body),
    )
    await add(server)
    expect(await call()).toMatchObject({ status: 'failed', mayHaveRun: true })
    expect(fleet.status(last).state).toBe('ready')
  })

  test('[HTP-8] fails its call if its stream ends early, and the call isn’t sent again', async () => {
    const server = await onCall((_seen, response) =>
      response.writeHead(200, { 'content-type': 'text/event-stream' }).end(': bye\n\n'),
    )
    await add(server)
    expect(await call()).toMatchObject({ status: 'failed', mayHaveRun: true })
    const broken = await onCall((_seen, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: {"json')
      setTimeout(() => response.destroy(), 50)
    })
    await add(broken)
    expect(await call()).toMatchObject({ status: 'failed', mayHaveRun: true })
    for (const it of [server, broken]) expect(it.methods().filter(isCall)).toHaveLength(1)
  })

  test('[HTP-9] continues from the last event if its stream can be resumed, and counts once', async () => {
    const answer = (id: unknown) =>
      `id: e2\ndata: ${JSON.stringify({ jsonrpc: '2.0', id, result: { content: [{ type: 'text', text: 'late' }] } })}\n\n`
    let asked: unknown
    const server = await hostile(
      legacyExcept(({ method, headers, message }, response) => {
        if (isCall(message['method'])) {
          asked = message['id']
          response.writeHead(200, { 'content-type': 'text/event-stream' }).end('id: e1\nretry: 0\ndata:\n\n')
          return true
        }
        if (method !== 'GET' || headers['last-event-id'] !== 'e1') return false
        response.writeHead(200, { 'content-type': 'text/event-stream' }).end(answer(asked) + answer(asked))
        return true
      }),
    )
    await add(server)
    expect(await say()).toBe('late')
    // "retry: 0" doesn't cause a flood of requests.
    expect(server.methods().filter(isCall)).toHaveLength(1)
  })

  test('[HTP-8] says after an error or a refusal whether the call may have run', async () => {
    await add(await onCall((_seen, response) => refuse(response, 500, 'oops')))
    expect(await call()).toEqual({
      status: 'failed',
      problem: 'it had an internal error, HTTP 500 (oops): if this continues, tell its operator.',
      mayHaveRun: true,
    })
    await add(await onCall((_seen, response) => refuse(response, 429)))
    expect(await call()).toMatchObject({ status: 'failed', mayHaveRun: false })
  })

  test('[HTP-10] doesn’t hold up another server if it is an endless flood @all', async () => {
    const server = await onCall((_seen, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      const note = 'data: {"jsonrpc":"2.0","method":"notifications/message","params":{"data":"x"}}\n\n'.repeat(200)
      const timer = setInterval(() => response.write(note), 1)
      response.on('close', () => clearInterval(timer))
    })
    const good = await hostile(legacyExcept(() => false))
    await fleet.add({
      bad: serverConfig.parse({ url: server.url, timeouts: { work: 2 } }),
      good: serverConfig.parse({ url: good.url }),
    })
    const flooded = fleet.call('act', {}, { id: 'bad' })
    for (let n = 0; n < 5; n++) expect(await fleet.say('act', {}, { id: 'good' })).toBe('acted')
    expect(await flooded).toMatchObject({ status: 'timed-out' })
  })
})

describe('a session', () => {
  const withSession = (lose: { times: number }) => {
    let sessions = 0
    return legacyExcept(({ method, headers, message }, response) => {
      if (message['method'] === 'initialize') {
        const id = message['id'] ?? null
        answerJson(response, { jsonrpc: '2.0', id, result: initializeResult }, { 'mcp-session-id': `s${++sessions}` })
        return true
      }
      if (method === 'DELETE') {
        response.writeHead(204).end()
        return true
      }
      if (!isCall(message['method']) || lose.times === 0) return headers['mcp-session-id'] === undefined
      lose.times--
      refuse(response, 404)
      return true
    })
  }

  test('[HTP-11] is opened again once if it is lost, and the call that found it lost runs', async () => {
    const server = await hostile(withSession({ times: 1 }))
    await add(server)
    expect(await say()).toBe('acted')
    const sessions = server.seen.map(({ headers }) => headers['mcp-session-id'])
    expect(server.methods().filter((it) => it === 'initialize')).toHaveLength(2)
    expect(sessions.at(-1)).toBe('s2')
    expect(await say()).toBe('acted')
    await fleet.until(() => server.methods().filter((it) => it === 'tools/list').length === 2)
  })

  test('[HTP-11] fails the call if it is lost again at once', async () => {
    const server = await hostile(withSession({ times: 2 }))
    await add(server)
    expect(await call()).toMatchObject({ status: 'failed', mayHaveRun: false })
    expect(server.methods().filter(isCall)).toHaveLength(2)
  })

  test('[HTP-11] recovers when the reference server is restarted between two calls @all', async () => {
    await fleet.close()
    fleet = new Fleet({ restarts: { firstMs: 50, unreachableMostMs: 100 } })
    const first = await everythingOver('streamableHttp')
    await fleet.ready(serverConfig.parse({ url: first.url }))
    await first.stop()
    expect(await fleet.call('echo', { message: 'a' })).toMatchObject({ status: 'failed', mayHaveRun: false })
    const second = await everythingOver('streamableHttp', Number(new URL(first.url).port))
    await fleet.until(() => fleet.status().state === 'ready')
    expect(await fleet.say('echo', { message: 'again' })).toContain('again')
    await fleet.servers.close()
    await second.stop()
  })

  test('[HTP-12] ends when Atrium disconnects, without waiting for a server that doesn’t answer @all', async () => {
    const server = await hostile(withSession({ times: 0 }))
    await add(server)
    await fleet.servers.stop(last)
    expect(server.seen.at(-1)).toMatchObject({ method: 'DELETE', headers: { 'mcp-session-id': 's1' } })
    const deaf = await hostile(
      legacyExcept(({ method, message }, response) => {
        if (message['method'] === 'initialize') response.setHeader('mcp-session-id', 's1')
        return method === 'DELETE'
      }),
    )
    await add(deaf)
    await fleet.servers.stop(last)
  })

  test('[HTP-12] is refused if its id isn’t a plain word', async () => {
    const server = await hostile(
      legacyExcept(({ message }, response) => {
        if (message['method'] === 'initialize') response.setHeader('mcp-session-id', 'x'.repeat(5000))
        return false
      }),
    )
    await add(server)
    expect(fleet.reason(last)).toBe('The server gave an unusable session ID: tell its operator.')
  })
})

test('[HTP-13] refuses an endpoint at another origin over the older transport, and explains the stream’s end', async () => {
  const events = { 'content-type': 'text/event-stream' }
  const sse = (first: string, then?: number) =>
    hostile(({ method }, response) => {
      if (method !== 'GET') return refuse(response, 405)
      response.writeHead(200, events).write(first)
      if (then !== undefined) setTimeout(() => response.end(), then)
    })
  const other = await hostile(() => undefined)
  await add(await sse(`event: endpoint\ndata: ${other.origin}/messages\n\n`))
  expect(fleet.status(last).state).toBe('failed')
  expect(other.seen).toEqual([])

  const peer = await everythingOver('sse')
  await fleet.ready(serverConfig.parse({ url: peer.url }), 'real')
  await peer.stop()
  await fleet.until(() => fleet.status('real').state === 'failed')
  expect(fleet.reason('real')).toMatch(/^The server (closed the connection|broke off its response)/)
})
