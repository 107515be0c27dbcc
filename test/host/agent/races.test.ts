import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { runCall, type Called } from '../../../main/host/agent/tool-call.ts'
import type { Rule } from '../../../shared/rules/rules.ts'
import { times } from '../../support/deep.ts'
import { Fleet, peer } from '../../support/fleet.ts'
import { noFlows, answerApproval, openApproval, requestOf } from './calls-support.ts'

let fleet: Fleet
let marks: string
afterEach(() => fleet.close())

const rounds = times(40, 200)
const allow = { decision: 'allow', scope: 'once' } as const

async function withLedger(): Promise<void> {
  fleet = new Fleet()
  marks = path.join(fleet.directory, 'marks')
  writeFileSync(marks, '')
  await fleet.ready(peer('effects.mjs', { MARKS: marks }))
}

/** The server's actions, one per line. */
const done = (): string[] => readFileSync(marks, 'utf8').split('\n').filter(Boolean)

/** A call with an open question. */
async function waiting(mark: string): Promise<{ ran: Promise<Called>; stop: AbortController; call: string }> {
  const stop = new AbortController()
  const request = requestOf('do', { mark })
  const asked = new Promise<void>((resolve) => {
    const leave = fleet.journal.subscribe(({ event }) => {
      if (event.type !== 'ask.opened') return
      leave()
      resolve()
    })
  })
  const ran = runCall(request, { ...fleet, flows: noFlows }, stop.signal)
  await asked
  return { ran, stop, call: request.call }
}

/** The log's events of a call, in order. */
const saidOf = (call: string): string[] =>
  fleet.events.flatMap(({ event }) => {
    if (event.type === 'ask.closed') return event.operation?.call === call ? [`${event.type} ${event.by}`] : []
    if (event.type === 'call.finished') return event.call === call ? [event.outcome.status] : []
    return 'call' in event && event.call === call ? [event.type] : []
  })

/** Waits this many turns of the event loop. */
async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await setImmediate()
}

const ran = ['ask.closed person', 'call.cleared', 'call.started', 'succeeded']

test(`[RUL-14] runs a call once and accepts one answer if approved twice at once, ${rounds} times`, async () => {
  await withLedger()
  for (let i = 0; i < rounds; i++) {
    const { ran: running, call } = await waiting(`m${i}`)
    const actors = i % 2 === 0 ? ['web:a', 'desktop'] : ['desktop', 'web:a']
    const answers = await Promise.allSettled(actors.map((actor) => answerApproval(fleet, allow, actor)))
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
    expect((await running).outcome.status).toBe('succeeded')
    expect(saidOf(call)).toEqual(ran)
    expect(fleet.of('call.cleared').at(-1)?.by).toEqual({ person: actors[0] })
  }
  expect(done()).toEqual(Array.from({ length: rounds }, (_, i) => `m${i}`))
})

test(`[RUL-14] logs one true outcome if a call is stopped and approved at once, ${rounds} times`, async () => {
  await withLedger()
  const winners = new Set<string>()
  for (let i = 0; i < rounds; i++) {
    const { ran: running, stop, call } = await waiting(`m${i}`)
    const cancel = async () => stop.abort('person')
    const approve = () => answerApproval(fleet, allow)
    const change = () => answerApproval(fleet, { ...allow, arguments: { mark: `m${i}`, ms: 0 } })
    const acts = [
      [cancel, approve],
      [approve, cancel],
      [change, cancel],
      [change, () => turns(i % 5).then(cancel)],
    ][i % 4]
    const [first] = await Promise.allSettled((acts ?? []).map((act) => act()))
    const { outcome } = await running
    const said = saidOf(call)
    expect(said.filter((it) => it.startsWith('ask.closed'))).toHaveLength(1)
    expect(said.filter((it) => it === outcome.status)).toHaveLength(1)
    expect(said.at(-1)).toBe(outcome.status)
    if (said[0] === 'ask.closed withdrawn') {
      expect(said).toEqual(['ask.closed withdrawn', 'cancelled'])
      expect(outcome).toEqual({ status: 'cancelled', mayHaveRun: false })
    } else expect(first?.status).toBe('fulfilled')
    const isKnown = !('mayHaveRun' in outcome) || !outcome.mayHaveRun
    if (isKnown) expect(done().includes(`m${i}`)).toBe(outcome.status === 'succeeded')
    winners.add(said[0] ?? '')
  }
  expect([...winners].toSorted()).toEqual(['ask.closed person', 'ask.closed withdrawn'])
  expect(new Set(done()).size).toBe(done().length)
})

const denying = (rest: Partial<Rule> = {}): Rule => ({
  id: 'deny',
  effect: 'deny',
  scope: 'always',
  server: 'it',
  conditions: [],
  actor: 'test',
  destructive: false,
  flows: false,
  ...rest,
})

test('[RUL-15] withdraws an open question and ends its call on a matching deny rule; others stay open', async () => {
  await withLedger()
  const one = await waiting('one')
  const other = runCall(requestOf('do', { mark: 'other' }), { ...fleet, flows: noFlows }, new AbortController().signal)
  await fleet.until(() => fleet.journal.state.asks.length === 2)
  const ask = openApproval(fleet)
  const rule = denying({ conditions: [{ at: '/mark', is: 'one-of', values: ['one'] }] })
  fleet.journal.append({ type: 'rule.added', rule })
  expect((await one.ran).outcome).toEqual({
    status: 'denied',
    reason: 'Deny every tool on it when mark is exactly "one", in every conversation, until removed',
    rule,
  })
  expect(saidOf(one.call)).toEqual(['ask.closed withdrawn', 'denied'])
  await expect(
    fleet.inbox.answer(ask?.id ?? '', allow, ask?.contentHash ?? '', { actor: 'desktop', right: 'use' }),
  ).rejects.toMatchObject({ code: 'not-found' })
  await answerApproval(fleet, allow)
  expect((await other).outcome.status).toBe('succeeded')
  expect(done()).toEqual(['other'])
})

test('[RUL-15] keeps an open question open on a new allow rule, and on a rule for something else', async () => {
  await withLedger()
  const { ran: running } = await waiting('one')
  const definition = fleet.server().definition('do')?.hash
  fleet.journal.append(
    { type: 'rule.added', rule: denying({ id: 'a', effect: 'allow', tool: 'do', definition, destructive: true }) },
    { type: 'rule.added', rule: denying({ id: 'b', scope: { conversation: 'elsewhere' } }) },
    { type: 'rule.added', rule: denying({ id: 'c', server: 'other' }) },
  )
  await fleet.journal.durable()
  expect(openApproval(fleet)?.question.arguments).toEqual({ mark: 'one' })
  await answerApproval(fleet, { decision: 'deny' })
  expect((await running).outcome).toEqual({ status: 'denied', reason: undefined })
})
