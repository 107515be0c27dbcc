import type { ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, type MockInstance, test, vi } from 'vitest'
import type { Lookup } from '../../../../main/host/mcp/http/addresses.ts'
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

describe('an address that a server on the Internet names', () => {
  test.each([
    'https://inside.example.com/',
    'https://here.example.com/',
    'https://cloud.example.com/',
    'https://mapped.example.com/',
    'https://nas.local/',
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
  ])('[AUT-23] is not contacted at %s', async (address) => {
    const sentence = await said('https://mcp.example.com/mcp', address)
    expect(sentence).toMatch(/^It .+\.$/s)
    expect(sentence).not.toContain('hunter2')
    expect(connects.mock.calls.length).toBe(0)
  })

  test('[AUT-23] is not reached over a name that changes between the check and the connection', async () => {
    let asked = 0
    const rebinding: Lookup = async (host) =>
      host === 'login.example.com' ? [{ address: asked++ === 0 ? '203.0.113.8' : '10.0.0.5', family: 4 }] : lookup(host)
    const options = { lookup: rebinding, limits: { connectMs: 100 } }
    await said('https://mcp.example.com/mcp', 'https://login.example.com/', options)
    expect([connects.mock.calls.length, asked]).toEqual([1, 1])
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
])('[AUT-35] an authorization server that says %s is waited for, but not for ever', async (_what, react) => {
  const listener = await Listener.start()
  open.push(listener)
  listener.handlers.push((_seen, response) => react(response))
  const limits = { connectMs: 100, bodyMs: 200 }
  const sentence = await said('http://localhost:1/mcp', listener.origin, { limits })
  expect(sentence).toMatch(/did not (answer|finish its answer) within/)
})

describe('encryption', () => {
  async function secure(name: string): Promise<{ url: string; cert: string }> {
    const tls = selfSigned(name)
    const listener = await Listener.start({ tls, host: 'localhost' })
    listener.handlers.push((_seen, response) => answer(response, 200, 'hello'))
    open.push(listener)
    return { url: `${listener.origin}/`, cert: tls.cert }
  }

  test('[AUT-42] of an authorization server is taken where its certificate is known, and is for it', async () => {
    const { url, cert } = await secure('localhost')
    expect(await said('http://localhost:1/mcp', url, { ca: cert })).toBe('"hello"')
  })

  test('[AUT-42] of one that nobody vouches for is refused, and the sentence says why', async () => {
    const { url } = await secure('localhost')
    expect(await said('http://localhost:1/mcp', url, {})).toMatch(/certificate/)
  })

  test('[AUT-42] of one that is for another host is refused, and the sentence says why', async () => {
    const { url, cert } = await secure('other.example')
    expect(await said('http://localhost:1/mcp', url, { ca: cert })).toMatch(/certificate/)
  })
})
