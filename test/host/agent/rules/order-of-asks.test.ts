import { afterEach, describe, expect, test } from 'vitest'
import { askingOrder } from '../../../../main/host/agent/asking-order.ts'
import { runCall } from '../../../../main/host/agent/tool-call.ts'
import { isObject, type JsonValue } from '../../../../shared/schema/json.ts'
import type { Rule } from '../../../../shared/rules/rules.ts'
import type { Traced } from '../../../../main/host/agent/flows/tracer.ts'
import { Atrium, peer } from '../../../support/atrium.ts'
import { Fleet, peer as configured } from '../../../support/fleet.ts'
import { noFlows, requestOf } from '../calls-support.ts'
import { asked, line, outcomes, say } from './rules-support.ts'

const textOf = (input: JsonValue): JsonValue | undefined => (isObject(input) ? input['text'] : undefined)

describe('[RUL-20] calls in one message', () => {
  let atrium: Atrium
  afterEach(() => atrium.close())

  test('ask in their order even if a later call’s arguments were checked first', async () => {
    atrium = await Atrium.start()
    for (const id of ['good', 'other']) await atrium.add(id, peer('good.mjs'))
    const { person } = atrium
    // Servers take turns in argument checks, so the last of these is checked before the one above it.
    const names = ['good__echo', 'good__echo', 'good__echo', 'other__echo']
    const ended = say(atrium, names.map((name, i) => line(name, { text: `t${i}` })).join('\n'))
    await person.until('all wait', () => person.state.asks.length === names.length)
    const texts = asked(atrium).map(({ question }) => textOf(question.arguments))
    expect(texts).toEqual(['t0', 't1', 't2', 't3'])
    for (const ask of person.state.asks) await person.answer(ask, { decision: 'deny' })
    await ended
    expect(outcomes(atrium)).toHaveLength(4)
  })
})

describe('[RUL-20] a call behind another one without an open question yet', () => {
  let fleet: Fleet
  afterEach(() => fleet.close())

  const never = new AbortController().signal
  const texts = () =>
    fleet.journal.state.asks.map(({ question }) => ('arguments' in question ? textOf(question.arguments) : ''))

  /** Two calls of one message; the first one's flows are known once `tell` is called. */
  async function two(first: AbortSignal = never) {
    fleet = new Fleet()
    await fleet.ready(configured('good.mjs'))
    const { promise, resolve } = Promise.withResolvers<Traced>()
    const [one, next] = askingOrder(2)
    if (!one || !next) throw new Error('two were asked for')
    const slow = { ...requestOf('echo', { text: 'first' }), slot: one }
    const fast = { ...requestOf('echo', { text: 'second' }), slot: next }
    const ran = [
      runCall(slow, { ...fleet, flows: () => promise }, first),
      runCall(fast, { ...fleet, flows: noFlows }, never),
    ]
    // The second has been checked once a third, requested later and without a slot, asks.
    const third = new AbortController()
    const after = runCall(requestOf('echo', { text: 'third' }), { ...fleet, flows: noFlows }, third.signal)
    await fleet.until(() => texts().includes('third'))
    third.abort('person')
    await after
    return { ran, tell: () => resolve({ flows: [], complete: true }) }
  }

  async function deny(): Promise<void> {
    for (const { id, contentHash } of fleet.journal.state.asks)
      await fleet.inbox.answer(id, { decision: 'deny' }, contentHash, { actor: 'web:test', right: 'use' })
  }

  const rule = (text: string, effect: Rule['effect']): Rule => ({
    id: 'r',
    effect,
    scope: 'always',
    server: 'it',
    tool: 'echo',
    actor: 'test',
    destructive: true,
    flows: false,
    conditions: [{ at: '/text', is: 'one-of', values: [text] }],
    ...(effect === 'allow' && { definition: fleet.server().definition('echo')?.hash }),
  })

  test('asks only after the first call', async () => {
    const { ran, tell } = await two()
    expect(texts()).toEqual([])
    tell()
    await fleet.until(() => texts().length === 2)
    expect(texts()).toEqual(['first', 'second'])
    await deny()
    await Promise.all(ran)
  })

  test('asks after the first call is stopped', async () => {
    const stop = new AbortController()
    const { ran } = await two(stop.signal)
    stop.abort('person')
    await fleet.until(() => texts().length === 1)
    expect(texts()).toEqual(['second'])
    await deny()
    expect((await Promise.all(ran)).map(({ outcome }) => outcome.status)).toEqual(['cancelled', 'denied'])
  })

  test('asks as soon as a rule decides the first call, even if that call still runs', async () => {
    const { ran, tell } = await two()
    fleet.journal.append({ type: 'rule.added', rule: rule('first', 'allow') })
    tell()
    await fleet.until(() => texts().length === 1)
    expect(texts()).toEqual(['second'])
    await deny()
    expect((await Promise.all(ran)).map(({ outcome }) => outcome.status)).toEqual(['succeeded', 'denied'])
  })

  test('is decided by a rule added in between', async () => {
    const { ran, tell } = await two()
    fleet.journal.append({ type: 'rule.added', rule: rule('second', 'deny') })
    tell()
    await fleet.until(() => texts().length === 1)
    expect(texts()).toEqual(['first'])
    await deny()
    const ended = (await Promise.all(ran)).map(({ outcome }) => outcome)
    expect(ended.map(({ status }) => status)).toEqual(['denied', 'denied'])
    expect(fleet.of('ask.opened').filter(({ ask }) => ask.kind === 'approval')).toHaveLength(2)
  })

  test('runs at once if it needs no answer', async () => {
    const { ran, tell } = await two()
    const allowed = askingOrder(2)[1]
    fleet.journal.append({ type: 'rule.added', rule: rule('third', 'allow') })
    const free = { ...requestOf('echo', { text: 'third' }), ...(allowed && { slot: allowed }) }
    expect((await runCall(free, { ...fleet, flows: noFlows }, never)).outcome.status).toBe('succeeded')
    tell()
    await fleet.until(() => texts().length === 2)
    await deny()
    await Promise.all(ran)
  })
})
