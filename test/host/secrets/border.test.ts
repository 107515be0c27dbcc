import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Scenario } from '../../support/fake-anthropic.mjs'
import { Atrium, peer } from '../../support/atrium.ts'

const canary = 'cänary "7d1f/0a6e"+b?'
const name = 'server/leaky/env/TOKEN'
const forms = [
  canary,
  JSON.stringify(canary).slice(1, -1),
  JSON.stringify(JSON.stringify(canary)).slice(3, -3),
  encodeURIComponent(canary),
  Buffer.from(canary).toString('base64').replace(/=+$/, ''),
  Buffer.from(canary).toString('base64url'),
]
const formsIn = (text: string | Buffer): string[] => forms.filter((form) => text.includes(form))

async function start(scenario?: Scenario): Promise<Atrium> {
  const atrium = await Atrium.start(scenario ? { scenario } : {})
  onTestFinished(() => atrium.close())
  return atrium
}

async function addLeaky(atrium: Atrium): Promise<void> {
  const config = { ...peer('leaky.mjs'), env: { TOKEN: { secret: name } } }
  await atrium.person.link.call('addServer', { id: 'leaky', config, secrets: { [name]: canary } })
  await atrium.person.trust('leaky')
  await atrium.person.until(
    'leaky lists its tools',
    () => Object.keys(atrium.person.state.servers['leaky']?.tools ?? {}).length > 0,
  )
}

function expectNowhere(atrium: Atrium): void {
  const files = readdirSync(atrium.directory, { recursive: true, withFileTypes: true }).filter((it) => it.isFile())
  expect(files.length).toBeGreaterThan(2)
  for (const file of files) {
    const bytes = readFileSync(path.join(file.parentPath, file.name))
    expect([file.name, formsIn(bytes)]).toEqual([file.name, []])
  }
  for (const { body } of atrium.requests) expect(formsIn(JSON.stringify(body))).toEqual([])
  expect(formsIn(JSON.stringify(atrium.person.events))).toEqual([])
  expect(formsIn(JSON.stringify(atrium.person.state))).toEqual([])
}

test('[SEC-1] keeps a secret that its server repeats away from the model, the screen and the disk', async () => {
  const atrium = await start()
  const { person } = atrium
  await addLeaky(atrium)
  const tools = Object.keys(person.state.servers['leaky']?.tools ?? {})
  expect(tools).toHaveLength(7)
  const text = tools.map((tool) => `!tool leaky__${tool} {}`).join('\n')
  const { turn } = await person.link.call('sendMessage', { text })
  for (const _tool of tools) await person.allow()
  expect(await person.event('turn.finished', (it) => it.turn === turn)).toMatchObject({ end: 'done' })

  const outcomes = person.all('call.finished').map(({ outcome }) => outcome.status)
  expect(outcomes.toSorted()).toEqual([
    'failed',
    'failed',
    'failed',
    'succeeded',
    'succeeded',
    'succeeded',
    'succeeded',
  ])
  const marker = `[secret ${name}]`
  expect(JSON.stringify(person.all('call.finished'))).toContain('it contained one of your secrets as a field name')
  const told = JSON.stringify(atrium.requests.at(-1)?.body)
  expect(told.split(marker).length).toBeGreaterThan(12)
  expect(JSON.stringify(person.state.servers['leaky']?.status)).toContain(`leaky ${marker}`)
  expect(JSON.stringify(person.all('call.progress'))).toContain(marker)
  const { rows } = await person.link.call('listLog', { server: 'leaky', sources: ['stderr'] })
  const lines = rows.toReversed().flatMap(({ source, text: line }) => (source === 'stderr' ? [line] : []))
  expect(lines.length).toBeGreaterThan(1)
  expect(lines[0]).toContain(marker)
  expect(formsIn(lines.join('\n'))).toEqual([])
  await person.link.call('listAudit', { limit: 1 })
  expectNowhere(atrium)
})

test('[SEC-4] removes tokens from a server’s output and failure reason, even if they aren’t stored secrets', async () => {
  const atrium = await start()
  const { person } = atrium
  const token = `sk-ant-api03-${'aB3'.repeat(25)}`
  await atrium.add('it', { ...peer('crash-on-call.mjs'), env: { TOKEN: token } })
  const { turn } = await person.link.call('sendMessage', { text: '!tool it__exit1 {}' })
  await person.allow()
  await person.event('turn.finished', (it) => it.turn === turn)
  const printed = () => person.all('server.changed').flatMap(({ to }) => (to.state === 'failed' ? to.stderr : []))
  await person.until('it failed', () => printed().length > 0)
  expect(printed()).toContain('about to do exit1 with [looks like a secret]')
  expect(JSON.stringify(printed())).not.toContain('aB3aB3')
})

test('[SEC-3] ends the turn if the model’s answer contains a value, and keeps nothing of the value', async () => {
  const said = `It is ${canary}, as you see`
  const content = [{ text: said, chunk: 3 }]
  const input = { deep: [{ value: canary }] }
  const turns = [
    { content },
    { content: [{ tool_use: { name: 'leaky__result', input } }] },
    { content: [{ text: 'Fine.' }] },
  ]
  const atrium = await start({ turns })
  const { person } = atrium
  await addLeaky(atrium)
  const { conversation, turn } = await person.link.call('sendMessage', { text: 'What is it?' })
  const first = await person.event('turn.finished', (it) => it.turn === turn)
  expect(first).toMatchObject({
    end: 'failed',
    problem: expect.stringContaining(`contained the secret ${name}, so Atrium discarded it`),
  })
  const shown = person.all('message.delta').map((it) => it.text)
  expect(shown.join('')).toBe('It is ')
  const next = await person.link.call('continueTurn', { conversation })
  expect(await person.event('turn.finished', (it) => it.turn === next.turn)).toMatchObject({ end: 'failed' })
  expect(person.all('call.requested')).toEqual([])
  const last = await person.link.call('sendMessage', { conversation, text: 'Leave it.' })
  expect(await person.event('turn.finished', (it) => it.turn === last.turn)).toMatchObject({ end: 'done' })
  await person.link.call('listAudit', { limit: 1 })
  expectNowhere(atrium)
})

test('[SEC-1] removes values from a model’s error message', async () => {
  const message = `unknown header ${canary}`
  const atrium = await start({ turns: [{ http_error: { status: 400, type: 'invalid_request_error', message } }] })
  await addLeaky(atrium)
  const { turn } = await atrium.person.link.call('sendMessage', { text: 'Hello' })
  const finished = await atrium.person.event('turn.finished', (it) => it.turn === turn)
  expect(finished.problem).toContain(`unknown header [secret ${name}]`)
  expectNowhere(atrium)
})
