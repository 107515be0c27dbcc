import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { reduce } from '../../../shared/state/reduce.ts'
import { allSamples, samples } from './samples.ts'
import { connect, note, openJournal, recorder, storedSeqs, temporaryDirectory } from './support.ts'

const of = { conversation: 'c1', turn: 't1' }

describe('appending', () => {
  test('[JRN-1] adds the time and a number without gaps, folds and publishes', () => {
    let at = 1000
    const journal = openJournal({ now: () => at++ })
    const heard = recorder(journal)
    journal.append(samples['secret.changed'], samples['server.changed'])
    journal.append(samples['host.stopped'])
    expect(heard.map(({ seq, at: when, event }) => [seq, when, event.type])).toEqual([
      [1, 1000, 'secret.changed'],
      [2, 1000, 'server.changed'],
      [3, 1001, 'host.stopped'],
    ])
    expect(journal.seq).toBe(3)
    expect(journal.state.secrets).toEqual(['anthropic/key'])
    expect(journal.state).toEqual(heard.reduce((state, it) => reduce(state, it.event, it.at), openJournal().state))
  })

  test('[JRN-1] folds and publishes transient events without a number, and never stores them', async () => {
    const journal = openJournal()
    journal.append(samples['turn.started'], samples['model.requested'])
    const heard = recorder(journal)
    journal.append({ type: 'message.delta', ...of, message: 'a1', block: 0, kind: 'text', offset: 0, text: 'Hel' })
    journal.append(samples['message.finished'])
    await journal.durable()
    expect(heard.map(({ seq, event }) => [seq, event.type])).toEqual([
      [null, 'message.delta'],
      [3, 'message.finished'],
    ])
    expect(storedSeqs(connect(journal.file))).toEqual([1, 2, 3])
  })

  test('[JRN-1] continues the numbers of the last run', async () => {
    const directory = temporaryDirectory()
    const first = openJournal({}, directory)
    first.append(...allSamples)
    await first.close()
    const second = openJournal({}, directory)
    second.append(note('next'))
    expect(second.seq).toBe(allSamples.length + 1)
  })

  test('[JRN-1] refuses an event that can’t be written as JSON, with its whole batch, and changes nothing', async () => {
    const journal = openJournal()
    const circular: Record<string, unknown> = {}
    circular.self = circular
    const event = { ...samples['request.sent'], ...circular }
    expect(() => journal.append(note('a'), event)).toThrow(TypeError)
    expect(journal.seq).toBe(0)
    journal.append(note('b'))
    await journal.durable()
    expect(storedSeqs(connect(journal.file))).toEqual([1])
  })

  test('[JRN-1] is refused in a closed journal', async () => {
    const journal = openJournal()
    await journal.close()
    expect(() => journal.append(note('late'))).toThrow('The journal is closed.')
  })
})

describe('listeners', () => {
  test('[JRN-2] stop neither each other nor the append by throwing', async () => {
    const journal = openJournal()
    const warned = new Promise<Error>((resolve) => process.once('warning', resolve))
    journal.subscribe(() => {
      throw new Error('a broken listener')
    })
    const heard = recorder(journal)
    journal.append(note('a'))
    expect(heard).toHaveLength(1)
    expect((await warned).message).toBe('a broken listener')
    await journal.durable()
    expect(storedSeqs(connect(journal.file))).toEqual([1])
  })

  test('[JRN-2] hear an event that a listener appends after the event that caused it', () => {
    const journal = openJournal()
    journal.subscribe(({ event }) => {
      if (event.type === 'host.started') journal.append(note('answer'))
    })
    const heard = recorder(journal)
    journal.append(samples['host.started'], samples['host.stopped'])
    expect(heard.map(({ seq, event }) => [seq, event.type])).toEqual([
      [1, 'host.started'],
      [2, 'host.stopped'],
      [3, 'request.sent'],
    ])
  })

  test('[JRN-2] hear only events after the state they began with', () => {
    const journal = openJournal()
    const late: (number | null)[] = []
    journal.subscribe(({ seq }) => {
      if (seq !== 1) return
      expect(journal.seq).toBe(2)
      journal.subscribe((recorded) => void late.push(recorded.seq))
    })
    journal.append(note('a'), note('b'))
    journal.append(note('c'))
    expect(late).toEqual([3])
  })

  test('[JRN-2] hear nothing after they leave', () => {
    const journal = openJournal()
    const heard: unknown[] = []
    const leave = journal.subscribe((recorded) => void heard.push(recorded))
    leave()
    journal.append(note('a'))
    expect(heard).toEqual([])
  })
})

describe('the commit barrier', () => {
  test('[JRN-3] makes one commit of everything appended in one turn of the event loop', async () => {
    let commits = 0
    const journal = openJournal({ maxPages: () => (commits++, 1_000_000) })
    for (let i = 0; i < 50; i++) journal.append(note(`${i}`))
    await Promise.all([journal.durable(), Promise.resolve().then(() => journal.append(note('later in the same turn')))])
    expect(commits).toBe(1)
    expect(storedSeqs(connect(journal.file))).toHaveLength(51)
    await turnOfTheLoop()
    expect(commits).toBe(1)
  })

  test('[JRN-3] resolves durable() only when everything appended so far is on disk', async () => {
    const journal = openJournal()
    const other = connect(journal.file)
    journal.append(note('a'), note('b'))
    expect(storedSeqs(other)).toEqual([])
    await journal.durable()
    expect(storedSeqs(other)).toEqual([1, 2])
    await journal.durable()
  })

  test('[JRN-3] commits at once with flush(), for readers beside the journal', async () => {
    const journal = openJournal()
    journal.append(note('a'))
    journal.flush()
    expect(storedSeqs(connect(journal.file))).toEqual([1])
  })
})

describe('kept values', () => {
  const large = { text: 'ä'.repeat(40_000) }

  test('[JRN-11] stay inline up to 64 KiB of JSON text', () => {
    const journal = openJournal()
    const value = 'x'.repeat(64 * 1024 - 2)
    expect(journal.keep(value)).toEqual({ json: value })
    expect(journal.keep(`${value}x`)).toMatchObject({ bytes: 64 * 1024 + 1 })
  })

  test('[JRN-11] have a byte count and a preview if larger, and can be read before and after the commit', async () => {
    const directory = temporaryDirectory()
    const journal = openJournal({}, directory)
    const kept = journal.keep(large)
    expect(kept).toMatchObject({ bytes: 80_011, preview: JSON.stringify(large).slice(0, 2000) })
    expect(journal.read(kept)).toEqual(large)
    journal.append({ ...samples['call.finished'], outcome: { status: 'succeeded', result: kept } })
    await journal.close()
    expect(openJournal({}, directory).read(kept)).toEqual(large)
  })

  test('[JRN-11] are stored once if their text is the same', async () => {
    const journal = openJournal()
    const hashes = [journal.keepBlob('{"name":"read"}'), journal.keepBlob('{"name":"read"}')]
    journal.flush()
    expect(journal.keepBlob('{"name":"read"}')).toBe(hashes[0])
    journal.flush()
    expect(hashes[0]).toBe(hashes[1])
    expect(connect(journal.file).prepare('SELECT count(*) FROM blobs').pluck().get()).toBe(1)
  })

  test('[JRN-11] are refused as not found if they aren’t stored', () => {
    const kept = { blob: '0'.repeat(64), bytes: 70_000, preview: '' }
    expect(() => openJournal().read(kept)).toThrow(expect.objectContaining({ code: 'not-found' }))
  })
})
