import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { Atrium, peer } from '../../support/atrium.ts'
import { forProgram, storedName } from '../../../shared/risk/secret-names.ts'

let atrium: Atrium
afterEach(() => atrium.close())

const serversFile = (): string => path.join(atrium.directory, 'servers.json')

test('[CFG-1] reports broken JSON with its line, keeps the last good content and doesn’t overwrite the file', async () => {
  atrium = await Atrium.start()
  await atrium.add('good', peer('good.mjs'))
  const { person } = atrium
  const broken = '{\n  "mcpServers": {\n    "good": { "command": "node" "args": [] }\n  }\n}\n'
  writeFileSync(serversFile(), broken)
  const { problems } = await person.event('configuration.checked', (event) => event.problems.length > 0)
  expect(problems).toEqual(['servers.json is not valid JSON: comma expected at line 3, column 33.'])
  expect(person.state.servers['good']?.status.state).toBe('ready')
  await expect(person.link.call('setServerEnabled', { id: 'good', enabled: false })).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('Nothing was changed'),
  })
  expect(readFileSync(serversFile(), 'utf8')).toBe(broken)
})

test('[CFG-2] loads the other servers despite a mistake in one entry, and keeps that one as it was', async () => {
  atrium = await Atrium.start()
  await atrium.add('good', peer('good.mjs'))
  const { person } = atrium
  const file = JSON.parse(readFileSync(serversFile(), 'utf8'))
  file.mcpServers.other = { command: 'no-such-command-anywhere' }
  file.mcpServers.wrong = { args: ['no command'] }
  file.mcpServers.__proto__ = { command: 'x' }
  writeFileSync(serversFile(), JSON.stringify(file))
  const { problems } = await person.event('configuration.checked', (event) => event.problems.length > 0)
  expect(problems).toEqual([expect.stringMatching(/^servers\.json: wrong\.command: /)])
  const failed = await person.until('the other server fails', () => {
    const status = person.state.servers['other']?.status
    return status?.state === 'failed' ? status : undefined
  })
  expect(failed.reason).toContain('no-such-command-anywhere')
  expect(person.state.servers['good']?.status.state).toBe('ready')
})

test('[CFG-3] applies an edit by hand, and logs it with before and after', async () => {
  atrium = await Atrium.start()
  await atrium.add('good', peer('good.mjs'))
  const { person } = atrium
  const file = JSON.parse(readFileSync(serversFile(), 'utf8'))
  file.mcpServers.good.enabled = false
  file.note = 'mine'
  writeFileSync(serversFile(), JSON.stringify(file))
  const change = await person.event('configured', (event) => event.actor === 'file' && event.file === 'servers')
  expect(change).toMatchObject({ before: { good: { enabled: true } }, after: { good: { enabled: false } } })
  await person.until('it is off', () => person.state.servers['good']?.status.state === 'off')
  await person.link.call('setServerEnabled', { id: 'good', enabled: true })
  expect(JSON.parse(readFileSync(serversFile(), 'utf8')).note).toBe('mine')
})

test('[CFG-5] applies a new secret value together with other changes, and deletes one no longer named', async () => {
  atrium = await Atrium.start()
  const { person, secrets } = atrium
  const { command, args } = peer('good.mjs')
  const token = 'server/it/env/TOKEN'
  await atrium.add('it', { command, args, env: { TOKEN: { secret: token } } }, { secrets: { [token]: 'first-value' } })
  const starts = () => person.events.filter((it) => it.type === 'server.changed' && it.to.state === 'starting').length
  const before = starts()
  const config = { command, args, env: { TOKEN: { secret: token } }, name: 'Another name' }
  await person.link.call('updateServer', { id: 'it', config, secrets: { [token]: 'second-value' } })
  await person.until('it was started again', () => starts() > before)
  expect(secrets.values.get(storedName(token, forProgram))).toBe('second-value')
  await person.link.call('updateServer', { id: 'it', config: { command, args, name: 'Another name' } })
  expect(secrets.bare()).toEqual(['log/key', 'log/head', 'anthropic/key'])
  await person.until('the store says so', () => !person.state.secrets.includes(token))
})
