import { cpSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { HostEvent } from '../../../shared/events/events.ts'
import { stateVersion, type HostState } from '../../../shared/state/state.ts'
import { Journal } from '../../../main/host/journal/journal.ts'
import { allSamples, story } from './samples.ts'
import { connect, note, openJournal, recorder, temporaryDirectory } from './support.ts'
import { anyCharacter, fc, times } from '../../support/deep.ts'

/** A copy of the folder as after a crash: without the lock, with the write-ahead log. */
function crashedCopy(directory: string): string {
  const copy = temporaryDirectory()
  for (const name of ['journal.db', 'journal.db-wal'])
    if (existsSync(join(directory, name))) cpSync(join(directory, name), join(copy, name))
  return copy
}

async function stateIn(directory: string): Promise<HostState> {
  const journal = Journal.open(directory)
  await journal.close()
  return journal.state
}

function withoutCheckpoints(directory: string): string {
  const copy = crashedCopy(directory)
  const db = connect(join(copy, 'journal.db'))
  db.exec('DELETE FROM checkpoints')
  db.close()
  return copy
}

/** The part of a state that must outlive the process: everything except the stream, progress and health. */
const lasting = (state: HostState): HostState => ({
  ...state,
  health: { state: 'ok' },
  turns: Object.fromEntries(
    Object.entries(state.turns).map(([id, turn]) => [
      id,
      {
        ...turn,
        message: undefined,
        waitsFor: undefined,
        calls: Object.fromEntries(
          Object.entries(turn.calls).map(([call, it]) => [call, { ...it, progress: undefined }]),
        ),
      },
    ]),
  ),
})

const of = { conversation: 'c1', turn: 't1' }
const streaming: HostEvent[] = [
  { type: 'message.delta', ...of, message: 'a1', block: 0, kind: 'text', offset: 0, text: 'Hello' },
  { type: 'model.waiting', ...of, message: 'a1', wait: { state: 'stalled', since: 5 } },
  { type: 'turn.waiting', ...of, servers: ['files'] },
  { type: 'call.progress', ...of, call: 'k1', progress: 1, total: 3 },
]

const anyEvent = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...allSamples, ...story('other'), ...streaming) },
  { weight: 1, arbitrary: fc.string({ unit: anyCharacter }).map(note) },
)
const anyRun = fc.array(fc.array(anyEvent, { minLength: 1, maxLength: 5 }), { maxLength: 12 })

test('[JRN-7] gives the state of a full fold from checkpoint and tail, whatever happened', async () => {
  await fc.assert(
    fc.asyncProperty(anyRun, anyRun, async (before, after) => {
      const directory = temporaryDirectory()
      const first = Journal.open(directory)
      for (const events of before) first.append(...events)
      await first.close()
      const second = Journal.open(directory)
      expect(second.state).toEqual(lasting(first.state))
      for (const events of after) second.append(...events)
      second.flush()
      const loaded = await stateIn(crashedCopy(directory))
      expect(loaded).toEqual(lasting(second.state))
      expect(await stateIn(withoutCheckpoints(directory))).toEqual(loaded)
      await second.close()
    }),
    { numRuns: times(10, 25) },
  )
})

test('[JRN-7] writes a checkpoint every thousand events, and keeps the last two', async () => {
  const journal = openJournal()
  const checkpoints = connect(journal.file).prepare('SELECT seq FROM checkpoints ORDER BY seq').pluck()
  for (let i = 0; i < 25; i++) {
    journal.append(...Array.from({ length: 125 }, (_, n) => note(`${i} ${n}`)))
    await journal.durable()
  }
  expect(checkpoints.all()).toEqual([2000, 3000])
})

test('[JRN-7] ignores a checkpoint with another state version, and deletes it with the next one', async () => {
  const directory = temporaryDirectory()
  const first = openJournal({}, directory)
  first.append(...allSamples)
  await first.close()
  const db = connect(first.file)
  db.prepare('UPDATE checkpoints SET version = version + 1, state = ?').run('{"of":"another release"}')
  const second = openJournal({}, directory)
  expect(second.state).toEqual(lasting(first.state))
  await second.close()
  const stored = db.prepare('SELECT seq, version FROM checkpoints').all()
  expect(stored).toEqual([{ seq: allSamples.length, version: stateVersion }])
})

test('[JRN-7] reports a healthy log at startup, whatever the last run reported', async () => {
  const directory = temporaryDirectory()
  let pages = 1_000_000
  const first = openJournal({ maxPages: () => pages }, directory)
  first.append(note('a'))
  first.flush()
  pages = 1
  first.append(note('b'.repeat(20_000)))
  first.flush()
  expect(first.state.health.state).toBe('failing')
  const heard = recorder(first)
  pages = 1_000_000
  first.append(...Array.from({ length: 1200 }, () => note('c')))
  first.flush()
  expect(heard.at(-1)?.event).toEqual({ type: 'journal.health', health: { state: 'ok' } })
  const stored = connect(first.file).prepare<[], string>('SELECT state FROM checkpoints').pluck().get()
  expect(stored).toContain('"failing"')
  const copy = crashedCopy(directory)
  expect((await stateIn(copy)).health).toEqual({ state: 'ok' })
})
