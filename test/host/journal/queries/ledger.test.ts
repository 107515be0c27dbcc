import { expect, test } from 'vitest'
import { queries } from '../../../../main/host/journal/queries/queries.ts'
import type { FileEnd, Found, NamedFile } from '../../../../shared/changes/named-file.ts'
import type { Ledger } from '../../../../shared/contract/log.ts'
import type { HostEvent } from '../../../../shared/events/events.ts'
import type { CallOutcome } from '../../../../shared/events/turn-events.ts'
import { samples } from '../samples.ts'
import { openJournal, queryable } from '../support.ts'

const hour = 3_600_000
const day = 24 * hour
const text: Found = { state: 'text', bytes: 4, lines: 1, hash: 'a'.repeat(64) }
const absent: Found = { state: 'absent' }
const done: CallOutcome = { status: 'succeeded', result: { json: { content: [] } } }

/** A journal by a clock that the test sets, and its ledger since a moment. */
function written() {
  let now = 0
  const journal = openJournal({ now: () => now })
  const definition = journal.keepBlob(JSON.stringify({ name: 'write' }))
  let calls = 0
  const say = (at: number, more: { files?: NamedFile[]; ends?: FileEnd[]; outcome?: CallOutcome }): void => {
    now = at
    const of = { conversation: 'c1', turn: 't1', call: `call-${(calls += 1)}` }
    const { files, ends, outcome = done } = more
    const isDenied = outcome.status === 'denied'
    const events: HostEvent[] = [
      { ...samples['call.requested'], ...of, server: 'files', tool: 'write', definition, title: 'Write' },
      ...(isDenied
        ? []
        : ([
            { ...samples['call.cleared'], ...of },
            { ...samples['call.started'], ...of, server: 'files', tool: 'write', files },
          ] satisfies HostEvent[])),
      { ...samples['call.finished'], ...of, outcome, files: ends },
    ]
    for (const event of events) journal.append(event)
    journal.flush()
  }
  const ledger = (since: number, limit = 10): Ledger | null =>
    queries.getLedger(queryable(journal), { since, limit }).ledger
  return { say, ledger }
}

const named = (path: string, found: Found): NamedFile => ({ at: '/path', path, found })

test('[LEDGER-1] names each changed file once, by its latest change, and what it became', () => {
  const { say, ledger } = written()
  const start = 10 * day
  const end = (path: string, how: FileEnd['end'], now?: Found): FileEnd => ({ path, end: how, now })
  say(start - hour, { files: [named('/n/old.md', text)], ends: [end('/n/old.md', 'as-proposed')] })
  say(start + 1, { files: [named('/n/a.md', absent)], ends: [end('/n/a.md', 'as-proposed')] })
  say(start + 2, { files: [named('/n/b.md', text)], ends: [end('/n/b.md', 'otherwise', text)] })
  say(start + 3, { files: [named('/n/c.md', text)], ends: [end('/n/c.md', 'not-changed')] })
  say(start + 4, { files: [named('/n/d.md', text)], ends: [end('/n/d.md', 'changed', absent)] })
  say(start + 5, {
    files: [named('/n/e.md', text), named('/n/f.md', absent)],
    ends: [end('/n/e.md', 'changed', absent), end('/n/f.md', 'changed', text)],
  })
  say(start + 6, { files: [named('/n/a.md', text)], ends: [end('/n/a.md', 'as-proposed')] })
  say(start + 7, {})
  const found = ledger(start)
  expect(found).toMatchObject({ since: start, calls: 7, changed: 4, denied: 0, denials: [] })
  expect(found?.files.map(({ path, became, to, at }) => [path, became, to, at - start])).toEqual([
    ['/n/a.md', 'changed', undefined, 6],
    ['/n/e.md', 'moved', '/n/f.md', 5],
    ['/n/d.md', 'gone', undefined, 4],
    ['/n/b.md', 'changed', undefined, 2],
  ])
  expect(ledger(start, 1)).toMatchObject({ changed: 4, files: [{ path: '/n/a.md' }] })
})

test('[LEDGER-2] says who denied a call and with which arguments, with the reason only if the user gave it', () => {
  const { say, ledger } = written()
  const { rule } = samples['rule.added']
  say(day, { outcome: { status: 'denied', reason: 'Make a copy instead.' } })
  say(day + 1, { outcome: { status: 'denied' } })
  say(day + 2, { outcome: { status: 'denied', reason: 'The rule’s own words.', rule } })
  const found = ledger(day)
  expect(found).toMatchObject({ calls: 3, denied: 3, deniedByRule: 1, changed: 0 })
  expect(found?.denials.map(({ reason }) => reason)).toEqual([undefined, undefined, 'Make a copy instead.'])
})

test('[LEDGER-3] goes back to the last day with a call, and has nothing before the first', () => {
  const { say, ledger } = written()
  expect(ledger(day)).toBeNull()
  const noon = new Date(2026, 10, 18, 12).getTime()
  say(noon, { files: [named('/n/a.md', text)], ends: [{ path: '/n/a.md', end: 'as-proposed' }] })
  expect(ledger(noon + 5 * day)).toMatchObject({ since: new Date(2026, 10, 18).getTime(), calls: 1, changed: 1 })
})
