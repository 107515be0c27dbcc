import { createHash } from 'node:crypto'
import net from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { openGate } from '../../../main/host/mcp/containment/gate.ts'
import { downloadBundle, usualDownload } from '../../../main/host/registry/bundle-download.ts'
import { Atrium } from '../../support/atrium.ts'
import { startOrigin } from '../../support/network/origin.mjs'
import { type CompanyProxy, startProxy } from '../../support/network/proxy.mjs'
import { networkThrough, noNames } from './company.ts'

/** Whom the proxy was asked for. */
const targetsOf = ({ seen }: CompanyProxy): string[] => [...new Set(seen.map(({ target }) => target))].toSorted()

/** A proxy behind which every host is one that says nothing useful. */
async function proxyFor(...hosts: string[]): Promise<CompanyProxy> {
  const origin = await startOrigin()
  const proxy = await startProxy({ names: Object.fromEntries(hosts.map((host) => [host, origin.address])) })
  onTestFinished(async () => {
    await Promise.all([proxy.close(), origin.close()])
  })
  return proxy
}

/** A host whose environment has these variables while it starts. */
async function hostWith(variables: Record<string, string>, options: Parameters<typeof Atrium.start>[0] = {}) {
  const before = { ...process.env }
  Object.assign(process.env, variables)
  const atrium = await Atrium.start(options)
  for (const name of Object.keys(variables)) {
    if (before[name] === undefined) delete process.env[name]
    else process.env[name] = before[name]
  }
  onTestFinished(() => atrium.close())
  return atrium
}

const kinds = ['models.example', 'registry.example', 'releases.example', 'server.example']

/** Lets a host want something of each kind, whatever comes of it. */
async function wantAll({ person }: Atrium): Promise<void> {
  const { link } = person
  await link.call('addServer', { id: 'far', config: { url: 'https://server.example/mcp' } })
  await link.call('setEndpoint', { endpoint: 'home', config: { baseUrl: 'https://models.example', profile: 'other' } })
  await link.call('listModels', { endpoint: 'home' }).catch(() => undefined)
  await link.call('changeSettings', { registryUrl: 'https://registry.example' })
  await link.call('searchRegistry', { text: '', ask: 'first', limit: 1 })
  await link.call('lookForRelease', {}).catch(() => undefined)
  await person.until('the server has failed', () => person.state.servers['far']?.status.state === 'failed')
}

const releases = { feed: 'https://releases.example/latest', page: 'https://releases.example/' }

test('[NET-1] [NET-2] sends models, servers, registry and releases through the proxy of the environment', async () => {
  const proxy = await proxyFor(...kinds)
  const atrium = await hostWith({ HTTPS_PROXY: proxy.urlWithPassword }, { releases })
  await wantAll(atrium)
  expect(targetsOf(proxy)).toEqual(kinds.map((kind) => `${kind}:443`))
  expect(proxy.violations).toEqual([])
})

test('[NET-10] [NET-24] follows the user’s choice from the next request on', async () => {
  const proxy = await proxyFor(...kinds)
  const atrium = await hostWith({ HTTPS_PROXY: proxy.url }, { releases })
  const { link } = atrium.person
  await link.call('setEndpoint', { endpoint: 'home', config: { baseUrl: 'https://models.example', profile: 'other' } })
  const list = (): Promise<unknown> => link.call('listModels', { endpoint: 'home' }).catch((error: unknown) => error)
  await link.call('changeSettings', { network: { mode: 'none' } })
  expect(await list()).toMatchObject({ code: 'unavailable' })
  expect(targetsOf(proxy)).toEqual([])
  await link.call('changeSettings', { network: { mode: 'proxy', proxy: `127.0.0.1:${proxy.port}` } })
  await list()
  expect(targetsOf(proxy)).toEqual(['models.example:443'])
  proxy.seen.length = 0
  await link.call('changeSettings', { network: { direct: ['.example'] } })
  await list()
  expect(targetsOf(proxy)).toEqual([])
})

test('[NET-11] keeps a proxy’s password out of settings, state and events', async () => {
  const proxy = await proxyFor(...kinds)
  const auth = { user: 'ann', password: 'kept-to-itself' }
  proxy.set({ auth: { ...auth, password: 'another' } })
  const named = proxy.url.replace('//', `//${auth.user}:${auth.password}@`)
  const atrium = await hostWith({ HTTPS_PROXY: named }, { releases })
  await wantAll(atrium)
  expect(proxy.seen.some((it) => it.auth === 'wrong')).toBe(true)
  const told = JSON.stringify([atrium.person.state, atrium.person.events])
  expect(told).toContain('refused the name and password')
  expect(told).not.toContain(auth.password)
  const { link } = atrium.person
  for (const bad of [named, 'socks5://proxy.example:1080', 'http://proxy.example/path', 'no host'])
    await expect(link.call('changeSettings', { network: { mode: 'proxy', proxy: bad } })).rejects.toMatchObject({
      code: 'bad-input',
    })
  expect(atrium.person.state.configured.settings.network).toMatchObject({ mode: 'automatic' })
})

test('[NET-20] leads a sealed server to its named hosts through the proxy', async () => {
  const proxy = await proxyFor('api.example')
  const refused: string[] = []
  const network = networkThrough({ proxy: proxy.url })
  const gate = await openGate({ hosts: ['api.example'], refused: (host) => refused.push(host), network, ...noNames() })
  onTestFinished(gate.close)
  const say = async (line: string): Promise<string> => {
    const socket = net.connect(gate.socket)
    socket.write(`${line}\r\n\r\nGET /echo HTTP/1.1\r\nHost: api.example\r\nConnection: close\r\n\r\n`)
    const said: Buffer[] = []
    for await (const part of socket) said.push(part as Buffer)
    return Buffer.concat(said).toString()
  }
  expect(await say('CONNECT api.example:443 HTTP/1.1')).toContain('"url":"/echo"')
  expect(await say(`CONNECT 127.0.0.1:${proxy.port} HTTP/1.1`)).toContain('403')
  expect(refused).toEqual([`127.0.0.1:${proxy.port}`])
  expect(targetsOf(proxy)).toEqual(['api.example:443'])
})

test('[NET-2] fetches bundles through the proxy', async () => {
  const proxy = await proxyFor('files.example')
  const receiver = { begin: () => '', add: () => undefined, finish: () => '', abandon: () => undefined }
  const network = networkThrough({ proxy: proxy.url })
  const sha256 = createHash('sha256').digest('hex')
  const fetched = downloadBundle({ url: 'https://files.example/it.mcpb', sha256 }, receiver, {
    ...usualDownload,
    network,
  })
  await expect(fetched).rejects.toThrow(/couldn’t prove that it is files\.example/)
  expect(targetsOf(proxy)).toEqual(['files.example:443'])
})
