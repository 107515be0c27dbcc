import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { afterEach, expect, test } from 'vitest'
import { Atrium, peer } from '../../support/atrium.ts'
import { consentOf } from '../../../shared/state/consents.ts'

let atrium: Atrium
afterEach(() => atrium.close())

const changes = async (server?: string) =>
  (await atrium.person.link.call('listConfigurationChanges', server === undefined ? {} : { server })).rows

const undo = (seq: number, server: string) => atrium.person.link.call('undoConfigurationChange', { seq, server })

test('[SPG-7] lists changes by command and by hand, with masked secrets', async () => {
  atrium = await Atrium.start()
  const { command, args = [] } = peer('good.mjs')
  const secret = 'server/it/env/TOKEN'
  const env = { TOKEN: { secret }, API_KEY: 'plainly written here' }
  const config = { command, args, env, enabled: false }
  await atrium.person.link.call('addServer', { id: 'it', config, secrets: { [secret]: 'c0ffee-and-more-of-it' } })
  const file = path.join(atrium.directory, 'servers.json')
  const written = JSON.parse(readFileSync(file, 'utf8'))
  written.mcpServers.it.args = ['--log', 'c0ffee-and-more-of-it']
  writeFileSync(file, JSON.stringify(written))
  await atrium.person.event('configured', (event) => event.actor === 'file' && event.file === 'servers')
  const [byHand, added, ...others] = await changes('it')
  expect(byHand).toMatchObject({ actor: 'file', kind: 'changed', undo: 'can', members: [{ name: 'args' }] })
  expect(added).toMatchObject({ actor: 'web:test', kind: 'added', undo: 'can' })
  expect(others).toEqual([])
  const text = JSON.stringify([byHand, added])
  expect(text).not.toContain('c0ffee')
  expect(text).not.toContain('plainly written')
  expect(await changes('other')).toEqual([])
})

test('[SPG-7] says that a secret got another value, and never which', async () => {
  atrium = await Atrium.start()
  const { link } = atrium.person
  const secret = 'server/it/env/TOKEN'
  const config = { ...peer('good.mjs'), env: { TOKEN: { secret } }, enabled: false }
  await link.call('addServer', { id: 'it', config, secrets: { [secret]: 'c0ffee-and-more-of-it' } })
  const other = { ...config, args: [...(config.args ?? []), '--log'] }
  await link.call('updateServer', { id: 'it', config: other, secrets: { [secret]: 'c0ffee-that-is-new' } })
  const rows = await changes('it')
  expect(rows.map((it) => [it.kind, it.undo]).toSorted()).toEqual([
    ['added', 'can'],
    ['changed', 'can'],
    ['secret', 'value'],
  ])
  const row = rows.find(({ kind }) => kind === 'secret')
  expect(row?.members.map(({ name }) => name)).toEqual(['env.TOKEN'])
  expect(JSON.stringify(rows)).not.toContain('c0ffee')
  await expect(undo(row?.seq ?? 0, 'it')).rejects.toMatchObject({ code: 'conflict' })
  await undo(rows.find(({ kind }) => kind === 'changed')?.seq ?? 0, 'it')
  await atrium.person.until('the arguments are back', () => {
    const now = atrium.person.state.configured.servers['it']
    return now?.type === 'stdio' && now.args.length === (config.args ?? []).length
  })
  expect(atrium.person.state.secrets).toContain(secret)
})

test('[SPG-8] asks about a command that an undo brings back, and starts nothing before the answer', async () => {
  atrium = await Atrium.start()
  await atrium.add('it', peer('good.mjs'))
  const { person } = atrium
  const { it: before } = person.state.configured.servers
  if (before?.type !== 'stdio') throw new Error('This is a program.')
  const config = { ...before, args: [...before.args, 'again'] }
  await person.link.call('updateServer', { id: 'it', config, secrets: {} })
  await person.trust('it')
  await person.until('it is ready', () => person.state.servers['it']?.status.state === 'ready')
  const [change] = await changes('it')
  await undo(change?.seq ?? 0, 'it')
  await person.until('it is as before', () => isDeepStrictEqual(person.state.configured.servers['it'], before))
  await person.ask('trust', 'it')
  expect(person.state.servers['it']?.status.state).not.toBe('ready')
  await expect(undo(change?.seq ?? 0, 'it')).rejects.toMatchObject({ code: 'conflict' })
})

test('[SPG-8] removes an added server, and brings it back without its secrets', async () => {
  atrium = await Atrium.start()
  const { person } = atrium
  const secret = 'server/it/env/TOKEN'
  const config = { ...peer('good.mjs'), env: { TOKEN: { secret } }, enabled: false }
  await person.link.call('addServer', { id: 'it', config, secrets: { [secret]: 'c0ffee-and-more-of-it' } })
  const [added] = await changes('it')
  await undo(added?.seq ?? 0, 'it')
  await person.until('it is gone with its secret', () => {
    const { configured, secrets } = person.state
    return configured.servers['it'] === undefined && !secrets.includes(secret)
  })
  const [removed] = await changes()
  expect(removed).toMatchObject({ server: 'it', kind: 'removed', undo: 'can' })
  await undo(removed?.seq ?? 0, 'it')
  const back = await person.until('it is back', () => person.state.configured.servers['it'])
  expect(back).toMatchObject({ env: { TOKEN: { secret } } })
  expect(person.state.secrets).not.toContain(secret)
})

test('[SPG-8] doesn’t count a URL that an undo brings back as entered by the user', async () => {
  atrium = await Atrium.start()
  const { person } = atrium
  const at = (url: string) => ({ type: 'http' as const, url, enabled: false })
  await person.link.call('addServer', { id: 'far', config: at('https://one.example/'), secrets: {} })
  await person.link.call('updateServer', { id: 'far', config: at('https://two.example/'), secrets: {} })
  const [change] = await changes('far')
  await undo(change?.seq ?? 0, 'far')
  const urlNow = (): string | undefined => {
    const config = person.state.configured.servers['far']
    return config?.type === 'http' ? config.url : undefined
  }
  await person.until('the URL is back', () => urlNow() === 'https://one.example/')
  expect(consentOf(person.state, 'far').address?.url).toBe('https://two.example/')
})

test('[SPG-7] records at the next start what a killed Atrium wrote but didn’t record', async () => {
  atrium = await Atrium.start()
  await atrium.person.link.call('addServer', { id: 'it', config: { ...peer('good.mjs'), enabled: false }, secrets: {} })
  await atrium.host.close()
  const file = path.join(atrium.directory, 'servers.json')
  const written = JSON.parse(readFileSync(file, 'utf8'))
  written.mcpServers.it.name = 'Another name'
  writeFileSync(file, JSON.stringify(written))
  await atrium.open()
  expect((await changes('it'))[0]).toMatchObject({
    actor: 'file',
    members: [{ name: 'name', before: null, after: 'Another name' }],
  })
})
