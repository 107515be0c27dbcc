import { describe, expect, test } from 'vitest'
import type { Call, Turn } from '../../../shared/state/conversation.ts'
import { emptyState, type HostState } from '../../../shared/state/state.ts'
import { callsOf, marksOf, mostMarks, neighbourOf } from '../../../renderer/chat/thread/call-map-marks.ts'

const succeeded: Call['outcome'] = { status: 'succeeded', result: { json: null } }
const call = (id: string, more: Partial<Call> = {}): Call => ({
  id,
  modelCall: id,
  server: 'files',
  tool: `tool-${id}`,
  arguments: { json: {} },
  requestedAt: 0,
  requestedSeq: 1,
  outcome: succeeded,
  ...more,
})
const turn = (id: string, calls: Call[]): Turn => ({
  id,
  actor: 'desktop',
  startedAt: 0,
  firstSeq: 1,
  lastSeq: 2,
  messages: [{ id: `m ${id}`, model: 'm', at: 0, calls, state: 'partial', draft: [] }],
})
const nameOf = ({ tool }: Call): string => tool
const failed = { status: 'failed', message: 'no', mayHaveRun: false } as unknown as Call['outcome']

/** One running call and one waiting for its answer. */
const busy: Pick<HostState, 'asks' | 'turns'> = {
  turns: {
    b: {
      conversation: 'c',
      startedAt: 0,
      calls: {
        run: { stage: 'started', server: 'files', tool: 't', startedAt: 0 },
        ask: { stage: 'requested', server: 'files', tool: 't' },
      },
    },
  } as unknown as HostState['turns'],
  asks: [{ operation: { conversation: 'c', turn: 'b', call: 'ask' } }] as unknown as HostState['asks'],
}

describe('the call map', () => {
  const calls = callsOf([
    turn('a', [call('one'), call('two', { outcome: failed })]),
    turn('b', [call('run', { outcome: undefined }), call('ask', { outcome: undefined })]),
  ])

  test('[FRA-9] names each tick’s place, tool and state, and colours it by state', () => {
    const marks = marksOf(calls, busy, nameOf)
    expect(marks.map(({ words }) => words)).toEqual([
      'Call 1 of 4: tool-one, Succeeded',
      'Call 2 of 4: tool-two, Failed',
      'Call 3 of 4: tool-run, Running',
      'Call 4 of 4: tool-ask, Waiting for you',
    ])
    expect(marks.map(({ tone }) => tone)).toEqual(['other', 'failed', 'running', 'waiting'])
    expect(marks.map(({ beginsTurn }) => beginsTurn)).toEqual([true, false, true, false])
  })

  test('[FRA-9] merges neighbouring ticks of very many calls, leads to the most important one and counts the rest', () => {
    const many = Array.from({ length: 500 }, (_, index) =>
      call(`k${index}`, { outcome: index === 250 ? failed : succeeded }),
    )
    const marks = marksOf(callsOf([turn('a', many)]), emptyState, nameOf)
    expect(marks.length).toBeLessThanOrEqual(mostMarks)
    expect([marks[0]?.from, marks.at(-1)?.to]).toEqual([0, 499])
    expect(marks.slice(1).every(({ from }, index) => from === (marks[index]?.to ?? 0) + 1)).toBe(true)
    const bad = marks.filter(({ tone }) => tone === 'failed')
    expect(bad.map(({ call: id }) => id)).toEqual(['k250'])
    expect(bad[0]?.words).toMatch(/^Calls 2\d\d to 2\d\d of 500: 6 succeeded, 1 failed$/)
  })

  test('[FRA-9] reuses the calls of an unchanged turn', () => {
    const one = turn('a', [call('one')])
    expect(callsOf([one])[0]).toBe(callsOf([one])[0])
  })

  test('[FRA-8] moves to the previous or next call by key and stops at both ends', () => {
    expect(neighbourOf(calls, undefined, 1)).toBe('one')
    expect(neighbourOf(calls, undefined, -1)).toBe('ask')
    expect(neighbourOf(calls, 'two', 1)).toBe('run')
    expect(neighbourOf(calls, 'one', -1)).toBe('one')
    expect(neighbourOf(calls, 'ask', 1)).toBe('ask')
    expect(neighbourOf([], undefined, 1)).toBeUndefined()
  })
})
