import { afterAll, beforeAll, expect, test } from 'vitest'
import { Atrium, peer } from '../../support/atrium.ts'

const said = 'Your stored secrets can’t be read or changed: the keyring isn’t responding.'
const token = 'server/probe/env/TOKEN'
let atrium: Atrium

beforeAll(async () => {
  atrium = await Atrium.start()
  const { command, args } = peer('good.mjs')
  await atrium.add('probe', { command, args, env: { TOKEN: { secret: token } } }, { secrets: { [token]: 'hush-hush' } })
})
afterAll(() => atrium.close())

const call: Atrium['person']['link']['call'] = (name, input) => atrium.person.link.call(name, input)

test('[SEC-40] starts while the secret store can’t be read, and says why servers and models have no secrets', async () => {
  const before = atrium.person.state.secrets
  await atrium.stop()
  atrium.secrets.locked = said
  await atrium.open()
  const { person } = atrium
  expect(before).toContain(token)
  expect(person.state.secrets).toEqual(before)
  const status = await person.until('the server is refused', () => {
    const now = person.state.servers['probe']?.status
    return now?.state === 'failed' && now
  })
  expect(status).toMatchObject({ reason: said })
  await expect(call('listModels', { endpoint: 'anthropic' })).rejects.toMatchObject({
    code: 'unavailable',
    message: said,
  })
  await expect(call('setModelKey', { endpoint: 'anthropic', key: 'another-key' })).rejects.toMatchObject({
    code: 'unavailable',
    message: said,
  })
})

test('[SEC-40] has everything back after a start with the store', async () => {
  const before = atrium.person.state.secrets
  await atrium.stop()
  atrium.secrets.locked = undefined
  await atrium.open()
  const { person } = atrium
  await person.until('the server is ready', () => person.state.servers['probe']?.status.state === 'ready')
  expect(person.state.secrets).toEqual(before)
})

test('[SEC-41] takes in a store that answers late: servers start, and the log is signed, without a restart', async () => {
  await atrium.stop()
  const { promise, resolve } = Promise.withResolvers<void>()
  atrium.secrets.locked = said
  atrium.secrets.late = promise
  await atrium.open()
  const { person } = atrium
  await person.until('the server is refused', () => person.state.servers['probe']?.status.state === 'failed')
  const signed = atrium.secrets.values.get('log/head')
  atrium.secrets.values.set('endpoint/late/key', 'entered elsewhere')
  atrium.secrets.locked = undefined
  resolve()
  await person.until('the server is ready', () => person.state.servers['probe']?.status.state === 'ready')
  expect(person.state.secrets).toContain('endpoint/late/key')
  expect(atrium.secrets.values.get('log/head')).not.toBe(signed)
})
