import { expect, test } from 'vitest'
import { queries } from '../../../../main/host/journal/queries/queries.ts'
import type { Question } from '../../../../shared/asks/asks.ts'
import type { JsonObject, JsonValue } from '../../../../shared/schema/json.ts'
import { ruleDraft } from '../../../../shared/rules/rules.ts'
import { samples } from '../samples.ts'
import { openJournal, queryable } from '../support.ts'

const { ask: sample } = samples['ask.opened']
if (sample.kind !== 'approval') throw new Error('the sample is about a call')
const base: Question<'approval'> = sample.question
const allow = { decision: 'allow', scope: 'once' }

/** Journals questions and their answers, and returns what is suggested for the next one. */
function history() {
  const journal = openJournal()
  let made = 0
  const answer = (input: JsonObject, said: JsonValue = allow, rest: Partial<Question<'approval'>> = {}): void => {
    const of = { conversation: 'c1', turn: 't1', call: `k${++made}` }
    const question = { ...base, ...rest, arguments: input }
    const { server, tool, definition } = question
    const about = { server, tool, definition }
    journal.append(
      { ...samples['call.requested'], ...of, ...about, arguments: journal.keep(input) },
      { type: 'ask.opened', ask: { ...sample, kind: 'approval', id: `q${made}`, question, operation: of } },
      {
        type: 'ask.closed',
        ask: `q${made}`,
        kind: 'approval',
        operation: of,
        ...(said === null ? { by: 'withdrawn' } : { by: 'person', actor: 'desktop', answer: said }),
      },
    )
  }
  const offered = (current: JsonObject, rest: Partial<Question<'approval'>> = {}) => {
    journal.flush()
    const found = queries.suggestRules(queryable(journal), {
      ...base,
      ...rest,
      arguments: current,
    })
    for (const { rule } of found) expect(ruleDraft.parse(rule)).toEqual(rule)
    return found
  }
  const conditions = (current: JsonObject) => offered(current).map(({ rule }) => rule.conditions)
  return { answer, offered, conditions }
}

test('[RUL-19] suggests a rule for each pattern after three equal answers, with their number', () => {
  const { answer, offered } = history()
  const call = (name: string) => ({ path: `/notes/${name}`, url: `https://a.example/${name}`, mode: 'new', n: name })
  answer(call('a'))
  answer(call('b'))
  expect(offered(call('d'))).toEqual([])
  answer(call('c'))
  const { server, tool, definition } = base
  const rule = { effect: 'allow', scope: 'always', server, tool, definition, destructive: true, flows: false }
  expect(offered(call('d'))).toEqual([
    { basis: 3, rule: { ...rule, conditions: [{ at: '/path', is: 'under', folder: '/notes' }] } },
    { basis: 3, rule: { ...rule, conditions: [{ at: '/url', is: 'host', hosts: ['https://a.example'] }] } },
    { basis: 3, rule: { ...rule, conditions: [{ at: '/mode', is: 'one-of', values: ['new'] }] } },
  ])
  expect(offered({ ...call('d'), path: '/etc/passwd', url: 'https://b.example' })).toMatchObject([
    { rule: { conditions: [{ is: 'one-of' }] } },
  ])
  expect(offered({ path: '/etc/passwd' })).toEqual([])
})

test('[RUL-19] suggests a rule for every call if there is no pattern, and states if it covers destructive calls', () => {
  const { answer, offered } = history()
  for (const text of ['a', 'b', 'c', 'd']) answer({ text, list: ['same'] })
  expect(offered({ text: 'e' })).toMatchObject([{ basis: 4, rule: { conditions: [], destructive: true } }])
  const claims = { ...base.claims, destructive: true, readOnly: true }
  expect(offered({ text: 'e' }, { claims })).toMatchObject([{ rule: { destructive: false } }])
})

test('[RUL-19] starts counting again after a denial or a new definition, and ignores unanswered questions', () => {
  const { answer, offered, conditions } = history()
  for (const text of ['a', 'b']) answer({ text })
  answer({ text: 'no' }, { decision: 'deny' })
  for (const text of ['c', 'd']) answer({ text })
  answer({ text: 'nobody' }, null)
  expect(conditions({ text: 'x' })).toEqual([])
  answer({ text: 'e' })
  expect(offered({ text: 'x' })).toMatchObject([{ basis: 3 }])
  answer({ text: 'f' }, allow, { definition: 'f'.repeat(64) })
  expect(offered({ text: 'x' })).toEqual([])
  answer({ text: 'g' }, allow, { tool: 'other' })
  expect(offered({ text: 'x' }, { tool: 'other' })).toEqual([])
})

test('[RUL-19] counts the arguments as sent, after the user’s edits', () => {
  const { answer, conditions } = history()
  for (const path of ['/tmp/a', '/tmp/b', '/tmp/c']) answer({ path: '/etc/x' }, { ...allow, arguments: { path } })
  expect(conditions({ path: '/tmp/d' })).toEqual([[{ at: '/path', is: 'under', folder: '/tmp' }]])
})

test('[RUL-19] counts values in nested objects, but not in lists or at the root of the file system', () => {
  const { answer, conditions } = history()
  const call = (i: number) => ({
    'a/b': { '~': true },
    list: [{ x: 1 }],
    top: `/${i}`,
    deep: { er: { est: { x: 1 } } },
  })
  for (let i = 0; i < 3; i++) answer(call(i))
  expect(conditions(call(4))).toEqual([[{ at: '/a~1b/~0', is: 'one-of', values: [true] }]])
})

test('[RUL-19] suggests no rule if a rule has just been overruled', () => {
  const { answer, offered } = history()
  for (let i = 0; i < 3; i++) answer({ text: 'a' })
  expect(offered({ text: 'a' })).toHaveLength(1)
  for (const because of ['rule', 'flow', 'destructive'] as const)
    expect(offered({ text: 'a' }, { because })).toEqual([])
})
