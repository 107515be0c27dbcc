import { describe, expect, test } from 'vitest'
import type { AuditRow } from '../../../shared/commands.ts'
import {
  addNewer,
  addOlder,
  fetchNewer,
  fetchOlder,
  type AuditList,
  type ListAudit,
} from '../../../renderer/audit/audit-rows.ts'
import { deciderOf, kindOf, outcomeOf, subjectOf } from '../../../renderer/audit/audit-words.ts'

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

/** What a host with so many records answers. */
const journalOf =
  (count: number): ListAudit =>
  ({ before = count + 1, limit = 100 }) => {
    const first = Math.min(before - 1, count)
    const last = Math.max(1, first - limit + 1)
    return Promise.resolve({ rows: rows(first, last), more: last > 1 })
  }

describe('the list', () => {
  test('[UI-17] older pages go below, newer records on top, and nothing stands twice', async () => {
    const ask = journalOf(500)
    let list: AuditList = { rows: rows(300, 251), more: true }
    list = addOlder(list, await fetchOlder(ask, list))
    list = addNewer(list, await fetchNewer(ask, 300))
    expect(seqs(list)).toEqual(seqs({ rows: rows(500, 151), more: true }))
    expect(list.more).toBe(true)
  })

  test('[UI-17] a page that overlaps what is held adds only the rest', () => {
    const list = { rows: rows(10, 5), more: true }
    expect(seqs(addOlder(list, { rows: rows(6, 1), more: false }))).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1])
    expect(seqs(addNewer(list, { rows: rows(12, 8), more: true }))).toEqual([12, 11, 10, 9, 8, 7, 6, 5])
    expect(addNewer(list, { rows: rows(10, 8), more: true })).toBe(list)
  })

  test('[UI-17] after very many new records the list begins anew instead of having a hole', async () => {
    let asked = 0
    const ask: ListAudit = (page) => {
      asked += 1
      return journalOf(50_000)(page)
    }
    const list = { rows: rows(100, 1), more: false }
    const next = addNewer(list, await fetchNewer(ask, 100))
    expect(next.rows[0]?.seq).toBe(50_000)
    expect(next.rows.at(-1)?.seq).toBe(50_000 - next.rows.length + 1)
    expect(next.more).toBe(true)
    expect(asked).toBeLessThanOrEqual(11)
  })
})

describe('the words', () => {
  test('[UI-17] a record says its kind, subject, decider and outcome plainly', () => {
    expect(kindOf('call.finished')).toBe('Call finished')
    expect(kindOf('something.later')).toBe('something.later')
    expect(kindOf('constructor')).toBe('constructor')
    expect(subjectOf(row(1, { type: 'configured', outcome: 'servers' }))).toBe('servers.json')
    expect(deciderOf(row(1, { decision: 'allow', actor: 'web:1' }), 'web:1')).toBe('you, allowed')
    expect(deciderOf(row(1, { decision: 'deny', actor: 'web:2' }), 'web:1')).toBe('web:2, denied')
    expect(deciderOf(row(1, { decision: 'trust', actor: 'web:1' }), 'web:1')).toBe('you, trusted')
    expect(deciderOf(row(1, { decision: 'leave-off', actor: 'web:2' }), 'web:1')).toBe('web:2, left off')
    expect(deciderOf(row(1, { decision: 'rule' }), undefined)).toBe('rule')
    expect(deciderOf(row(1, { actor: 'host' }), undefined)).toBe('Atrium')
    expect(outcomeOf(row(1, { outcome: 'timed-out' }))).toEqual({ words: 'timed out', glyph: 'failed' })
    expect(outcomeOf(row(1))).toEqual({ words: '', glyph: undefined })
  })
})
