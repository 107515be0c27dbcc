import { createHmac } from 'node:crypto'
import { get, type IncomingMessage } from 'node:http'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { FeedMessage } from '../../../shared/contract/commands.ts'
import { HostError, type HostErrorCode } from '../../../shared/contract/errors.ts'
import { open, openSite, request, visit, type Headers, type Listener, type OpenSite } from './site.ts'
import { leaveTime } from '../../support/waiting.ts'

const call = (name: string, input?: unknown): string => JSON.stringify({ name, input })
const frame = (n: number, text = ''): FeedMessage => ({
  n,
  durable: n,
  events: [{ seq: n, at: 0, event: { type: 'server.violations', server: text, counts: {} } }],
})

/** The next subscription's listener. */
const nextListener = (site: OpenSite): Promise<Listener> =>
  vi.waitFor(() => {
    const listener = [...site.host.listeners].at(-1)
    if (!listener) throw new Error('Nobody has subscribed.')
    return listener
  })

/** An open event stream. */
function events(site: OpenSite, headers: Headers): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const sent = get({ host: '127.0.0.1', port: site.port, path: '/events', headers, agent: false }, resolve)
    sent.on('error', reject)
    sent.on('response', (stream) => stream.on('error', () => undefined))
    onTestFinished(() => void sent.destroy())
  })
}

test('[WEB-12] passes a call’s name and input to the host, and returns the result', async () => {
  const site = await openSite()
  site.host.answer = (name) => (name === 'cancelTurn' ? undefined : { name })
  const visitor = await visit(site)
  const answer = await request(site, 'POST /call', visitor, call('getRecord', { seq: 1 }))
  expect([answer.status, JSON.parse(answer.body)]).toEqual([200, { result: { name: 'getRecord' } }])
  expect(site.host.calls[0]).toMatchObject({ name: 'getRecord', input: { seq: 1 }, session: site.signedIn[0] })
  expect((await request(site, 'POST /call', visitor, call('cancelTurn'))).body).toBe('{"result":null}')
  expect(site.host.calls[1]?.input).toEqual({})
})

test('[WEB-12] passes on a refusal with its code, sentence and a fitting status', async () => {
  const site = await openSite()
  const visitor = await visit(site)
  const statuses: [HostErrorCode, number][] = [
    ['bad-input', 400],
    ['forbidden', 403],
    ['not-found', 404],
    ['conflict', 409],
    ['internal', 500],
    ['unavailable', 503],
  ]
  for (const [code, status] of statuses) {
    site.host.answer = () => {
      throw new HostError(code, `This is ${code}.`)
    }
    const answer = await request(site, 'POST /call', visitor, call('listAudit'))
    expect([answer.status, JSON.parse(answer.body)]).toEqual([status, { error: { code, message: `This is ${code}.` } }])
  }
})

test('[WEB-12] tells the page only that an internal error happened', async () => {
  const site = await openSite()
  site.host.answer = () => {
    throw new Error('at /home/somebody/host.ts')
  }
  const answer = await request(site, 'POST /call', await visit(site), call('listAudit'))
  expect(answer.status).toBe(500)
  expect(answer.body).not.toContain('somebody')
})

test('[WEB-23] begins a feed with a proof for the reader’s nonce, made with a key that no request contains', async () => {
  const site = await openSite()
  const answer = await request(site, 'POST /session', {}, JSON.stringify({ code: site.sessions.newCode() }))
  const { token, proofKey }: { token: string; proofKey: string } = JSON.parse(answer.body)
  const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? ''
  const nonce = 'n'.repeat(43)
  const stream = await events(site, { cookie, 'x-atrium-token': token, 'x-atrium-nonce': nonce })
  const listener = await nextListener(site)
  void listener(frame(1))
  const lines: string[] = []
  for await (const line of createInterface({ input: stream })) {
    lines.push(line)
    if (lines.length === 2) break
  }
  const proof = createHmac('sha256', proofKey).update(nonce).digest('base64url')
  expect(JSON.parse(lines[0] ?? '')).toEqual({ proof })
  expect(JSON.parse(lines[1] ?? '')).toEqual(frame(1))
  expect(proofKey).not.toBe(token)
  stream.destroy()
  await vi.waitFor(() => expect(site.host.listeners.size).toBe(0))
})

test('[WEB-25] ends the feed when its session is ended', async () => {
  const site = await openSite()
  const stream = await events(site, await visit(site))
  await nextListener(site)
  const [session] = site.sessions.list()
  expect(session?.open).toBe(true)
  site.sessions.end(session?.actor ?? '')
  for await (const line of createInterface({ input: stream })) expect(line).toBe('')
  await vi.waitFor(() => expect(site.host.listeners.size).toBe(0))
})

test('[WEB-13] sends the feed one message per line, in order, and ends it with its reader', async () => {
  const site = await openSite()
  const stream = await events(site, await visit(site))
  expect(stream.headers['content-type']).toBe('application/x-ndjson; charset=utf-8')
  const listener = await nextListener(site)
  for (let n = 1; n <= 3; n++) void listener(frame(n, 'line\nfeed \u2028'))
  const lines: FeedMessage[] = []
  for await (const line of createInterface({ input: stream })) {
    lines.push(JSON.parse(line))
    if (lines.length === 3) break
  }
  expect(lines).toEqual([1, 2, 3].map((n) => frame(n, 'line\nfeed \u2028')))
  stream.destroy()
  await vi.waitFor(() => expect(site.host.listeners.size).toBe(0))
})

/** Writes until the reader's side is full, and returns what the host must wait for. */
async function fill(listener: Listener): Promise<{ waiting: Promise<void> }> {
  for (let n = 1; n < 1000; n++) {
    const waiting = listener(frame(n, 'x'.repeat(100_000)))
    if (waiting && (await Promise.race([waiting, leaveTime(50).then(() => 'full')])) === 'full') return { waiting }
  }
  throw new Error('The reader took everything.')
}

test('[WEB-13] makes the host wait for a reader that stops reading, until it continues', async () => {
  const site = await openSite()
  const stream = await events(site, await visit(site))
  stream.pause()
  const { waiting } = await fill(await nextListener(site))
  stream.resume()
  await waiting
  expect(site.host.listeners.size).toBe(1)
})

test('[WEB-13] drops a reader that takes nothing for a minute', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const site = await openSite()
  const stream = await events(site, await visit(site))
  stream.pause()
  // A slow machine can take what was sent after it seemed full: then there is room for more.
  for (let [listener] = site.host.listeners; listener; [listener] = site.host.listeners) {
    const { waiting } = await fill(listener)
    vi.advanceTimersByTime(60_000)
    await waiting
  }
  expect(site.host.listeners.size).toBe(0)
})

test('[WEB-13] sends an empty line every fifteen seconds to show that the connection works', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const site = await openSite()
  const stream = await events(site, await visit(site))
  vi.advanceTimersByTime(30_000)
  const lines: string[] = []
  for await (const chunk of stream) {
    lines.push(...String(chunk))
    if (lines.length === 2) break
  }
  expect(lines).toEqual(['\n', '\n'])
})

test('[WEB-14] refuses a browser’s sixth tab, but not another browser', async () => {
  const site = await openSite()
  const visitor = await visit(site)
  const streams = []
  for (let n = 0; n < 5; n++) streams.push(await events(site, visitor))
  const sixth = await request(site, 'GET /events', visitor)
  expect([sixth.status, JSON.parse(sixth.body).error.code]).toEqual([409, 'conflict'])
  expect((await events(site, await visit(site))).statusCode).toBe(200)
  streams[0]?.destroy()
  await vi.waitFor(async () => expect((await events(site, visitor)).statusCode).toBe(200))
})

const short = { headersTimeout: 300, requestTimeout: 600, connectionsCheckingInterval: 50, keepAliveTimeout: 300 }

test('[WEB-11] closes a connection that sends nothing, half a header or half a body', async () => {
  const site = await openSite({ limits: { ...short, maxHeaderSize: 16_384, maxConnections: 256 } })
  const visitor = await visit(site)
  const head = `POST /call HTTP/1.1\r\nHost: ${site.own}\r\nCookie: ${visitor.cookie}\r\nx-atrium-token: ${visitor['x-atrium-token']}\r\n`
  const body = `${head}Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{`
  for (const beginning of ['', 'GET / HT', `GET / HTTP/1.1\r\nHost: ${site.own}\r\nX-Slow: `, body]) {
    const socket = await open(site.port)
    socket.write(beginning)
    const drip = setInterval(() => socket.write('a'), 50)
    socket.resume()
    await new Promise((resolve) => socket.once('close', resolve))
    clearInterval(drip)
  }
  expect(site.host.calls).toEqual([])
})

test('[WEB-11] keeps an open feed and soon accepts others again despite hundreds of idle connections', async () => {
  const site = await openSite({ limits: { ...short, maxHeaderSize: 16_384, maxConnections: 50 } })
  const visitor = await visit(site)
  const stream = await events(site, visitor)
  const listener = await nextListener(site)
  for (let n = 0; n < 300; n++) await open(site.port)
  void listener(frame(1))
  const [chunk]: Buffer[] = await stream.take(1).toArray()
  expect(JSON.parse(String(chunk))).toEqual(frame(1))
  await vi.waitFor(
    async () => expect((await request(site, 'POST /call', visitor, call('listAudit'))).status).toBe(200),
    5000,
  )
})

test('[WEB-11] refuses headers above 16 KiB', async () => {
  const site = await openSite()
  expect((await request(site, 'GET /', { 'x-long': 'x'.repeat(20_000) })).status).toBe(431)
})
