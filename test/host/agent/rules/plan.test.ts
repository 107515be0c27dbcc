import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Ask } from '../../../../shared/asks/asks.ts'
import type { Input } from '../../../../shared/contract/commands.ts'
import type { JsonValue } from '../../../../shared/schema/json.ts'
import { Atrium, peer } from '../../../support/atrium.ts'
import { line, outcomes, say } from './rules-support.ts'

let atrium: Atrium

beforeAll(async () => {
  atrium = await Atrium.start()
  await atrium.add('good', peer('good.mjs'))
})
beforeEach(() => atrium.fresh())
afterAll(() => atrium.close())

type Given = Input<'answerAll'>['answers'][number]

const answerTo = ({ id, contentHash }: Ask, answer: JsonValue): Given => ({ ask: id, contentHash, answer })
const allow = { decision: 'allow', scope: 'once' }
const deny = { decision: 'deny' }

/** Makes this many calls wait at once. */
async function plan(count: number) {
  const lines = Array.from({ length: count }, (_, i) => line('good__echo', { text: `t${i}` }))
  const ended = say(atrium, lines.join('\n'))
  const { person } = atrium
  await person.until('all wait', () => person.state.asks.length === count)
  return { ended, asks: person.state.asks }
}

const answerAll = (answers: Given[], person = atrium.person) => person.link.call('answerAll', { answers })

describe('[RUL-13] a plan', () => {
  test('answers fifty calls at once, each as given, and closes them together', async () => {
    const { person } = atrium
    const { ended, asks } = await plan(50)
    await answerAll(asks.map((ask, i) => answerTo(ask, i % 5 === 0 ? deny : allow)))
    await ended
    expect(outcomes(atrium).filter(({ status }) => status === 'succeeded')).toHaveLength(40)
    expect(outcomes(atrium).filter(({ status }) => status === 'denied')).toHaveLength(10)
    const { rows } = await person.link.call('listAudit', { types: ['ask.closed'], tool: 'echo' })
    const seqs = rows.map(({ seq }) => seq)
    expect(Math.max(...seqs) - Math.min(...seqs)).toBe(49)
    expect((atrium.requests.at(-1)?.body.messages.at(-1)?.content ?? []).length).toBe(50)
    expect(atrium.requests.at(-1)?.status).toBe(200)
  })

  test('creates one rule if it is allowed for the conversation', async () => {
    const { ended, asks } = await plan(6)
    await answerAll(asks.map((ask) => answerTo(ask, { decision: 'allow', scope: 'conversation' })))
    await ended
    expect(atrium.person.all('rule.added')).toHaveLength(1)
  })

  test('can contain arguments that the user edited', async () => {
    const { ended, asks } = await plan(2)
    const [one, two] = asks
    if (!one || !two) throw new Error('two calls wait')
    await answerAll([answerTo(one, { ...allow, arguments: { text: 'changed' } }), answerTo(two, allow)])
    await ended
    const texts = outcomes(atrium).map((outcome) => JSON.stringify(outcome))
    expect(texts.some((it) => it.includes('changed'))).toBe(true)
    expect(texts.some((it) => it.includes('t1'))).toBe(true)
  })

  test('changes nothing if one of its answers is refused', async () => {
    const { person } = atrium
    const { ended, asks } = await plan(3)
    const [one, two, three] = asks
    if (!one || !two || !three) throw new Error('three calls wait')
    const first = [answerTo(one, deny), answerTo(two, allow)]
    const refused = async (answers: Given[], code: string, by = person) => {
      const { asOf } = await person.link.call('listAudit', {})
      await expect(answerAll(answers, by)).rejects.toMatchObject({ code })
      expect((await person.link.call('listAudit', {})).asOf).toBe(asOf)
      expect(person.state.asks).toEqual(asks)
    }
    await refused([...first, { ...answerTo(three, allow), contentHash: '0'.repeat(64) }], 'conflict')
    await refused([...first, answerTo(three, { decision: 'maybe' })], 'bad-input')
    await refused([...first, answerTo(three, { ...allow, arguments: { text: 1 } })], 'bad-input')
    await refused([...first, { ...answerTo(three, allow), ask: 'gone' }], 'not-found')
    await refused([...first, answerTo(one, deny)], 'bad-input')
    await refused([], 'bad-input')
    const reader = atrium.join('read', 'web:reader')
    await refused(first, 'forbidden', reader)
    reader.leave()
    await answerAll([answerTo(one, deny), answerTo(two, deny), answerTo(three, deny)])
    await ended
  })

  test('is refused whole if one of its calls was just answered', async () => {
    const { person } = atrium
    const other = atrium.join('use', 'web:other')
    const { ended, asks } = await plan(2)
    const [one, two] = asks
    if (!one || !two) throw new Error('two calls wait')
    const late = answerAll([answerTo(one, { ...allow, arguments: { text: 'x' } }), answerTo(two, allow)])
    await Promise.all([
      other.answer(two, { decision: 'deny' }),
      expect(late).rejects.toMatchObject({ code: 'conflict', message: /web:other/ }),
    ])
    await person.until('one waits', () => person.state.asks.length === 1)
    expect(person.state.asks).toEqual([one])
    await answerAll([answerTo(one, deny)])
    await ended
    other.leave()
  })

  test('contains only calls: starting a program needs its own answer', async () => {
    await atrium.add('second', peer('good.mjs'), { trusts: false })
    const ask = await atrium.person.ask('trust', 'second')
    await expect(answerAll([answerTo(ask, { decision: 'trust' })])).rejects.toMatchObject({
      code: 'bad-input',
      message: 'Only approvals of calls can be answered together.',
    })
    await atrium.person.leaveOff('second')
  })
})
