import { describe, expect, test } from 'vitest'
import type { AuditRow } from '../../../shared/contract/commands.ts'
import { addOlder, fetchFirst, fetchOlder } from '../../../renderer/audit/list/live-list.ts'
import { addNewer, fetchNewer, type AuditList, type ListAudit } from '../../../renderer/audit/records/audit-rows.ts'
import { callQuery, recordQuery } from '../../../renderer/audit/filter/query.ts'
import { kinds, readFilter, writeFilter, type AuditFilter } from '../../../renderer/state/audit-filter.ts'
import { filterParts } from '../../../renderer/audit/filter/filter-words.ts'
import { longAgo } from '../../../renderer/audit/log-check-bar.tsx'
import { href, parseRoute } from '../../../renderer/state/routes.ts'
import { samples } from '../../host/journal/samples.ts'
import { deciderOf, kindOf, outcomeOf, subjectOf, tabOf } from '../../../renderer/audit/records/audit-words.ts'
import { words as texts } from '../../support/words.ts'

const row = (seq: number, more: Partial<AuditRow> = {}): AuditRow => ({
  seq,
  at: seq,
  type: 'call.finished',
  actor: null,
  conversation: null,
  turn: null,
  call: null,
  server: null,
  tool: null,
  decision: null,
  outcome: null,
  took: null,
  hash: '',
  ...more,
})
const rows = (from: number, to: number): AuditRow[] =>
  Array.from({ length: from - to + 1 }, (_, index) => row(from - index))
const seqs = (list: AuditList): number[] => list.rows.map(({ seq }) => seq)

const held = (from: number, to: number, more = true): AuditList => ({
  rows: rows(from, to),
  more,
  next: to,
  asOf: from,
})

/** The answers of a host with this many records, this many matches, and this many records examined per page. */
const journalOf =
  (count: number, fits = (_seq: number) => true, looks = 1000): ListAudit =>
  ({ before = count + 1, seq: first = 1, limit = 100 }) => {
    const found: AuditRow[] = []
    let next = Math.min(before, count + 1)
    for (let left = looks; left > 0 && next > first && found.length < limit; left--) {
      next--
      if (fits(next)) found.push(row(next))
    }
    return Promise.resolve({ rows: found, more: next > first, next, asOf: count })
  }

describe('the record list', () => {
  test('[UI-17] adds older pages below and newer records on top, without duplicates', async () => {
    const ask = journalOf(500)
    let list = held(300, 251)
    list = addOlder(list, await fetchOlder(ask, list))
    list = addNewer(list, await fetchNewer(ask, list.asOf))
    expect(seqs(list)).toEqual(rows(500, 151).map(({ seq }) => seq))
    expect([list.more, list.asOf]).toEqual([true, 500])
  })

  test('[UI-17] adds only the new part of an overlapping page', () => {
    const list = held(10, 5)
    expect(seqs(addOlder(list, held(6, 1, false)))).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1])
    expect(seqs(addNewer(list, held(12, 8, false)))).toEqual([12, 11, 10, 9, 8, 7, 6, 5])
    expect(addNewer(list, { rows: [], more: false, next: 11, asOf: 40 })).toEqual({ ...list, asOf: 40 })
  })

  test('[UI-17] starts again after very many new records instead of leaving a gap', async () => {
    let asked = 0
    const ask: ListAudit = (page) => {
      asked += 1
      return journalOf(50_000)(page)
    }
    const next = addNewer(held(100, 1, false), await fetchNewer(ask, 100))
    expect(next.rows[0]?.seq).toBe(50_000)
    expect(next.rows.at(-1)?.seq).toBe(50_000 - next.rows.length + 1)
    expect(next.more).toBe(true)
    expect(asked).toBeLessThanOrEqual(11)
  })

  test('[FRA-10] finds sparse matches page by page, even across empty pages', async () => {
    const fits = (seq: number): boolean => seq % 1000 === 7
    const ask = journalOf(5000, fits, 300)
    let list = await fetchFirst(ask)
    while (list.more) list = addOlder(list, await fetchOlder(ask, list))
    expect(seqs(list)).toEqual([4007, 3007, 2007, 1007, 7])
    const later = addNewer(list, await fetchNewer(journalOf(9000, fits, 300), list.asOf))
    expect(seqs(later)).toEqual([8007, 7007, 6007, 5007, 4007, 3007, 2007, 1007, 7])
  })
})

describe('the audit filter', () => {
  test.each<AuditFilter>([
    {},
    { time: 'week', kind: 'calls', of: [{ server: 'My server', tool: 'a/b&b=c#?' }, { server: 'x' }], by: 'rule' },
    { changed: 'yes', left: 'yes', from: '2026-11-18', to: '2026-11-20', outcome: 'denied' },
    { conversation: 'c1', first: 48_171, last: 48_186 },
  ])('[FRA-12] survives the round trip through its URL: %o', (filter) => {
    expect(readFilter(writeFilter(filter))).toEqual(filter)
    expect(parseRoute(href({ page: 'audit', seq: 7, filter }))).toMatchObject({ page: 'audit', seq: 7 })
  })

  test('[FRA-12] ignores unknown parts of a URL', () => {
    expect(readFilter('kind=constructor&time=never&first=-1&last=x&of=x&from=2026-13-99x&changed=no&other=1')).toEqual(
      {},
    )
  })

  test('[FRA-10] puts every kind of record in exactly one group', () => {
    const grouped = Object.values(kinds).flatMap(({ types }) => types)
    expect(grouped.toSorted()).toEqual(Object.keys(samples).toSorted())
  })

  test('[FRA-12] starts days at local midnight and includes both ends of a range', () => {
    const now = new Date(2026, 10, 20, 14, 0).getTime()
    const midnight = (day: number): number => new Date(2026, 10, day).getTime()
    expect(recordQuery({ time: 'today' }, now)).toEqual({ since: midnight(20) })
    expect(recordQuery({ time: 'week' }, now)).toEqual({ since: midnight(14) })
    expect(callQuery({ time: 'yesterday' }, now)).toEqual({ since: midnight(19), until: midnight(20) - 1 })
    expect(callQuery({ from: '2026-11-03', to: '2026-11-04' }, now)).toEqual({
      since: midnight(3),
      until: midnight(5) - 1,
    })
    expect(recordQuery({ first: 10, last: 20 }, now)).toEqual({ seq: 10, before: 21 })
  })

  test('[LUI-2] puts search words in the URL, the query and the active filters', () => {
    const filter: AuditFilter = { text: 'oboe & größe=#?', by: 'rule' }
    expect(readFilter(writeFilter(filter))).toEqual(filter)
    expect(readFilter('text=%20oboe%20')).toEqual({ text: 'oboe' })
    expect(readFilter('text=%20%20')).toEqual({})
    expect(recordQuery(filter)).toEqual(filter)
    expect(callQuery({ changed: 'yes', text: 'oboe' })).toEqual({ changed: true, text: 'oboe' })
    expect(filterParts({ text: 'oboe' }, () => '')).toMatchObject([{ words: 'words: oboe', without: {} }])
  })

  test('[FRA-13] names each part, which can be removed on its own', () => {
    const of = [{ server: 'gh' }, { server: 'gh', tool: 'create_issue' }]
    const filter: AuditFilter = { of, outcome: 'denied', first: 10, last: 20 }
    const parts = filterParts(filter, () => 'github')
    expect(parts.map(({ words }) => words)).toEqual([
      'denied',
      'all tools on github',
      'github › create_issue',
      'records 10 to 20',
    ])
    expect(parts.map(({ without }) => decodeURIComponent(writeFilter(without)))).toEqual([
      'of=gh/*&of=gh/create_issue&first=10&last=20',
      'of=gh/create_issue&outcome=denied&first=10&last=20',
      'of=gh/*&outcome=denied&first=10&last=20',
      'of=gh/*&of=gh/create_issue&outcome=denied',
    ])
  })
})

describe('the audit log’s wording', () => {
  test('[LUI-1] gives the signing time in minutes within the first hour, then as day and time', () => {
    const at = new Date(2026, 10, 20, 14, 2).getTime()
    const after = (minutes: number): string => longAgo(at, at + minutes * 60_000)
    expect([0, 0.9, 1, 59.9].map(after)).toEqual(['just now', 'just now', '1 minute ago', '59 minutes ago'])
    expect(longAgo(at, at - 5000)).toBe('just now')
    expect(after(60)).toMatch(/^on .*20.* at 14:02$/)
  })

  test('[UI-17] names a record’s kind, subject, decider and outcome', () => {
    expect(kindOf('call.finished')).toBe('Call finished')
    expect(kindOf('something.later')).toBe('something.later')
    expect(kindOf('constructor')).toBe('constructor')
    expect(subjectOf(row(1, { type: 'configured', outcome: 'servers' }))).toBe('servers.json')
    expect(deciderOf(row(1, { decision: 'allow', actor: 'web:1' }), 'web:1')).toBe('you, allowed')
    expect(deciderOf(row(1, { decision: 'deny', actor: 'web:2' }), 'web:1')).toBe('a browser tab, denied')
    expect(deciderOf(row(1, { decision: 'trust', actor: 'web:1' }), 'web:1')).toBe('you, trusted')
    expect(deciderOf(row(1, { decision: 'leave-off', actor: 'web:2' }), 'web:1')).toBe(
      `a browser tab, ${texts.audit.decisions['leave-off']}`,
    )
    expect([tabOf('web:2'), tabOf('host'), tabOf(null)]).toEqual(['web:2', undefined, undefined])
    expect(deciderOf(row(1, { decision: 'rule' }), undefined)).toBe('rule')
    expect(deciderOf(row(1, { actor: 'host' }), undefined)).toBe('Atrium')
    expect(deciderOf(row(1, { decision: 'allow', actor: 'desktop' }), 'web:1')).toBe('the app’s window, allowed')
    expect(deciderOf(row(1, { decision: 'allow', actor: 'terminal' }), 'web:1')).toBe('the terminal, allowed')
    expect(outcomeOf(row(1, { outcome: 'timed-out' }))).toEqual({ words: 'timed out', glyph: 'failed' })
    expect(outcomeOf(row(1))).toEqual({ words: '', glyph: undefined })
  })
})
