import { expect, test } from 'vitest'
import { readCounts, readFigures, readHistory, timesOf } from '../../../../main/host/journal/queries/server-times.ts'
import { samples } from '../samples.ts'
import { openJournal, viewsOf } from '../support.ts'

const span = { conversation: 'c1', turn: 't1' }

test('[SRV-13] measures the times of successful calls only, by nearest rank', () => {
  let at = 0
  const journal = openJournal({ now: () => at })
  const call = (id: string, took: number, status: 'succeeded' | 'failed' | 'timed-out' | 'denied'): void => {
    const of = { ...span, call: id }
    journal.append({ ...samples['call.requested'], ...of })
    if (status !== 'denied') journal.append({ ...samples['call.started'], ...of, leg: 1 })
    at += took
    const outcome = {
      succeeded: { status: 'succeeded', result: { json: null } },
      failed: { status: 'failed', problem: 'No.', mayHaveRun: true },
      'timed-out': { status: 'timed-out', problem: 'No.', mayHaveRun: true },
      denied: { status: 'denied' },
    } as const
    journal.append({ ...samples['call.finished'], ...of, outcome: outcome[status] })
  }
  journal.append({ ...samples['turn.started'], ...span })
  for (let i = 1; i <= 20; i++) call(`k${i}`, i * 10, 'succeeded')
  call('bad', 5, 'failed')
  call('late', 5, 'timed-out')
  call('no', 100_000, 'denied')
  journal.flush()
  const { server = '', tool } = samples['call.requested']
  const { times, tools } = readFigures(viewsOf(journal), server)
  expect(times).toEqual({ calls: 20, p50: 100, p95: 190 })
  expect(tools).toEqual([{ tool, calls: 22, failed: 2, at: 2110, times }])
  // The last six, the failed and the timed-out one; the server never saw the denied one.
  expect(readCounts(viewsOf(journal), 1_160)).toEqual({ [server]: { calls: 8, failed: 2 } })
  expect(readCounts(viewsOf(journal), at + 1)).toEqual({})
})

test('[SRV-13] uses the time of a single call as the median', () => {
  expect(timesOf([7])).toEqual({ calls: 1, p50: 7, p95: 7 })
})

test('[SRV-7] [DUI-7] finds each server’s own last readiness, trust and pins', () => {
  let at = 0
  const journal = openJournal({ now: () => ++at })
  const ready = { state: 'ready', era: 'legacy', revision: 'r', calls: { name: 'n', version: '1' } } as const
  journal.append({ ...samples['command.trusted'], server: 'a', actor: 'web:1' })
  journal.append({ type: 'server.changed', server: 'a', to: ready })
  journal.append({ type: 'server.changed', server: 'a', to: { state: 'off' } })
  journal.append({ ...samples['command.trusted'], server: 'a', actor: 'web:2' })
  journal.append({ type: 'server.changed', server: 'a', to: ready })
  journal.append({ type: 'server.changed', server: 'b', to: { state: 'off' } })
  const pin = (server: string, items: Record<string, string>, actor: string): void =>
    journal.append({ type: 'definitions.pinned', server, items, actor })
  pin('a', { 'tool/x': 'h1', 'tool/y "z"': 'h2' }, 'host')
  pin('a', { 'tool/x': 'h3' }, 'web:1')
  pin('b', { 'tool/x': 'h1' }, 'host')
  journal.flush()
  const db = viewsOf(journal)
  const pinned = { 'tool/x': { at: 8, actor: 'web:1' }, 'tool/y "z"': { at: 7, actor: 'host' } }
  expect(readHistory(db, 'a')).toEqual({ readySince: 5, trusted: { at: 4, actor: 'web:2' }, pinned })
  const ofOther = { 'tool/x': { at: 9, actor: 'host' } }
  expect(readHistory(db, 'b')).toEqual({ readySince: null, trusted: null, pinned: ofOther })
})
