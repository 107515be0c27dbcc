import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { credentialsIn, networkEnvironment, proxiesIn } from '../../../../main/host/mcp/process/environment.ts'
import { gaveUpStart } from '../../../../main/host/mcp/process/reasons.ts'
import { isObject } from '../../../../shared/schema/json.ts'
import { launchOf } from '../../../../shared/config/server-config.ts'
import { Fleet, node, peer } from '../../../support/fleet.ts'

const proxy = 'http://alice:canary-Pa55@127.0.0.1:3128'

let fleet: Fleet
beforeEach(() => {
  vi.stubEnv('HTTPS_PROXY', proxy)
  vi.stubEnv('no_proxy', 'localhost')
  vi.stubEnv('NODE_EXTRA_CA_CERTS', '/etc/ca.pem')
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await fleet.close()
})

test('[STA-11] passes network variables only to a program configured to get them', async () => {
  fleet = new Fleet()
  expect(networkEnvironment({ HTTPS_PROXY: proxy, ssl_cert_file: '/x', PATH: '/bin', HTTP_PROXY: '' })).toEqual({
    HTTPS_PROXY: proxy,
    ssl_cert_file: '/x',
  })
  expect(['http://a:b@h:1', 'http://token@h', 'http://h:1', 'a@b'].map(credentialsIn)).toEqual([
    ['a:b', 'b'],
    ['token'],
    [],
    [],
  ])
  await fleet.add({ off: peer('env-probe.mjs'), on: peer('env-probe.mjs', {}, { networkEnvironment: true }) })
  const seen = async (id: string) => {
    const reply = await fleet.call('probe', {}, { id })
    const content = reply.status === 'answered' ? reply.result['structuredContent'] : undefined
    return isObject(content) && isObject(content['env']) ? content['env'] : {}
  }
  expect(Object.keys(await seen('off'))).not.toContain('HTTPS_PROXY')
  expect(await seen('on')).toMatchObject({ no_proxy: 'localhost', NODE_EXTRA_CA_CERTS: '/etc/ca.pem' })
  expect(Object.keys(await seen('on'))).toContain('HTTPS_PROXY')
  const launches = fleet.of('command.trusted')
  const names = (id: string) => launches.find(({ server }) => server === id)?.launch.environment.map(({ name }) => name)
  expect(names('on')).toContain('HTTPS_PROXY')
  expect(names('off')).not.toContain('HTTPS_PROXY')
})

test('[STA-11] asks again if a passed value has changed, and never if none is passed', async () => {
  fleet = new Fleet()
  const [on, off] = [peer('good.mjs', {}, { networkEnvironment: true }), peer('good.mjs')]
  await fleet.add({ on, off })
  vi.stubEnv('HTTPS_PROXY', 'http://127.0.0.1:9')
  for (const id of ['on', 'off']) await fleet.servers.restart(id)
  await fleet.until(() => fleet.status('on').state === 'ready')
  const asked = (id: string) => fleet.of('command.trusted').filter(({ server }) => server === id).length
  expect([asked('on'), asked('off')]).toEqual([2, 1])
  expect(launchOf(off)).not.toHaveProperty('networkEnvironment')
  expect(launchOf(on)).toHaveProperty('networkEnvironment', true)
})

test('[STA-11] shows no proxy password, whatever the program writes', async () => {
  fleet = new Fleet({ restarts: { firstMs: 600_000, mostMs: 600_000, jitter: () => 1 } })
  const program = 'console.error("Error: no way through " + process.env.HTTPS_PROXY); process.exit(1)'
  await fleet.add({ it: node(['-e', program], { networkEnvironment: true }) })
  expect(fleet.reason()).toContain('Error: no way through http://[secret HTTPS_PROXY]@127.0.0.1:3128')
  await fleet.journal.durable()
  expect(JSON.stringify(fleet.events)).not.toContain('canary-Pa55')
})

test('[STA-11] names the proxies withheld from a program that didn’t start', () => {
  fleet = new Fleet()
  const given = { because: 'silence', ms: 60_000 } as const
  const withheld = proxiesIn({ HTTPS_PROXY: proxy, no_proxy: 'localhost', SSL_CERT_FILE: '/x' })
  const sentence = gaveUpStart(given, { line: 'npx -y a-server', withheld })
  expect(sentence).toContain('Atrium doesn’t pass HTTPS_PROXY to it: turn that on in this server’s setup')
  expect(gaveUpStart(given, { line: 'npx -y a-server', withheld: [] })).not.toContain('proxy')
})
