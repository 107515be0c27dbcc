import type Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { rowHash, type EventRow } from '../../../../main/host/journal/chain/chain.ts'
import { allSamples, samples, withDefinition } from '../samples.ts'
import { tamper } from './signing.ts'
import { connect, note, openJournal, verify } from '../support.ts'

/** A closed journal's database with every sample, a large value, and odd characters in it. */
async function written(): Promise<Database.Database> {
  const journal = openJournal()
  journal.keepBlob('{"name":"read"}')
  const definition = journal.keepBlob('{"name":"read"}')
  journal.append(...allSamples.map((event) => withDefinition(event, definition)))
  const result = journal.keep('z'.repeat(70_000))
  journal.append({ ...samples['call.finished'], outcome: { status: 'succeeded', result } })
  journal.append({ ...samples['call.started'], tool: 'lone \ud800, null \0, 🜁', server: '' })
  await journal.close()
  return connect(journal.file)
}

describe('a written record', () => {
  test.each([
    ['an event is changed', "UPDATE events SET outcome = 'denied' WHERE seq = 3", 'append-only'],
    ['an event is deleted', 'DELETE FROM events WHERE seq = 3', 'append-only'],
    ['the last event is deleted', 'DELETE FROM events WHERE seq = (SELECT max(seq) FROM events)', 'append-only'],
    ['an event is replaced', 'REPLACE INTO events SELECT * FROM events WHERE seq = 3', 'without a gap'],
    [
      'a number is left out',
      'INSERT INTO events SELECT seq + 100, at, version, type, actor, conversation, turn, call, server, tool, era, definition, decision, outcome, args_commit, took, body_commit, prev, hash, mono FROM events WHERE seq = 3',
      'without a gap',
    ],
    ['a body is changed', "UPDATE bodies SET body = '{}' WHERE seq = 3", 'never changed'],
    ['a blob is changed', "UPDATE blobs SET bytes = x'00'", 'never changed'],
  ])('[JRN-8] is protected by the database if %s', async (_what, statement, refusal) => {
    const db = await written()
    expect(() => db.exec(statement)).toThrow(refusal)
    expect(verify(db).state).toBe('intact')
  })
})

/** The number of the one sample of a type. */
const numberOf = (type: keyof typeof samples): number => Object.keys(samples).indexOf(type) + 1
const asked = numberOf('call.requested')
const answered = numberOf('ask.closed')
const listed = numberOf('catalogue.changed')

describe('verification', () => {
  test('[JRN-9] finds an untouched journal intact, even with odd characters', async () => {
    const db = await written()
    const records = allSamples.length + 2
    const head = db.prepare('SELECT hash FROM events WHERE seq = ?').pluck().get(records)
    expect(verify(db)).toEqual({
      state: 'intact',
      records,
      erased: 0,
      head,
      signed: null,
      unsigned: records,
      newKeys: [],
      replaced: [numberOf('log.key')],
      setBack: null,
    })
  })

  test.each([
    ['a column was edited', `UPDATE events SET tool = 'write' WHERE seq = ${asked}`, asked, 'columns'],
    ['a column was emptied', `UPDATE events SET decision = NULL WHERE seq = ${answered}`, answered, 'columns'],
    ['a moment was moved', 'UPDATE events SET at = at + 1 WHERE seq = 5', 5, 'columns'],
    ['a reading of the clock was moved', 'UPDATE events SET mono = mono + 1 WHERE seq = 5', 5, 'columns'],
    ['a reading of the clock was taken out', 'UPDATE events SET mono = NULL WHERE seq = 5', 5, 'columns'],
    ['the first record was removed', 'DELETE FROM events WHERE seq = 1', 1, 'missing'],
    ['a record in the middle was removed', 'DELETE FROM events WHERE seq = 7', 7, 'missing'],
    [
      'a record was removed and the rest moved up',
      'DELETE FROM events WHERE seq = 7; UPDATE events SET seq = seq - 1 WHERE seq > 7',
      7,
      'follow',
    ],
    [
      'two records changed places',
      'UPDATE events SET seq = -1 WHERE seq = 4; UPDATE events SET seq = 4 WHERE seq = 5; UPDATE events SET seq = 5 WHERE seq = -1',
      4,
      'follow',
    ],
    [
      'a body was edited',
      `UPDATE bodies SET body = replace(body, 'a.txt', 'b.txt') WHERE seq = ${asked}`,
      asked,
      'content',
    ],
    [
      'two bodies were exchanged',
      'UPDATE bodies SET seq = -1 WHERE seq = 8; UPDATE bodies SET seq = 8 WHERE seq = 9; UPDATE bodies SET seq = 9 WHERE seq = -1',
      8,
      'content',
    ],
    [
      'a body was removed in secret',
      'DELETE FROM bodies WHERE seq = 16',
      16,
      'no later record says that it was erased',
    ],
    ['a body outside conversations was removed', 'DELETE FROM bodies WHERE seq = 2', 2, 'no later record'],
    [
      'a large value was edited',
      "UPDATE blobs SET bytes = x'00' WHERE length(bytes) > 1000",
      allSamples.length + 1,
      'was changed after it was written',
    ],
    ['a definition was removed', 'DELETE FROM blobs WHERE length(bytes) < 1000', listed, 'is missing'],
  ])('[JRN-9] names the record if %s', async (_what, statements, seq, reason) => {
    const db = await written()
    tamper(db, statements)
    expect(verify(db)).toEqual({ state: 'broken', seq, reason: expect.stringContaining(reason) })
  })

  test('[JRN-9] works in steps, so others can read in between', async () => {
    const journal = openJournal()
    journal.append(...Array.from({ length: 1200 }, (_, i) => note(`${i}`)))
    journal.flush()
    const { verifyChain } = await import('../../../../main/host/journal/chain/chain.ts')
    expect([...verifyChain(connect(journal.file), { heads: [] })]).toEqual([500, 1000, 1200])
  })
})

describe('a row’s hash', () => {
  const row: Omit<EventRow, 'hash'> = {
    prev: '0'.repeat(64),
    seq: 1,
    at: 2,
    version: 1,
    type: 'call.started',
    actor: 'a',
    conversation: 'bc',
    turn: null,
    call: '',
    server: '1:x',
    tool: 'y',
    era: null,
    definition: null,
    decision: null,
    outcome: null,
    args_commit: null,
    took: null,
    body_commit: 'd',
  }

  test.each([
    ['text moves to the next column', { actor: 'ab', conversation: 'c' }],
    ['a null becomes an empty text', { turn: '' }],
    ['an empty text becomes a null', { call: null }],
    ['a text takes the shape of two columns', { server: '', tool: '1:x1:y' }],
    ['a null becomes the text that stands for it', { turn: '-' }],
    ['a value changes its column', { decision: 'd', outcome: null, body_commit: '' }],
  ])('[JRN-10] changes when %s', (_what, change) => {
    expect(rowHash({ ...row, ...change })).not.toBe(rowHash(row))
  })

  test('[JRN-10] covers every column', () => {
    const one = rowHash(row)
    for (const column of Object.keys(row)) {
      const other = column === 'seq' || column === 'at' || column === 'version' || column === 'took' ? 99 : 'other'
      expect(rowHash({ ...row, [column]: other }), column).not.toBe(one)
    }
  })
})
