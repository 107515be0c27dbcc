import { describe, expect, test } from 'vitest'
import { waitingOf } from '../../../renderer/inbox/plan/call-plan.tsx'
import { rowOf } from '../../../renderer/inbox/plan/plan-item.tsx'
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
import { sharedFolder } from '../../../renderer/inbox/plan/plan-item.tsx'
import { emptyState } from '../../../shared/state/state.ts'

const claims = { readOnly: true, destructive: true, idempotent: false, openWorld: false }
const flow: Flow = { at: '/a', start: 0, end: 9, source: { kind: 'attachment', turn: 't', name: 'notes.md' } }

const asked = (id: string, rest: Partial<Question<'approval'>> = {}): ApprovalAsk => ({
  id,
  kind: 'approval',
  contentHash: id.repeat(4),
  question: { server: 's', tool: 't', definition: 'd', description: '', claims, arguments: {}, flows: [], ...rest },
  operation: { conversation: 'c', turn: 't', call: `call-${id}` },
})

const begun: Plan = { choices: {} }

describe('[PLU-2] a request’s preselected answer', () => {
  test.each<[string, Partial<Question<'approval'>>, 'allow' | 'deny']>([
    ['only reads, and contains no traced text', {}, 'allow'],
    ['changes data, and deletes nothing', { claims: { ...claims, readOnly: false, destructive: false } }, 'allow'],
    ['may delete data', { claims: { ...claims, readOnly: false } }, 'deny'],
    ['contains traced text', { flows: [flow] }, 'deny'],
    ['was not traced in time', { flows: undefined }, 'deny'],
    ['a rule asks about', { because: 'rule' }, 'deny'],
    ['has a changed definition', { changedFrom: 'e' }, 'deny'],
  ])('suits a call that %s, until the user chooses another', (_what, question, choice) => {
    expect(choiceOf(begun, asked('a', question))).toBe(choice)
    expect(
      choiceOf({ ...begun, choices: { a: choice === 'allow' ? 'deny' : 'allow' } }, asked('a', question)),
    ).not.toBe(choice)
  })
})

describe('[PLU-7] one server’s waiting requests', () => {
  const asks = [asked('a'), asked('b', { server: 'r' }), asked('c'), asked('d', { server: 'q' }), asked('e')]

  test('are grouped if there are several', () => {
    expect(severalOfServer(asks).map((those) => those.map(({ id }) => id))).toEqual([['a', 'c', 'e']])
    expect(severalOfServer(asks.slice(0, 2))).toEqual([])
  })

  test('are denied together, with the reason if the user gave one', () => {
    const deny = (id: string, rest = {}) => ({
      ask: id,
      contentHash: id.repeat(4),
      answer: { decision: 'deny', ...rest },
    })
    expect(denials(asks.slice(0, 2), ' ')).toEqual([deny('a'), deny('b')])
    expect(denials(asks.slice(0, 1), 'No')).toEqual([deny('a', { reason: 'No' })])
  })
})

test('[PLU-8] groups calls by server and tool, in the order of each group’s first call', () => {
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

test('[PLU-3] ignores the earlier choice when a question is asked again', () => {
  const plan: Plan = { ...begun, choices: { a: 'allow' } }
  expect(choiceOf(plan, asked('b', { changedFrom: 'd' }))).toBe('deny')
})

test('[PLU-1] [PLU-5] answers every call for exactly what was shown, and gives the reason with each denial', () => {
  const asks = [asked('a'), asked('b', { flows: [flow] })]
  expect(answersOf(asks, begun, ' later ')).toEqual([
    { ask: 'a', contentHash: 'aaaa', answer: { decision: 'allow', scope: 'once' } },
    { ask: 'b', contentHash: 'bbbb', answer: { decision: 'deny', reason: 'later' } },
  ])
  expect(answersOf(asks, { ...begun, choices: { a: 'deny' } }, ' ').map(({ answer }) => answer)).toEqual([
    { decision: 'deny' },
    { decision: 'deny' },
  ])
})

test('[PLU-1] includes in a plan only its message’s waiting calls, in order', () => {
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

describe('[PLU-9] a call in one row', () => {
  const row = (rest: Partial<Question<'approval'>>) => rowOf(asked('a', rest).question)

  test('shows all of its arguments by name, in their order', () => {
    const input = { path: '/a b', count: 20, deep: true }
    expect(row({ arguments: input })).toEqual([
      ['path', '/a b'],
      ['count', '20'],
      ['deep', 'true'],
    ])
    expect(row({ arguments: {} })).toEqual([])
  })

  test.each<[string, Partial<Question<'approval'>>]>([
    ['an argument has parts', { arguments: { a: { b: 1 } } }],
    ['an argument is null', { arguments: { a: null } }],
    ['a text reads as a number', { arguments: { a: '20' } }],
    ['a text reads as a truth value', { arguments: { a: 'false' } }],
    ['a text is empty', { arguments: { a: '' } }],
    ['a text begins with a space', { arguments: { a: ' x' } }],
    ['a text has several lines', { arguments: { a: 'x\ny' } }],
    ['a text is long', { arguments: { a: 'x'.repeat(100) } }],
    ['all are long', { arguments: { a: 'x'.repeat(90), b: 'y'.repeat(90) } }],
    ['there are many', { arguments: { a: 1, b: 2, c: 3, d: 4, e: 5 } }],
    ['the arguments aren’t an object', { arguments: [1] }],
    ['text came from elsewhere', { arguments: { a: 'x' }, flows: [flow] }],
    ['their source is unknown', { arguments: { a: 'x' }, flows: undefined }],
    ['defaults were filled in', { arguments: { a: 'x' }, filled: ['/a'] }],
    ['the definition changed', { arguments: { a: 'x' }, changedFrom: 'e' }],
    ['a rule asks', { arguments: { a: 'x' }, because: 'rule' }],
  ])('needs to be opened if %s', (_what, rest) => {
    expect(row(rest)).toBeUndefined()
  })
})

describe('[PLU-9] a folder that rows share', () => {
  const of = (...paths: string[]) => sharedFolder(paths.map((path, at) => asked(`${at}`, { arguments: { path } })))

  test('is the deepest one of all paths, with its last separator', () => {
    expect(of('/n/r/1.md', '/n/r/2.md', '/n/r/3.md')).toEqual({ name: 'path', path: '/n/r/' })
    expect(of('/n/r/1.md', '/n/r/s/2.md', '/n/r/3.md')).toEqual({ name: 'path', path: '/n/r/' })
    expect(of('/n/r/1.md', '/n/s/2.md', '/n/r/3.md')).toEqual({ name: 'path', path: '/n/' })
    expect(of(String.raw`C:\n\1`, String.raw`C:\n\2`, String.raw`C:\n\3`)).toEqual({
      name: 'path',
      path: String.raw`C:\n` + '\\',
    })
  })

  test.each<[string, string[]]>([
    ['there are two rows', ['/n/r/1.md', '/n/r/2.md']],
    ['only the root is shared', ['/a/1', '/b/2', '/c/3']],
    ['one names the folder itself', ['/n/r/', '/n/r/2.md', '/n/r/3.md']],
    ['they aren’t paths', ['a', 'b', 'c']],
  ])('isn’t there if %s', (_why, paths) => {
    expect(of(...paths)?.path).not.toBe('/n/r/')
  })
})
