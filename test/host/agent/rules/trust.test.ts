import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { Atrium, peer } from '../../../support/atrium.ts'
import { consentsOf } from '../../../support/trusting.ts'

let atrium: Atrium
afterEach(() => atrium.close())

const serversFile = (): string => path.join(atrium.directory, 'servers.json')
const startLog = (): string => path.join(atrium.directory, 'starts')
const starts = (): number => (existsSync(startLog()) ? readFileSync(startLog(), 'utf8').split('\n').length - 1 : 0)
/** A server that records its starts. */
const noting = (env: Record<string, string> = {}) => peer('good.mjs', { START_LOG: startLog(), ...env })

const ready = (id: string) =>
  atrium.person.until(`${id} is ready`, () => atrium.person.state.servers[id]?.status.state === 'ready')

test('[TRU-3] [TRU-7] asks after a restart only about untrusted programs, and repeats unanswered questions', async () => {
  atrium = await Atrium.start()
  await atrium.add('known', noting())
  await atrium.add('asked', noting({ N: '1' }), { trusts: false })
  const open = await atrium.person.ask('trust', 'asked')
  const trusted = consentsOf(atrium.person.state, 'trusted')
  await atrium.stop()
  await atrium.open()
  const { person } = atrium
  await ready('known')
  const again = await person.ask('trust', 'asked')
  expect(again).toMatchObject({ question: open.question, contentHash: open.contentHash })
  expect(again.id).not.toBe(open.id)
  expect(person.state.asks).toHaveLength(1)
  expect(consentsOf(person.state, 'trusted')).toEqual(trusted)
  expect(starts()).toBe(2)
  await expect(person.answer(open, { decision: 'trust' })).rejects.toMatchObject({ code: 'not-found' })
  const { rows } = await person.link.call('listAudit', {})
  const columns = rows.flatMap(({ type, server, actor, decision, outcome }) =>
    type.startsWith('ask.') || type === 'command.trusted' ? [{ type, server, actor, decision, outcome }] : [],
  )
  const none = { actor: null, decision: null, outcome: null }
  const given = { server: 'known', actor: 'web:test', decision: 'trust' }
  expect(columns.toReversed()).toEqual([
    { ...none, type: 'ask.opened', server: 'known' },
    { ...given, type: 'ask.closed', outcome: 'person' },
    { ...given, type: 'command.trusted', outcome: null },
    { ...none, type: 'ask.opened', server: 'asked' },
    { ...none, type: 'ask.closed', server: 'asked', outcome: 'withdrawn' },
    { ...none, type: 'ask.opened', server: 'asked' },
  ])
})

test('[TRU-5] turns the server off in the file if the user declines, and asks again when it is turned on', async () => {
  atrium = await Atrium.start()
  await atrium.add('it', noting({ N: '1' }), { trusts: false })
  await atrium.person.leaveOff('it')
  const off = atrium.person.all('configured').at(-1)
  expect(off).toMatchObject({ before: { it: { enabled: true } }, after: { it: { enabled: false } }, actor: 'web:test' })
  expect(JSON.parse(readFileSync(serversFile(), 'utf8')).mcpServers.it).toMatchObject({ enabled: false })
  await atrium.stop()
  await atrium.open()
  const { person } = atrium
  expect(person.state.configured.servers['it']).toMatchObject({ enabled: false })
  await person.link.call('listAudit', {})
  expect([person.state.asks, consentsOf(person.state, 'trusted'), starts()]).toEqual([[], {}, 0])
  expect(person.state.servers['it']?.status.state ?? 'off').toBe('off')
  await person.link.call('setServerEnabled', { id: 'it', enabled: true })
  await person.trust('it')
  await ready('it')
  expect(starts()).toBe(1)
})

test('[TRU-5] starts nothing if the user declines with a broken file, and says why the switch stays on', async () => {
  atrium = await Atrium.start()
  await atrium.add('it', noting(), { trusts: false })
  const { person } = atrium
  const broken = '{ "mcpServers": { '
  writeFileSync(serversFile(), broken)
  await person.event('configuration.checked', (event) => event.problems.length > 0)
  await person.leaveOff('it')
  const failed = await person.until('it says why', () => {
    const status = person.state.servers['it']?.status
    return status?.state === 'failed' ? status : undefined
  })
  expect(failed.reason).toMatch(
    /^You chose not to start it, but Atrium couldn’t turn it off: servers\.json is not valid JSON: .* Nothing was changed\.$/,
  )
  expect(failed).not.toHaveProperty('retryAt')
  expect([starts(), person.state.asks, readFileSync(serversFile(), 'utf8')]).toEqual([0, [], broken])
})

test('[TRU-6] refuses answers from sessions without the right, and changes nothing', async () => {
  atrium = await Atrium.start()
  await atrium.add('it', noting(), { trusts: false })
  const { person } = atrium
  const ask = await person.ask('trust', 'it')
  const seen = (await person.link.call('listAudit', {})).asOf
  for (const right of ['use', 'read'] as const) {
    const guest = atrium.join(right, 'web:guest')
    for (const decision of ['trust', 'leave-off'] as const)
      await expect(guest.answer(ask, { decision })).rejects.toMatchObject({ code: 'forbidden' })
    guest.leave()
  }
  const guest = atrium.join('use', 'web:guest')
  await expect(guest.answer(ask, { decision: 'trust' })).rejects.toMatchObject({
    message: 'Answering this request needs the right “admin”; this session has “use”.',
  })
  guest.leave()
  expect((await person.link.call('listAudit', {})).asOf).toBe(seen)
  expect([person.state.asks.map(({ id }) => id), starts()]).toEqual([[ask.id], 0])
  await person.trust('it')
  await ready('it')
})

test('[TRU-6] accepts only the first answer, and refuses the wrong kind of answer or other contents', async () => {
  atrium = await Atrium.start()
  await atrium.add('it', noting(), { trusts: false })
  const { person } = atrium
  const other = atrium.join('admin', 'desktop')
  const ask = await person.ask('trust', 'it')
  await expect(person.answer(ask, { decision: 'allow', scope: 'once' })).rejects.toMatchObject({ code: 'bad-input' })
  const shown = { ...ask, contentHash: '0'.repeat(64) }
  await expect(person.answer(shown, { decision: 'trust' })).rejects.toMatchObject({ code: 'conflict' })
  const answers = await Promise.allSettled([
    other.answer(ask, { decision: 'leave-off' }),
    person.answer(ask, { decision: 'trust' }),
  ])
  expect(answers.map((it) => it.status)).toEqual(['fulfilled', 'rejected'])
  expect(answers[1]).toMatchObject({ reason: { code: 'conflict', message: expect.stringContaining('desktop') } })
  await person.until('the switch is off', () => person.state.configured.servers['it']?.enabled === false)
  expect([person.all('command.trusted'), starts()]).toEqual([[], 0])
  expect(person.all('configured').at(-1)).toMatchObject({ actor: 'desktop' })
  other.leave()
})

test('[TRU-7] [TRU-8] lets commands finish without an answer, and updates the question with the configuration', async () => {
  atrium = await Atrium.start()
  const { person } = atrium
  const { link } = person
  await link.call('addServer', { id: 'it', config: noting() })
  const first = await person.ask('trust', 'it')
  await link.call('restartServer', { id: 'it' })
  await person.event('ask.closed', (event) => event.ask === first.id && event.by === 'withdrawn')
  await person.ask('trust', 'it')
  const config = { ...noting(), env: { TOKEN: { secret: 'server/it/env/TOKEN' } } }
  await link.call('updateServer', { id: 'it', config, secrets: { 'server/it/env/TOKEN': 'hush-hush-hush' } })
  const changed = await person.until('it asks about the change', () =>
    person.state.asks.find(
      (ask) => ask.kind === 'trust' && ask.question.launch.environment.some(({ from }) => from === 'secret'),
    ),
  )
  // Another value under the same name restarts it, as far as it gets.
  await link.call('updateServer', { id: 'it', config, secrets: { 'server/it/env/TOKEN': 'hush-hush-again' } })
  await person.event('ask.closed', (event) => event.ask === changed.id)
  await person.ask('trust', 'it')
  await link.call('setServerEnabled', { id: 'it', enabled: false })
  await person.until('nothing is asked', () => person.state.asks.length === 0)
  await link.call('setServerEnabled', { id: 'it', enabled: true })
  await person.ask('trust', 'it')
  await link.call('removeServer', { id: 'it' })
  await person.until('nothing is asked', () => person.state.asks.length === 0)
  expect(person.all('ask.closed').map(({ by }) => by)).toEqual(Array(5).fill('withdrawn'))
  expect([starts(), person.all('server.changed'), person.all('command.trusted')]).toEqual([0, [], []])
  expect(JSON.stringify(person.events)).not.toContain('hush')
})
