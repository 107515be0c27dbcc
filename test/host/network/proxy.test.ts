import { describe, expect, test } from 'vitest'
import { resolveHost } from '../../../main/host/mcp/http/addresses.ts'
import { SafeFetch, type SafeFetchOptions } from '../../../main/host/mcp/http/safe-fetch.ts'
import { NamedFetch } from '../../../main/host/mcp/sign-in/named-fetch.ts'
import { untrustedIn } from '../../../main/host/network/issuer.ts'
import type { Network } from '../../../main/host/network/network.ts'
import { outsideFetch } from '../../../main/host/network/outside-fetch.ts'
import { proxyProblemIn } from '../../../main/host/network/proxy-problem.ts'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import tls from 'node:tls'
import { onTestFinished } from 'vitest'
import type { ProxyMode } from '../../support/network/proxy.mjs'
import { type Company, networkThrough, noNames, openCompany, outside } from './company.ts'

const url = `https://${outside}/echo`

/** Trusts the company's authority as the system's store would. */
function trust({ authority }: Company): void {
  const before = tls.getCACertificates('default')
  tls.setDefaultCACertificates([...before, authority.root])
  onTestFinished(() => tls.setDefaultCACertificates(before))
}

async function company(options: Parameters<typeof openCompany>[0] = {}): Promise<Company> {
  const opened = await openCompany(options)
  trust(opened)
  return opened
}

/** The sentence about a server's failure, or the status of its answer. */
const saidBy = (proxy: string, options: SafeFetchOptions = {}, target = url): Promise<string> => {
  const { lookup } = noNames()
  const safe = new SafeFetch(target, { network: networkThrough({ proxy }), lookup, ...options })
  return safe.fetch(target).then(
    (response) => `HTTP ${response.status}`,
    (error: unknown) => (error instanceof Error ? error.message : ''),
  )
}

describe('a request through a proxy', () => {
  test('[NET-4] tells the proxy where to connect, and no more', async () => {
    const { proxy, origin } = await company()
    const { lookup, asked } = noNames()
    const safe = new SafeFetch(url, { network: networkThrough({ proxy: proxy.url }), lookup })
    const response = await safe.fetch(url, { method: 'POST', headers: { authorization: 'Bearer key' }, body: '{}' })
    expect(await response.json()).toMatchObject({
      method: 'POST',
      body: '{}',
      headers: { authorization: 'Bearer key' },
    })
    expect(proxy.seen).toMatchObject([{ kind: 'connect', target: `${outside}:443`, auth: 'none' }])
    expect(proxy.violations).toEqual([])
    expect(origin.seen).toHaveLength(1)
    expect(asked).toEqual([])
  })

  test('[NET-2] carries models’ requests too, with their streams as they come', async () => {
    const { proxy } = await company()
    const fetch = outsideFetch(networkThrough({ proxy: proxy.url }))
    const response = await fetch(`https://${outside}/sse?n=3&ms=20`, { headers: { 'x-api-key': 'key' } })
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    const parts: string[] = []
    for await (const part of response.body ?? []) parts.push(Buffer.from(part).toString())
    expect(parts.join('')).toBe('data: 1\n\ndata: 2\n\ndata: 3\n\n')
    expect(parts.length).toBeGreaterThan(1)
    const posted = await fetch(url, { method: 'POST', body: '{"a":1}', headers: { 'x-api-key': 'key' } })
    expect(await posted.json()).toMatchObject({ body: '{"a":1}', headers: { 'x-api-key': 'key', host: outside } })
    expect(proxy.violations).toEqual([])
  })

  test('[NET-2] has absolute form without encryption', async () => {
    const { proxy, plain } = await company()
    const fetch = outsideFetch(networkThrough({ proxy: proxy.url }))
    const response = await fetch(`http://${outside}/echo?a=1#part`)
    expect(await response.json()).toMatchObject({ url: '/echo?a=1', headers: { host: outside } })
    expect(plain.seen).toHaveLength(1)
    expect(proxy.seen).toMatchObject([{ kind: 'request', target: `http://${outside}/echo?a=1` }])
    expect(proxy.violations).toEqual([])
  })

  test('[NET-11] sends a password after the proxy asked, at once from then on, and never to the origin', async () => {
    const auth = { user: 'ann', password: 'pä:ss @1' }
    const { proxy, origin, plain } = await company({ auth })
    const network = networkThrough({ proxy: proxy.urlWithPassword })
    const safe = new SafeFetch(url, { network, lookup: noNames().lookup })
    for (let at = 0; at < 2; at++) expect((await safe.fetch(url)).status).toBe(200)
    expect(proxy.seen.map((it) => it.auth)).toEqual(['missing', 'right', 'right'])
    expect((await outsideFetch(network)(`http://${outside}/echo`)).status).toBe(200)
    expect(proxy.violations).toEqual([])
    for (const { headers } of [...origin.seen, ...plain.seen]) expect(headers).not.toHaveProperty('proxy-authorization')
  })

  test('[NET-12] sends a refused password once, and says so', async () => {
    const { proxy } = await company({ auth: { user: 'ann', password: 'right' } })
    const wrong = proxy.url.replace('//', '//ann:wrong@')
    const network = networkThrough({ proxy: wrong })
    const options = { network, lookup: noNames().lookup }
    const refused =
      /^The server couldn’t be reached, because the proxy 127\.0\.0\.1:\d+ refused the name and password: correct them in HTTPS_PROXY\.$/
    expect(await saidBy('', options)).toMatch(refused)
    expect(proxy.seen.map((it) => it.auth)).toEqual(['missing', 'wrong'])
    expect(await saidBy('', options)).toMatch(refused)
    expect(proxy.seen.map((it) => it.auth)).toEqual(['missing', 'wrong', 'missing'])
    expect(proxy.violations).toEqual([])
  })

  test('[NET-12] sends a wrong password once, also for many requests at a time', async () => {
    const { proxy } = await company({ auth: { user: 'ann', password: 'right' } })
    const network = networkThrough({ proxy: proxy.url.replace('//', '//ann:wrong@') })
    const options = { network, lookup: noNames().lookup }
    const said = await Promise.all(Array.from({ length: 5 }, () => saidBy('', options)))
    for (const each of said) expect(each).toMatch(/refused the name and password/)
    expect(proxy.seen.filter(({ auth }) => auth === 'wrong')).toHaveLength(1)
  })

  test('[NET-11] sends a password once more that had worked', async () => {
    const auth = { user: 'ann', password: 'p' }
    const { proxy } = await company({ auth })
    const network = networkThrough({ proxy: proxy.urlWithPassword })
    const options = { network, lookup: noNames().lookup }
    expect(await saidBy('', options)).toBe('HTTP 200')
    proxy.set({ auth: { ...auth, password: 'other' } })
    expect(await saidBy('', options)).toMatch(/refused the name and password/)
    expect(proxy.seen.map((it) => it.auth)).toEqual(['missing', 'right', 'wrong', 'wrong'])
  })

  test('[NET-11] asks for what is missing, and names a proof that it can’t give', async () => {
    const { proxy } = await company({ auth: { user: 'ann', password: 'p' } })
    expect(await saidBy(proxy.url)).toMatch(/wants a name and password: set HTTPS_PROXY to the proxy’s URL with them/)
    proxy.set({ auth: { user: 'ann', password: 'p', scheme: 'Negotiate' } })
    expect(await saidBy(proxy.urlWithPassword)).toMatch(
      /wants to sign you in with Negotiate, which Atrium can’t do here/,
    )
    expect(proxy.seen.map((it) => it.auth)).toEqual(['missing', 'missing'])
  })

  test.each<[ProxyMode, RegExp]>([
    [
      'block',
      /doesn’t let Atrium reach models\.example \(“Access Denied”\): ask for models\.example:443 to be allowed/,
    ],
    ['login', /doesn’t let Atrium reach models\.example/],
    ['loop', /wants a name and password/],
    ['reset', /the proxy 127\.0\.0\.1:\d+ doesn’t respond/],
    ['garbage', /doesn’t answer as a proxy does: check the proxy in HTTPS_PROXY/],
    ['flood', /doesn’t answer as a proxy does/],
    ['502', /couldn’t reach models\.example \(HTTP 502\)/],
    ['503', /couldn’t reach models\.example \(HTTP 503\)/],
    ['200-body', /something between Atrium and models\.example answered with a web page \(“Access Denied”\)/],
    ['201', /^HTTP 200$/],
  ])('[NET-13] [NET-14] ends with a sentence at a proxy in mode %s', async (mode, sentence) => {
    const { proxy, origin } = await company({ mode })
    expect(await saidBy(proxy.url)).toMatch(sentence)
    expect(origin.seen).toHaveLength(mode === '201' ? 1 : 0)
    await expect.poll(() => proxy.connections()).toBe(0)
  })

  test.each<ProxyMode>(['silent', 'half'])('[NET-14] ends by its clock at a proxy in mode %s', async (mode) => {
    const { proxy } = await company({ mode })
    const network = networkThrough({ proxy: proxy.url, limits: { answerMs: 100 } })
    expect(await saidBy('', { network })).toMatch(/the proxy 127\.0\.0\.1:\d+ doesn’t respond/)
    await expect.poll(() => proxy.connections()).toBe(0)
  })

  test('[NET-13] tells models’ users the same', async () => {
    const { proxy } = await company({ mode: 'block' })
    const failure = outsideFetch(networkThrough({ proxy: proxy.url }))(url)
    const problem = await failure.catch((error: unknown) => proxyProblemIn(error))
    expect(problem).toMatchObject({ clause: expect.stringMatching(/doesn’t let Atrium reach/), passing: false })
  })

  test('[NET-18] says by whom an untrusted certificate is', async () => {
    const opened = await openCompany()
    expect(await saidBy(opened.proxy.url)).toMatch(
      /couldn’t prove that it is models\.example \(UNABLE_\w+\), because its certificate is of Acme: if that is your company/,
    )
    expect(opened.origin.seen).toEqual([])
  })

  test('[NET-18] says it of a model’s too, with and without a proxy', async () => {
    const opened = await openCompany()
    const issuerAt = (network: Network, address: string): Promise<unknown> =>
      outsideFetch(network)(address).catch((error: unknown) => untrustedIn(error))
    const untrusted = { issuer: 'Acme', code: expect.stringContaining('UNABLE') }
    expect(await issuerAt(networkThrough({ proxy: opened.proxy.url }), url)).toMatchObject(untrusted)
    expect(await issuerAt(networkThrough({}), `https://${opened.origin.address}/`)).toMatchObject(untrusted)
    expect(opened.origin.seen).toEqual([])
  })

  test('[NET-4] reaches no forbidden address without a proxy either', async () => {
    const said = outsideFetch(networkThrough({}))('http://169.254.169.254/').catch((error: unknown) => error)
    expect(await said).toMatchObject({ cause: { code: 'EHOSTUNREACH' } })
  })

  test('[NET-14] waits for the proxy’s name no longer than for the proxy', async () => {
    const never = (): Promise<never> => new Promise(() => undefined)
    const network = networkThrough({ proxy: 'http://proxy.example:8080', limits: { connectMs: 50 }, lookup: never })
    expect(await saidBy('', { network })).toMatch(/no computer has the name of the proxy proxy\.example:8080/)
  })

  test('[NET-13] takes no page for a tunnel, even one that has no length', async () => {
    const page = '<html><title>Sign in here</title>'
    const server = createServer((socket) => {
      socket
        .on('error', () => undefined)
        .once('data', () => {
          socket.end(`HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n\r\n${page}`)
        })
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    expect(await saidBy(`http://127.0.0.1:${port}`)).toMatch(/answered with a web page \(“Sign in here”\)/)
  })

  test('speaks to a proxy that is encrypted itself', async () => {
    const { authority } = await company()
    const secure = await company({ tls: authority.issue('127.0.0.1') })
    tls.setDefaultCACertificates([...tls.getCACertificates('default'), authority.root])
    expect(await saidBy(secure.proxy.url)).toBe('HTTP 200')
    expect(secure.proxy.violations).toEqual([])
  })
})

describe('an address behind a proxy', () => {
  const refused = /no server is allowed there|in a private network/

  test.each(['https://169.254.169.254/', 'https://[::ffff:a9fe:a9fe]/'])(
    '[NET-4] isn’t asked for if no server is allowed at %s',
    async (target) => {
      const { proxy } = await company()
      expect(await saidBy(proxy.url, {}, target)).toMatch(refused)
      expect(proxy.seen).toEqual([])
    },
  )

  test('[NET-4] isn’t used as a proxy if nothing is allowed there', async () => {
    expect(await saidBy('http://169.254.169.254:80')).toMatch(/no proxy is allowed at 169\.254\.169\.254:80/)
  })

  test('[NET-5] is looked up here as well if a server named it', async () => {
    const { proxy } = await company()
    const network = networkThrough({ proxy: proxy.url })
    const inside = async () => [{ address: '10.1.2.3', family: 4 }]
    const named = (lookup: SafeFetchOptions['lookup']): Promise<string> =>
      new NamedFetch('https://mcp.example/', { network, ...(lookup && { lookup }) }).fetch(url).then(
        (response) => `HTTP ${response.status}`,
        (error: unknown) => (error instanceof Error ? error.message : ''),
      )
    expect(await named(inside)).toMatch(/leads to 10\.1\.2\.3 in a private network/)
    expect(proxy.seen).toEqual([])
    expect(await named(noNames().lookup)).toBe('HTTP 200')
  })

  test('[NET-6] is reached directly only if the system’s answer says so and the user named it', async () => {
    const { origin } = await company()
    const { port } = origin
    const network = networkThrough({ proxy: 'http://127.0.0.1:1' })
    const safe = new SafeFetch(`https://${outside}:${port}/echo`, {
      network,
      lookup: async () => [{ address: '127.0.0.1', family: 4 }],
      resolve: async () => [{ address: '127.0.0.1', family: 4 }],
    })
    await expect(safe.fetch(`https://${outside}:${port}/echo`)).rejects.toThrow(
      /the proxy 127\.0\.0\.1:1 doesn’t respond/,
    )
    expect(origin.seen).toEqual([])
    await expect(resolveHost(new URL(url), noNames().lookup)).rejects.toThrow(/no host is named/)
  })
})
