import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { storedName } from '../../../shared/risk/secret-names.ts'
import { Atrium, peer } from '../../support/atrium.ts'
import type { ScriptedTurn } from '../../support/fake-anthropic.mjs'
import { MemorySecrets } from '../../support/memory-secrets.ts'
import { consentOf } from '../../../shared/state/consents.ts'

let atrium: Atrium
beforeEach(async () => void (atrium = await Atrium.start()))
afterEach(() => atrium.close())

const call: Atrium['person']['link']['call'] = (name, input) => atrium.person.link.call(name, input)
const project = '0b5a5a5e-0f0e-4f6e-9d55-4a4c0a6e9d11'
const token = 'server/mail/env/TOKEN'
const renamedToken = 'server/post/env/TOKEN'
const file = () => path.join(atrium.directory, 'servers.json')
const entries = (): Record<string, unknown> => JSON.parse(readFileSync(file(), 'utf8')).mcpServers
const isReady = (id: string) => () => atrium.person.state.servers[id]?.status.state === 'ready'
const definition = (server: string) => atrium.person.state.servers[server]?.tools['echo']?.hash ?? ''

/** A server with a secret, a rule, and a call that is over. */
async function mail(): Promise<void> {
  const config = peer('good.mjs')
  await atrium.add('mail', { ...config, env: { TOKEN: { secret: token } } }, { secrets: { [token]: 'hush-hush-hush' } })
  const rule = {
    effect: 'allow',
    scope: 'always',
    server: 'mail',
    tool: 'echo',
    definition: definition('mail'),
  } as const
  await call('changeRules', { add: [{ ...rule, destructive: true, flows: true }] })
}

const says = (...turns: ScriptedTurn[]) =>
  atrium.fake.setScenario({ turns: [...turns, { content: [{ text: 'Done.' }] }] })
const calls = (name: string, text: string): ScriptedTurn => ({ content: [{ tool_use: { name, input: { text } } }] })
const ended = (turn: string | undefined) =>
  atrium.person.event('turn.finished', (event) => event.turn === turn && event.end === 'done')

describe('a renamed server', () => {
  test('[SRV-70] keeps its trust, rule, pins, secret, tools, place in projects and choices of conversations', async () => {
    await mail()
    await atrium.add('other', peer('good.mjs'))
    await call('saveProject', { project, content: { name: 'Letters', servers: ['mail', 'other'] } })
    says(calls('mail__echo', 'hello'))
    const { conversation, turn } = await call('sendMessage', { text: 'Go on' })
    await ended(turn)
    await call('switchTools', { conversation, off: { mail: ['add'], other: 'all' } })
    const { consents, rules } = atrium.person.state
    const starts = atrium.person.all('ask.opened').length

    await call('renameServer', { id: 'mail', to: 'post' })
    await atrium.person.until('it is ready', isReady('post'))
    const { state } = atrium.person
    expect(Object.keys(state.configured.servers)).toEqual(['post', 'other'])
    expect(entries()).toEqual({
      post: expect.objectContaining({ env: { TOKEN: { secret: renamedToken } } }),
      other: expect.anything(),
    })
    expect(atrium.secrets.values.get(storedName(renamedToken, 'program'))).toBe('hush-hush-hush')
    expect(atrium.secrets.bare()).not.toContain(token)
    expect(state.secrets).toContain(renamedToken)
    expect(consentOf(state, 'post').pins).toEqual(consents['mail']?.pins)
    expect(consentOf(state, 'post').trusted).toMatchObject({
      path: consents['mail']?.trusted?.path,
      args: consents['mail']?.trusted?.args,
    })
    expect(Object.values(state.rules)).toEqual(Object.values(rules).map((rule) => ({ ...rule, server: 'post' })))
    expect(state.projects?.[project]?.servers).toEqual(['post', 'other'])
    expect(state.renaming).toBeUndefined()
    expect([state.servers, state.consents].flatMap((part) => Object.keys(part))).not.toContain('mail')

    // The model still knows the tool by the name that it was told, and the rule still decides.
    says(calls('mail__echo', 'again'))
    const { turn: second } = await call('sendMessage', { text: 'Go on', conversation })
    await ended(second)
    const last = atrium.requests.at(-2)
    expect(JSON.stringify(last?.body)).toContain('mail__echo')
    expect(JSON.stringify(last?.body)).not.toMatch(/mail__add|other__/)
    expect(atrium.person.all('call.started').map(({ server }) => server)).toEqual(['mail', 'post'])
    expect(atrium.person.all('ask.opened')).toHaveLength(starts)
    const read = await call('getConversation', { conversation })
    expect(read.conversation.off).toEqual({ post: ['add'], other: 'all' })
    expect(
      read.conversation.turns.flatMap(({ messages }) => messages.flatMap((it) => it.calls.map((one) => one.server))),
    ).toEqual(['post', 'post'])
  })

  test('[SRV-71] has one history: the log keeps the old ID in old records, and finds them by the new one', async () => {
    await mail()
    says(calls('mail__echo', 'hello'))
    const { turn } = await call('sendMessage', { text: 'Go on' })
    await ended(turn)
    const { trusted } = await call('serverHistory', { server: 'mail' })
    await call('renameServer', { id: 'mail', to: 'post' })
    await atrium.person.until('it is ready', isReady('post'))

    const found = async (server: string) => (await call('listAudit', { server, limit: 200 })).rows
    const rows = await found('post')
    expect(new Set(rows.map(({ server }) => server))).toEqual(new Set(['mail', 'post']))
    expect(rows.some(({ type, server }) => type === 'call.started' && server === 'mail')).toBe(true)
    expect(rows.find(({ type }) => type === 'server.renamed')).toMatchObject({ server: 'post', actor: 'web:test' })
    expect((await found('mail')).some(({ type }) => type === 'server.renamed')).toBe(true)
    const calledBefore = await call('listCalls', { of: [{ server: 'post', tool: 'echo' }], limit: 10 })
    expect(calledBefore.rows.map(({ server }) => server)).toEqual(['mail'])
    expect(await call('serverHistory', { server: 'post' })).toMatchObject({ trusted })
    expect((await call('getServerFigures', { server: 'post' })).tools.map(({ tool, calls: n }) => [tool, n])).toEqual([
      ['echo', 1],
    ])
    expect(
      (await call('listFrames', { server: 'post', limit: 500 })).rows.some(({ method }) => method === 'tools/call'),
    ).toBe(true)
    const changes = await call('listConfigurationChanges', { server: 'post', limit: 10 })
    expect(changes.rows.map(({ kind, undo }) => [kind, undo])).toEqual([['added', 'can']])
    expect(await call('verifyLog', {})).toMatchObject({ state: 'intact' })
  })

  test('[SRV-70] starts from its own folder with the files that it left there', async () => {
    await atrium.add('mail', peer('good.mjs'))
    const before = consentOf(atrium.person.state, 'mail').trusted?.cwd ?? ''
    writeFileSync(path.join(before, 'kept.txt'), 'kept')
    await call('renameServer', { id: 'mail', to: 'post' })
    await atrium.person.until('it is ready', isReady('post'))
    const { cwd = '' } = consentOf(atrium.person.state, 'post').trusted ?? {}
    expect(cwd).not.toBe(before)
    expect(readFileSync(path.join(cwd, 'kept.txt'), 'utf8')).toBe('kept')
  })

  test('[SRV-75] keeps its place, its comments and members of other applications in servers.json', async () => {
    await atrium.add('mail', peer('good.mjs'))
    const { command, args } = peer('good.mjs')
    const entry = `"command": ${JSON.stringify(command)}, "args": ${JSON.stringify(args)}, "icon": "a" // whose it is`
    writeFileSync(
      file(),
      `{ "mcpServers": {\n  // first\n  "mail": { ${entry}\n  },\n  "play": { "type": "playground" },\n} }\n`,
    )
    await atrium.person.until('it is read', () => atrium.person.state.configured.servers['play'])
    await call('renameServer', { id: 'mail', to: 'post' })
    expect(readFileSync(file(), 'utf8')).toBe(
      `{ "mcpServers": {\n  // first\n  "post": { ${entry}\n  },\n  "play": { "type": "playground" },\n} }\n`,
    )
  })
})

describe('an entry that takes the old ID', () => {
  test('[SRV-72] starts untrusted, without rules, pins and secrets, and gets others’ data only with a question', async () => {
    await mail()
    says(calls('mail__echo', 'The merger with Northwind closes on Friday at noon.'))
    const { conversation, turn } = await call('sendMessage', { text: 'Go on' })
    await ended(turn)
    await call('renameServer', { id: 'mail', to: 'post' })
    await atrium.person.until('it is ready', isReady('post'))
    const foreign = { ...peer('good.mjs'), env: { TOKEN: { secret: token } } }
    const all = { ...entries(), mail: foreign }
    writeFileSync(file(), JSON.stringify({ mcpServers: all }))
    await atrium.person.until('it is read', () => atrium.person.state.configured.servers['mail'])
    await atrium.person.until('its secret is missing', () => {
      const status = atrium.person.state.servers['mail']?.status
      return status?.state === 'failed' && status.reason.includes('TOKEN')
    })
    const { state } = atrium.person
    expect(consentOf(state, 'mail').trusted).toBeUndefined()
    expect(consentOf(state, 'mail').pins).toBeUndefined()
    expect(Object.values(state.rules).map(({ server }) => server)).toEqual(['post'])

    const { env: _env, ...plain } = foreign
    writeFileSync(file(), JSON.stringify({ mcpServers: { ...all, mail: plain } }))
    await atrium.person.trust('mail')
    await atrium.person.until('it is ready', isReady('mail'))
    await atrium.person.until('its tools can be used', () => consentOf(atrium.person.state, 'mail').pins)
    const offered = Object.entries((await call('getConversation', { conversation })).conversation.names)
    expect(offered.filter(([, { server }]) => server === 'mail')).toEqual([])
    const [name = ''] = await nameOf(conversation)
    says(calls(name, 'It says: The merger with Northwind closes on Friday at noon.'))
    const { turn: second } = await call('sendMessage', { text: 'Go on', conversation })
    const { question } = await atrium.person.ask('approval', 'mail')
    expect(question.flows?.map(({ source }) => 'server' in source && source.server)).toEqual(['post'])
    await atrium.person.deny()
    await ended(second)
  })

  /** The name under which the model is offered the later server's tool. */
  async function nameOf(conversation: string): Promise<string[]> {
    says()
    const { turn } = await call('sendMessage', { text: 'Hello', conversation })
    await ended(turn)
    const { names } = (await call('getConversation', { conversation })).conversation
    return Object.entries(names).flatMap(([name, it]) => (it.server === 'mail' && it.tool === 'echo' ? [name] : []))
  }
})

describe('a server', () => {
  test('[SRV-74] keeps its ID and runs on if the secret store is locked, and nothing else is held up', async () => {
    await mail()
    atrium.secrets.locked = 'The keyring sleeps.'
    const refused = { code: 'unavailable', message: 'The keyring sleeps.' }
    await expect(call('renameServer', { id: 'mail', to: 'post' })).rejects.toMatchObject(refused)
    expect([atrium.person.state.servers['mail']?.status.state, atrium.person.all('server.renamed')]).toEqual([
      'ready',
      [],
    ])
  })

  test('[SRV-74] keeps its ID and starts again if the secret store is locked in the middle', async () => {
    await mail()
    const { set } = atrium.secrets
    atrium.secrets.set = (...given) => {
      atrium.secrets.locked = 'The keyring sleeps.'
      return set(...given)
    }
    await expect(call('renameServer', { id: 'mail', to: 'post' })).rejects.toMatchObject({ code: 'unavailable' })
    const { person, secrets } = atrium
    expect(Object.keys(entries())).toEqual(['mail'])
    await person.until('the change is taken back', () => person.state.renaming === undefined)
    secrets.set = set
    secrets.locked = undefined
    await call('restartServer', { id: 'mail' })
    await person.until('it is ready', isReady('mail'))
    await call('setServerEnabled', { id: 'mail', enabled: false })
    await call('renameServer', { id: 'mail', to: 'post' })
    expect(secrets.values.get(storedName(renamedToken, 'program'))).toBe('hush-hush-hush')
  })

  test('[SRV-73] isn’t renamed while a reply runs, to a taken ID, or to one that looks like a secret', async () => {
    await mail()
    await atrium.add('other', peer('good.mjs'))
    const refusal = (to: string) =>
      call('renameServer', { id: 'mail', to }).then(
        () => 'renamed',
        (error: unknown) => (error instanceof Error ? error.message : ''),
      )
    expect(await refusal('other')).toBe('A server named other already exists.')
    expect(await refusal('mail')).toBe('This is its ID already.')
    expect(await refusal('../x')).toContain('A server id has 1 to 64 letters')
    expect(await refusal(`sk-ant-${'a1B2'.repeat(12)}`)).toContain('looks like a secret')
    says(calls('other__echo', 'hello'))
    const { turn } = await call('sendMessage', { text: 'Go on' })
    await atrium.person.ask('approval', 'other')
    expect(await refusal('post')).toBe(
      'A reply or tool call is running. Stop it, or wait until it ends, then rename the server.',
    )
    expect(isReady('mail')()).toBe(true)
    await atrium.person.allow()
    await ended(turn)
    expect(atrium.person.all('server.renamed')).toEqual([])
    expect(Object.keys(entries())).toEqual(['mail', 'other'])
    expect(await refusal('post')).toBe('renamed')
  })

  test('[SRV-74] keeps its ID, secret and rule if a value can’t be moved', async () => {
    await mail()
    const { values } = atrium.secrets
    const before = new Map(values)
    const isForNew = (name: string) => name.startsWith('server/post/')
    atrium.secrets.set = async (name, value) => {
      if (isForNew(name)) throw new Error('The keyring is locked.')
      values.set(name, value)
    }
    await expect(call('renameServer', { id: 'mail', to: 'post' })).rejects.toMatchObject({
      code: 'unavailable',
      message: 'The server couldn’t be renamed, so it keeps its ID: The keyring is locked.',
    })
    await atrium.person.until('it is ready', isReady('mail'))
    expect(Object.keys(entries())).toEqual(['mail'])
    for (const [name, value] of before) if (name.startsWith('server/')) expect(values.get(name)).toBe(value)
    expect(Object.values(atrium.person.state.rules).map(({ server }) => server)).toEqual(['mail'])
    expect(atrium.person.state.asks).toEqual([])
    expect(atrium.person.state.renaming).toBeUndefined()
  })
})

describe('the secret store of another shell', () => {
  test('[SRV-76] follows a renamed server when that shell starts, and leaves a later server’s values alone', async () => {
    await mail()
    await atrium.stop()
    const elsewhere = new MemorySecrets(atrium.secrets.values)
    await atrium.open()
    await call('renameServer', { id: 'mail', to: 'post' })
    await call('addServer', {
      id: 'mail',
      config: { ...peer('good.mjs'), env: { TOKEN: { secret: token } }, enabled: false },
      secrets: { [token]: 'of-the-later-one' },
    })
    await atrium.stop()
    await atrium.open()
    const own = (store: MemorySecrets, name: string) => store.values.get(storedName(name, 'program'))
    expect([own(atrium.secrets, token), own(atrium.secrets, renamedToken)]).toEqual([
      'of-the-later-one',
      'hush-hush-hush',
    ])
    await atrium.stop()
    const here = new Map(atrium.secrets.values)
    atrium.secrets.values.clear()
    for (const [name, value] of elsewhere.values) atrium.secrets.values.set(name, value)
    await atrium.open()
    expect([own(atrium.secrets, token), own(atrium.secrets, renamedToken)]).toEqual([undefined, 'hush-hush-hush'])
    atrium.secrets.values.clear()
    for (const [name, value] of here) atrium.secrets.values.set(name, value)
  })
})
