import { serverConfig } from '../../../shared/config/server-config.ts'
import { expect, test } from 'vitest'
import type { HostEvent } from '../../../shared/events/events.ts'
import { turnOfView } from '../../../shared/events/app-events.ts'
import { recover } from '../../../main/host/journal/recovery.ts'
import { samples } from './samples.ts'
import { openJournal, recorder, temporaryDirectory } from './support.ts'

const { operation: _none, ...question } = samples['ask.opened'].ask

const requested = (call: string): HostEvent => ({ ...samples['call.requested'], call })
const cleared = (call: string): HostEvent => ({ ...samples['call.cleared'], call })
const started = (call: string): HostEvent => ({ ...samples['call.started'], call })

/** Reopens a journal in which these events were the last of an earlier run. */
async function after(...events: HostEvent[]) {
  const directory = temporaryDirectory()
  const first = openJournal({}, directory)
  first.append(...events)
  await first.close()
  const journal = openJournal({}, directory)
  const heard = recorder(journal)
  recover(journal)
  return { journal, closings: heard.map(({ event }) => event) }
}

test('[JRN-17] ends each open call with its known outcome', async () => {
  const { closings } = await after(
    samples['turn.started'],
    ...['asked', 'allowed', 'running', 'done'].map(requested),
    ...['allowed', 'running', 'done'].map(cleared),
    ...['running', 'done'].map(started),
    { ...samples['call.finished'], call: 'done' },
  )
  expect(closings.map((it) => (it.type === 'call.finished' ? [it.call, it.outcome] : it.type))).toEqual([
    ['asked', { status: 'expired' }],
    ['allowed', { status: 'cancelled', mayHaveRun: false }],
    ['running', { status: 'interrupted', mayHaveRun: true }],
    'turn.finished',
  ])
})

test('[JRN-17] [APS-2] ends each open call of an app with its known outcome, also one that runs as a task', async () => {
  const ofView = { turn: turnOfView('v1'), origin: { page: { turn: 't1', call: 'k1' } } }
  const made = (event: HostEvent): HostEvent => ({ ...event, ...ofView }) as HostEvent
  const { journal, closings } = await after(
    ...['asked', 'allowed', 'running'].map(requested).map(made),
    ...['allowed', 'running'].map(cleared).map(made),
    ...[started('running'), { ...samples['call.task'], call: 'running' }].map(made),
  )
  expect(closings.map((it) => (it.type === 'call.finished' ? [it.turn, it.call, it.outcome] : it.type))).toEqual([
    ['page:v1', 'asked', { status: 'expired' }],
    ['page:v1', 'allowed', { status: 'cancelled', mayHaveRun: false }],
    ['page:v1', 'running', { status: 'interrupted', mayHaveRun: true }],
  ])
  expect(journal.state.appCalls).toEqual({})
})

test('[JRN-17] expires an open question without an answer', async () => {
  const { journal, closings } = await after(samples['turn.started'], samples['ask.opened'], {
    type: 'ask.opened',
    ask: { ...question, id: 'q2' },
  })
  const { operation } = samples['ask.opened'].ask
  expect(closings.slice(0, 2)).toEqual([
    { type: 'ask.closed', ask: 'q1', kind: 'approval', by: 'expired', operation },
    { type: 'ask.closed', ask: 'q2', kind: 'approval', by: 'expired', operation: undefined },
  ])
  expect(journal.state.asks).toEqual([])
})

test('[JRN-17] interrupts turns with a sentence, turns servers off and leaves no running state', async () => {
  const configured = (id: string) => ({ [id]: serverConfig.parse({ command: id }) })
  const { journal, closings } = await after(
    { type: 'configured', file: 'servers', before: {}, after: configured('broken'), actor: 'file' },
    samples['server.changed'],
    { type: 'server.changed', server: 'broken', to: { state: 'failed', reason: 'It ended.', stderr: [] } },
    { type: 'server.changed', server: 'resting', to: { state: 'off' } },
    samples['turn.started'],
    { ...samples['turn.started'], conversation: 'c2', turn: 't2' },
  )
  const problem = 'Atrium closed while this was running. Continue when you’re ready.'
  expect(closings).toEqual([
    { type: 'turn.finished', conversation: 'c1', turn: 't1', end: 'interrupted', problem },
    { type: 'turn.finished', conversation: 'c2', turn: 't2', end: 'interrupted', problem },
    { type: 'server.changed', server: 'files', to: { state: 'off' } },
    { type: 'server.changed', server: 'broken', to: { state: 'off' } },
  ])
  expect(journal.state).toMatchObject({ turns: {}, asks: [] })
})

test('[JRN-17] keeps messages the user queued and rules for a conversation', async () => {
  const { journal } = await after(samples['turn.started'], samples['message.queued'], samples['rule.added'])
  expect(Object.keys(journal.state.queued)).toEqual(['c1'])
  expect(Object.keys(journal.state.rules)).toEqual(['r1'])
})

test('[JRN-17] closes nothing after a run that ended normally', async () => {
  const { closings } = await after(samples['host.started'], samples['host.stopped'])
  expect(closings).toEqual([])
})
