import type Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { auditPage, type AuditQuery } from '../../../../main/host/journal/search/audit-page.ts'
import { indexedMatchOf } from '../../../../main/host/journal/search/search.ts'
import { allSamples, samples, story } from '../samples.ts'
import { connectToViews, note, openJournal, recorder, viewsAnew, viewsOf } from '../support.ts'
import { fc } from '../../../support/deep.ts'
import { erasing, readOn } from '../following.ts'

const seqs = (db: Database.Database, filter: Omit<AuditQuery, 'limit'>, limit = 100): number[] => {
  const found: number[] = []
  let page = auditPage(db, { ...filter, limit })
  for (found.push(...page.rows.map(({ seq }) => seq)); page.more; found.push(...page.rows.map(({ seq }) => seq)))
    page = auditPage(db, { ...filter, limit, before: page.next })
  return found
}

/** A journal with these texts, one record each, open for reading. */
function saying(...texts: string[]): Database.Database {
  const journal = openJournal()
  journal.append(...texts.map(note))
  journal.flush()
  return viewsOf(journal)
}

describe('a search in the log', () => {
  test.each([
    ['one word', 'river', [5, 2, 1]],
    ['words in any order and case', 'RIVER blue', [2, 1]],
    ['a word without its accents', 'uberblick', [3]],
    ['a word with its accents', 'ÜBERBLICK', [3]],
    ['a path by its parts in order', 'notes.txt', [4]],
    ['a path’s parts in another order, without a match', 'txt.notes', []],
    ['a short word', 'a', [4]],
    ['the beginning of a word', 'riv', [5, 2, 1]],
    ['the beginning of each word, in any order', 'blu riv', [2, 1]],
    ['one letter as a word, not as a beginning', 'b', []],
    ['the middle of a word, without a match', 'iver', []],
    ['a word in quotes, whole', '"riv"', []],
    ['words in quotes, in order', '"blue river"', [1]],
    ['a word of a script without spaces', '日本', [6]],
    ['such a word’s characters in another order, without a match', '本日', []],
    ['the server, the kind and the method', 'files request.sent notifications/note', [6, 5, 4, 3, 2, 1]],
    ['a missing word, without a match', 'sea', []],
    ['no words', ' … — ', [6, 5, 4, 3, 2, 1]],
  ])('[LOG-7] looks for %s', (_what, text, expected) => {
    const db = saying(
      'The blue river',
      'A river: blue, cold'.replace('A ', ''),
      'Überblick',
      'Read /home/a/notes.txt',
      'river\u2028bank',
      '私は日本語を話す',
    )
    expect(seqs(db, { text })).toEqual(expected)
  })

  test('[LOG-7] orders results by time, and pages with any other condition', () => {
    let at = 0
    const journal = openJournal({ now: () => ++at })
    for (let i = 0; i < 400; i++)
      journal.append({
        ...note(`${i % 3 === 0 ? 'bell bell bell' : 'bell'} ${i % 2 ? 'odd' : 'even'}`),
        server: `s${i % 5}`,
      } as ReturnType<typeof note>)
    journal.flush()
    const db = viewsOf(journal)
    const expected = Array.from({ length: 400 }, (_, i) => 400 - i).filter(
      (seq) => (seq - 1) % 2 === 1 && (seq - 1) % 5 === 3,
    )
    expect(seqs(db, { text: 'bell odd', server: 's3' }, 7)).toEqual(expected)
    expect(seqs(db, { text: 'bell', since: 391 }, 3)).toEqual([400, 399, 398, 397, 396, 395, 394, 393, 392, 391])
    expect(seqs(db, { text: 'bell', seq: 399 })).toEqual([400, 399])
  })

  test.each([
    ['few words', 'BLUE.rive', '("blue river" OR "blue riverbed" OR "blue rivers")'],
    ['no word', 'mountain', '"mountain"'],
    ['two letters, whose records the index lists', 'ri', '"ri"*'],
    ['more words than it would name', 'bank', '"bank"*'],
  ])('[LOG-7] asks the index for the beginning of %s', (_what, text, asked) => {
    const journal = openJournal()
    journal.append(
      note('blue river'),
      note('Blue: rivers, riverbed'),
      ...Array.from({ length: 17 }, (_, n) => note(`bank${n}`)),
    )
    journal.flush()
    readOn(journal)
    const db = viewsOf(journal)
    expect(indexedMatchOf(db, text)).toBe(asked)
  })

  test('[LOG-7] finds in the index what it finds in records that are not in it yet', () => {
    const texts = [
      'The blue river, rivers and a riverbed',
      'Überblick über ÜBERLÄUFE',
      'Straße STRASSEN',
      'İstanbul Istanbul',
      'ΣΊΣΥΦΟΣ σίσυφος',
      'call_started callback',
      '私は日本語を話す',
    ]
    const journal = openJournal()
    journal.append(...texts.map(note), ...Array.from({ length: 20 }, (_, n) => note(`callable${n}`)))
    journal.flush()
    const db = viewsOf(journal)
    const words = texts
      .flatMap((text) => text.split(/[ ,_]+/))
      .flatMap((word) => [word, word.slice(0, 4), word.slice(0, 5)])
    const found = () => words.map((text) => seqs(db, { text }))
    const unread = found()
    expect(unread.every((them) => them.length > 0)).toBe(true)
    readOn(journal)
    expect(found()).toEqual(unread)
  })

  test('[LOG-7] accepts any text', () => {
    const db = saying('plain words', 'NEAR and OR not')
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 30 }), (text) => {
        expect(() => auditPage(db, { limit: 5, text })).not.toThrow()
      }),
    )
    for (const text of ['"', '""', 'a"b', 'words*', '{words}:x', '-words', 'words)', '^plain', 'x\0y', '\ud800'])
      expect(() => auditPage(db, { limit: 5, text }), text).not.toThrow()
    expect(seqs(db, { text: 'near OR' })).toEqual([2])
    expect(seqs(db, { text: 'plain OR' })).toEqual([])
    expect(seqs(db, { text: '"plain" "' })).toEqual([1])
    expect(seqs(db, { text: 'words: plain' })).toEqual([1])
  })

  test('[LOG-7] skips IDs, hashes, encoded bytes and text after 16 thousand characters', () => {
    const db = saying(
      'f'.repeat(64),
      '0b0e6a3e-6d0f-4a4c-9a6e-2f8f2f0f1a2b',
      'QUJD'.repeat(100),
      `${'word '.repeat(4000)} late`,
    )
    for (const text of ['f'.repeat(64), '2f8f2f0f1a2b', 'QUJD'.repeat(50), 'late'])
      expect(seqs(db, { text })).toEqual([])
    expect(seqs(db, { text: 'word' })).toEqual([4])
  })

  test('[LOG-7] finds the same after rebuilding its index', () => {
    const journal = openJournal()
    journal.append(...allSamples, ...story('a'), note('späte Worte'))
    journal.flush()
    const search = (db: Database.Database) =>
      ['files', 'worte', 'read', 'web:a1', 'first', 'call.finished'].map((text) => seqs(db, { text }))
    readOn(journal)
    const before = search(viewsOf(journal))
    expect(before.every((found) => found.length > 0)).toBe(true)
    const db = viewsAnew(journal)
    expect(search(db)).toEqual(before)
    readOn(journal)
    expect(search(db)).toEqual(before)
  })
})

describe('erased text', () => {
  test('[LOG-8] is no longer found, the index is valid, and everything else is still found', async () => {
    const journal = openJournal()
    const odd = { id: 'p', parts: [{ type: 'text' as const, text: 'trombone \ud800 \0 日本 '.repeat(900) }] }
    for (const conversation of ['gone', 'kept']) {
      journal.append(...story(conversation))
      journal.append({ ...samples['turn.started'], conversation, turn: 'odd', message: odd })
      journal.append({ ...samples['turn.finished'], conversation, turn: 'odd' })
    }
    journal.append({ type: 'conversation.deleted', conversation: 'gone', actor: 'desktop' })
    journal.flush()
    const db = viewsOf(journal)
    const of = (text: string) => auditPage(db, { limit: 200, text }).rows.map(({ conversation }) => conversation)
    expect(new Set(of('trombone'))).toEqual(new Set(['gone', 'kept']))
    const heard = recorder(journal)
    await erasing(journal).erase('gone')
    expect(heard).toHaveLength(1)
    expect(of('trombone')).toEqual(['kept'])
    expect(of('read')).not.toContain('gone')
    expect(of('conversation.erased')).toContain('gone')
    expect(() => connectToViews(journal).exec("INSERT INTO search (search) VALUES ('integrity-check')")).not.toThrow()
  })
})
