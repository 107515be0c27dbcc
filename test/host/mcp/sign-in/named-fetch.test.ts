import type { ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, type MockInstance, test, vi } from 'vitest'
import type { Lookup } from '../../../../main/host/network/host-kinds.ts'
import type { SafeFetchOptions } from '../../../../main/host/mcp/http/safe-fetch.ts'
import { NamedFetch } from '../../../../main/host/mcp/sign-in/named-fetch.ts'
import { answer, Listener } from '../../../support/authorization/listener.ts'
import { selfSigned } from '../http/certificate.ts'

let connects: MockInstance<Socket['connect']>
const open: Listener[] = []
beforeEach(() => void (connects = vi.spyOn(Socket.prototype, 'connect')))
afterEach(async () => {
  connects.mockRestore()
  for (const it of open.splice(0)) await it.stop()
})

const hosts: Record<string, string> = {
  'mcp.example.com': '203.0.113.7',
  'mcp.local': '192.168.1.9',
  'inside.example.com': '10.0.0.5',
  'here.example.com': '127.0.0.1',
  'cloud.example.com': '169.254.169.254',
  'mapped.example.com': '::ffff:192.168.1.1',
  'nas.local': '192.168.1.10',
  'translated.example.com': '64:ff9b::a00:5',
  'translated-here.example.com': '64:ff9b::127.0.0.1',
  'translator.example.com': '64:ff9b:1::a00:5',
  'tunnel.example.com': '2002:c0a8:101::1',
  'teredo.example.com': '2001:0:c0a8:101::1',
  'compatible.example.com': '::10.0.0.5',
  'protocols.example.com': '192.0.0.9',
  'benchmark.example.com': '198.18.0.1',
  'azure.example.com': '168.63.129.16',
  'oracle.example.com': '192.0.0.192',
  'google.example.com': 'fd20:ce::254',
  'reserved.example.com': '240.0.0.1',
}
const lookup: Lookup = async (host) => {
  const { [host]: address } = hosts
  if (address === undefined) throw new Error(`${host} is nowhere`)
  return [{ address, family: address.includes(':') ? 6 : 4 }]
}

const said = (home: string, address: string, options: SafeFetchOptions = { lookup }): Promise<string> =>
  new NamedFetch(home, options).fetch(address).then(
    (response) => response.text(),
    (error: Error) => error.message,
  )

describe('a URL named by a server on the Internet', () => {
  test.each([
    'https://inside.example.com/',
    'https://here.example.com/',
    'https://cloud.example.com/',
    'https://mapped.example.com/',
    'https://nas.local/',
    'https://translated.example.com/',
    'https://translated-here.example.com/',
    'https://translator.example.com/',
    'https://tunnel.example.com/',
    'https://teredo.example.com/',
    'https://compatible.example.com/',
    'https://protocols.example.com/',
    'https://benchmark.example.com/',
    'https://azure.example.com/',
    'https://oracle.example.com/',
    'https://google.example.com/',
    'https://reserved.example.com/',
    'https://168.63.129.16/',
    'https://[fec0::1]/',
    'https://10.0.0.5/',
    'https://192.168.1.1:8443/',
    'https://172.16.0.1/',
    'https://100.64.0.1/',
    'https://127.0.0.1/',
    'https://127.1/',
    'https://2130706433/',
    'https://0x7f000001/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[fd00::1]/',
    'https://[fe80::1]/',
    'https://169.254.169.254/',
    'https://0.0.0.0/',
    'https://localhost/',
    'https://localhost./',
    'https://login.localhost/',
    'http://localhost/',
    'http://127.0.0.1/',
    'http://mcp.example.com/',
    'http://login.example.com/',
    'file:///etc/passwd',
    'data:application/json,{}',
    'ftp://login.example.com/',
    'https://someone:hunter2@login.example.com/',
  ])('[AUT-23] isn’t contacted at %s', async (address) => {
    const sentence = await said('https://mcp.example.com/mcp', address)
    expect(sentence).toMatch(/^The server .+\.$/s)
    expect(sentence).not.toContain('hunter2')
    expect(connects.mock.calls.length).toBe(0)
  })

  test.each([
    'http://127.0.0.1:9/',
    'https://127.0.0.1/',
    'https://localhost/',
    'https://10.0.0.5/',
    'https://inside.example.com/',
    'https://nas.local/',
  ])('[AUT-23] isn’t contacted at %s, even if the server’s own name now leads to this computer', async (address) => {
    let lookups = 0
    const turned: Lookup = async (host) =>
      host === 'mcp.example.com' ? [{ address: '127.0.0.1', family: (lookups++, 4) }] : lookup(host)
    expect(await said('https://mcp.example.com/mcp', address, { lookup: turned })).toMatch(/^The server .+\.$/s)
    expect([connects.mock.calls.length, lookups]).toEqual([0, 0])
  })

  test('[AUT-23] is contacted if a network translates its public address', async () => {
    const translating: Lookup = async () => [{ address: '64:ff9b::203.0.113.8', family: 6 }]
    const options = { lookup: translating, limits: { connectMs: 100 } }
    await said('https://mcp.example.com/mcp', 'https://login.example.com/', options)
    expect(connects.mock.calls.length).toBe(1)
  })

  test('[AUT-23] isn’t reached through a name that changes between the check and the connection', async () => {
    let asked = 0
    const rebinding: Lookup = async (host) =>
      host === 'login.example.com' ? [{ address: asked++ === 0 ? '203.0.113.8' : '10.0.0.5', family: 4 }] : lookup(host)
    const options = { lookup: rebinding, limits: { connectMs: 100 } }
    await said('https://mcp.example.com/mcp', 'https://login.example.com/', options)
    expect([connects.mock.calls.length, asked]).toEqual([1, 1])
  })
})

test.each([
  ['https://192.168.1.9/mcp', 'https://192.168.1.10/', 1],
  ['https://mcp.local/mcp', 'https://nas.local/', 1],
  ['https://mcp.local/mcp', 'https://127.0.0.1/', 0],
  ['https://192.168.1.9/mcp', 'https://localhost/', 0],
  ['https://192.168.1.9/mcp', 'http://127.0.0.1/', 0],
  ['https://mcp.local/mcp', 'https://inside.example.com/', 0],
])('[AUT-23] allows a server at %s that names %s exactly %i connections', async (home, address, count) => {
  const abroad: Lookup = async (host) => (host === 'localhost' ? [{ address: '127.0.0.1', family: 4 }] : lookup(host))
  await said(home, address, { lookup: abroad, limits: { connectMs: 50 } })
  expect(connects.mock.calls.length).toBe(count)
})

describe('an endless answer', () => {
  const endless = async (type: string, status = 200) => {
    const listener = await Listener.start()
    open.push(listener)
    let written = 0
    const closed = Promise.withResolvers<void>()
    listener.handlers.push((_seen, response) => {
      response.writeHead(status, { 'content-type': type })
      const more = (): void => {
        while (!response.destroyed && response.write('data: "and so on"\n'.repeat(1000))) written += 18_000
        written += 18_000
      }
      response.on('drain', more).once('close', closed.resolve)
      more()
      return true
    })
    const sentence = await said('http://localhost:1/mcp', listener.origin)
    await closed.promise
    return { sentence, megabytes: written / 1024 / 1024 }
  }

  test.each(['text/event-stream', 'text/event-stream; charset=utf-8'])(
    '[HTP-26] is refused unread if its type is %s',
    async (type) => {
      const { sentence } = await endless(type)
      expect(sentence).toBe('The server responded with an event stream instead of JSON: tell its operator.')
    },
  )

  test.each([
    ['application/json', 200],
    ['text/html', 200],
    ['application/json', 400],
  ])('[HTP-26] is cut off at its limit if it is %s with HTTP %i', async (type, status) => {
    const { sentence, megabytes } = await endless(type, status)
    expect(sentence).toMatch(/and was cut off/)
    // A megabyte is read; the rest is what fits in the system's buffers in between.
    expect(megabytes).toBeLessThan(16)
  })
})

test.each([
  ['nothing', () => true],
  [
    'a byte now and then',
    (response: ServerResponse) => {
      response.writeHead(200)
      const timer = setInterval(() => response.write(' '), 20)
      response.once('close', () => clearInterval(timer))
      return true
    },
  ],
])('[AUT-35] waits for an authorization server that sends %s, but not forever', async (_what, react) => {
  const listener = await Listener.start()
  open.push(listener)
  listener.handlers.push((_seen, response) => react(response))
  const limits = { connectMs: 100, bodyMs: 200 }
  const sentence = await said('http://localhost:1/mcp', listener.origin, { limits })
  expect(sentence).toMatch(/didn.t (respond|finish its response) within/)
})

describe('an encrypted authorization server', () => {
  async function secure(name: string): Promise<{ url: string; cert: string }> {
    const tls = selfSigned(name)
    const listener = await Listener.start({ tls, host: 'localhost' })
    listener.handlers.push((_seen, response) => answer(response, 200, 'hello'))
    open.push(listener)
    return { url: `${listener.origin}/`, cert: tls.cert }
  }

  test('[AUT-42] is accepted if its certificate is trusted and is for it', async () => {
    const { url, cert } = await secure('localhost')
    expect(await said('http://localhost:1/mcp', url, { ca: cert })).toBe('"hello"')
  })

  test('[AUT-42] is refused with the reason if its certificate is untrusted', async () => {
    const { url } = await secure('localhost')
    expect(await said('http://localhost:1/mcp', url, {})).toMatch(/certificate/)
  })

  test('[AUT-42] is refused with the reason if its certificate is for another host', async () => {
    const { url, cert } = await secure('other.example')
    expect(await said('http://localhost:1/mcp', url, { ca: cert })).toMatch(/certificate/)
  })
})
