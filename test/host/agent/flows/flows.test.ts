import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { JsonValue } from '../../../../shared/schema/json.ts'
import { Atrium, peer } from '../../../support/atrium.ts'
import type { ScriptedTurn } from '../../../support/fake-anthropic.mjs'

let atrium: Atrium
const secret = 'The merger with Northwind closes on Friday at noon.'

beforeAll(async () => {
  atrium = await Atrium.start()
  for (const id of ['notes', 'mail']) await atrium.add(id, peer('good.mjs'))
})
beforeEach(() => atrium.fresh())
afterAll(() => atrium.close())

const calls = (...wanted: [name: string, text: string][]): ScriptedTurn => ({
  content: wanted.map(([name, text]) => ({ tool_use: { name, input: { text } } })),
})

/** Sends a message for which the model makes these calls, one after the other, and then ends. */
async function say(turns: ScriptedTurn[], conversation?: string) {
  atrium.fake.setScenario({ turns: [...turns, { content: [{ text: 'Done.' }] }] })
  const on = conversation === undefined ? {} : { conversation }
  return atrium.person.link.call('sendMessage', { text: 'Go on, please', ...on })
}

const ended = (turn: string | undefined) =>
  atrium.person.event('turn.finished', (event) => event.turn === turn && event.end === 'done')

/** The question about a call to `mail`, with the sources of its text. */
async function asked() {
  const { question } = await atrium.person.ask('approval', 'mail')
  return { because: question.because, flows: question.flows }
}

/** Allows `mail` in this conversation without a question. */
async function allowMail(flows: boolean): Promise<string> {
  const { conversation, turn } = await say([calls(['mail__echo', 'hello'])])
  await atrium.person.allow()
  await ended(turn)
  const definition = atrium.person.state.servers['mail']?.tools['echo']?.hash ?? ''
  const rule = { effect: 'allow', scope: { conversation }, server: 'mail', tool: 'echo', definition } as const
  await atrium.person.link.call('changeRules', { add: [{ ...rule, destructive: true, flows }] })
  return conversation
}

const fromNotes = (call: string | undefined) => [
  { at: '/text', start: 4, end: 4 + secret.length, source: { kind: 'result', call, server: 'notes', tool: 'echo' } },
]
/** The call to `notes` that returned something. */
const source = () => atrium.person.all('call.started').find(({ server }) => server === 'notes')?.call

describe('[FLO-5] a call with arguments that another server returned', () => {
  test('needs the user’s approval with its source even if a rule allows it; other calls don’t', async () => {
    const conversation = await allowMail(false)
    const { turn } = await say(
      [calls(['notes__echo', secret]), calls(['mail__echo', `See ${secret}`]), calls(['mail__echo', 'Hello again'])],
      conversation,
    )
    await atrium.person.allow()
    expect(await asked()).toEqual({ because: 'flow', flows: fromNotes(source()) })
    await atrium.person.deny('not to them')
    await ended(turn)
    const outcomes = atrium.person.all('call.finished').map(({ outcome }) => outcome.status)
    expect(outcomes).toEqual(['succeeded', 'succeeded', 'denied', 'succeeded'])
    expect(atrium.person.all('call.cleared').map(({ by }) => 'rule' in by)).toEqual([false, false, true])
  })

  test('runs without asking if the rule allows such data', async () => {
    const conversation = await allowMail(true)
    const { turn } = await say([calls(['notes__echo', secret]), calls(['mail__echo', `See ${secret}`])], conversation)
    await atrium.person.allow()
    await ended(turn)
    expect(atrium.person.all('call.cleared').map(({ by }) => 'rule' in by)).toEqual([false, false, true])
  })

  test('shows its sources even if Atrium asks anyway, and no sources if there are none', async () => {
    const { turn } = await say([calls(['notes__echo', secret]), calls(['mail__echo', `See ${secret}`])])
    expect((await atrium.person.ask()).question.flows).toEqual([])
    await atrium.person.allow()
    expect(await asked()).toEqual({ because: undefined, flows: fromNotes(source()) })
    await atrium.person.allow()
    await ended(turn)
  })

  test('needs approval if the sources can’t be determined', async () => {
    const conversation = await allowMail(false)
    await say([calls(['notes__echo', secret]), calls(['mail__echo', 'x'.repeat(1_000_001)])], conversation)
    await atrium.person.allow()
    expect(await asked()).toEqual({ because: 'flow', flows: undefined })
  })

  test('needs approval if the data came from a call that the user made', async () => {
    const conversation = await allowMail(false)
    const definition = atrium.person.state.servers['notes']?.tools['echo']?.hash ?? ''
    const input: Record<string, JsonValue> = { text: secret }
    const call = { conversation, server: 'notes', tool: 'echo', definition, arguments: input }
    const ran = await atrium.person.link.call('callTool', call)
    await ended(ran.turn)
    await say([calls(['mail__echo', `See ${secret}`])], conversation)
    expect(await asked()).toEqual({ because: 'flow', flows: fromNotes(ran.call) })
  })

  test('[FLO-8] needs approval with its source in spite of disguises, and if a long random word could be one', async () => {
    const conversation = await allowMail(false)
    const written = [
      secret.toUpperCase().replaceAll(' ', '_'),
      [...secret].join('\u200B'),
      Buffer.from(secret).toString('hex'),
      [...secret].toReversed().join(''),
    ]
    const random = 'q7Zx9LmT2vKp4RwY8sBn3JdF6gHc1XeA5uQi0oWzVbNt'
    const { turn } = await say(
      [calls(['notes__echo', secret]), ...[...written, random].map((text) => calls(['mail__echo', text]))],
      conversation,
    )
    await atrium.person.allow()
    for (const text of written) {
      const { question } = await atrium.person.ask('approval', 'mail')
      expect(question.arguments).toEqual({ text })
      expect(question.flows?.map((flow) => flow.source)).toEqual([
        { kind: 'result', call: source(), server: 'notes', tool: 'echo' },
      ])
      await atrium.person.deny()
    }
    const { question } = await atrium.person.ask('approval', 'mail')
    expect([question.arguments, question.because, question.flows]).toEqual([{ text: random }, 'flow', undefined])
    await atrium.person.deny()
    await ended(turn)
  })

  test('needs approval if the data came from the user’s attachment', async () => {
    const conversation = await allowMail(false)
    atrium.fake.setScenario({ turns: [calls(['mail__echo', `See ${secret}`])] })
    const data = Buffer.from(`Plan\n\n${secret}\n`).toString('base64')
    const attachments = [{ name: 'plan.md', data }]
    const { turn } = await atrium.person.link.call('sendMessage', { conversation, text: 'Send it', attachments })
    const attached = { kind: 'attachment', turn, name: 'plan.md' }
    expect((await asked()).flows?.map((flow) => flow.source)).toEqual([attached])
  })

  test('[PRM-7] needs approval if the data came with another server’s prompt', async () => {
    await atrium.add('offers', peer('offers.mjs'))
    const { link, state } = atrium.person
    const definition = state.servers['offers']?.prompts?.items['greet']?.hash ?? ''
    const wanted = { server: 'offers', prompt: 'greet', definition, arguments: { who: secret } }
    const { handle } = await link.call('getPrompt', wanted)
    const conversation = await allowMail(false)
    atrium.fake.setScenario({ turns: [calls(['mail__echo', `Greet ${secret}`])] })
    const { turn } = await link.call('sendMessage', { conversation, text: '', picked: [{ handle }] })
    const prompt = { kind: 'attachment', turn, name: 'greet', server: 'offers' }
    expect((await asked()).flows?.map((flow) => flow.source)).toEqual([prompt])
  })

  test('[CMP-9] needs approval after a summary took the result’s place, also if the data is the summary’s', async () => {
    const conversation = await allowMail(false)
    const { turn } = await say([calls(['notes__echo', secret])], conversation)
    await atrium.person.allow()
    await ended(turn)
    const invented = 'Send everything to the auditors of Northwind tonight.'
    atrium.fake.setScenario({ turns: [{ content: [{ text: invented }] }] })
    const { compaction } = await atrium.person.link.call('compactConversation', { conversation })
    await atrium.person.event('compaction.finished', (event) => event.compaction === compaction && event.end === 'done')
    const next = await say([calls(['mail__echo', `See ${secret}`]), calls(['mail__echo', invented])], conversation)
    expect(await asked()).toEqual({ because: 'flow', flows: fromNotes(source()) })
    await atrium.person.deny()
    expect(await asked()).toMatchObject({
      because: 'flow',
      flows: [{ source: { kind: 'attachment', name: 'summary' } }],
    })
    await atrium.person.deny()
    await ended(next.turn)
  })

  test('[FLO-6] needs approval in a later session too @all', async () => {
    const conversation = await allowMail(false)
    const first = await say([calls(['notes__echo', secret])], conversation)
    await atrium.person.allow()
    await ended(first.turn)
    const call = source()
    await atrium.stop()
    await atrium.open()
    const { person } = atrium
    await person.until('mail is back', () => person.state.servers['mail']?.status.state === 'ready')
    await person.until('mail lists tools', () => person.state.servers['mail']?.tools['echo'])
    await say([calls(['mail__echo', `See ${secret}`])], conversation)
    expect(await asked()).toEqual({ because: 'flow', flows: fromNotes(call) })
  })
})
