import { once } from 'node:events'
import http from 'node:http'
import net from 'node:net'
import { afterEach, describe, expect, onTestFinished, test } from 'vitest'
import { isNamed, openGate } from '../../../../main/host/mcp/containment/gate.ts'
import { Captivity, isHeld, levels } from './captivity.ts'

/** A service on this computer, and its port. */
async function service(): Promise<{ port: number; asked: string[] }> {
  const asked: string[] = []
  const server = http.createServer((request, response) => {
    asked.push(`${request.method} ${request.url} ${request.headers.host} ${request.headers['proxy-authorization']}`)
    response.end('from the service')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return { port: (server.address() as net.AddressInfo).port, asked }
}

/** Opens a gate to these hosts, and sends raw text through it. */
async function opened(hosts: string[], addresses = '127.0.0.1') {
  const refused: string[] = []
  const lookups: string[] = []
  const lookup = async (host: string) => {
    lookups.push(host)
    return [{ address: addresses, family: 4 }]
  }
  const gate = await openGate({ hosts, refused: (host) => refused.push(host), lookup })
  onTestFinished(gate.close)
  const say = async (text: string): Promise<string> => {
    const socket = net.connect(gate.socket)
    let said = ''
    socket.on('data', (chunk: Buffer) => (said += chunk.toString()))
    socket.on('error', () => socket.destroy())
    socket.write(text)
    await once(socket, 'close')
    return said
  }
  return { say, refused, lookups, gate }
}

describe('the way out of a sealed server', () => {
  test('[CNT-21] leads to the named hosts and ports only, and refuses before it looks up a name', async () => {
    const { port } = await service()
    const { say, refused, lookups } = await opened([`localhost:${port}`])
    const get = `GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`
    expect(await say(`CONNECT localhost:${port} HTTP/1.1\r\n\r\n${get}`)).toContain('from the service')
    for (const [line, name] of [
      [`CONNECT other.example:443 HTTP/1.1`, 'other.example'],
      [`CONNECT localhost:1 HTTP/1.1`, 'localhost:1'],
      [`CONNECT 127.0.0.1:${port} HTTP/1.1`, `127.0.0.1:${port}`],
      [`GET http://plain.example/ HTTP/1.1\r\nHost: localhost:${port}\r\nConnection: close`, 'plain.example'],
    ]) {
      expect(await say(`${line}\r\n\r\n`)).toContain('403')
      expect(refused.at(-1)).toBe(name)
    }
    expect(lookups).toEqual(['localhost'])
    const odd = ['CONNECT /etc/passwd HTTP/1.1', 'CONNECT a@localhost:443 HTTP/1.1', 'GET / HTTP/1.1\r\nHost: x']
    for (const line of odd) expect(await say(`${line}\r\nConnection: close\r\n\r\n`)).toMatch(/ 40[03] /)
  })

  test('[CNT-35] limits its connections, and ends each that asks for nothing', async () => {
    const limits = { headersTimeout: 300, connectionsCheckingInterval: 50, maxConnections: 4 }
    const gate = await openGate({ hosts: [], refused: () => undefined, limits })
    onTestFinished(gate.close)
    const idle = Array.from({ length: 12 }, () =>
      net
        .connect(gate.socket)
        .on('error', () => undefined)
        .resume(),
    )
    const ends = idle.map((socket) => once(socket, 'close'))
    // All beyond the limit are closed at once, and the others when their time for a request is over.
    await Promise.all(ends)
    expect(idle.filter((socket) => !socket.destroyed)).toEqual([])
  })

  test('[CNT-35] serves a request after others have taken all connections', async () => {
    const { port } = await service()
    const limits = { headersTimeout: 300, connectionsCheckingInterval: 50, maxConnections: 2 }
    const gate = await openGate({
      hosts: [`localhost:${port}`],
      refused: () => undefined,
      limits,
      lookup: () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]),
    })
    onTestFinished(gate.close)
    const idle = [net.connect(gate.socket).resume(), net.connect(gate.socket).resume()]
    const refused = net.connect(gate.socket).resume()
    await once(refused, 'close')
    expect(idle.map((socket) => socket.destroyed)).toEqual([false, false])
    await Promise.all(idle.map((socket) => once(socket, 'close')))
    const asking = net.connect(gate.socket)
    asking.write(`CONNECT localhost:${port} HTTP/1.1\r\n\r\n`)
    const [answer] = (await once(asking, 'data')) as [Buffer]
    asking.destroy()
    expect(answer.toString()).toContain('200 Connection established')
  })

  test('[CNT-21] forwards an unencrypted request to the host of its URL, without the headers meant for a proxy', async () => {
    const { port, asked } = await service()
    const { say } = await opened([`localhost:${port}`])
    const headers = `Host: elsewhere\r\nProxy-Authorization: Basic x\r\nConnection: close`
    expect(await say(`GET http://localhost:${port}/a?b HTTP/1.1\r\n${headers}\r\n\r\n`)).toContain('from the service')
    expect(asked).toEqual([`GET /a?b localhost:${port} undefined`])
  })

  test.each([
    ['a request with a trailer', 'Trailer: x', 'HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nfine', /200 OK[^]*fine$/],
    [
      'a response with a trailer',
      '',
      'HTTP/1.1 200 OK\r\nTrailer: x\r\nContent-Length: 4\r\n\r\nfine',
      /200 OK[^]*fine$/,
    ],
    ['a response without a valid status', '', 'HTTP/1.1 099 Odd\r\nContent-Length: 0\r\n\r\n', / 502 /],
    ['a response that isn’t HTTP', '', 'nonsense\r\n\r\n', / 502 /],
    ['a response that breaks off', '', 'HTTP/1.1 200 OK\r\nContent-Length: 400\r\n\r\nfine', /fine$/],
  ])('[CNT-57] takes %s without ending the host', async (_what, header, response, expected) => {
    const odd = net.createServer((socket) =>
      socket.on('error', () => undefined).once('data', () => socket.end(response)),
    )
    odd.listen(0, '127.0.0.1')
    await once(odd, 'listening')
    onTestFinished(() => void odd.close())
    const { port } = odd.address() as net.AddressInfo
    const { say } = await opened([`localhost:${port}`])
    const headers = ['Host: x', 'Connection: close', ...(header === '' ? [] : [header])].join('\r\n')
    expect(await say(`GET http://localhost:${port}/ HTTP/1.1\r\n${headers}\r\n\r\n`)).toMatch(expected)
  })

  test.each(['169.254.169.254', '127.0.0.1', '10.0.0.1'])(
    '[CNT-21] doesn’t lead to %s because a public name resolves to it',
    async (address) => {
      const { say } = await opened(['api.example.com'], address)
      expect(await say('CONNECT api.example.com:443 HTTP/1.1\r\n\r\n')).toContain('502')
    },
  )

  test('[CNT-21] takes a name for itself, and a star for everything below', () => {
    const named = (host: string, port: number, ...hosts: string[]): boolean => isNamed({ host, port }, hosts)
    expect(named('api.example.com', 443, 'API.example.com')).toBe(true)
    expect(named('api.example.com', 80, 'api.example.com')).toBe(true)
    expect(named('api.example.com', 8443, 'api.example.com')).toBe(false)
    expect(named('api.example.com', 443, 'api.example.com:8443')).toBe(false)
    expect(named('a.b.example.com', 443, '*.example.com')).toBe(true)
    for (const other of ['example.com', 'badexample.com', 'example.com.evil.net', 'api.example.co'])
      expect(named(other, 443, '*.example.com')).toBe(false)
  })

  test('[CNT-21] reports each refused host once, and not without end', async () => {
    const { say, refused } = await opened([])
    await say('CONNECT a.example:443 HTTP/1.1\r\n\r\n')
    await say('CONNECT a.example:443 HTTP/1.1\r\n\r\n')
    expect(refused).toEqual(['a.example'])
    for (let n = 0; n < 60; n++) await say(`CONNECT h${n}.example:443 HTTP/1.1\r\n\r\n`)
    expect(refused).toHaveLength(50)
  })
})

describe('a sealed server with named hosts', () => {
  let captivity: Captivity | undefined
  afterEach(() => captivity?.close())

  test('[CNT-21] reaches them through the proxy, and nothing without it', async () => {
    captivity = new Captivity()
    if (!(await isHeld(captivity, 'sealed'))) return
    if (levels.hosts !== 'holds') return expect(levels.hosts).toBe('perl')
    const { port } = await service()
    await captivity.start('sealed', { hosts: [`localhost:${port}`] })
    const fetched = `return await (await fetch('http://localhost:' + given + '/')).text()`
    expect(await captivity.attempt(fetched, port)).toEqual({ value: 'from the service' })
    const direct = await captivity.attempt('return await connect({ host: "127.0.0.1", port: given })', port)
    expect(direct).toEqual({ value: 'ECONNREFUSED' })
    const far = await captivity.attempt('return await connect({ host: "192.0.2.1", port: 443 })')
    expect(far).toEqual({ value: 'ENETUNREACH' })
    const without = `return sh('env -u http_proxy -u HTTP_PROXY -u all_proxy -u ALL_PROXY curl -sS -m 3 http://localhost:' + given)`
    expect((await captivity.attempt(without, port)).value).not.toMatchObject({ status: 0 })
  })
})
