import { describe, expect, test } from 'vitest'
import type Database from 'better-sqlite3'
import type { Speaker } from '../../../../shared/contract/find-commands.ts'
import type { HostEvent } from '../../../../shared/events/events.ts'
import { createSpoken, spokenIndex } from '../../../../main/host/journal/search/spoken/spoken-index.ts'
import { searchSpoken, type SpokenQuery, mostRead } from '../../../../main/host/journal/search/spoken/search-spoken.ts'
import { searched, spokenParts } from '../../../../main/host/journal/search/spoken/spoken.ts'
import { findPlaces } from '../../../../main/host/journal/search/spoken/spoken-places.ts'
import type { Journal } from '../../../../main/host/journal/journal.ts'
import { samples, story } from '../samples.ts'
import { connect, connectToViews, openJournal, viewsOf } from '../support.ts'
import { erasing, readOn } from '../following.ts'

const actor = 'desktop'

const created = (conversation: string): HostEvent => ({
  type: 'conversation.created',
  conversation,
  title: `About ${conversation}`,
  actor,
})

const you = (conversation: string, turn: string, text: string): HostEvent => ({
  ...samples['turn.started'],
  conversation,
  turn,
  message: { id: `${turn} m`, parts: [{ type: 'text', text }] },
})

const model = (conversation: string, turn: string, text: string): HostEvent => ({
  ...samples['message.finished'],
  conversation,
  turn,
  blocks: { json: [{ type: 'text', text }] },
})

const called = (conversation: string, call: string, text: string): HostEvent => ({
  ...samples['call.requested'],
  conversation,
  call,
  arguments: { json: { path: text } },
})

const returned = (journal: Journal, conversation: string, call: string, text: string): HostEvent => ({
  ...samples['call.finished'],
  conversation,
  call,
  outcome: { status: 'succeeded', result: journal.keep({ content: [{ type: 'text', text }] }) },
})

/** A journal with these events, read by the index, and a connection to it. */
function indexed(events: (journal: Journal) => HostEvent[]): { journal: Journal; db: Database.Database } {
  let at = 1000
  const journal = openJournal({ now: () => ++at })
  for (const event of events(journal)) journal.append(event)
  journal.flush()
  read(journal)
  return { journal, db: viewsOf(journal) }
}

const page = (db: Database.Database, text: string, filter: Partial<SpokenQuery> = {}) =>
  searchSpoken(db, { limit: 20, text, ...filter })

const snippets = (db: Database.Database, text: string, filter?: Partial<SpokenQuery>): string[] =>
  page(db, text, filter).rows.map(({ snippet }) => snippet.text)

const marked = (db: Database.Database, text: string): string[] =>
  page(db, text).rows.flatMap(({ snippet }) => snippet.marks.map(([from, to]) => snippet.text.slice(from, to)))

/** Lets the index read everything. */
function read(journal: Journal): void {
  readOn(journal)
}

describe('finding what was said', () => {
  test('[FND-1] finds messages, replies, arguments and results, newest first, with their places', () => {
    const { db } = indexed((journal) => [
      created('c'),
      you('c', 't', 'Plan the backfill'),
      model('c', 't', 'The backfill runs in batches.'),
      called('c', 'k', '/notes/backfill.md'),
      returned(journal, 'c', 'k', 'Backfill done'),
    ])
    const { rows } = page(db, 'backfill')
    expect(rows.map(({ speaker }) => speaker)).toEqual(['result', 'call', 'model', 'person'] satisfies Speaker[])
    expect(rows.map(({ call }) => call)).toEqual(['k', 'k', undefined, undefined])
    expect(rows.map(({ title }) => title)).toEqual(Array(4).fill('About c'))
    expect(marked(db, 'backfill')).toEqual(['Backfill', 'backfill', 'backfill', 'backfill'])
  })

  test.each([
    ['the middle of a word', 'ckfil', 'backfill'],
    ['other letter case', 'BACKFILL', 'backfill'],
    ['a word without its accents', 'naive', 'a naïve plan'],
    ['Cyrillic inside a word', 'грац', 'План миграции'],
    ['two Chinese characters', '检索', '全文检索很有用'],
    ['a single Chinese character', '索', '全文检索很有用'],
    ['Japanese', '検索する', '会話を検索する方法'],
    ['Korean inside a word', '색하기', '검색하기'],
    ['two Korean syllables that begin a word', '검색', '검색하기'],
    ['Thai', 'ค้นหา', 'การค้นหาข้อความ'],
    ['two letters that begin a word', 'ba', 'the backfill'],
    ['all words, in any order', 'batches backfill', 'backfill in batches'],
    ['a phrase in quotes', '"in batches"', 'backfill in batches'],
    ['signs', 'a->b', 'if a->b then'],
    ['an emoji in a phrase', 'go 🚀 now', 'let us go 🚀 now'],
    ['quotes and wildcards as they stand', "100%* o'clock", "100%* at 5 o'clock"],
  ])('[FND-2] finds %s', (_what, query, text) => {
    const { db } = indexed(() => [created('c'), you('c', 't', text), you('c', 'u', 'other words')])
    expect(snippets(db, query)).toEqual([text])
  })

  test.each([
    ['a phrase in another order', '"batches in"'],
    ['words of two messages', 'backfill zebra'],
    ['two letters inside a word', 'ck'],
    ['nothing but quotes', '""'],
  ])('[FND-2] finds nothing for %s', (_what, query) => {
    const { db } = indexed(() => [created('c'), you('c', 't', 'backfill in batches'), you('c', 'u', 'a zebra')])
    expect(snippets(db, query)).toEqual([])
  })

  test('[FND-1] narrows by speaker, server and time', () => {
    const { db } = indexed((journal) => [
      created('c'),
      you('c', 't', 'one backfill'),
      model('c', 't', 'two backfill'),
      called('c', 'k', 'three backfill'),
      returned(journal, 'c', 'k', 'four backfill'),
    ])
    expect(snippets(db, 'backfill', { speakers: ['model', 'person'] })).toEqual(['two backfill', 'one backfill'])
    expect(snippets(db, 'backfill', { server: 'nobody' })).toEqual([])
    const [newest, ...others] = page(db, 'backfill').rows
    expect(page(db, 'backfill', { since: newest?.at }).rows).toEqual([newest])
    expect(page(db, 'backfill', { until: (newest?.at ?? 0) - 1 }).rows).toEqual(others)
  })

  test('[FND-1] bounds a snippet around its first match and says which ends are cut', () => {
    const { db } = indexed(() => [created('c'), you('c', 't', `${'before '.repeat(50)}needle\n${'after '.repeat(90)}`)])
    const [found] = page(db, 'needle').rows
    expect(found?.snippet.text.length).toBeLessThanOrEqual(240)
    expect(found?.snippet.cut).toEqual({ start: true, end: true })
    expect(found?.snippet.text).toMatch(/^before .*needle after/)
  })

  test('[FND-1] shows the place that has all words as they were typed, if there is one', () => {
    const { db } = indexed(() => [created('c'), you('c', 't', `another day. ${'x '.repeat(200)} of the day`)])
    expect(marked(db, 'the day')).toEqual(['the day'])
    expect(marked(db, 'day other')).toEqual(['other', 'day'])
  })

  test('[FND-8] finds what people read of a model’s Markdown, and nothing of its signs', () => {
    const { db } = indexed(() => [created('c'), model('c', 't', '## 1. The **orders** table\n\n- `orders` _first_')])
    expect(snippets(db, '"orders table"')).toEqual(['1. The orders table orders first'])
    expect(snippets(db, '**orders')).toEqual([])
  })

  test('[FND-8] prefers a passage of the reply, and says of others that they are reasoning', () => {
    const { db } = indexed(() => [
      created('c'),
      {
        ...samples['message.finished'],
        conversation: 'c',
        turn: 't',
        blocks: {
          json: [
            { type: 'thinking', thinking: 'Maybe the *queue* of orders was full.', signature: 's' },
            { type: 'text', text: 'The orders came late.' },
          ],
        },
      },
    ])
    const found = (text: string) => page(db, text).rows.map(({ snippet, isReasoning }) => [snippet.text, isReasoning])
    expect(found('orders')).toEqual([['The orders came late.', false]])
    expect(found('queue of')).toEqual([['Maybe the queue of orders was full.', true]])
  })

  test('[FND-9] counts the matches that finding in the conversation goes through', () => {
    const { db } = indexed((journal) => [
      created('c'),
      you('c', 't', 'Orders, orders'),
      model('c', 't', '**orders** and `orders`, in [orders](https://x.y)'),
      returned(journal, 'c', 'k', 'orders'),
    ])
    const counts = page(db, 'orders').rows.map(({ seq, count }) => [seq, count])
    expect(counts.map(([, count]) => count)).toEqual([1, 3, 2])
    const { places } = findPlaces(db, { conversation: 'c', text: 'orders' })
    expect(places.map(({ seq, count }) => [seq, count])).toEqual(counts.toReversed())
  })

  test('[FND-1] finds text in a value that is kept outside its event', () => {
    const filler = 'filler "quoted" \\ text. '.repeat(20_000)
    const { db } = indexed((journal) => [
      created('c'),
      returned(journal, 'c', 'k', `A needle is here. ${filler}`),
      returned(journal, 'c', 'l', filler.slice(0, 80_000)),
    ])
    expect(page(db, 'needle').rows.map(({ call }) => call)).toEqual(['k'])
    expect(page(db, '"quoted" filler').rows.map(({ call }) => call)).toEqual(['l', 'k'])
  })

  test.each(['\\', '\\u', '\\u00'])('[FND-1] reads a long stored text up to a cut inside an escape: %s', (cut) => {
    const said = 'She said "yes". '.repeat(15_000)
    const beginning = `[{"type":"text","text":${JSON.stringify(said).slice(0, -1)}${cut}`
    const result = { blob: 'any', bytes: 10_000_000, preview: '' }
    const event = { ...samples['call.finished'], outcome: { status: 'succeeded', result } } as const
    expect(spokenParts(event, () => beginning)).toEqual([{ text: said.slice(0, searched) }])
  })

  test('[FND-3] finds no deleted conversation, and finds it again once restored', () => {
    const { journal, db } = indexed(() => [created('c'), you('c', 't', 'a needle')])
    journal.append({ type: 'conversation.deleted', conversation: 'c', actor })
    viewsOf(journal)
    expect(snippets(db, 'needle')).toEqual([])
    expect(findPlaces(db, { conversation: 'c', text: 'needle' }).places).toEqual([])
    journal.append({ type: 'conversation.restored', conversation: 'c', actor })
    viewsOf(journal)
    expect(snippets(db, 'needle')).toEqual(['a needle'])
  })

  test('[FND-3] removes an erased conversation from the index, whether or not it was read before', async () => {
    const { journal, db } = indexed((of) => [
      ...story('gone'),
      you('gone', 't', 'xylophone'),
      returned(of, 'gone', 'k', 'xylophone '.repeat(20_000)),
      created('kept'),
      you('kept', 't', 'marimba'),
    ])
    const entries = (): unknown => db.prepare("SELECT count(*) FROM said WHERE said MATCH 'xyl'").pluck().get()
    expect(entries()).toBe(2)
    journal.append(you('gone', 'u', 'xylophone, unread'))
    for (const turn of ['t', 't1', 'u']) journal.append({ ...samples['turn.finished'], conversation: 'gone', turn })
    journal.append({ type: 'conversation.deleted', conversation: 'gone', actor })
    await erasing(journal).erase('gone')
    read(journal)
    expect(entries()).toBe(0)
    expect(snippets(db, 'xylophone')).toEqual([])
    expect(snippets(db, 'marimba')).toEqual(['marimba'])
    expect(() => connectToViews(journal).exec("INSERT INTO said (said) VALUES ('integrity-check')")).not.toThrow()
  })
})

describe('places in one conversation', () => {
  test('[FND-4] counts every match of exactly this text, first to last', () => {
    const { db } = indexed((journal) => [
      created('c'),
      you('c', 't', 'One two. one TWO'),
      created('d'),
      you('d', 'v', 'one two'),
      model('c', 't', 'two one'),
      returned(journal, 'c', 'k', 'óne two'),
    ])
    const { places, isCut } = findPlaces(db, { conversation: 'c', text: 'one two' })
    expect(places.map(({ speaker, count }) => [speaker, count])).toEqual([
      ['person', 2],
      ['result', 1],
    ])
    expect(isCut).toBe(false)
    expect(findPlaces(db, { conversation: 'c', text: 'e' }).places).toHaveLength(0)
  })

  test('[FND-4] finds what the index has not read yet', () => {
    const { journal } = indexed(() => [created('c'), you('c', 't', 'needle')])
    journal.append(model('c', 't', 'another needle'))
    expect(findPlaces(viewsOf(journal), { conversation: 'c', text: 'needle' }).places).toHaveLength(2)
  })
})

describe('the index of what was said', () => {
  test('[FND-5] reads an older journal in bounded steps, and continues after an interruption', () => {
    const { journal, db } = indexed(() => [
      created('c'),
      ...Array.from({ length: 300 }, (_unused, i) =>
        you('c', `t${i}`, `needle ${i} ${'x'.repeat(i % 7 === 0 ? 9000 : 10)}`),
      ),
    ])
    const expected = db.prepare('SELECT rowid FROM said WHERE said MATCH ?').pluck().all('nee')
    expect(expected).toHaveLength(300)
    const writer = connectToViews(journal)
    writer.exec(`DROP TABLE said; DROP TABLE said_upto; ${createSpoken}`)
    const entries = (): number =>
      db.prepare<[string], number>('SELECT count(*) FROM said WHERE said MATCH ?').pluck().get('nee') ?? 0
    let steps = 0
    for (let [before, more] = [0, true]; more; steps++) {
      // A new writer knows nothing but what the last step wrote.
      more = spokenIndex(writer, connect(journal.file)).step()
      const now = entries()
      expect(now - before).toBeLessThanOrEqual(40)
      before = now
    }
    expect(steps).toBeGreaterThan(7)
    expect(db.prepare('SELECT rowid FROM said WHERE said MATCH ?').pluck().all('nee')).toEqual(expected)
    expect(page(db, 'needle', { before: 3 }).rows.length + journal.seq).toBeGreaterThan(300)
  })

  test('[FND-5] reads a limited number of texts per page, however many match the index but not the query', () => {
    const { db } = indexed(() => [
      created('c'),
      you('c', 'first', 'abcd, at last'),
      ...Array.from({ length: 3 * mostRead }, (_unused, i) => you('c', `t${i}`, `abc ${i} bcd`)),
    ])
    let [pages, before] = [0, Number.MAX_SAFE_INTEGER]
    for (let more = true; more; pages++) {
      const found = page(db, 'abcd', { before })
      expect(found.read).toBeLessThanOrEqual(mostRead)
      if (found.rows.length > 0) expect(found.rows.map(({ turn }) => turn)).toEqual(['first'])
      more = found.more
      before = found.next
    }
    expect(pages).toBe(4)
  })
})
