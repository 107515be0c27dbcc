import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, onTestFinished, test } from 'vitest'
import { PickedStore } from '../../../main/host/agent/resources/picked.ts'
import { resourceSaid } from '../../../main/host/agent/resources/resource-part.ts'
import { fetchedResourceHandlers } from '../../../main/host/commands/fetched-resources.ts'
import type { SafeFetchOptions } from '../../../main/host/mcp/http/safe-fetch.ts'
import { Redaction } from '../../../main/host/secrets/redaction.ts'
import type { ResourcePart } from '../../../shared/content/attachments.ts'
import { Fleet, peer } from '../../support/fleet.ts'
import { ownHost } from '../../support/own-host.ts'
import { peer as listed } from '../../support/atrium.ts'
import { selfSigned } from '../mcp/http/certificate.ts'

const own = selfSigned('pages.example')

/** A site over HTTPS on this computer: its requests, and how often something connected to it. */
class Site {
  readonly seen: IncomingMessage[] = []
  connections = 0
  port = 0

  static async open(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<Site> {
    const site = new Site()
    const server = createServer(own, (request, response) => {
      site.seen.push(request)
      answer(request, response)
    })
    server.on('connection', () => site.connections++)
    await once(server.listen(0, '127.0.0.1'), 'listening')
    site.port = (server.address() as AddressInfo).port
    onTestFinished(() => {
      server.closeAllConnections()
      server.close()
    })
    return site
  }

  url(path: string, host = 'pages.example'): string {
    return `https://${host}:${this.port}${path}`
  }
}

/** The network of a test: the site's name leads to this computer, as a public address would. */
const here: SafeFetchOptions = { ca: own.cert, resolve: async () => [{ address: '127.0.0.1', family: 4 }] }

let fleet: Fleet
afterEach(() => fleet.close())

/** A server that only names this page, and the command that fetches it. */
async function naming(uri: string, web: SafeFetchOptions = here) {
  fleet = new Fleet()
  await fleet.ready(peer('resources.mjs', { NAMES: uri }))
  const { journal, servers } = fleet
  const picked = new PickedStore()
  const redaction = new Redaction()
  redaction.enter('a key', 'hunter2-hunter2')
  const handlers = fetchedResourceHandlers({ journal, servers, picked, redaction, web })
  const fetch = (wanted = uri) =>
    handlers.fetchResource({ server: 'it', uri: wanted }, { actor: 'test', right: 'use' } as never)
  return { fetch, picked }
}

const events = () => fleet.events.map(({ event }) => event).filter(({ type }) => type.startsWith('fetch.'))

describe('[SED-3] a page that a server only names', () => {
  test('is fetched by one bare GET, logged before it leaves, and given to the model as that site’s', async () => {
    let before: string[] = []
    const site = await Site.open((_request, response) => {
      before = events().map(({ type }) => type)
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'set-cookie': 'a=b' })
      response.end('<p>It rains. hunter2-hunter2</p>')
    })
    const { fetch, picked } = await naming(site.url('/weather/today.html'))
    const got = await fetch()
    expect(before).toEqual(['fetch.requested'])
    expect(site.seen.map(({ method, url }) => [method, url])).toEqual([['GET', '/weather/today.html']])
    expect(Object.keys(site.seen[0]?.headers ?? {}).toSorted()).toEqual([
      'accept',
      'accept-encoding',
      'connection',
      'host',
    ])
    expect(got).toMatchObject({ fetched: true, canFollow: false, problems: [], contents: [{ mimeType: 'text/html' }] })
    expect(JSON.stringify(got)).not.toContain('hunter2')
    expect(events()).toMatchObject([
      { type: 'fetch.requested', server: 'it', url: site.url('/weather/today.html'), actor: 'test' },
      { type: 'fetch.finished', server: 'it', handle: got.handle },
    ])
    const { part, text = '[]' } = picked.get(got.handle) ?? {}
    expect(part).toMatchObject({ server: 'it', uri: site.url('/weather/today.html'), fetched: true })
    const [said] = resourceSaid(part as ResourcePart, JSON.parse(text), '---')
    expect(said).toMatchObject({
      type: 'attached',
      text: expect.stringContaining('was written by that site, not by me'),
    })
    expect(JSON.stringify(said)).toContain('It rains.')
    await fetch()
    expect(site.seen[1]?.headers.cookie).toBeUndefined()
  })

  test('is followed to another path of its origin, and never to another origin', async () => {
    const other = await Site.open((_request, response) => response.end('elsewhere'))
    const site = await Site.open(({ url }, response) => {
      const location = url === '/a' ? '/b' : url === '/c' ? other.url('/d') : undefined
      response.writeHead(location === undefined ? 200 : 302, {
        'content-type': 'text/plain',
        ...(location && { location }),
      })
      response.end('moved here')
    })
    const { fetch } = await naming(site.url('/a'))
    expect((await fetch()).contents).toMatchObject([{ text: 'moved here' }])
    await expect(fetch(site.url('/c'))).rejects.toMatchObject({ code: 'unavailable' })
    expect(other.connections).toBe(0)
    expect(events().at(-1)).toMatchObject({ problem: expect.stringContaining('redirects requests for') })
  })

  test('is text in whatever encoding its site names', async () => {
    const site = await Site.open(({ url }, response) => {
      response.writeHead(200, { 'content-type': `text/plain; charset=${url === '/old' ? 'ISO-8859-1' : 'klingon'}` })
      response.end(Buffer.from('Grüße', 'latin1'))
    })
    const { fetch } = await naming(site.url('/old'))
    expect((await fetch()).contents).toMatchObject([{ text: 'Grüße' }])
    expect((await fetch(site.url('/unknown'))).contents).toMatchObject([{ blob: expect.any(String) }])
  })

  test('is cut off above 10 MB, and refused with the site’s status or coding', async () => {
    const site = await Site.open(({ url }, response) => {
      if (url === '/large') {
        response.writeHead(200, { 'content-type': 'text/plain' })
        for (let mb = 0; mb < 11; mb++) response.write('x'.repeat(1024 * 1024))
        return response.end()
      }
      if (url === '/gone') return response.writeHead(404).end()
      return response.writeHead(200, { 'content-encoding': 'gzip' }).end('x')
    })
    const { fetch } = await naming(site.url('/large'))
    const host = `pages.example:${site.port}`
    await expect(fetch()).rejects.toMatchObject({
      message: `${host} sent more than 10 MB in one response and was cut off.`,
    })
    await expect(fetch(site.url('/gone'))).rejects.toMatchObject({
      message: `${host} has nothing at this URL, HTTP 404.`,
    })
    await expect(fetch(site.url('/gzip'))).rejects.toMatchObject({ message: expect.stringContaining('compressed') })
  })

  test.each([
    '127.0.0.1',
    '10.0.0.5',
    '192.168.1.1',
    '169.254.169.254',
    '198.18.0.7',
    '::1',
    'fd12::1',
    '::ffff:10.0.0.5',
  ])('is not requested at %s, also if its host has a public address too', async (address) => {
    const site = await Site.open((_request, response) => response.end('inside'))
    const family = (it: string) => (it.includes(':') ? 6 : 4)
    const lookup = async () => ['203.0.113.7', address].map((it) => ({ address: it, family: family(it) }))
    const { fetch } = await naming(site.url('/'), { ca: own.cert, lookup })
    await expect(fetch()).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(/wasn’t contacted, because .* leads to /),
    })
    expect(site.connections).toBe(0)
    expect(events().map(({ type }) => type)).toEqual(['fetch.requested', 'fetch.finished'])
  })

  test.each([
    ['unencrypted', 'http://pages.example/'],
    ['a file', 'file:///etc/passwd'],
    ['with a password', 'https://user:word@pages.example/'],
    ['with hidden characters', 'https://pages.example/\u202Egpj.exe'],
    ['too long to read', `https://pages.example/${'a'.repeat(2000)}`],
    ['empty', 'https://'],
  ])('is refused without a request if its address is %s', async (_what, uri) => {
    const { fetch } = await naming('https://pages.example/')
    await expect(fetch(uri)).rejects.toMatchObject({
      code: 'bad-input',
      message: expect.stringMatching(/^Atrium can’t/),
    })
    expect(events()).toEqual([])
  })
})

test('[SED-4] requests nothing that a server names by https without the user’s consent', async () => {
  const site = await Site.open((_request, response) => response.end('fetched'))
  const uri = site.url('/page', 'localhost')
  const atrium = await ownHost()
  const { person, fake } = atrium
  await atrium.add('it', listed('resources.mjs', { NAMES: uri }))
  const { link } = person
  expect((await link.call('listResources', { server: 'it' })).resources.map((it) => it.uri)).toContain(uri)
  await expect(link.call('readResource', { server: 'it', uri })).rejects.toMatchObject({ code: 'not-found' })
  fake.setScenario({
    turns: [
      { content: [{ tool_use: { name: 'it__read_resource', input: { uri } } }], stop_reason: 'tool_use' },
      { content: [{ text: 'I can’t.' }] },
    ],
  })
  const { turn } = await link.call('sendMessage', { text: `Read ${uri}` })
  await person.event('turn.finished', (event) => event.turn === turn)
  expect(site.connections).toBe(0)
  expect(person.all('fetch.requested')).toEqual([])
  // Even with it, this computer isn't a public address.
  await expect(link.call('fetchResource', { server: 'it', uri })).rejects.toMatchObject({ code: 'unavailable' })
  expect(await person.event('fetch.finished')).toMatchObject({ problem: expect.stringContaining('localhost') })
  expect(person.all('fetch.requested')).toMatchObject([{ url: uri }])
  expect(site.connections).toBe(0)
})
