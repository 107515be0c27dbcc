import { describe, expect, test } from 'vitest'
import {
  answersInWords,
  auditRange,
  callsOfReceipt,
  decidedByRule,
  tokensOf,
} from '../../../renderer/chat/receipt/receipt-facts.tsx'
import { receiptLine, unchangedIn } from '../../../renderer/chat/receipt/receipt.ts'
import { costInWords } from '../../../renderer/state/models/money.ts'
import { formatTime } from '../../../renderer/strings/format/time.ts'
import { costOfTurns } from '../../../shared/costs/costs.ts'
import type { Rule } from '../../../shared/rules/rules.ts'
import type { Call, Turn } from '../../../shared/state/conversation.ts'
import type { Usage } from '../../../shared/events/turn-events.ts'
import { defaultSettings } from '../../../shared/config/settings.ts'
import { words } from '../../support/words.ts'

const call = (over: Partial<Call> = {}): Call => ({
  id: 'call',
  modelCall: 'toolu_1',
  modelName: 's__t',
  server: 's',
  tool: 't',
  arguments: { json: {} },
  requestedAt: 0,
  requestedSeq: 1,
  ...over,
})

describe('[CHAT-17] a receipt', () => {
  const usage = { input: 1400, cacheWrite: 0, cacheRead: 20_000, output: 640 }
  const turn: Turn = {
    id: 't',
    model: 'm',
    actor: 'a',
    startedAt: 0,
    finishedAt: 14_000,
    firstSeq: 48_171,
    lastSeq: 48_186,
    messages: [
      {
        id: 'm1',
        model: 'm',
        at: 0,
        state: 'complete',
        blocks: { json: [] },
        stop: 'tool-use',
        usage,
        calls: [
          call({ clearedBy: { rule: 'r' }, startedAt: 1 }),
          call({ server: 'b', clearedBy: { person: 'a' }, startedAt: 1 }),
          call({ server: 'b', outcome: { status: 'denied' } }),
          call({ server: 'b', outcome: { status: 'expired' } }),
        ],
      },
    ],
  }

  const callsIn = ({ messages }: Turn): Call[] => messages.flatMap(({ calls }) => calls)
  const { receiptFacts } = words

  test('[CHAT-19] is one line: the model, the time, the calls and how those ended that didn’t run', () => {
    expect(receiptLine(turn, defaultSettings.models, 'Sonnet 5.5')).toEqual([
      'Sonnet 5.5',
      formatTime(14_000),
      '4 calls, 1 by a rule, 1 denied, 1 not sent',
    ])
    expect(receiptLine({ ...turn, messages: [] }, defaultSettings.models)).toEqual([formatTime(14_000)])
  })

  test('has the cost in its line only from ten cents on', () => {
    const costs = (cost: number) =>
      receiptLine(
        { ...turn, messages: turn.messages.map((message) => ({ ...message, usage: { ...usage, cost } })) },
        defaultSettings.models,
      ).at(-1)
    expect(costs(0.099)).toBe('4 calls, 1 by a rule, 1 denied, 1 not sent')
    expect(costs(0.1)).toBe('$0.10')
  })

  test('counts behind its line the calls that ran, their servers and the rules that decided', () => {
    expect(callsOfReceipt(callsIn(turn))).toBe('2 ran, 1 denied, 1 not sent · 2 servers')
    expect(callsOfReceipt([])).toBe('')
    expect(decidedByRule(callsIn(turn))).toBe(0)
    const wide = { conditions: [], destructive: false, flows: false }
    const rule: Rule = { id: 'r', actor: 'a', effect: 'allow', scope: 'always', server: 's', ...wide }
    const allowed = call({ clearedBy: { rule: 'r', said: rule }, startedAt: 1 })
    expect(decidedByRule([allowed, call({ outcome: { status: 'denied', rule: { ...rule, effect: 'deny' } } })])).toBe(2)
  })

  test('counts the user’s answers, not the calls they answered', () => {
    const answered = (seq: number, at: number) => call({ answered: { seq, at }, outcome: { status: 'denied' } })
    const together = Array.from({ length: 20 }, (_, n) => answered(10 + n, 5))
    expect(answersInWords(together)).toBe(receiptFacts.answered(1, 20))
    expect(answersInWords([...together, answered(40, 9)])).toBe(receiptFacts.answered(2, 21))
    expect(answersInWords([answered(10, 5), answered(11, 6), answered(12, 7)])).toBe(receiptFacts.answered(3, 3))
    expect(answersInWords([call({ clearedBy: { rule: 'r' }, startedAt: 1 })])).toBe('')
    expect(answersInWords([call({ outcome: { status: 'cancelled', mayHaveRun: false } })])).toBe('')
  })

  test('[MOD-21] says which tokens were cached, and which were not reported', () => {
    const answered = (figures: Usage) => turn.messages.map((message) => ({ ...message, usage: figures }))
    const none: Usage = { input: 0, cacheWrite: 0, cacheRead: 0, output: 0 }
    const told: Usage = { ...none, input: 100, cacheRead: 900, output: 7, cost: 0.02 }
    const of = (...all: Usage[]): Turn => ({ ...turn, messages: all.flatMap(answered) })
    const cost = (...all: Usage[]): string => costInWords(costOfTurns([of(...all)], defaultSettings.models))
    expect(tokensOf(of(none))).toBe(receiptFacts.tokensUnknown)
    expect(tokensOf(of(told))).toBe('1k in · 7 out · 900 cached')
    expect(tokensOf(of({ ...told, input: 10_000_000, cacheRead: 0 }))).toBe('10M in · 7 out')
    expect(cost(told)).toBe('$0.020')
    expect(tokensOf(of(told, none))).toBe(receiptFacts.tokensPartly('1k in · 7 out · 900 cached'))
    expect(cost(told, none)).toBe(words.models.money.partly('$0.020'))
  })

  describe('[CHAT-20] a finished turn', () => {
    const done = (...calls: Partial<Call>[]): Turn => ({
      ...turn,
      end: 'done',
      messages: turn.messages.map((message) => ({ ...message, calls: calls.map(call) })),
    })
    const denied: Partial<Call> = { tool: 'write', outcome: { status: 'denied' } }
    const onlyReads = ({ tool }: Call): boolean => tool === 'read'
    const says = (ofTurn: Turn): string | undefined => unchangedIn(ofTurn, onlyReads)

    test('says that no call ran which may change something, if one was requested', () => {
      expect(says(done(denied))).toBe(words.chat.receipt.unchanged('1 denied', false))
      expect(says(done(denied, { tool: 'read', startedAt: 1 }))).toBe(words.chat.receipt.unchanged('1 denied', true))
    })

    test.each<[string, Turn]>([
      ['such a call was sent, whatever came of it', done(denied, { tool: 'write', startedAt: 1 })],
      ['only reading was requested', done({ tool: 'read', outcome: { status: 'denied' } })],
      ['no call was requested', done()],
      ['the turn did not end by itself', { ...done(denied), end: 'cancelled' }],
    ])('says nothing if %s', (_why, quiet) => {
      expect(says(quiet)).toBeUndefined()
    })
  })

  test('names its range of audit records', () => {
    expect(auditRange(turn)).toMatch(/ 48.171–48.186$/)
    expect(auditRange({ ...turn, lastSeq: turn.firstSeq })).toMatch(/ 48.171$/)
  })
})
