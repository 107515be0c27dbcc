import { expect, test } from 'vitest'
import type { HostEvent } from '../../../../shared/events/events.ts'
import type { Journal } from '../../../../main/host/journal/journal.ts'
import { readFigures } from '../../../../main/host/journal/queries/server-times.ts'
import { samples } from '../samples.ts'
import { openJournal, viewsAnew, viewsOf } from '../support.ts'

const span = { conversation: 'c1', turn: 't1' }
const { server = 'files' } = samples['call.requested']

/** A journal whose clock moves by `took` in each call. */
function timed() {
  let at = 0
  const journal = openJournal({ now: () => at })
  journal.append({ ...samples['turn.started'], ...span })
  let calls = 0
  const call = (tool: string, took: number): void => {
    const of = { ...span, call: `k${calls++}` }
    journal.append({ ...samples['call.requested'], ...of, tool })
    journal.append({ ...samples['call.started'], ...of, leg: 1 })
    at += took
    journal.append({ ...samples['call.finished'], ...of, outcome: { status: 'succeeded', result: { json: null } } })
  }
  const become = (to: Status): void => journal.append({ type: 'server.changed', server, to })
  return { journal, call, become }
}

const figuresOf = (journal: Journal) => {
  journal.flush()
  return readFigures(viewsOf(journal), server)
}

type Status = Extract<HostEvent, { type: 'server.changed' }>['to']

const starting: Status = { state: 'starting', url: 'http://127.0.0.1/', headers: [] }
const failed: Extract<Status, { state: 'failed' }> = { state: 'failed', reason: 'No.', stderr: [] }

test('[SPG-1] keeps the last 200 times of a tool, and counts all its calls', () => {
  const { journal, call } = timed()
  for (let i = 1; i <= 250; i++) call('a', i)
  call('b', 7)
  const { tools } = figuresOf(journal)
  expect(tools).toMatchObject([
    { tool: 'a', calls: 250, failed: 0, times: { calls: 200, p50: 150, p95: 240 } },
    { tool: 'b', calls: 1, times: { calls: 1, p50: 7, p95: 7 } },
  ])
})

test('[SPG-1] keeps at most 500 tools of a server, those called last', () => {
  const { journal, call } = timed()
  for (let i = 0; i < 510; i++) call(`tool ${i}`, 1)
  const { tools } = figuresOf(journal)
  expect(tools).toHaveLength(500)
  expect(tools.map(({ tool }) => tool)).not.toContain('tool 9')
  expect(tools.map(({ tool }) => tool)).toContain('tool 10')
})

test('[SPG-1] counts a start after a failure as a restart only if Atrium tried again by itself', () => {
  const { journal, become } = timed()
  become(starting)
  become({ ...failed, retryAt: 5 })
  become(starting)
  become(failed)
  become(starting)
  become({ ...failed, retryAt: 9 })
  journal.append(samples['host.started'])
  become(starting)
  expect(figuresOf(journal).runs).toMatchObject({ starts: 4, failures: 3, restarts: 1 })
})

test('[SPG-1] gives the same totals after a rebuild from the journal', () => {
  const { journal, call, become } = timed()
  become(starting)
  become({ ...failed, retryAt: 5 })
  become(starting)
  for (let i = 1; i <= 230; i++) call('a', i)
  const before = figuresOf(journal)
  expect(readFigures(viewsAnew(journal), server)).toEqual(before)
})

test('[SPG-1] forgets the figures of a removed server', () => {
  const { journal, call } = timed()
  call('a', 1)
  const config = { type: 'playground', era: 'modern', enabled: true } as const
  journal.append({ type: 'configured', file: 'servers', before: { [server]: config }, after: {}, actor: 'file' })
  expect(figuresOf(journal)).toMatchObject({ tools: [], runs: null, times: null })
})

test('[SPG-2] counts bytes in each direction, and keeps the totals when old messages go', () => {
  const journal = openJournal({ now: () => 5 })
  const frame = { server, kind: 'notification', rpc: null, method: 'n', detail: null, about: null, took: null } as const
  for (let i = 0; i < 3500; i++)
    journal.reports.frame({ ...frame, direction: i % 2 === 0 ? 'in' : 'out', bytes: 10, text: '{}', cut: 0 })
  journal.reports.flush()
  const db = viewsOf(journal)
  expect(Number(db.prepare('SELECT count(*) FROM frames').pluck().get())).toBeLessThan(3500)
  expect(readFigures(db, server)).toMatchObject({
    sent: { since: 5, messages: 1750, bytes: 17_500 },
    received: { since: 5, messages: 1750, bytes: 17_500 },
  })
  journal.reports.keepOnly([])
  expect(readFigures(db, server)).toMatchObject({ sent: null, received: null })
})
