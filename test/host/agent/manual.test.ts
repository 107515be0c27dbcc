import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { hashOf } from '../../../main/host/base/hash.ts'
import { Journal } from '../../../main/host/journal/journal.ts'
import type { JsonObject } from '../../../shared/schema/json.ts'
import { Atrium, peer } from '../../support/atrium.ts'
import { ownHost } from '../../support/own-host.ts'

let shared: Atrium
let atrium: Atrium
beforeAll(async () => {
  shared = await Atrium.start()
  await shared.add('playground', { type: 'playground' })
})
beforeEach(async () => {
  atrium = shared
  await shared.fresh()
})
afterAll(() => shared.close())

/** Runs a tool like a user who sees its current definition. */
function run(tool: string, args: JsonObject = {}, { server = 'playground', conversation = '' } = {}) {
  const { person } = atrium
  const definition = person.state.servers[server]?.tools[tool]?.hash ?? ''
  const where = conversation === '' ? {} : { conversation }
  return person.link.call('callTool', { ...where, server, tool, definition, arguments: args })
}

/** The turn with this ID, as a UI reads it. */
async function turnOf(conversation: string, turn: string) {
  const got = await atrium.person.link.call('getConversation', { conversation })
  const found = got.conversation.turns.find(({ id }) => id === turn)
  if (!found) throw new Error('The transcript has no such turn.')
  return found
}

const finished = (turn: string) => atrium.person.event('turn.finished', (event) => event.turn === turn)

test.each(['modern', 'legacy'] as const)(
  '[MAN-1] runs a tool without a key or model in a conversation with the tool’s name (%s era)',
  async (era) => {
    atrium = await ownHost()
    await atrium.add('playground', { type: 'playground', era })
    const { person } = atrium
    await person.link.call('deleteModelKey', { endpoint: 'anthropic' })
    const ran = await run('roll_dice', { seed: 3 })
    expect((await finished(ran.turn)).end).toBe('done')
    const got = await person.link.call('getConversation', { conversation: ran.conversation })
    expect(got.conversation.title).toBe('Roll dice')
    const turn = await turnOf(ran.conversation, ran.turn)
    expect(turn).toMatchObject({
      origin: 'person',
      actor: 'web:test',
      end: 'done',
      messages: [],
      call: {
        id: ran.call,
        server: 'playground',
        tool: 'roll_dice',
        title: 'Roll dice',
        arguments: { json: { seed: 3 } },
        clearedBy: { person: 'web:test' },
        outcome: { status: 'succeeded', result: { json: { structuredContent: { rolls: [5, 1], sum: 6 } } } },
      },
    })
    expect(turn.model).toBeUndefined()
    expect(person.all('call.started')).toMatchObject([{ era }])
    expect(atrium.requests).toEqual([])
    expect(person.state.turns).toEqual({})
    const { rows } = await person.link.call('listConversations', {})
    expect(rows.map(({ title }) => title)).toEqual(['Roll dice'])
  },
)

test('[MAN-2] treats running a tool as consent: asks nothing, and logs who allowed what before sending it', async () => {
  const { person } = atrium
  const args = { title: 'Milk', text: 'Two litres' }
  const definition = person.state.servers['playground']?.tools['add_note']?.hash
  const ran = await run('add_note', args)
  await finished(ran.turn)
  expect(person.all('ask.opened')).toEqual([])
  expect(person.all('rule.added')).toEqual([])
  expect(person.all('call.cleared')).toMatchObject([{ call: ran.call, by: { person: 'web:test' } }])
  expect(person.all('call.started')).toMatchObject([{ call: ran.call, argumentsHash: hashOf(args) }])
  const { rows } = await person.link.call('listAudit', { limit: 200 })
  const own = rows.filter((row) => row.turn === ran.turn).toReversed()
  const types = ['turn.started', 'call.requested', 'call.cleared', 'call.started', 'call.finished', 'turn.finished']
  expect(own.map((row) => row.type)).toEqual(types)
  expect(own.map((row) => row.seq)).toEqual(own.map((_row, index) => (own[0]?.seq ?? 0) + index))
  expect(own[2]).toMatchObject({ actor: 'web:test', decision: 'allow', server: 'playground', tool: 'add_note' })
  expect(person.all('call.requested')).toMatchObject([{ definition, arguments: { json: args } }])
  const read = await run('read_note', { id: '3' }, ran)
  await finished(read.turn)
  expect(JSON.stringify((await turnOf(ran.conversation, read.turn)).call?.outcome)).toContain('Two litres')
})

test('[MAN-2] allows only this one call: the model’s next call to the tool needs approval', async () => {
  const { person } = atrium
  const ran = await run('list_notes')
  await finished(ran.turn)
  await person.link.call('sendMessage', { conversation: ran.conversation, text: '!tool playground__list_notes {}' })
  expect(await person.ask()).toMatchObject({ question: { tool: 'list_notes' } })
  await person.deny()
})

test('[MAN-3] refuses a tool that changed since the user saw it', async () => {
  await atrium.add('shop', peer('changing.mjs'))
  const { person } = atrium
  const seen = person.state.servers['shop']?.tools['target']?.hash ?? ''
  await finished((await run('flip', {}, { server: 'shop' })).turn)
  await person.until('it has changed', () => person.state.servers['shop']?.tools['target']?.hash !== seen)
  const wanted = { server: 'shop', tool: 'target', definition: seen, arguments: {} }
  await expect(person.link.call('callTool', wanted)).rejects.toMatchObject({
    code: 'conflict',
    message: 'shop changed target since you opened it. Review it, then run it again.',
  })
  expect(person.all('call.requested')).toHaveLength(1)
  await person.accept('shop')
  const again = await run('target', {}, { server: 'shop' })
  await finished(again.turn)
  expect((await turnOf(again.conversation, again.turn)).call?.outcome).toMatchObject({ status: 'succeeded' })
})

test('[MAN-4] refuses invalid arguments before sending anything', async () => {
  const ran = await run('count_down', { from: 1000 })
  expect((await finished(ran.turn)).end).toBe('done')
  const { call } = await turnOf(ran.conversation, ran.turn)
  expect(call?.outcome).toMatchObject({ status: 'invalid', problem: expect.stringMatching(/don’t fit the tool/) })
  expect(atrium.person.all('call.started')).toEqual([])
  expect(atrium.person.all('call.cleared')).toEqual([])
})

test('[MAN-5] refuses a read-only session and invalid calls without starting a turn', async () => {
  atrium = await ownHost()
  await atrium.add('playground', { type: 'playground' })
  const { person } = atrium
  const definition = person.state.servers['playground']?.tools['tell_time']?.hash ?? ''
  const wanted = { server: 'playground', tool: 'tell_time', definition, arguments: {} }
  const { asOf } = await person.link.call('listAudit', {})
  const reader = atrium.join('read', 'web:reader')
  await expect(reader.link.call('callTool', wanted)).rejects.toMatchObject({ code: 'forbidden' })
  reader.leave()
  const refused = async (change: Partial<typeof wanted> & { conversation?: string }, code: string, words: RegExp) => {
    const failure = person.link.call('callTool', { ...wanted, ...change })
    await expect(failure).rejects.toMatchObject({ code, message: expect.stringMatching(words) })
  }
  await refused({ server: 'nobody' }, 'not-found', /No server named nobody/)
  await refused({ tool: 'nothing' }, 'not-found', /playground no longer offers nothing/)
  await refused({ definition: '0'.repeat(64) }, 'conflict', /playground changed tell_time since you opened it/)
  await refused({ definition: 'short' }, 'bad-input', /definition/)
  await refused({ conversation: 'nowhere' }, 'not-found', /conversation/)
  await refused(JSON.parse('{"arguments":[]}'), 'bad-input', /must be an object/)
  let deep: JsonObject = {}
  for (let i = 0; i < 10_000; i++) deep = { deep }
  await refused({ arguments: deep }, 'bad-input', /nest deeper than 64 levels/)
  expect((await person.link.call('listAudit', {})).asOf).toBe(asOf)
  await person.link.call('setServerEnabled', { id: 'playground', enabled: false })
  await person.until('it is off', () => person.state.servers['playground']?.status.state === 'off')
  await refused({}, 'unavailable', /playground isn’t running\. Start it/)
  expect(person.all('turn.started')).toEqual([])
})

test('[MAN-5] refuses a new call in a deleted conversation', async () => {
  const { person } = atrium
  const ran = await run('tell_time')
  await finished(ran.turn)
  await person.link.call('deleteConversation', { conversation: ran.conversation })
  await expect(run('tell_time', {}, ran)).rejects.toMatchObject({ code: 'conflict' })
})

test('[MAN-13] applies a deny rule to sessions that can’t remove it, and logs a rule that the user overrode', async () => {
  const { person } = atrium
  const definition = person.state.servers['playground']?.tools['roll_dice']?.hash ?? ''
  const wanted = { server: 'playground', tool: 'roll_dice', definition, arguments: { seed: 3 } }
  const rule = { effect: 'deny', scope: 'always', server: 'playground', tool: 'roll_dice' } as const
  const {
    added: [id = ''],
  } = await person.link.call('changeRules', { add: [rule] })
  const denying = await person.until('the rule is there', () => person.state.rules[id])
  const script = atrium.join('use', 'web:script')
  const refused = await script.link.call('callTool', wanted)
  await finished(refused.turn)
  const reason = 'Deny “roll_dice” on playground in every conversation, until removed'
  const { call } = await turnOf(refused.conversation, refused.turn)
  expect(call?.outcome).toEqual({ status: 'denied', reason, rule: denying })
  expect([person.all('call.cleared'), person.all('call.started')]).toEqual([[], []])
  const ran = await run('roll_dice', { seed: 3 })
  await finished(ran.turn)
  const own = (await turnOf(ran.conversation, ran.turn)).call
  expect(own?.outcome).toMatchObject({ status: 'succeeded' })
  expect(own?.clearedBy).toEqual({ person: 'web:test', against: denying })
  await person.link.call('changeRules', { remove: [id] })
  const allowed = await script.link.call('callTool', wanted)
  await finished(allowed.turn)
  expect((await turnOf(allowed.conversation, allowed.turn)).call?.clearedBy).toEqual({ person: 'web:script' })
  script.leave()
})

test('[MAN-6] allows one running turn per conversation: refuses a second call and queues a message', async () => {
  const { person } = atrium
  const ran = await run('count_down', { from: 100, pace: 'tenths' })
  await person.event('call.progress')
  expect(person.state.turns[ran.turn]).toMatchObject({ origin: 'person', conversation: ran.conversation })
  await expect(run('tell_time', {}, ran)).rejects.toMatchObject({
    code: 'conflict',
    message: 'A turn is running in this conversation. Stop it or wait until it ends.',
  })
  const elsewhere = await run('tell_time')
  expect((await finished(elsewhere.turn)).end).toBe('done')
  const { conversation } = ran
  expect(await person.link.call('sendMessage', { conversation, text: 'And then?' })).toMatchObject({ queued: true })
  expect(person.all('model.requested')).toEqual([])
  await person.link.call('cancelTurn', { turn: ran.turn })
  expect((await finished(ran.turn)).end).toBe('cancelled')
  expect(person.state.queued[conversation]).toBeDefined()
  const { turn } = await run('tell_time', {}, ran)
  await finished(turn)
  await person.event('turn.finished', (event) => event.conversation === conversation && event.turn !== turn)
  await person.until('the message was sent', () => person.all('model.requested').length === 1)
})

test('[MAN-7] stops a turn or a single call, and tells the server', async () => {
  atrium = await ownHost()
  await atrium.add('playground', { type: 'playground' })
  const { person } = atrium
  for (const brake of ['turn', 'call'] as const) {
    const ran = await run('count_down', { from: 100, pace: 'tenths' })
    await person.event('call.progress', (event) => event.call === ran.call)
    if (brake === 'turn') await person.link.call('cancelTurn', { turn: ran.turn })
    else await person.link.call('cancelCall', { call: ran.call })
    expect((await finished(ran.turn)).end).toBe('cancelled')
    const { call } = await turnOf(ran.conversation, ran.turn)
    expect(call?.outcome).toEqual({ status: 'cancelled', mayHaveRun: true })
  }
  const heard = async () =>
    (await person.link.call('listLog', { server: 'playground', sources: ['stderr'] })).rows.length
  await expect.poll(heard).toBe(2)
})

test('[MAN-7] reports correctly when a tool fails, times out or its server crashes', async () => {
  atrium = await ownHost()
  const { person } = atrium
  await atrium.add('playground', { type: 'playground' })
  await atrium.add('impatient', { ...peer('good.mjs'), timeouts: { work: 0.3 } })
  await atrium.add('crash', peer('crash-on-call.mjs'))
  const outcomeOf = async (ran: { conversation: string; turn: string }) => {
    expect((await finished(ran.turn)).end).toBe('done')
    return (await turnOf(ran.conversation, ran.turn)).call?.outcome
  }
  expect(await outcomeOf(await run('fail_on_purpose', { reason: 'Rain.' }))).toMatchObject({
    status: 'failed',
    problem: 'This failed on purpose: Rain.',
    mayHaveRun: true,
  })
  expect(await outcomeOf(await run('sleep', { ms: 60_000 }, { server: 'impatient' }))).toMatchObject({
    status: 'timed-out',
    problem: expect.stringMatching(/impatient was told to stop/),
  })
  const tool = Object.keys(person.state.servers['crash']?.tools ?? {}).find((name) => name !== 'ok') ?? ''
  expect(await outcomeOf(await run(tool, {}, { server: 'crash' }))).toMatchObject({
    status: 'failed',
    mayHaveRun: true,
    problem: expect.stringMatching(/^crash .* before it responded\.$/),
  })
})

test('[MAN-7] closes the turn if Atrium quits midway, and can still send the history', async () => {
  atrium = await ownHost()
  await atrium.add('playground', { type: 'playground' })
  const ran = await run('count_down', { from: 100, pace: 'tenths' })
  await atrium.person.event('call.progress')
  await atrium.stop()
  await atrium.open()
  const turn = await turnOf(ran.conversation, ran.turn)
  expect(turn).toMatchObject({ end: 'interrupted', call: { outcome: { status: 'cancelled', mayHaveRun: true } } })
  await atrium.person.link.call('sendMessage', { conversation: ran.conversation, text: 'What happened?' })
  await atrium.person.event('turn.finished', (event) => event.end === 'done')
  expect(atrium.requests.at(-1)).toMatchObject({ status: 200 })
  const sent = JSON.stringify(atrium.requests.at(-1)?.body.messages[0])
  expect(sent).toContain('I wanted to run the tool \\"count_down\\" of the server \\"playground\\"')
  expect(sent).toContain('It may have finished on the server.')
})

test('[MAN-10] runs nothing while the log can’t be written, and closes the turn that started', async () => {
  let quota = 1_000_000
  const directory = mkdtempSync(path.join(tmpdir(), 'atrium-quota-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  const journal = Journal.open(directory, { retryMs: 50, maxPages: () => quota })
  atrium = await ownHost({ directory, journal })
  const { person } = atrium
  await atrium.add('good', peer('good.mjs'))
  quota = 1
  const text = 'x'.repeat(60_000)
  await expect(run('echo', { text }, { server: 'good' })).rejects.toMatchObject({ code: 'unavailable' })
  await person.event('journal.health', (event) => event.health.state === 'failing')
  await expect(run('echo', { text: 'x' }, { server: 'good' })).rejects.toMatchObject({ code: 'unavailable' })
  quota = 1_000_000
  await person.event('journal.health', (event) => event.health.state === 'ok')
  expect(person.all('call.started')).toEqual([])
  expect(person.state.turns).toEqual({})
  const { conversation, turn } = await person.event('turn.finished', (event) => event.end === 'failed')
  expect(await turnOf(conversation, turn)).toMatchObject({
    end: 'failed',
    problem: 'Atrium couldn’t write the call to its audit log, so it didn’t make the call.',
    call: { outcome: { status: 'cancelled', mayHaveRun: false } },
  })
})
