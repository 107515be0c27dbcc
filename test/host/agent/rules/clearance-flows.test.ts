import { afterEach, expect, test } from 'vitest'
import type { Flow } from '../../../../shared/asks/asks.ts'
import type { Rule } from '../../../../shared/rules/rules.ts'
import { runCall } from '../../../../main/host/agent/tool-call.ts'
import type { Traced } from '../../../../main/host/agent/flows/tracer.ts'
import { Fleet, peer } from '../../../support/fleet.ts'
import { answerApproval, openApproval, requestOf } from '../calls-support.ts'

let fleet: Fleet
afterEach(() => fleet.close())

const flow: Flow = {
  at: '/text',
  start: 0,
  end: 6,
  source: { kind: 'result', call: 'k0', server: 'mail', tool: 'read' },
}
const never = new AbortController().signal

async function withRule(flows: boolean, lasts: Pick<Rule, 'until' | 'paused'> = {}, now = Date.now): Promise<void> {
  fleet = new Fleet({ now })
  await fleet.ready(peer('good.mjs'))
  const rule: Rule = {
    id: 'r',
    effect: 'allow',
    scope: 'always',
    server: 'it',
    tool: 'echo',
    conditions: [],
    actor: 'test',
    definition: fleet.server().definition('echo')?.hash,
    destructive: false,
    flows,
    ...lasts,
  }
  fleet.journal.append({ type: 'rule.added', rule })
}

const run = (flows: () => Promise<Traced>) => runCall(requestOf('echo', { text: 'secret' }), { ...fleet, flows }, never)

test('[RUL-9] asks with the flow even if a rule allows the call, and doesn’t ask without a flow', async () => {
  await withRule(false)
  const ran = run(async () => ({ flows: [flow], complete: true }))
  await fleet.until(() => openApproval(fleet) !== undefined)
  expect(openApproval(fleet)?.question).toMatchObject({ because: 'flow', flows: [flow] })
  await answerApproval(fleet, { decision: 'deny' })
  expect((await ran).outcome).toEqual({ status: 'denied', reason: undefined })
  expect((await run(async () => ({ flows: [], complete: true }))).outcome.status).toBe('succeeded')
})

test('[RUL-5] runs a call without asking if the rule allows other servers’ data', async () => {
  await withRule(true)
  expect((await run(async () => ({ flows: [flow], complete: true }))).outcome.status).toBe('succeeded')
})

test('[RUL-9] asks despite an allow rule if flows can’t be determined', async () => {
  await withRule(false)
  const ran = run(async () => ({ flows: [], complete: false }))
  await fleet.until(() => openApproval(fleet) !== undefined)
  expect(openApproval(fleet)?.question).toMatchObject({ because: 'flow' })
  expect(openApproval(fleet)?.question).not.toHaveProperty('flows')
  await answerApproval(fleet, { decision: 'deny' })
  expect((await ran).outcome).toEqual({ status: 'denied', reason: undefined })
})

test('[RUL-14] sends nothing if the call is stopped during flow tracing', async () => {
  await withRule(true)
  const stop = new AbortController()
  const flows = async (): Promise<Traced> => {
    stop.abort('person')
    return { flows: [], complete: true }
  }
  const { outcome } = await runCall(requestOf('echo', { text: 'x' }), { ...fleet, flows }, stop.signal)
  expect(outcome).toEqual({ status: 'cancelled', mayHaveRun: false })
  expect(fleet.of('call.cleared')).toEqual([])
})

test('[RUL-29] runs calls without asking until the permission ends, by the host’s clock', async () => {
  let now = Date.UTC(2026, 10, 23)
  const until = now + 1000
  await withRule(true, { until }, () => now)
  const unflowed = async (): Promise<Traced> => ({ flows: [], complete: true })
  expect((await run(unflowed)).outcome.status).toBe('succeeded')
  now = until
  const ran = run(unflowed)
  await fleet.until(() => openApproval(fleet) !== undefined)
  expect(openApproval(fleet)?.question).not.toHaveProperty('because')
  await answerApproval(fleet, { decision: 'deny' })
  await ran
})

test('[RUL-29] asks as if a paused permission weren’t there', async () => {
  await withRule(true, { paused: true })
  const ran = run(async () => ({ flows: [], complete: true }))
  await fleet.until(() => openApproval(fleet) !== undefined)
  await answerApproval(fleet, { decision: 'deny' })
  expect((await ran).outcome.status).toBe('denied')
})
