import { describe, expect, test } from 'vitest'
import {
  beginning,
  conversationRule,
  isComplete,
  limitChoices,
  mostPaths,
  argumentPaths,
  verdictWith,
  withCondition,
} from '../../../shared/rules/rule-draft.ts'
import type { Question } from '../../../shared/asks/asks.ts'
import { meets } from '../../../shared/rules/conditions.ts'
import { ruleDraft } from '../../../shared/rules/rules.ts'

const question: Question<'approval'> = {
  server: 'files',
  tool: 'write_file',
  definition: 'a'.repeat(64),
  description: '',
  claims: { readOnly: false, destructive: true, idempotent: false, openWorld: true },
  arguments: { path: '/home/ada/notes/today.md', url: 'https://example.org/a', count: 3, deep: { x: 'y' }, none: null },
}

describe('[RLU-1] a rule made from a call', () => {
  test('starts with the call’s folders and hosts, covers the call, and covers no text from elsewhere', () => {
    const draft = beginning(question, question.arguments)
    expect(ruleDraft.parse(draft)).toEqual(draft)
    expect(draft.conditions).toEqual([
      { at: '/path', is: 'under', folder: '/home/ada/notes' },
      { at: '/url', is: 'host', hosts: ['https://example.org'] },
    ])
    expect(draft).toMatchObject({ destructive: true, flows: false })
    expect(
      verdictWith(draft, { question: { ...question, flows: [] }, conversation: 'c', input: question.arguments }, []),
    ).toMatchObject({ effect: 'allow' })
    const reading = { ...question, claims: { ...question.claims, destructive: false } }
    expect(beginning(reading, question.arguments)).toMatchObject({ destructive: false, flows: false })
    const input = { path: '/home/ada/notes/today.md', url: 'https://example.org/a' }
    expect(draft.conditions.every((condition) => meets(condition, input))).toBe(true)
  })

  test('offers the possible conditions for each value, in the order of the arguments', () => {
    const { paths, more } = argumentPaths(question.arguments, [], question)
    expect(paths.map(({ at, ways }) => [at, ways.map(({ is }) => is)])).toEqual([
      ['/path', ['under', 'one-of']],
      ['/url', ['host', 'one-of']],
      ['/count', ['one-of']],
    ])
    expect(more).toBe(false)
  })

  test('offers the folder, the one above it and the exact value as a limit, and keeps another that is set', () => {
    const [path] = argumentPaths(question.arguments, [], question).paths
    if (!path) throw new Error('The path has no limits.')
    const offered = [
      { at: '/path', is: 'under', folder: '/home/ada/notes' },
      { at: '/path', is: 'under', folder: '/home/ada' },
      { at: '/path', is: 'one-of', values: ['/home/ada/notes/today.md'] },
    ]
    expect(limitChoices(path, undefined)).toEqual(offered)
    expect(limitChoices(path, { at: '/path', is: 'under', folder: '/home/ada' })).toEqual(offered)
    const other = { at: '/path', is: 'under', folder: '/srv' } as const
    expect(limitChoices(path, other)).toEqual([other, ...offered])
  })

  test('keeps a condition on a nested value, and names odd members by their pointers', () => {
    const named = argumentPaths(question.arguments, [{ at: '/deep/x', is: 'one-of', values: ['y'] }], question)
    expect(named.paths.at(-1)?.at).toBe('/deep/x')
    expect(argumentPaths({ 'a/b~': 'v' }, [], question).paths[0]?.at).toBe('/a~1b~0')
  })

  test('stays within a rule’s limits', () => {
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`n${index}`, index]))
    expect(argumentPaths(many, [], question)).toMatchObject({ more: true, paths: { length: mostPaths } })
    expect(argumentPaths({ long: 'x'.repeat(3000) }, [], question).paths[0]?.ways).toEqual([])
  })

  test('is complete only with full folder paths, and has one condition for each value', () => {
    const under = { at: '/path', is: 'under', folder: 'notes' } as const
    expect(isComplete([under])).toBe(false)
    const changed = withCondition([under], '/path', { ...under, folder: '/notes' })
    expect([changed.length, isComplete(changed)]).toEqual([1, true])
    expect(withCondition(changed, '/path', undefined)).toEqual([])
  })
})

describe('[APU-11] a rule for the conversation', () => {
  const reading = { ...question, claims: { ...question.claims, readOnly: true } }

  test('covers every call to a tool that destroys nothing', () => {
    const rule = conversationRule(reading, question.arguments, 'c')
    expect(rule).toMatchObject({ scope: { conversation: 'c' }, conditions: [], destructive: false, flows: false })
  })

  test('covers only this call’s folders and hosts if the tool may destroy data', () => {
    const rule = conversationRule(question, question.arguments, 'c')
    expect(rule).toMatchObject({ destructive: true, flows: false })
    expect(rule?.conditions).toEqual(beginning(question, question.arguments).conditions)
  })

  test('doesn’t exist if the tool may destroy data and nothing limits the rule', () => {
    expect(conversationRule(question, { count: 3 }, 'c')).toBeUndefined()
  })
})

describe('[APU-12] a draft’s effect on the call it is made from', () => {
  const draft = beginning(question, question.arguments)
  const call = { question: { ...question, flows: [] }, conversation: 'c', input: question.arguments }

  test.each([
    ['lets it through', { ...draft, destructive: true }, call, { effect: 'allow' }],
    [
      'asks if the tool may destroy data',
      { ...draft, destructive: false },
      call,
      { effect: 'ask', because: 'destructive' },
    ],
    [
      'asks if it isn’t known where the arguments came from',
      { ...draft, destructive: true },
      { ...call, question },
      { effect: 'ask', because: 'flow' },
    ],
    [
      'says nothing if its conditions don’t fit',
      { ...draft, destructive: true, conditions: [{ at: '/path', is: 'under' as const, folder: '/etc' }] },
      call,
      { effect: 'ask' },
    ],
  ])('%s', (_title, rule, of, verdict) => {
    const said = verdictWith(rule, of, [])
    expect(said).toMatchObject(verdict)
    expect(said.effect === 'ask' ? said.because : undefined).toBe('because' in verdict ? verdict.because : undefined)
  })

  test('asks if a more specific rule does', () => {
    const asking = {
      id: 'r',
      actor: 'web:test',
      effect: 'ask' as const,
      scope: 'always' as const,
      server: 'files',
      tool: 'write_file',
      destructive: false,
      flows: false,
      conditions: [...draft.conditions, { at: '/count', is: 'one-of' as const, values: [3] }],
    }
    const said = verdictWith({ ...draft, destructive: true }, call, [asking])
    expect(said).toMatchObject({ effect: 'ask', because: 'rule' })
  })
})
