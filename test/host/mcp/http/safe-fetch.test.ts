import { afterEach, describe, expect, test } from 'vitest'
import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { Lookup } from '../../../../main/host/network/host-kinds.ts'
import { resolveHost } from '../../../../main/host/mcp/http/addresses.ts'
import { SafeFetch, type SafeFetchOptions } from '../../../../main/host/mcp/http/safe-fetch.ts'
import { selfSigned } from './certificate.ts'
import { HostileServer, type Reaction } from './peers.ts'

const open: { stop(): Promise<void> }[] = []
afterEach(async () => {
  for (const it of open.splice(0)) await it.stop()
})

async function against(react: Reaction, options: SafeFetchOptions = {}) {
  const server = await HostileServer.start(react)
  const safe = new SafeFetch(server.url, options)
  open.push(server)
  return { server, get: () => safe.fetch(server.url).then((response) => response.text()) }
}

const leadsTo = (...addresses: string[]): Lookup => {
  return async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
}
const resolved = (url: string, lookup: Lookup = leadsTo()) =>
  resolveHost(new URL(url), lookup).then(
    (found) => found.map(({ address }) => address).join(' '),
    (error: Error) => error.message,
  )

describe('a host', () => {
  test.each([
    ['https://169.254.169.254/'],
    ['https://0.0.0.0/'],
    ['https://[::]/'],
    ['https://[fe80::1]/'],
    ['https://[::ffff:169.254.169.254]/'],
    ['https://2852039166/'],
    ['https://0xa9fea9fe/'],
    ['https://224.0.0.1/'],
    ['https://100.100.100.200/'],
    ['https://168.63.129.16/'],
    ['https://[64:ff9b::a9fe:a9fe]/'],
    ['https://[fd20:ce::254]/'],
  ])('[HTP-14] is never contacted at %s', async (url) => {
    expect(await resolved(url)).toMatch(/no server is allowed there/)
  })

  test.each([['https://10.0.0.5/'], ['https://192.168.1.1/'], ['https://[fd12::1]/'], ['http://127.0.0.1/']])(
    '[HTP-14] is used as typed: %s',
    async (url) => {
      expect(await resolved(url)).toBe(new URL(url).hostname.replace(/[[\]]/g, ''))
    },
  )

  test('[HTP-14] resolves to a private address only if its name is local, and never to a link-local one', async () => {
    expect(await resolved('https://mcp.example.com/', leadsTo('203.0.113.7', '2001:db8::1'))).toContain('203.0.113.7')
    expect(await resolved('https://mcp.example.com/', leadsTo('203.0.113.7', '10.0.0.5'))).toMatch(/private network/)
    expect(await resolved('https://mcp.example.com/', leadsTo('127.0.0.1'))).toMatch(/private network/)
    expect(await resolved('https://mcp.example.com/', leadsTo('::ffff:10.0.0.5'))).toMatch(/private network/)
    for (const inside of ['64:ff9b::a00:5', '64:ff9b:1::1', '2002:a00:5::1', '::a00:5', '192.0.0.9'])
      expect(await resolved('https://mcp.example.com/', leadsTo(inside))).toMatch(/private network/)
    expect(await resolved('https://mcp.example.com/', leadsTo('64:ff9b::cb00:7107'))).toBe('64:ff9b::cb00:7107')
    expect(await resolved('https://mcp.example.com/', leadsTo('198.18.0.7'))).toBe('198.18.0.7')
    expect(await resolved('https://mcp.example.com/', leadsTo('169.254.169.254'))).toMatch(/no server is allowed there/)
    expect(await resolved('https://nas.local/', leadsTo('192.168.1.9'))).toBe('192.168.1.9')
    expect(await resolved('http://localhost/', leadsTo('203.0.113.7'))).toMatch(/no server is allowed there/)
    expect(await resolved('https://nowhere.example/')).toBe(
      'The server wasn’t found, because no host is named nowhere.example: check the URL and the network.',
    )
  })

  test('[HTP-14] is contacted at the address that was checked, however its name changes', async () => {
    let asked = 0
    const lookup: Lookup = async () => [{ address: asked++ === 0 ? '127.0.0.1' : '127.0.0.9', family: 4 }]
    const server = await HostileServer.start((_seen, response) => response.end('ok'))
    open.push(server)
    const url = `http://one.localhost:${new URL(server.url).port}/mcp`
    const safe = new SafeFetch(url, { lookup })
    for (let n = 0; n < 3; n++) expect(await (await safe.fetch(url)).text()).toBe('ok')
    expect(asked).toBe(1)
    await expect(safe.fetch('http://other.localhost/')).rejects.toThrow(/isn’t its own/)
  })
})

describe('a safe fetch', () => {
  const bytes = 1000

  test.each([
    ['declares its length', { 'content-length': '5000' }],
    ['doesn’t declare its length', {}],
  ])('[HTP-15] cuts off an overlong body that %s', async (_name, headers) => {
    const { get } = await against(
      (_seen, response) => {
        response.writeHead(200, { 'content-type': 'application/json', ...headers })
        response.write('x'.repeat(5000))
      },
      { limits: { bodyBytes: bytes } },
    )
    await expect(get()).rejects.toThrow(/cut off/)
  })

  test('[HTP-15] fails if the body comes too slowly or breaks off', async () => {
    const dripping = await against(
      (_seen, response) => {
        response.writeHead(200, { 'content-type': 'application/json' })
        const timer = setInterval(() => response.write(' '), 20)
        response.on('close', () => clearInterval(timer))
      },
      { limits: { bodyMs: 300 } },
    )
    await expect(dripping.get()).rejects.toThrow('The server didn’t finish its response within 0.3 s')
    const broken = await against((_seen, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' }).write('{')
      setTimeout(() => response.destroy(), 20)
    })
    await expect(broken.get()).rejects.toThrow('The server broke off its response')
  })

  test('[HTP-26] cuts off a refusal that claims to be an event stream like any other refusal', async () => {
    const { get } = await against(
      (_seen, response) => {
        response.writeHead(401, { 'content-type': 'text/event-stream' }).write(': '.repeat(5000))
      },
      { limits: { bodyBytes: bytes } },
    )
    await expect(get()).rejects.toThrow(/cut off/)
  })

  test('[HTP-15] doesn’t read endless headers to their end', async () => {
    const { get } = await against((_seen, response) => {
      response.writeHead(200, Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`x-${n}`, 'x'.repeat(1000)])))
      response.end()
    })
    await expect(get()).rejects.toThrow(/^The server broke off the connection \(HPE_HEADER_OVERFLOW\)/)
  })

  test('[HTP-17] doesn’t use plain HTTP if a server doesn’t support the required TLS', async () => {
    const { server } = await against((_seen, response) => response.end('plain'))
    const url = server.url.replace('http:', 'https:')
    await expect(new SafeFetch(url).fetch(url)).rejects.toThrow(
      /^The server couldn’t prove that it is 127\.0\.0\.1:\d+ \(/,
    )
    expect(server.seen).toEqual([])
  })

  test('[HTP-17] refuses a certificate that is untrusted or for another host', async () => {
    const certificate = selfSigned('one.localhost')
    let served = 0
    const server = createServer(certificate, (_request, response) => response.end(String(++served)))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    open.push({ stop: async () => server.close().closeAllConnections() })
    const { port } = server.address() as AddressInfo
    const lookup = leadsTo('127.0.0.1')
    const get = (host: string, ca?: string) => {
      const url = `https://${host}:${port}/`
      return new SafeFetch(url, { lookup, ...(ca !== undefined && { ca }) }).fetch(url)
    }
    await expect(get('one.localhost')).rejects.toThrow(
      /couldn’t prove that it is one\.localhost:\d+ \(DEPTH_ZERO\w+\), because its certificate is of /,
    )
    await expect(get('two.localhost', certificate.cert)).rejects.toThrow(/couldn’t prove .* \(ERR_TLS_CERT_ALTNAME/)
    expect(served).toBe(0)
    expect(await (await get('one.localhost', certificate.cert)).text()).toBe('1')
  })
})
