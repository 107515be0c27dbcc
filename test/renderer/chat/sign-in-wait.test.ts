import { expect, test } from 'vitest'
import { marksOf } from '../../../renderer/chat/thread/call-map-marks.ts'
import { tallyOf } from '../../../renderer/chat/call/call-set.tsx'
import { pausedSummary } from '../../../renderer/chat/call/call-row.tsx'
import { askedCalls, signInWaitOf } from '../../../renderer/chat/call/call-state.ts'
import type { Ask, Question } from '../../../shared/asks/asks.ts'
import type { Call } from '../../../shared/state/conversation.ts'
import type { RunningCall } from '../../../shared/state/running-turns.ts'
import { words } from '../../support/words.ts'

const signIn = (because: Question<'sign-in'>['because'], server = 'far'): Ask => ({
  id: because,
  kind: 'sign-in',
  contentHash: 'h',
  question: { server, resource: 'r', issuer: 'https://login.example', scopes: [], because, client: 'entered' },
})
const page: Ask = {
  id: 'page',
  kind: 'sign-in-page',
  contentHash: 'h',
  question: { server: 'far', issuer: 'https://login.example', url: 'https://login.example/a', until: 0 },
}

const stateWith = (asks: Ask[], calls: Record<string, Partial<RunningCall>>) => ({
  asks,
  turns: {
    t: {
      conversation: 'c',
      startedAt: 0,
      calls: Object.fromEntries(
        Object.entries(calls).map(([id, call]) => [
          id,
          { server: 'far', tool: 'write', stage: 'started' as const, ...call },
        ]),
      ),
    },
  },
})

const certain = (asks: Ask[], calls: Record<string, Partial<RunningCall>>) =>
  signInWaitOf(stateWith(asks, calls), 'k')?.isCertain

test('[SIN-5] shows the only running call to a server as waiting for the server’s sign-in', () => {
  for (const because of ['needed', 'ended', 'more'] as const) expect(certain([signIn(because)], { k: {} })).toBe(true)
  expect(pausedSummary([signIn('more')])).toBe(words.questions.call.signIn)
  const others = { k: {}, here: { server: 'near' }, notYet: { stage: 'cleared' as const } }
  expect(certain([signIn('more')], others)).toBe(true)
})

test('[SIN-5] is not certain which call waits if there are several or the sign-in page is open', () => {
  expect(certain([signIn('more')], { k: {}, other: {} })).toBe(false)
  expect(certain([page], { k: {} })).toBe(false)
})

test('[SIN-5] shows no wait for another server, for a sign-in the user asked for, or before the call was sent', () => {
  expect(certain([signIn('more', 'near')], { k: {} })).toBeUndefined()
  expect(certain([signIn('asked')], { k: {} })).toBeUndefined()
  expect(certain([signIn('more')], { k: { stage: 'cleared' } })).toBeUndefined()
  expect(certain([], { k: {} })).toBeUndefined()
})

test('[SIN-5] counts the waiting call in its set and marks it on the call map', () => {
  const calls: Call[] = ['k', 'l'].map((id) => ({
    id,
    tool: 'write',
    server: 'far',
    arguments: { json: {} },
    requestedAt: 0,
    requestedSeq: 1,
  }))
  const state = stateWith([signIn('more')], { k: {}, l: { server: 'near' } })
  expect(calls.map(({ id }) => askedCalls(state)(id))).toEqual([true, false])
  expect(tallyOf(calls, state, 't')).toMatchObject({ waiting: 1, running: 1 })
  const placed = calls.map((call) => ({ call, turn: 't' }))
  expect(marksOf(placed, state, () => 'Far').map(({ tone }) => tone)).toEqual(['waiting', 'running'])
})
