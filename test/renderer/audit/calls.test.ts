import { describe, expect, test } from 'vitest'
import type { CallRow } from '../../../shared/contract/log.ts'
import type { CallableTool } from '../../../renderer/state/callable-tools.ts'
import { followCalls } from '../../../renderer/audit/calls/follow-calls.ts'
import { withHeadings } from '../../../renderer/audit/calls/like-calls.ts'
import { withDays } from '../../../renderer/audit/list/days.ts'
import { courseOf, deciderOfCall, outcomeOfCall } from '../../../renderer/audit/calls/call-words.ts'
import { findTokens, isSet, tokensFor, withoutToken, withToken } from '../../../renderer/audit/filter/tokens.ts'
import type { ListQuery, LoadedRows } from '../../../renderer/audit/list/live-list.ts'
import { samples } from '../../host/journal/samples.ts'
import { words as texts } from '../../support/words.ts'

const at = (second: number): number => new Date(2026, 10, 20, 14, 32, second).getTime()

const row = (seq: number, more: Partial<CallRow> = {}): CallRow => ({
  seq,
  last: seq + 5,
  call: `k${seq}`,
  conversation: 'c',
  turn: 't',
  server: 'files',
  tool: 'write_file',
  title: 'Write File',
  definition: null,
  about: { json: { path: '~/notes/summary.md' } },
  own: false,
  ofApp: false,
  reads: false,
  changed: true,
  left: false,
  decider: 'web:1',
  rule: null,
  outcome: 'succeeded',
  requestedAt: at(7),
  askedAt: at(7),
  decidedAt: at(16),
  startedAt: at(16),
  finishedAt: at(17),
  ...more,
})

describe('[LUI-12] calls that are alike', () => {
  const denied = { outcome: 'denied', title: 'Read Text File', tool: 'read_text_file' }
  const like = [9, 8, 7, 6, 5].map((seq) => row(seq, denied))

  test('share one row if five or more of a turn are neighbours, and the row expands', () => {
    const rows = [row(10), ...like, row(4)]
    const closed = withHeadings(rows, new Set(), undefined)
    expect(closed.map(({ seq }) => seq)).toEqual([10, -9, 4])
    const { key = '', ...heads } = closed[1]?.heads ?? {}
    expect(heads).toEqual({ count: 5, about: 'notes/summary.md', isOpen: false })
    const open = withHeadings(rows, new Set([key]), undefined).map(({ seq }) => seq)
    expect(open).toEqual([10, -9, 9, 8, 7, 6, 5, 4])
    expect(withHeadings(rows, new Set(), 7)).toHaveLength(8)
  })

  test('name their files in one folder, the first one first', () => {
    const about = (path: (seq: number) => string): string | undefined =>
      withHeadings(
        like.map((one) => ({ ...one, about: { json: { path: path(one.seq) } } })),
        new Set(),
        undefined,
      )[0]?.heads?.about
    expect(about((seq) => `/data/reports/report-${seq}.md`)).toBe('reports/report-5…9.md')
    expect(about((seq) => `/data/${seq}/report.md`)).toBe('')
    const erased = withHeadings(like.with(2, row(7, { ...denied, about: null })), new Set(), undefined)
    expect(erased[0]?.heads?.about).toBe('')
  })

  test('stay apart if they are fewer, still open, or differ in turn, decision or outcome', () => {
    const apart = (...rows: CallRow[]) => expect(withHeadings(rows, new Set(), undefined)).toEqual(rows)
    apart(...like.slice(1))
    apart(...like.map((one) => ({ ...one, outcome: null })))
    for (const other of [{ turn: 'u' }, { decider: 'rule' }, { outcome: 'failed' }, { tool: 'x' }])
      apart(...like.with(2, { ...row(7, denied), ...other }))
  })
})

test('[LUI-13] has a heading above the newest row of each day', () => {
  const day = 24 * 3_600_000
  const rows = [row(5), row(4), row(3, { requestedAt: at(7) - day }), row(2, { requestedAt: at(7) - 9 * day })]
  const lines = withDays(rows, ({ requestedAt }) => requestedAt)
  expect(lines.map((line) => line.day ?? line.row.seq)).toEqual([at(7), 5, 4, at(7) - day, 3, at(7) - 9 * day, 2])
  expect(new Set(lines.map(({ key }) => key)).size).toBe(lines.length)
  expect(withDays([], () => 0)).toEqual([])
})

describe('a row of the calls', () => {
  test('[LUI-6] names who decided after how long, or which rule', () => {
    const { rule } = samples['rule.added']
    expect(deciderOfCall(row(1), 'web:1', 'Files')).toBe('you, after 9.0 s')
    expect(deciderOfCall(row(1, { askedAt: null }), 'web:2', 'Files')).toBe('a browser tab')
    expect(deciderOfCall(row(1, { decider: 'rule', rule }), 'web:1', 'Files')).toBe(
      'rule “Allow “read” on Files when path is inside /home/ada/notes, except with text from another server or an attachment, only in one conversation, until removed”',
    )
    expect(deciderOfCall(row(1, { decider: 'rule' }), 'web:1', 'Files')).toBe('a rule')
    expect(deciderOfCall(row(1, { decider: null, outcome: 'invalid' }), 'web:1', 'Files')).toBe('Atrium')
    expect(deciderOfCall(row(1, { decider: null, outcome: null }), 'web:1', 'Files')).toBe('')
  })

  test('[LUI-6] shows how a call ended, or its progress', () => {
    const { outcomes, running, waiting } = texts.auditCalls
    const open = { outcome: null, finishedAt: null }
    expect(outcomeOfCall(row(1))).toEqual({ words: outcomes.succeeded, took: '1.0 s', glyph: 'succeeded' })
    expect(outcomeOfCall(row(1, open))).toMatchObject({ words: running })
    expect(outcomeOfCall(row(1, { ...open, decidedAt: null, startedAt: null }))).toMatchObject({ words: waiting })
    expect(outcomeOfCall(row(1, { outcome: 'constructor' }))).toMatchObject({ words: 'constructor', glyph: undefined })
  })

  test('[LUI-7] says asked, allowed, sent and answered, as far as the call came', () => {
    expect(courseOf(row(1), 'web:1').join(' → ')).toBe(
      'Asked 14:32:07 → you allowed 14:32:16 → sent 14:32:16 → answered 14:32:17',
    )
    const denied = row(1, { outcome: 'denied', startedAt: null })
    expect(courseOf(denied, 'web:1').join(' → ')).toBe('Asked 14:32:07 → you denied 14:32:16')
    const unasked = row(1, { askedAt: null, decider: null, decidedAt: null, startedAt: null, outcome: 'invalid' })
    expect(courseOf(unasked, 'web:1')).toEqual(['Requested 14:32:07', 'not sent 14:32:17'])
  })
})

const tool = (name: string, title: string): CallableTool => ({
  server: 'filesystem',
  serverName: 'My files',
  tool: { name, title, description: '', hash: '', claims: { ...samples['ask.opened'].ask.question } as never },
})

describe('the filters offered while typing', () => {
  const tokens = tokensFor(
    'calls',
    [{ id: 'filesystem', name: 'My files' }],
    [tool('write_file', 'Write File'), tool('read_file', 'Read File')],
  )
  const labels = (typed: string): string[] => findTokens(tokens, typed).map(({ label }) => label)

  test('[LUI-2] are those in which each typed word begins a word', () => {
    expect(labels('wri')).toEqual(['Write File'])
    expect(labels('yes')).toEqual(['Yesterday'])
    expect(labels('some ch')).toEqual(['Changed something'])
    expect(labels('my')).toEqual(['All tools', 'Write File', 'Read File'])
    expect(labels('filesys')).toEqual(['All tools'])
    expect(labels('rite')).toEqual([])
    expect(labels(' ')).toEqual([])
  })

  test('[LUI-2] combine two if no single one has all words', () => {
    expect(labels('changed yesterday')).toEqual(['Yesterday, changed something'])
    const [pair] = findTokens(tokens, 'write denied')
    expect(pair?.label).toBe('Denied, Write File')
    expect(pair && withToken({}, pair)).toMatchObject({
      outcome: 'denied',
      of: [{ server: 'filesystem', tool: 'write_file' }],
    })
    expect(labels('denied failed')).toEqual([])
  })

  test('[LUI-2] add tools to each other, and replace days and outcomes', () => {
    const [write, read] = [findTokens(tokens, 'write')[0], findTokens(tokens, 'read')[0]]
    const [yesterday] = findTokens(tokens, 'yesterday')
    if (!write || !read || !yesterday) throw new Error('A filter is missing.')
    const both = withToken(withToken(withToken({}, write), read), write)
    expect(both.of?.map((one) => one.tool)).toEqual(['write_file', 'read_file'])
    expect(isSet(both, read)).toBe(true)
    const days = withToken({ from: '2026-11-01', time: 'week' }, yesterday)
    expect(days).toMatchObject({ time: 'yesterday', from: undefined })
    expect(isSet(withoutToken(days, yesterday), yesterday)).toBe(false)
  })
})

describe('the list of calls in a window', () => {
  const list = (rows: CallRow[], more = false): LoadedRows<CallRow> => ({
    rows,
    more,
    next: rows.at(-1)?.seq ?? 1,
    asOf: 999,
  })
  const host =
    (all: CallRow[], size: number): ListQuery<CallRow> =>
    ({ before = Infinity, seq = 1 }) => {
      const found = all.filter((one) => one.seq < before && one.seq >= seq)
      return Promise.resolve(list(found.slice(0, size), found.length > size))
    }
  const update = async (now: LoadedRows<CallRow>, ask: ListQuery<CallRow>): Promise<LoadedRows<CallRow>> =>
    (await followCalls(ask, now))(now)
  const seen = ({ rows }: LoadedRows<CallRow>): string[] => rows.map(({ seq, outcome }) => `${seq} ${outcome}`)

  test('[UI-17] takes in new and ended calls, and keeps the older ones', async () => {
    const before = [row(40, { outcome: null }), row(30), row(20, { outcome: null }), row(10)]
    const now = [row(50), row(40), row(30), row(20), row(10)]
    expect(seen(await update(list(before), host(now, 2)))).toEqual([
      '50 succeeded',
      '40 succeeded',
      '30 succeeded',
      '20 succeeded',
      '10 succeeded',
    ])
  })

  test('[UI-17] drops a call that no longer matches', async () => {
    const before = [row(40, { outcome: null }), row(30, { outcome: null }), row(20)]
    expect(seen(await update(list(before), host([row(40), row(20)], 1)))).toEqual(['40 succeeded', '20 succeeded'])
  })

  test('[UI-17] starts again after very many new calls instead of leaving a gap', async () => {
    const now = [row(90), row(80), row(70), row(60), row(20)]
    const next = await update(list([row(20)]), host(now, 2))
    expect(seen(next)).toEqual(['90 succeeded', '80 succeeded'])
    expect(next.more).toBe(true)
  })
})
