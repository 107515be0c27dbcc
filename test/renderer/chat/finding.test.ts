import { describe, expect, test } from 'vitest'
import type { FoundPlace } from '../../../shared/contract/find-commands.ts'
import {
  countHits,
  countLive,
  hitAt,
  indexOfRecord,
  isFoundIn,
  placesInUse,
  sameFind,
  withLive,
} from '../../../renderer/state/chat/finding.ts'
import type { Turn } from '../../../shared/state/conversation.ts'
import { href, parseRoute, type Route } from '../../../renderer/state/routes.ts'

const place = (seq: number, count: number): FoundPlace => ({ seq, speaker: 'person', turn: `t${seq}`, count })
const places = [place(3, 2), place(8, 1), place(9, 3)]

describe('the matches of a conversation', () => {
  test('[FND-4] are numbered through all of their places', () => {
    const hits = Array.from({ length: countHits(places) }, (_, index) => hitAt(places, index))
    expect(hits.map((hit) => [hit?.place.seq, hit?.nth])).toEqual([
      [3, 0],
      [3, 1],
      [8, 0],
      [9, 0],
      [9, 1],
      [9, 2],
    ])
    expect(hitAt(places, 6)).toBeUndefined()
  })

  test('[FND-4] begin at a record’s first match, or at the first of all', () => {
    expect(indexOfRecord(places, 9)).toBe(3)
    expect(indexOfRecord(places, 4)).toBe(0)
    expect(indexOfRecord(places, undefined)).toBe(0)
  })

  test('[FND-4] [BRN-7] are those of the branch in use', () => {
    const turn = (id: string) => ({ id }) as Turn
    const allTurns = [turn('t3'), turn('t8'), turn('t9')]
    expect(placesInUse(places, { turns: allTurns, allTurns })).toBe(places)
    expect(placesInUse(places, { turns: [turn('t3'), turn('t9')], allTurns }).map(({ seq }) => seq)).toEqual([3, 9])
  })
})

describe('a running reply', () => {
  const running = (text: string) => ({
    id: 'm9',
    wait: { state: 'answering' as const },
    blocks: [
      { kind: 'thinking' as const, text: 'An oboe?' },
      { kind: 'text' as const, text },
    ],
  })

  test('[FND-4] is counted after everything else, until its record is found', () => {
    const count = countLive(running('Two Oboes'), 'oboe')
    expect(count).toBe(2)
    expect([countLive(undefined, 'oboe'), countLive(running('Two'), '')]).toEqual([0, 0])
    const live = { turn: 't9', message: 'm9', count }
    expect(hitAt(withLive(places, live), 7)).toMatchObject({ place: { message: 'm9' }, nth: 1 })
    expect(withLive(places, { ...live, count: 0 })).toBe(places)
    const found = [...places, { ...place(10, 2), message: 'm9' }]
    expect(withLive(found, live)).toBe(found)
  })

  test('[FND-4] leaves the view at the same match while it grows', () => {
    const at = (count: number, nth = 0) => ({
      text: 'oboe',
      hit: hitAt(withLive([], { turn: 't9', message: 'm9', count }), nth),
    })
    expect(sameFind(at(1), at(5))).toBe(true)
    expect([sameFind(at(5), at(5, 1)), sameFind(at(5), undefined)]).toEqual([false, false])
  })
})

test('[FND-4] finds the part of a message that has the match, whatever its case', () => {
  const now = { text: 'Oboe', hit: { place: { ...place(3, 1), message: 'm1' }, nth: 0 } }
  expect(isFoundIn(now, 'm1', 'An oboe helps.')).toBe(true)
  expect(isFoundIn(now, 'm1', 'A bassoon helps.')).toBe(false)
  expect(isFoundIn(now, 'm2', 'An oboe helps.')).toBe(false)
  expect(isFoundIn({ ...now, hit: undefined }, 'm1', 'An oboe helps.')).toBe(false)
  expect(isFoundIn(undefined, 'm1', 'An oboe helps.')).toBe(false)
})

describe('the URL of a search', () => {
  test.each<Route>([
    { page: 'chat', conversation: 'a/b', find: { text: 'c & d = 100 %', seq: 7 } },
    { page: 'chat', conversation: 'c', find: { text: '検索', seq: undefined } },
    { page: 'search', filter: { text: 'a&b', of: 'result', server: 'files', span: 'week' } },
    { page: 'search' },
  ])('[FND-1] keeps all of %j', (route) => {
    expect(parseRoute(href(route))).toEqual(route)
  })

  test('[FND-1] drops unknown speakers and times', () => {
    expect(parseRoute('#/search?text=a&of=nobody&span=toString')).toEqual({
      page: 'search',
      filter: { text: 'a', of: undefined, server: undefined, span: undefined },
    })
  })
})
