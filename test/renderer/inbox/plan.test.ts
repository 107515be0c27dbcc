import { describe, expect, test } from 'vitest'
import { waitingOf } from '../../../renderer/inbox/plan/call-plan.tsx'
import {
  answersOf,
  byTool,
  choiceOf,
  denials,
  severalOfServer,
  type ApprovalAsk,
  type Plan,
} from '../../../renderer/inbox/plan/plan.ts'
import type { Flow, Question } from '../../../shared/asks/asks.ts'
import type { Call } from '../../../shared/state/conversation.ts'
import { emptyState } from '../../../shared/state/state.ts'

const claims = { readOnly: true, destructive: true, idempotent: false, openWorld: false }
const flow: Flow = { at: '/a', start: 0, end: 9, source: { kind: 'attachment', turn: 't', name: 'notes.md' } }

const asked = (id: string, rest: Partial<Question<'approval'>> = {}): ApprovalAsk => ({
  ...{ id, kind: 'approval', contentHash: id.repeat(4) },
  question: { server: 's', tool: 't', definition: 'd', description: '', claims, arguments: {}, flows: [], ...rest },
  operation: { conversation: 'c', turn: 't', call: `call-${id}` },
})

const begun: Plan = { choices: {}, reason: '' }

describe('[PLU-2] what is chosen before the person chose', () => {
  test.each<[string, Partial<Question<'approval'>>, 'allow' | 'deny']>([
    ['only reads, and carries nothing from elsewhere', {}, 'allow'],
    ['changes, and destroys nothing', { claims: { ...claims, readOnly: false, destructive: false } }, 'allow'],
    ['may destroy', { claims: { ...claims, readOnly: false } }, 'deny'],
    ['carries what came from elsewhere', { flows: [flow] }, 'deny'],
    ['nobody could tell in time what it carries', { flows: undefined }, 'deny'],
    ['a rule asks before it', { because: 'rule' }, 'deny'],
    ['its definition changed meanwhile', { changedFrom: 'e' }, 'deny'],
  ])('%s', (_what, question, choice) => {
    expect(choiceOf(begun, asked('a', question))).toBe(choice)
    expect(
      choiceOf({ ...begun, choices: { a: choice === 'allow' ? 'deny' : 'allow' } }, asked('a', question)),
    ).not.toBe(choice)
  })
})

describe('[PLU-7] what waits from one server', () => {
  const asks = [asked('a'), asked('b', { server: 'r' }), asked('c'), asked('d', { server: 'q' }), asked('e')]

  test('is found where it is several', () => {
    expect(severalOfServer(asks).map((those) => those.map(({ id }) => id))).toEqual([['a', 'c', 'e']])
    expect(severalOfServer(asks.slice(0, 2))).toEqual([])
  })

  test('is denied, all of it, with the reason where there is one', () => {
    const deny = (id: string, rest = {}) => ({
      ...{ ask: id, contentHash: id.repeat(4) },
      answer: { decision: 'deny', ...rest },
    })
    expect(denials(asks.slice(0, 2), ' ')).toEqual([deny('a'), deny('b')])
    expect(denials(asks.slice(0, 1), 'No')).toEqual([deny('a', { reason: 'No' })])
  })
})

test('[PLU-8] calls of one tool of one server stand together, in the order of their first', () => {
  const asks = [
    asked('a'),
    asked('b', { server: 'r' }),
    asked('c', { tool: 'u' }),
    asked('d'),
    asked('e', { tool: 'u' }),
  ]
  expect(byTool(asks).map((those) => those.map(({ id }) => id))).toEqual([['a', 'd'], ['b'], ['c', 'e']])
  expect(byTool([])).toEqual([])
})

test('[PLU-3] a question that is asked anew begins anew, whatever was chosen for the one before', () => {
  const plan: Plan = { ...begun, choices: { a: 'allow' } }
  expect(choiceOf(plan, asked('b', { changedFrom: 'd' }))).toBe('deny')
})

test('[PLU-1] [PLU-5] every call is answered, by what was shown, and the denied ones with the reason', () => {
  const asks = [asked('a'), asked('b', { flows: [flow] })]
  expect(answersOf(asks, { ...begun, reason: ' later ' })).toEqual([
    { ask: 'a', contentHash: 'aaaa', answer: { decision: 'allow', scope: 'once' } },
    { ask: 'b', contentHash: 'bbbb', answer: { decision: 'deny', reason: 'later' } },
  ])
  expect(answersOf(asks, { ...begun, choices: { a: 'deny' }, reason: ' ' }).map(({ answer }) => answer)).toEqual([
    { decision: 'deny' },
    { decision: 'deny' },
  ])
})

test('[PLU-1] a plan holds the calls of its message that wait, in their order, and no other', () => {
  const call = (id: string): Call => ({
    id,
    server: 's',
    tool: 't',
    arguments: { json: {} },
    requestedAt: 0,
    requestedSeq: 0,
  })
  const state = { ...emptyState, asks: [asked('c'), asked('x'), asked('a')] }
  const waiting = waitingOf([call('call-a'), call('call-b'), call('call-c')], state)
  expect(waiting.map(({ id }) => id)).toEqual(['a', 'c'])
})
