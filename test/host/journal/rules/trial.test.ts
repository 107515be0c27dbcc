import { expect, test } from 'vitest'
import { queries } from '../../../../main/host/journal/queries/queries.ts'
import type { HostEvent } from '../../../../shared/events/events.ts'
import type { CallOutcome } from '../../../../shared/events/turn-events.ts'
import type { JsonObject } from '../../../../shared/schema/json.ts'
import type { RuleDraft } from '../../../../shared/rules/rules.ts'
import { samples } from '../samples.ts'
import { openJournal, queryable } from '../support.ts'
import { trialWords as words } from '../../../../shared/rules/rule-words.ts'
import { erasing } from '../following.ts'

const definition = 'a'.repeat(64)
const harmless = { readOnly: true, destructive: false, idempotent: true, openWorld: false }
const claims = { write: harmless, read: harmless, drop: { ...harmless, readOnly: false, destructive: true } }
const done: CallOutcome = { status: 'denied' }

type Made = {
  answered?: 'allow' | 'deny'
  tool?: string
  conversation?: string
  definition?: string
  outcome?: CallOutcome
  own?: boolean
}

/** Journals calls and returns what a rule would have done with them. */
function history() {
  let at = 0
  const journal = openJournal({ now: () => ++at })
  let made = 0
  const call = (
    input: JsonObject,
    { conversation = 'c1', outcome = done, own = false, answered, ...what }: Made = {},
  ): void => {
    const of = { conversation, turn: `t-${conversation}`, call: `k${++made}` }
    const { message, ...sample } = samples['call.requested']
    const requested: HostEvent = {
      ...sample,
      ...(own ? {} : { message }),
      ...of,
      server: 'files',
      tool: 'write',
      definition,
      ...what,
      arguments: journal.keep(input),
    }
    const { ask } = samples['ask.opened']
    const id = `a${made}`
    const asked: HostEvent[] = answered
      ? [
          { type: 'ask.opened', ask: { ...ask, id, operation: of } },
          { ...samples['ask.closed'], ask: id, operation: of, answer: { decision: answered, scope: 'once' } },
        ]
      : []
    journal.append(requested, ...asked, { type: 'call.finished', ...of, outcome })
  }
  const trial = (rule: Partial<RuleDraft> = {}, ...others: RuleDraft[]) => {
    journal.flush()
    return queries.tryRules(queryable(journal), {
      rules: [{ ...allowing, ...rule }, ...others],
      claims: { files: claims },
    })
  }
  const pass = (ms: number): void => void (at += ms)
  return { journal, call, trial, pass }
}

const allowing: RuleDraft = {
  effect: 'allow',
  scope: 'always',
  server: 'files',
  tool: 'write',
  definition,
  conditions: [],
  destructive: false,
  flows: false,
}

test('[RUL-18] counts the calls a rule would have allowed, and explains the others', () => {
  const { call, trial } = history()
  for (let i = 0; i < 12; i++) call({ path: `/notes/${i}` })
  call({ path: '/etc/passwd' })
  call({ path: 'notes/x' })
  call({ other: 1 })
  call({ path: '/notes/x' }, { definition: 'b'.repeat(64) })
  const under = trial({ conditions: [{ at: '/path', is: 'under', folder: '/notes' }] })
  expect(under).toMatchObject({ allowed: 12, asked: 4, denied: 0 })
  expect(under.calls.map(({ would }) => would)).toEqual([...Array(4).fill('ask'), ...Array(12).fill('allow')])
  expect(under.examples.map(({ why }) => why)).toEqual([
    words.otherDefinition,
    words.failing('/path', words.absent),
    words.failing('/path', words.noPath('"notes/x"')),
    words.failing('/path', words.notUnder('"/etc/passwd"', '/notes')),
  ])
  expect(under.examples.at(-1)).toMatchObject({ seq: 25, call: 'k13', at: 13, conversation: 'c1' })
})

test('[RUL-18] explains every kind of failed condition briefly', () => {
  const { call, trial } = history()
  const why = (input: JsonObject, conditions: RuleDraft['conditions']): string | undefined => {
    call(input)
    return trial({ conditions }).examples[0]?.why
  }
  expect(why({ url: 'https://evil.example/x' }, [{ at: '/url', is: 'host', hosts: ['good.example'] }])).toBe(
    words.failing('/url', words.otherHost('https://evil.example')),
  )
  expect(why({ url: 'nothing' }, [{ at: '/url', is: 'host', hosts: ['good.example'] }])).toBe(
    words.failing('/url', words.noAddress('"nothing"')),
  )
  expect(why({ n: 3 }, [{ at: '/n', is: 'one-of', values: [1, '3'] }])).toBe(words.failing('/n', words.notOneOf('3')))
  expect(why({ n: 3 }, [{ at: '', is: 'one-of', values: [1] }])).toBe(
    words.failing(words.wholeInput, words.notThatValue('{"n":3}')),
  )
  const long = why({ n: 'x'.repeat(5000) }, [{ at: '/n', is: 'one-of', values: [1] }])
  expect(long?.length).toBeLessThan(200)
})

test('[RUL-18] counts calls that a rule asks about, denies or doesn’t cover', () => {
  const { call, trial } = history()
  call({ path: '/a' })
  call({ path: '/b' }, { tool: 'read' })
  call({ path: '/c' }, { tool: 'drop' })
  const { tool: _tool, definition: _definition, ...everyTool } = allowing
  const conditions: RuleDraft['conditions'] = [{ at: '/path', is: 'one-of', values: ['/a', '/b'] }]
  const denied = trial({ effect: 'deny', tool: undefined, definition: undefined, conditions })
  expect(denied).toMatchObject({ allowed: 0, asked: 1, denied: 2 })
  expect(denied.examples.map(({ why }) => why)).toEqual([
    words.failing('/path', words.notOneOf('"/c"')),
    words.denies,
    words.denies,
  ])
  expect(trial({ ...everyTool, effect: 'ask', tool: 'read' }).examples).toMatchObject([{ why: words.asks }])
  const drop = trial({ tool: 'drop' })
  expect(drop).toMatchObject({ allowed: 0, asked: 1 })
  expect(drop.examples).toMatchObject([{ why: words.destructive }])
  expect(trial({ tool: 'drop', destructive: true })).toMatchObject({ allowed: 1, asked: 0, examples: [] })
})

test('[RUL-18] checks the model calls of 30 days that could be asked about, up to 1,000, and gives five examples', () => {
  const { call, trial, pass } = history()
  const conditions: RuleDraft['conditions'] = [{ at: '/path', is: 'under', folder: '/notes' }]
  call({ path: 'long ago' })
  pass(30 * 86_400_000)
  call({ path: '/other' })
  call({ path: '/mine' }, { own: true })
  call({ path: 7 }, { outcome: { status: 'invalid', problem: 'It does not fit.' } })
  call({ path: '/elsewhere' }, { conversation: 'c2' })
  const some = trial({ conditions })
  expect(some).toMatchObject({ days: 30, allowed: 0, asked: 2, denied: 0 })
  expect(JSON.stringify(some)).not.toMatch(/long ago|mine|was 7/)
  const { asked, examples } = trial({ scope: { conversation: 'c2' }, conditions })
  expect([asked, examples[0]?.conversation]).toEqual([1, 'c2'])
  for (let i = 0; i < 1000; i++) call({ path: `/more/${i}` })
  const all = trial({ conditions })
  expect([all.allowed, all.asked, all.denied, all.examples.length]).toEqual([0, 1000, 0, 5])
})

test('[RUL-28] says how many questions several rules would have spared, and which denied calls they would have run', () => {
  const { call, trial } = history()
  for (let i = 0; i < 7; i++) call({ path: `/a/${i}` }, { tool: 'read', answered: 'allow' })
  call({ path: '/b' }, { tool: 'read', answered: 'deny' })
  call({ path: '/c' }, { tool: 'write', answered: 'allow' })
  call({ path: '/d' }, { tool: 'drop', answered: 'deny' })
  call({ path: '/e' }, { tool: 'read' })
  const { tool: _tool, definition: _definition, ...bare } = allowing
  const other: RuleDraft = { ...bare, server: 'elsewhere', reads: true }
  const tried = trial({ tool: undefined, definition: undefined, reads: true }, other)
  expect(tried).toMatchObject({ allowed: 10, asked: 1, answered: 10, stillAsked: 1, overruled: 1 })
  expect(tried.calls.filter(({ would }) => would === 'overruled')).toEqual([
    { seq: tried.overrules[0]?.seq, would: 'overruled' },
  ])
  expect(tried.overrules).toMatchObject([{ server: 'files', tool: 'read', arguments: '{"path":"/b"}' }])
  expect(tried.examples).toMatchObject([{ why: words.notReading }])
})

test('[RUL-18] reads values stored outside the log, and skips erased ones', async () => {
  const { journal, call, trial } = history()
  journal.append({ ...samples['conversation.created'], conversation: 'c2' })
  call({ path: '/notes/a', content: 'x'.repeat(70_000) })
  call({ path: '/notes/b', content: 'x'.repeat(2_000_000) })
  call({ path: '/notes/c' }, { conversation: 'c2' })
  const conditions: RuleDraft['conditions'] = [{ at: '/path', is: 'under', folder: '/notes' }]
  expect(trial({ conditions })).toMatchObject({ allowed: 2, asked: 0 })
  journal.append({ type: 'conversation.deleted', conversation: 'c2', actor: 'desktop' })
  await erasing(journal).erase('c2')
  expect(trial({ conditions })).toMatchObject({ allowed: 1, asked: 0 })
})
