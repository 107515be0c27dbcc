import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import { describe, expect, test } from 'vitest'
import { parseWebArguments } from '../../../main/shells/web/arguments.ts'
import { exchange, openSite, request, visit, type Headers } from './site.ts'

const call = JSON.stringify({ name: 'listAudit', input: {} })

describe('the server’s name and address', () => {
  test('[WEB-2] exclude any other name for this computer, and the host sees no such request', async () => {
    const site = await openSite()
    const visitor = await visit(site)
    const port = site.port
    const names = ['evil.example', `evil.example:${port}`, `localhost:${port}`, `2130706433:${port}`, `127.1:${port}`]
    for (const host of [
      ...names,
      `[::1]:${port}`,
      `127.0.0.1:${port}.evil.example`,
      '127.0.0.1',
      `0.0.0.0:${port}`,
      '',
    ]) {
      for (const line of ['GET /', 'POST /session', 'POST /call', 'GET /events'])
        expect([host, (await request(site, line, { ...visitor, host }, call)).status]).toEqual([host, 421])
    }
    expect(site.host.calls).toEqual([])
  })

  test('[WEB-2] ignore a second Host header and an absolute URL', async () => {
    const site = await openSite()
    const both = await exchange(site.port, `GET / HTTP/1.1\r\nHost: ${site.own}\r\nHost: evil.example\r\n\r\n`)
    expect([400, 421]).toContain(both.status)
    const absolute = await request(site, 'GET http://evil.example/', {})
    expect(absolute.status).toBe(404)
  })

  test('[WEB-1] exclude every other address of this computer', async () => {
    const site = await openSite()
    const others = Object.values(networkInterfaces())
      .flat()
      .flatMap((it) => (it && !it.internal && it.family === 'IPv4' ? [it.address] : []))
    for (const address of ['127.0.0.2', ...others]) {
      const outcome = await new Promise((resolve) => {
        const socket = connect(site.port, address, () => resolve('connected'))
        socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code))
      })
      expect([address, outcome]).toEqual([address, 'ECONNREFUSED'])
    }
  })

  test('[WEB-1] can’t be changed with an argument', () => {
    expect(parseWebArguments(['--host', '0.0.0.0'])).toHaveProperty('problem')
  })
})

describe('a request from another origin', () => {
  const foreign: [what: string, headers: Headers][] = [
    ['a fetch', { origin: 'http://evil.example', 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' }],
    ['a page on another port', { origin: 'http://127.0.0.1:1', 'sec-fetch-site': 'same-site' }],
    ['a browser without fetch metadata', { origin: 'http://evil.example' }],
    ['a browser without fetch metadata on another port', { origin: 'http://127.0.0.1:1' }],
    ['a sandboxed frame', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
    [
      'a picture or a script',
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
    ],
    ['a frame', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' }],
    ['a page on another port without an origin', { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors' }],
  ]
  test.each(foreign)('[WEB-3] is refused for %s, whatever it contains', async (_what, headers) => {
    const site = await openSite()
    const visitor = await visit(site)
    for (const line of ['GET /', 'GET /events', 'GET /assets/app-1234abcd.js'])
      expect((await request(site, line, { ...visitor, ...headers })).status).toBe(403)
    for (const line of ['POST /call', 'POST /session'])
      expect((await request(site, line, { ...visitor, ...headers }, call)).status).toBe(403)
    expect(site.host.calls).toEqual([])
  })

  test('[WEB-3] is refused as a form from another page, even if it is a navigation', async () => {
    const site = await openSite()
    const visitor = await visit(site)
    const form = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
    expect((await request(site, 'POST /call', { ...visitor, ...form }, call)).status).toBe(403)
    expect((await request(site, 'GET /', form)).status).toBe(200)
  })

  test('[WEB-3] is refused as a preflight', async () => {
    const site = await openSite()
    const preflight = { origin: 'http://evil.example', 'access-control-request-method': 'POST' }
    for (const origin of [preflight.origin, `http://${site.own}`]) {
      const answer = await request(site, 'OPTIONS /call', { ...preflight, origin })
      expect(answer.status).toBeGreaterThanOrEqual(400)
      expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
    }
  })

  test('[WEB-3] is refused as an upgrade to a web socket', async () => {
    const site = await openSite()
    const upgrade = { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==' }
    const answer = await request(site, 'GET /events', { ...upgrade, origin: `http://${site.own}` })
    expect(answer.status).toBe(401)
  })
})

describe('a request body', () => {
  test('[WEB-4] is read only as unencoded JSON', async () => {
    const site = await openSite()
    const visitor = await visit(site)
    const send = async (headers: Headers, body = call) =>
      (await request(site, 'POST /call', { ...visitor, ...headers }, body)).status
    expect(await send({ 'content-type': 'text/plain' })).toBe(415)
    expect(await send({ 'content-type': 'application/x-www-form-urlencoded' })).toBe(415)
    expect(await send({ 'content-type': undefined })).toBe(415)
    expect(await send({ 'content-encoding': 'gzip' })).toBe(415)
    expect(await send({ 'content-encoding': 'identity' })).toBe(415)
    expect(await send({}, '{"name":')).toBe(400)
    expect(await send({}, '[]')).toBe(400)
    expect(await send({}, '['.repeat(100_000))).toBe(400)
    expect(site.host.calls).toEqual([])
    expect(await send({ 'content-type': 'application/json; charset=utf-8' })).toBe(200)
  })

  test('[WEB-4] is refused above 24 MiB by its length, and cut off if it has none', async () => {
    const site = await openSite()
    const visitor = await visit(site)
    const announced = await request(site, 'POST /call', { ...visitor, 'content-length': String(1024 ** 3) }, call)
    expect(announced.status).toBe(413)
    const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`
    const headers = `Host: ${site.own}\r\nCookie: ${visitor.cookie}\r\nx-atrium-token: ${visitor['x-atrium-token']}\r\n`
    const head = `POST /call HTTP/1.1\r\n${headers}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`
    expect((await exchange(site.port, head + chunk.repeat(390))).status).toBe(413)
    expect(site.host.calls).toEqual([])
  })
})
