import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Atrium, peer } from '../../support/atrium.ts'
import { ownHost } from '../../support/own-host.ts'
import { consentOf } from '../../../shared/state/consents.ts'
import { consentsOf } from '../../support/trusting.ts'

const getPassport = (atrium: Atrium, server = 'it') => atrium.person.link.call('getPassport', { server })

/** A file with the state that `rug-pull.mjs` and `offers.mjs` start in. */
function stateFile(atrium: Atrium, how: string): string {
  const file = path.join(atrium.directory, `state-${how}`)
  writeFileSync(file, how)
  return file
}

/** Adds a server with a passport, trusts its program and waits until its lists are there. */
async function addWith(atrium: Atrium, config: ReturnType<typeof peer>, passport: string): Promise<void> {
  const { person } = atrium
  await person.link.call('addServer', { id: 'it', config, passport })
  await person.trust('it')
  await person.until('it is ready', () => person.state.servers['it']?.status.state === 'ready')
}

const hashOf = (atrium: Atrium, tool: string): string => atrium.person.state.servers['it']?.tools[tool]?.hash ?? ''

/** Runs a tool by hand, to its end. */
async function run(atrium: Atrium, tool: string, args: Record<string, string | number>): Promise<void> {
  const wanted = { server: 'it', tool, definition: hashOf(atrium, tool), arguments: args }
  const { call } = await atrium.person.link.call('callTool', wanted)
  await atrium.person.event('call.finished', (event) => event.call === call)
}

describe('a passport', () => {
  test('[PASS-1] names a server’s program, offers and history, and contains no value of it', async () => {
    const atrium = await ownHost()
    const secret = 'hunter2-hunter2-hunter2'
    const { command, args = [] } = peer('rug-pull.mjs')
    const config = {
      command,
      args: [...args, `${homedir()}/project`, `--root=${homedir()}/x`, '--api-key', 'plainly-typed', `PIN=${secret}`],
      env: { MODE: 'of-my-own', API_TOKEN: { secret: 'server/it/env/API_TOKEN' } },
    }
    await atrium.add('it', config, { secrets: { 'server/it/env/API_TOKEN': secret } })
    await run(atrium, 'add', { a: 48_151, b: 623 })
    await atrium.person.link.call('changeRules', {
      add: [
        {
          effect: 'deny',
          scope: 'always',
          server: 'it',
          conditions: [{ at: '/a', is: 'one-of', values: [48_151] }],
        },
      ],
    })
    const { passport, text } = await getPassport(atrium)
    expect(passport.server.reached).toMatchObject({
      type: 'stdio',
      args: [...args, '~/project', '--root=~/x', '--api-key', '<api-key>', 'PIN=<PIN>'].map((it) =>
        it.replace(homedir(), '~'),
      ),
      env: [
        { name: 'MODE', secret: false },
        { name: 'API_TOKEN', secret: true },
      ],
    })
    const { trusted, pins } = consentOf(atrium.person.state, 'it')
    const { sha256 } = trusted ?? {}
    expect(passport.server.reached).toMatchObject({ trusted: { sha256 } })
    expect(Object.fromEntries(passport.offers.definitions.map(({ item, hash }) => [item, hash]))).toEqual(pins)
    expect(passport.use.calls).toMatchObject({ allowedByUser: 1, succeeded: 1, failed: 0 })
    expect(passport.use.tools).toEqual([{ name: 'add', ran: 1, denied: 0, failed: 0 }])
    expect(passport.use.rules).toEqual([{ effect: 'deny', conditions: 1 }])
    expect(passport.history.map(({ what, by, count }) => [what, by, count])).toEqual([
      ['added', 'user', 0],
      ['trusted', 'user', 0],
      ['offered', 'server', 3],
      ['accepted', 'host', 3],
    ])
    for (const value of [secret, 'plainly-typed', 'of-my-own', '48151', homedir()]) expect(text).not.toContain(value)
  })

  test('[PASS-1] says which forms asked for secrets and how the user answered', async () => {
    const atrium = await ownHost()
    await atrium.add('it', peer('elicit-secret.mjs'))
    const { person } = atrium
    const wanted = { server: 'it', tool: 'password', definition: hashOf(atrium, 'password'), arguments: {} }
    const { call } = await person.link.call('callTool', wanted)
    await person.answer(await person.ask('form'), { action: 'decline' })
    await person.event('call.finished', (event) => event.call === call)
    const { passport } = await getPassport(atrium)
    expect(passport.secretForms).toMatchObject({ count: 1, latest: [{ fields: ['password'], answer: 'declined' }] })
  })

  test('[PASS-1] leaves out the parts of a URL that can contain secrets', async () => {
    const atrium = await ownHost()
    const url = 'http://localhost:9/mcp/sk-12345678901234567890/x?key=abc&profile=mine#part'
    const headers = { 'X-Api-Key': 'abc-def', Authorization: { secret: 'server/far/header/Authorization' } }
    const config = { type: 'http' as const, enabled: false, url, headers }
    await atrium.person.link.call('addServer', { id: 'far', config })
    expect((await getPassport(atrium, 'far')).passport.server.reached).toEqual({
      type: 'http',
      url: 'http://localhost:9/mcp/<secret>/x?key=<key>&profile=<profile>',
      headers: [
        { name: 'X-Api-Key', secret: false },
        { name: 'Authorization', secret: true },
      ],
    })
  })

  test('is refused for the playground and for servers that do not exist', async () => {
    const atrium = await ownHost()
    await atrium.person.link.call('addServer', { id: 'playground', config: { type: 'playground' } })
    await expect(getPassport(atrium, 'playground')).rejects.toMatchObject({ code: 'conflict' })
    await expect(getPassport(atrium, 'other')).rejects.toMatchObject({ code: 'not-found' })
  })

  test('is saved to a file that only its owner can read and that is checked like any other', async () => {
    const atrium = await ownHost()
    await atrium.add('it', peer('rug-pull.mjs'))
    const { text, fingerprint } = await getPassport(atrium)
    const { file } = await atrium.person.link.call('savePassport', { text })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const read = await atrium.person.link.call('checkPassport', { text: readFileSync(file, 'utf8') })
    expect(read).toMatchObject({ fingerprint, isOwn: true })
    await expect(atrium.person.link.call('savePassport', { text: '{}' })).rejects.toMatchObject({ code: 'bad-input' })
  })
})

describe('a server added with a passport', () => {
  test('[PASS-4] runs nothing before its command is trusted, and reviews exactly the definition that differs', async () => {
    const [from, to] = [await ownHost(), await ownHost()]
    await from.add('it', peer('rug-pull.mjs'))
    const { text, fingerprint } = await getPassport(from)
    const { person } = to
    const config = peer('rug-pull.mjs', { STATE_FILE: stateFile(to, 'description') })
    expect(await person.link.call('checkPassport', { text })).toMatchObject({ fingerprint, isOwn: false })
    await person.link.call('addServer', { id: 'it', config, passport: text })
    await person.ask('trust', 'it')
    expect(person.state.servers['it']?.status.state ?? 'off').toBe('off')
    await person.trust('it')
    const { question } = await person.ask('definitions', 'it')
    expect(question.items).toEqual([
      { item: 'tool/add', hash: hashOf(to, 'add'), expected: hashOf(from, 'add'), suspicions: [] },
    ])
    expect(Object.keys(consentOf(person.state, 'it').pins ?? {})).toEqual(['tool/change', 'tool/tell'])
    expect(person.all('definitions.pinned')).toMatchObject([{ actor: 'host', passport: fingerprint }])
    const { pinned } = await person.link.call('serverHistory', { server: 'it' })
    expect(pinned['tool/tell']).toMatchObject({ actor: 'host', passport: fingerprint })
  })

  test('[PASS-4] reviews what the passport does not name, in every list', async () => {
    const [from, to] = [await ownHost(), await ownHost()]
    await from.add('it', peer('offers.mjs'))
    await from.person.until(
      'templates are pinned',
      () => consentOf(from.person.state, 'it').pins?.['template/x://{name}'] !== undefined,
    )
    const { text } = await getPassport(from)
    await addWith(to, peer('offers.mjs', { STATE_FILE: stateFile(to, 'more') }), text)
    const { question } = await to.person.ask('definitions', 'it')
    expect(question.items.map(({ item, expected }) => ({ item, expected }))).toEqual([
      { item: 'prompt/later', expected: undefined },
    ])
  })

  test('[PASS-5] keeps suspicious definitions in quarantine although the passport names them @all', async () => {
    const [from, to] = [await ownHost(), await ownHost()]
    await from.add('it', peer('rug-pull.mjs', { STATE_FILE: stateFile(from, 'twin') }))
    await from.person.accept('it')
    const { text, passport } = await getPassport(from)
    expect(passport.offers.definitions).toHaveLength(4)
    await addWith(to, peer('rug-pull.mjs', { STATE_FILE: stateFile(to, 'twin') }), text)
    const { question } = await to.person.ask('definitions', 'it')
    expect(question.items.map(({ item, suspicions }) => [item, suspicions])).toEqual([
      ['tool/add', ['look-alike']],
      ['tool/\u0430dd', ['hidden-characters', 'look-alike']],
    ])
  })

  test('[PASS-5] pins nothing if the passport names nothing', async () => {
    const [from, to] = [await ownHost(), await ownHost()]
    await from.add('it', peer('rug-pull.mjs'), { trusts: false })
    const { text } = await getPassport(from)
    await addWith(to, peer('rug-pull.mjs'), text)
    expect((await to.person.ask('definitions', 'it')).question.items).toHaveLength(3)
    expect(consentOf(to.person.state, 'it').pins).toEqual({})
  })

  test('[PASS-6] [PASS-7] keeps its passport over a restart before the first start, until it is removed @all', async () => {
    const [from, to] = [await ownHost(), await ownHost()]
    await from.add('it', peer('rug-pull.mjs'))
    const { text, fingerprint } = await getPassport(from)
    const config = peer('rug-pull.mjs', { STATE_FILE: stateFile(to, 'description') })
    await to.person.link.call('addServer', { id: 'it', config, passport: text })
    await to.host.close()
    await to.open()
    expect(consentOf(to.person.state, 'it').passport?.fingerprint).toBe(fingerprint)
    const { launch } = (await to.person.ask('trust', 'it')).question
    expect(consentOf(to.person.state, 'it').passport?.sha256).toBe(launch.sha256)
    await to.person.trust('it')
    expect((await to.person.ask('definitions', 'it')).question.items.map(({ item }) => item)).toEqual(['tool/add'])
    await to.remove('it')
    expect(consentsOf(to.person.state, 'passport')).toEqual({})
    await to.add('it', config)
    expect(consentOf(to.person.state, 'it').pins).toHaveProperty('tool/add')
  })

  test('[PASS-6] records the passport before the server, and takes it back if the server cannot be added', async () => {
    const [from, to] = [await ownHost(), await ownHost()]
    await from.add('it', peer('rug-pull.mjs'))
    const { text } = await getPassport(from)
    writeFileSync(path.join(to.directory, 'servers.json'), '{ broken')
    const adding = to.person.link.call('addServer', { id: 'it', config: peer('rug-pull.mjs'), passport: text })
    await expect(adding).rejects.toMatchObject({ code: 'conflict' })
    await to.person.until('it is taken back', () => to.person.all('server.passport').length === 2)
    expect(to.person.all('server.passport').map(({ passport }) => passport === null)).toEqual([false, true])
    expect(consentsOf(to.person.state, 'passport')).toEqual({})
    expect(to.person.state.configured.servers).toEqual({})
  })
})
