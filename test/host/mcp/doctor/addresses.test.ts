import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { createServer as createTlsServer, type Server as TlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SearchedComputer } from '../../../../main/host/mcp/computer/usual-folders.ts'
import { decide } from '../../../../main/host/mcp/doctor/decide.ts'
import { serverConfig } from '../../../../shared/config/server-config.ts'
import type { Degree, Finding, FindingReason, Remedy } from '../../../../shared/events/finding.ts'
import { failureOf } from '../../../../shared/state/server-state.ts'
import { Fleet } from '../../../support/fleet.ts'
import { selfSigned } from '../http/certificate.ts'

const refusesVersion = {
  jsonrpc: '2.0',
  id: null,
  error: { code: -32000, message: 'Bad Request: Unsupported protocol version (supported versions: 2024-10-07)' },
}
const wantsBoth = {
  jsonrpc: '2.0',
  id: null,
  error: { code: -32000, message: 'Not Acceptable: Client must accept both application/json and text/event-stream' },
}

const noSession = { jsonrpc: '2.0', id: null, error: { code: -32000, message: 'Bad Request: No valid session ID' } }

const json = (response: ServerResponse, status: number, value: object, headers: Record<string, string> = {}): void =>
  void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value))

/** By path, how a server on this computer responds to everything. */
const answers: Record<string, (request: IncomingMessage, response: ServerResponse) => void> = {
  '/key-wanted': (_, response) => json(response, 401, { error: 'Unauthorized' }),
  '/forbidden': (_, response) => json(response, 403, { error: 'Forbidden' }),
  '/gone': (_, response) => json(response, 404, {}),
  '/web-page': (_, response) =>
    void response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Documentation</title>'),
  '/json-as-text': (_, response) =>
    void response
      .writeHead(200, { 'content-type': 'text/plain' })
      .end('{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"Method not found"}}'),
  '/not-allowed': (_, response) => void response.writeHead(405, { allow: 'PUT' }).end(),
  '/not-acceptable': (_, response) => json(response, 406, wantsBoth),
  '/version': (request, response) =>
    request.method === 'POST' ? json(response, 400, refusesVersion) : void response.writeHead(405).end(),
  '/too-many': (_, response) => json(response, 429, { error: 'slow down' }, { 'retry-after': '7' }),
  '/ill': (_, response) => void response.writeHead(502, { 'content-type': 'text/plain' }).end('Bad Gateway'),
  '/elsewhere': (_, response) => void response.writeHead(307, { location: 'http://other.invalid/mcp' }).end(),
  '/silent': () => undefined,
  '/closes': (request) => void request.socket.destroy(),
}

type WebServer = ReturnType<typeof createServer> | TlsServer
type Wanted = { reason: FindingReason; degree: Degree; word?: string; first?: Remedy | undefined }
type Cause = { url(): string; key?: string; wanted: Wanted | undefined; says: RegExp }

let [plain, secure, onlyFour, neighbour, older] = [0, 0, 0, 0, 0]
/** The keys that arrived at a path that wasn't configured. */
const strayKeys: unknown[] = []
const at = (path: string) => (): string => `http://127.0.0.1:${plain}${path}`

const causes: Record<string, Cause> = {
  'a closed port': {
    url: () => 'http://127.0.0.1:1/mcp',
    wanted: { reason: 'nothing-listening', degree: 'certain', word: '127.0.0.1:1' },
    says: /nothing responds at 127\.0\.0\.1:1/i,
  },
  'a port of the other family': {
    url: () => `http://[::1]:${onlyFour}/mcp`,
    wanted: { reason: 'nothing-listening', degree: 'certain', word: '127.0.0.1' },
    says: /^The server responds only at 127\.0\.0\.1: use that address/,
  },
  'a missing key, HTTP 401': {
    url: at('/key-wanted'),
    wanted: {
      reason: 'sign-in-needed',
      degree: 'certain',
      first: { kind: 'setting', field: 'headers', name: 'Authorization' },
    },
    says: /requires authentication, HTTP 401/,
  },
  'a refused key, HTTP 401': {
    url: at('/key-wanted'),
    key: 'Bearer wrong',
    wanted: { reason: 'sign-in-needed', degree: 'certain' },
    says: /requires authentication, HTTP 401/,
  },
  'an example for a key, HTTP 401': {
    url: at('/key-wanted'),
    key: 'Bearer YOUR_API_KEY',
    wanted: {
      reason: 'placeholder-left',
      degree: 'certain',
      word: 'Authorization',
      first: { kind: 'setting', field: 'headers', name: 'Authorization' },
    },
    says: /^The value of “Authorization” is an example that was never replaced: enter your own value\.$/,
  },
  'a refusal, HTTP 403': {
    url: at('/forbidden'),
    wanted: { reason: 'sign-in-needed', degree: 'certain' },
    says: /denies access, HTTP 403/,
  },
  'a path without a server, HTTP 404': {
    url: at('/gone'),
    wanted: { reason: 'wrong-address', degree: 'certain', first: { kind: 'setting', field: 'url' } },
    says: /has nothing at this URL, HTTP 404/,
  },
  'a refused method, HTTP 405': {
    url: at('/not-allowed'),
    wanted: { reason: 'wrong-address', degree: 'likely' },
    says: /HTTP 405/,
  },
  'a refused format, HTTP 406': {
    url: at('/not-acceptable'),
    wanted: { reason: 'protocol-version', degree: 'certain' },
    says: /HTTP 406/,
  },
  'a refused version, HTTP 400': {
    url: at('/version'),
    wanted: { reason: 'protocol-version', degree: 'certain', word: '2024-10-07' },
    says: /2024-10-07/,
  },
  'too many requests, HTTP 429': {
    url: at('/too-many'),
    wanted: { reason: 'too-many-requests', degree: 'certain', word: '7', first: { kind: 'restart' } },
    says: /too many requests, HTTP 429/,
  },
  'an ill server, HTTP 502': {
    url: at('/ill'),
    wanted: { reason: 'server-is-ill', degree: 'certain', word: '502' },
    says: /internal error, HTTP 502/,
  },
  'a web page': {
    url: at('/web-page'),
    wanted: { reason: 'wrong-address', degree: 'certain' },
    says: /is a web page, not a server/,
  },
  'a certificate by an unknown issuer': {
    url: () => `https://127.0.0.1:${secure}/mcp`,
    wanted: { reason: 'certificate-not-trusted', degree: 'certain' },
    says: /couldn’t prove that it is|certificate/,
  },
  'a host that does not exist': {
    url: () => 'https://no-such-host.invalid/mcp',
    wanted: { reason: 'wrong-address', degree: 'likely', word: 'no-such-host.invalid' },
    says: /no host is named no-such-host\.invalid/i,
  },
  'a path beside the server’s, HTTP 404': {
    url: () => `http://127.0.0.1:${neighbour}/`,
    key: 'Bearer mine',
    wanted: { reason: 'wrong-address', degree: 'certain', word: '/mcp' },
    says: /^This URL has no server, but \/mcp on the same host has one: use that path\.$/,
  },
  'a path beside an older server’s, HTTP 404': {
    url: () => `http://127.0.0.1:${older}/mcp`,
    wanted: { reason: 'wrong-address', degree: 'certain', word: '/sse' },
    says: /^This URL has no server, but \/sse on the same host has one/,
  },
  'JSON that is called plain text': {
    url: at('/json-as-text'),
    wanted: undefined,
    says: /responded with text\/plain, which isn’t MCP/,
  },
  'a redirect to another origin': { url: at('/elsewhere'), wanted: undefined, says: /redirects requests/ },
  'a server that breaks off': { url: at('/closes'), wanted: undefined, says: /broke off/ },
}

/** A computer with a network and no proxy, unless `its` says otherwise. */
const computerWith = (its: Partial<SearchedComputer>): SearchedComputer => ({
  platform: process.platform,
  home: '/nowhere',
  environment: {},
  hasNetwork: () => true,
  ...its,
})

const servers: WebServer[] = []
let fleet: Fleet
/** With short limits: nothing it reaches responds. */
let hasty: Fleet

async function listen(server: WebServer, host = '127.0.0.1'): Promise<number> {
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  return (server.address() as AddressInfo).port
}

beforeAll(async () => {
  const respond: RequestListener = (request, response) => {
    const answer = answers[request.url ?? '']
    request.resume().once('end', () => (answer ? answer(request, response) : json(response, 404, {})))
  }
  plain = await listen(createServer(respond))
  onlyFour = await listen(createServer(respond))
  neighbour = await listen(
    createServer((request, response) => {
      if (request.url !== '/mcp') return json(response, 404, {})
      strayKeys.push(request.headers.authorization)
      json(response, 400, noSession)
    }),
  )
  older = await listen(
    createServer((request, response) => {
      if (request.url !== '/sse') return json(response, 404, {})
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write('event: endpoint\ndata: /messages\n\n')
    }),
  )
  secure = await listen(createTlsServer(selfSigned('127.0.0.1'), respond))
  fleet = new Fleet({ limits: { probe: 60_000, handshake: 60_000 }, computer: computerWith({}) })
  hasty = new Fleet({ limits: { probe: 100, handshake: 1000 } })
  hasty.apply({ it: serverConfig.parse({ type: 'http', url: at('/silent')() }) })
  const configs = Object.entries(causes).map(([name, { url, key }]) => {
    const headers = key && { Authorization: key }
    return [name, serverConfig.parse({ type: 'http', url: url(), ...(headers && { headers }) })]
  })
  fleet.apply(Object.fromEntries(configs))
})

afterAll(async () => {
  await Promise.all([fleet.close(), hasty.close()])
  for (const server of servers) server.close().closeAllConnections()
})

const failed = (name: string): { reason: string; finding?: Finding | undefined } | undefined => {
  const state = fleet.journal.state.servers[name]
  return state && failureOf(state)
}

describe('a URL that really fails', () => {
  test.each(Object.entries(causes))('[DOC-1] gets its cause, from a real connection: %s', async (name, cause) => {
    const isFound = (): boolean => {
      const its = failed(name)
      if (!cause.wanted) return its !== undefined
      const { reason, word } = cause.wanted
      return its?.finding?.reason === reason && (word === undefined || its.finding.word === word)
    }
    await fleet.until(isFound).catch(() => undefined)
    const { first, ...wanted } = cause.wanted ?? {}
    if (cause.wanted) expect(failed(name)?.finding).toMatchObject(wanted)
    else expect(failed(name)?.finding).toBeUndefined()
    if (first) expect(failed(name)?.finding?.remedies[0]).toEqual(first)
    expect(failed(name)?.reason).toMatch(cause.says)
  })

  test('[DOC-1] gets no guess if it never responds, only how long Atrium waited', async () => {
    await hasty.until(() => hasty.status().state === 'failed')
    expect(hasty.status()).not.toHaveProperty('finding')
    expect(hasty.reason()).toMatch(/didn’t respond within 1 s: /)
  })
})

test('[DOC-7] sends no key to a path that wasn’t configured', () => {
  expect(strayKeys).toEqual([undefined])
})

describe('a host that isn’t found', () => {
  const proxy = 'http://ada:secret@proxy.example:8080'

  test.each<[string, Partial<SearchedComputer>, FindingReason, RegExp]>([
    [
      'a computer without a network',
      { hasNetwork: () => false, environment: { HTTPS_PROXY: proxy } },
      'no-network',
      /^This computer has no network connection: connect it\. Atrium retries automatically\.$/,
    ],
    [
      'a network with a proxy',
      { environment: { https_proxy: proxy } },
      'proxy-needed',
      /^Probably this network needs the proxy “proxy\.example:8080”, which the settings go around for this host: change/,
    ],
    [
      'a proxy for other hosts',
      { environment: { HTTPS_PROXY: proxy, NO_PROXY: 'localhost,.invalid' } },
      'wrong-address',
      /no host is named no-such-host\.invalid/i,
    ],
  ])('[DOC-7] gets its cause from this computer: %s', async (_where, its, reason, says) => {
    const apart = new Fleet({ computer: computerWith(its) })
    try {
      await apart.add({ it: serverConfig.parse({ url: 'https://no-such-host.invalid/mcp' }) })
      const found = (): Finding | undefined => {
        const state = apart.journal.state.servers['it']
        return state && failureOf(state)?.finding
      }
      await apart.until(() => found()?.reason === reason)
      expect(apart.reason()).toMatch(says)
      expect(JSON.stringify(apart.events)).not.toContain('secret@')
    } finally {
      await apart.close()
    }
  })
})

describe('a refusal that points to a sign-in', () => {
  const headers = { 'www-authenticate': 'Bearer resource_metadata="https://far.example/metadata"' }
  const seen = { kind: 'http', url: 'https://far.example/mcp', http: { status: 401, headers } } as const

  test('[DOC-6] offers to sign in, unless a key was configured: then its header', () => {
    expect(decide({ seen, probes: {} }).remedies).toEqual([{ kind: 'sign-in' }])
    expect(decide({ seen: { ...seen, headerNames: ['authorization'] }, probes: {} }).remedies).toEqual([
      { kind: 'setting', field: 'headers', name: 'Authorization' },
    ])
  })
})
