import Memory, { type Database } from 'better-sqlite3'
import { isObject, parseJson } from '../../../../shared/schema/json.ts'
import { logSchemaOf } from '../database/database.ts'
import { type IndexedEvent, readIndexed, StepIndex } from './step-index.ts'

type Words = Pick<IndexedEvent, 'type' | 'actor' | 'server' | 'tool' | 'decision' | 'outcome'>

/** How many characters of an event are indexed; later ones can't be found. */
const indexed = 16 * 1024

/** IDs, hashes and encoded bytes: users don't search for words in them, and they'd make up most of the index. */
const noWords = /^(?:[0-9a-f]{64}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[\w+/-]{200,}={0,2})$/

/** Scripts without spaces between words: each of their characters counts as one. */
const unspaced = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}]/gu

const spaced = (text: string): string => text.replaceAll(unspaced, ' $& ')

/**
 * An event's indexed text. To remove an event, the index needs exactly the text it was given, so changing this function
 * requires a higher `viewsVersion`.
 */
export function searchText({ type, actor, server, tool, decision, outcome }: Words, body: unknown): string {
  const texts = new Set([type, actor, server, tool, decision, outcome].filter((text) => text !== null))
  let left = indexed
  const collect = (value: unknown): void => {
    if (left <= 0) return
    if (typeof value === 'string') {
      if (texts.has(value) || noWords.test(value.slice(0, indexed))) return
      texts.add(value.slice(0, left))
      left -= value.length
    } else if (Array.isArray(value)) value.forEach(collect)
    else if (isObject(value)) Object.values(value).forEach(collect)
  }
  collect(body)
  return spaced([...texts].join(' \n'))
}

/** A word this long, in letters and digits, also finds the words that it begins. */
const shortestBeginning = 2

/** How the index is asked for words that begin with a phrase's last one. */
type Beginning = (phrase: string) => string

const anyBeginning: Beginning = (phrase) => `${phrase}*`

/**
 * A search in the index's syntax: all words must occur or begin one, ignoring case and accents; words in quotes must
 * occur whole and in order.
 */
export function matchOf(text: string, beginning = anyBeginning): string | undefined {
  const words = text.match(/"[^"\0]+"|[^\s\0]+/g)?.filter((word) => /[\p{L}\p{N}]/u.test(word)) ?? []
  if (words.length === 0) return undefined
  return words.map((word) => wordOf(word, beginning)).join(' AND ')
}

function wordOf(word: string, beginning: Beginning): string {
  const exact = /^"([^"]+)"$/.exec(word)?.[1]
  const phrase = `"${spaced(exact ?? word).replaceAll('"', '""')}"`
  const letters = word.match(/[\p{L}\p{N}]/gu)?.length ?? 0
  return exact === undefined && letters >= shortestBeginning ? beginning(phrase) : phrase
}

/**
 * `matchOf` for the records in the index, with up to this many indexed words in place of a beginning that has no list
 * in it. For a beginning, the index would first read all records of all its words, however few a page needs. Read
 * `unreadHits` before: a record indexed in between could have a new word.
 */
export function indexedMatchOf(db: Database, text: string): string | undefined {
  db.exec("CREATE VIRTUAL TABLE IF NOT EXISTS temp.search_words USING fts5vocab ('main', 'search', 'instance')")
  const next = db.prepare<[string], string>('SELECT term FROM temp.search_words WHERE term >= ? LIMIT 1').pluck()
  return matchOf(text, (phrase) => {
    const before = tokensOf(phrase)
    const last = before.pop()
    if (last === undefined || [...last].length <= longestListed) return anyBeginning(phrase)
    const found: string[] = []
    for (let word = next.get(last); ; word = next.get(`${word}\u0001`)) {
      if (!word?.startsWith(last)) break
      if (found.length === mostWords) return anyBeginning(phrase)
      found.push(`"${[...before, word].join(' ')}"`)
    }
    return found.length === 0 ? phrase : `(${found.join(' OR ')})`
  })
}

const mostWords = 16

/** A text's words as the index has them. */
function tokensOf(text: string): string[] {
  const memory = new Memory(':memory:')
  try {
    memory.exec(`${createIndex} CREATE VIRTUAL TABLE words USING fts5vocab ('search', 'instance')`)
    memory.prepare<[string]>('INSERT INTO search (rowid, words) VALUES (1, ?)').run(text)
    return memory.prepare<[], string>('SELECT term FROM words ORDER BY offset').pluck().all()
  } finally {
    memory.close()
  }
}

/** A limit on the index's rows: it accepts only integers, and JavaScript numbers are bound as floats. */
export const bound = 'CAST(? AS INTEGER)'

/** The index over the words of events. A search reads what it hasn't read itself (`unreadHits`). */
export const wordIndex = (db: Database, log: Database): StepIndex =>
  new StepIndex(db, log, {
    name: 'search',
    begin: createSearch,
    where: 'TRUE',
    textOf: (event) => searchText(event, JSON.parse(event.body)),
    most: { passed: 200, read: 200, characters: 64_000 },
  })

/** Beginnings up to this many characters have lists of their records in the index. */
const longestListed = 3

const createIndex = `
  CREATE VIRTUAL TABLE search USING fts5 (words, content = '', columnsize = 0, tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3');
`

/**
 * Creates the index, empty. The tokenizer knows letters of all scripts; removed entries are overwritten at once, not
 * only marked.
 */
export const createSearch = `
  ${createIndex}
  INSERT INTO search (search, rank) VALUES ('secure-delete', 1);
  CREATE TABLE search_upto (seq INTEGER NOT NULL) STRICT;
  INSERT INTO search_upto (seq) VALUES (0);
`

/** Whether a connection has the index; one to the log alone has none. */
export const hasIndex = (db: Database): boolean => logSchemaOf(db) === 'log'

/** The matches among the records that the index hasn't read yet: those of the last moments, or all without an index. */
export function unreadHits(db: Database, match: string): number[] {
  const unread = `${readIndexed} WHERE seq > ${hasIndex(db) ? '(SELECT seq FROM search_upto)' : '0'} ORDER BY seq`
  const rows = db.prepare<[], IndexedEvent>(unread).iterate()
  const first = rows.next()
  if (first.done) return []
  // A temporary file if there are many.
  const memory = new Memory('')
  try {
    memory.exec(createIndex)
    const add = memory.prepare<[number, string]>('INSERT INTO search (rowid, words) VALUES (?, ?)')
    const read = (event: IndexedEvent): unknown => add.run(event.seq, searchText(event, parseJson(event.body)))
    read(first.value)
    for (const row of rows) read(row)
    return memory.prepare<[string], number>('SELECT rowid FROM search WHERE search MATCH ?').pluck().all(match)
  } finally {
    memory.close()
  }
}
