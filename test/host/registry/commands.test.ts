import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createFakeRegistry, type FakeRegistry } from '../../support/fake-registry/fake-registry.mjs'
import { ownHost } from '../../support/own-host.ts'

let registry: FakeRegistry

beforeEach(async () => {
  registry = await createFakeRegistry({ fillers: 3 })
})
afterEach(() => registry.close())

const weather = 'io.github.ada-example/weather'

describe('[REG-4] the commands of the registry', () => {
  test('ask the registry of the settings, which changes only with the user’s confirmation', async () => {
    const atrium = await ownHost()
    const { link } = atrium.person
    const asked: string[] = []
    atrium.confirm = async ({ detail }) => {
      asked.push(detail)
      return asked.length > 1
    }
    await expect(link.call('changeSettings', { registryUrl: registry.url })).rejects.toMatchObject({
      code: 'forbidden',
    })
    await link.call('changeSettings', { registryUrl: `${registry.url}/v0.1/` })
    expect(asked.at(-1)).toContain(registry.url)
    const { rows, url } = await link.call('searchRegistry', { text: 'weather', ask: 'first' })
    expect(url).toBe(registry.url)
    expect(rows.map(({ name }) => name)).toEqual([weather])
    await expect(link.call('changeSettings', { registryUrl: 'http://registry.example.com' })).rejects.toMatchObject({
      code: 'bad-input',
    })
    await link.call('changeSettings', { registryUrl: null })
    expect(JSON.parse(readFileSync(path.join(atrium.directory, 'settings.json'), 'utf8'))).not.toHaveProperty(
      'registryUrl',
    )
  })

  test('[REG-6] fetch no bundle that no record names', async () => {
    const { link } = (await ownHost()).person
    await link.call('changeSettings', { registryUrl: registry.url })
    await link.call('getRegistryServer', { name: weather, ask: true })
    await expect(link.call('fetchRegistryBundle', { name: weather, at: 0 })).rejects.toMatchObject({
      code: 'not-found',
    })
  })

  test('keep a server’s source, ask about its URL first, and compare it on request', async () => {
    const atrium = await ownHost()
    const { link } = atrium.person
    const source = { url: registry.url, name: weather, version: '1.3.0' }
    const config = { type: 'http', url: 'http://127.0.0.1:9/mcp', registry: source } as const
    await link.call('addServer', { id: 'weather', config })
    await atrium.person.ask('address', 'weather')
    const file = JSON.parse(readFileSync(path.join(atrium.directory, 'servers.json'), 'utf8'))
    expect(file.mcpServers.weather.registry).toEqual(source)
    expect(registry.requests).toEqual([])
    const { update } = await link.call('getRegistryUpdate', { server: 'weather', ask: true })
    expect(update).toMatchObject({ source, latest: { about: { version: '1.4.2' } } })
    expect(atrium.person.state.configured.servers['weather']).toMatchObject({ registry: source })
  })

  test('refuse a session that can’t add servers', async () => {
    const atrium = await ownHost()
    const { link } = atrium.join('use', 'web:other')
    await expect(link.call('searchRegistry', { ask: 'kept' })).rejects.toMatchObject({ code: 'forbidden' })
  })
})
