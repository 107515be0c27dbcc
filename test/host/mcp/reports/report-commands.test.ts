import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { Atrium, peer } from '../../../support/atrium.ts'

let atrium: Atrium
afterEach(() => atrium.close())

test('[REP-2] keeps the level in the configuration, without a restart, until it is left to the server again', async () => {
  atrium = await Atrium.start()
  const { person } = atrium
  await atrium.add('noisy', peer('logging.mjs'))
  const file = () => readFileSync(path.join(atrium.directory, 'servers.json'), 'utf8')
  await person.link.call('setLogLevel', { server: 'noisy', level: 'error' })
  await expect.poll(() => person.state.configured.servers['noisy']).toMatchObject({ logLevel: 'error' })
  expect(JSON.parse(file())).toMatchObject({ mcpServers: { noisy: { logLevel: 'error' } } })
  await person.link.call('setLogLevel', { server: 'noisy', level: null })
  expect(file()).not.toContain('logLevel')
  expect(person.all('server.changed').filter(({ to }) => to.state === 'starting')).toHaveLength(1)
  await expect(person.link.call('setLogLevel', { server: 'nobody', level: null })).rejects.toMatchObject({
    code: 'not-found',
  })
  expect(await person.link.call('listLog', { server: 'noisy' })).toMatchObject({
    rows: [{ source: 'atrium', text: 'started' }],
    logs: true,
  })
})

test('[REP-3] links a call’s message to its record', async () => {
  atrium = await Atrium.start()
  const { person } = atrium
  await atrium.add('noisy', peer('logging.mjs'))
  const { turn } = await person.link.call('sendMessage', { text: '!tool noisy__fail {}' })
  await person.allow()
  await person.event('turn.finished', (it) => it.turn === turn)
  const { rows } = await person.link.call('listFrames', { server: 'noisy', method: 'tools/call' })
  const { record } = await person.link.call('getFrame', { frame: rows[0]?.id ?? 0 })
  const { row } = await person.link.call('getRecord', { seq: record ?? 0 })
  expect(row).toMatchObject({ type: 'call.finished', server: 'noisy', tool: 'fail' })
  const listed = await person.link.call('listFrames', { server: 'noisy', method: 'tools/list' })
  expect((await person.link.call('getFrame', { frame: listed.rows[0]?.id ?? 0 })).record).toBeNull()
})
