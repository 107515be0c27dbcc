import { describe, expect, test } from 'vitest'
import type { AsOf } from '../../../shared/contract/commands.ts'
import type { Recorded } from '../../../shared/events/events.ts'
import { followAnswer } from '../../../renderer/state/live-query.ts'

type Seen = { seen: (number | null)[] }
type Listener = { events(recorded: Recorded[]): void; reset(): void }

const at = (...seqs: number[]): Recorded[] =>
  seqs.map((seq) => ({ seq, at: 0, event: { type: 'conversation.deleted', conversation: 'c', actor: 'web' } }))

/** Rounds of a query; the event with the number 9 outdates its answer. */
function liveQuery() {
  const listeners = new Set<Listener>()
  const replica = {
    onEvents: (listener: Listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  const query = {
    shown: undefined as Seen | undefined,
    problem: undefined as string | undefined,
    again: 0,
    happen: (...seqs: number[]) => [...listeners].forEach(({ events }) => events(at(...seqs))),
    /** A new round takes the place of the one before. */
    round() {
      const asked = Promise.withResolvers<AsOf<Seen>>()
      query.leave()
      query.leave = followAnswer<Seen>(replica, {
        ask: () => asked.promise,
        fold: ({ seen }, { seq }) => ({ seen: [...seen, seq] }),
        outdates: ({ seq }) => seq === 9,
        show: (change) => (query.shown = change(query.shown)),
        end: (problem) => (query.problem = problem),
        again: () => query.again++,
      })
      return {
        answer: (asOf: number) => (asked.resolve({ seen: [], asOf }), asked.promise),
        fail: () => (asked.reject(new Error('no host')), asked.promise.catch(() => undefined)),
      }
    },
    leave: (): void => undefined,
  }
  return query
}

describe('a live query', () => {
  test('folds in the events after its answer, also those that arrived first', async () => {
    const query = liveQuery()
    const round = query.round()
    query.happen(1, 2)
    expect(query.shown).toBeUndefined()
    await round.answer(1)
    query.happen(3)
    expect(query.shown?.seen).toEqual([2, 3])
  })

  test('keeps its old answer current while it asks again, and if that fails', async () => {
    const query = liveQuery()
    await query.round().answer(0)
    query.happen(1, 9)
    expect(query.again).toBe(1)
    const round = query.round()
    query.happen(10)
    await round.fail()
    expect(query.problem).toBeDefined()
    query.happen(11)
    expect(query.shown?.seen).toEqual([1, 9, 10, 11])
    await query.round().answer(11)
    expect(query).toMatchObject({ shown: { seen: [] }, problem: undefined })
  })

  test('ignores what it asked for in an earlier round', async () => {
    const query = liveQuery()
    const early = query.round()
    const late = query.round()
    await late.answer(5)
    await early.answer(0)
    query.happen(6)
    expect(query.shown?.seen).toEqual([6])
  })
})
