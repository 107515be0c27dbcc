import type { Database } from 'better-sqlite3'
import type { Parsed } from '../../../../../shared/contract/commands.ts'
import type { FoundText, Snippet } from '../../../../../shared/contract/find-commands.ts'
import { head } from '../../../../../shared/text/clip.ts'
import {
  exactText,
  foldText,
  type TextSpan,
  spansOf,
  shortestInside,
  termsOf,
} from '../../../../../shared/text/folded.ts'
import type { SqlCondition } from '../renames.ts'
import { allOf } from '../audit-page.ts'
import { bound, matchOf } from '../search.ts'
import { blobText, spokenIn } from './spoken-index.ts'
import { type SpokenPart, spokenPlaceOf, spokenTypes, typesOf } from './spoken.ts'

/** A full-text search over all conversations or one. */
export type SpokenQuery = Parsed<'findText'>

/** How many records of the index, and how many texts, one page looks at. */
export const mostCandidates = 4000
export const mostRead = 250

/** How many matches of one text are counted. */
const mostMatches = 1000

/** One page, and what it cost: how many texts were read. */
export type SpokenPage = { rows: FoundText[]; more: boolean; next: number; read: number }

/** Messages, calls and results with a query's terms, newest first. The index names candidates; their texts decide. */
export function searchSpoken(
  db: Database,
  { before = Number.MAX_SAFE_INTEGER, limit, text, ...filter }: SpokenQuery,
): SpokenPage {
  const terms = termsOf(text)
  const candidates = candidatesOf(db, terms, before)
  const last = candidates.at(-1)
  if (last === undefined) return { rows: [], more: false, next: 1, read: 0 }
  const rows: FoundText[] = []
  let read = 0
  const blob = blobText(db)
  for (const { body, version, ...row } of rowsOf(db, candidates, filter)) {
    read += 1
    const spoken = spokenIn({ version, body }, blob)
    if (spoken && terms.every((term) => spansOf(spoken.text, [term], 1).length > 0)) {
      const found = passageOf(spoken.parts, terms, foldText(text))
      const exact = foldText(exactText(text, found.snippet))
      const count = spansOf(spoken.text, [exact], mostMatches).length
      rows.push({ ...row, ...spokenPlaceOf(spoken.event, row.seq), ...found, count })
    }
    if (rows.length === limit || read === mostRead) return { rows, more: true, next: row.seq, read }
  }
  return { rows, more: candidates.length === mostCandidates, next: last, read }
}

/** Newest first. The index of words serves terms too short for the index of characters. */
function candidatesOf(db: Database, terms: string[], before: number): number[] {
  const match = trigramsOf(terms)
  const short = terms.filter((term) => [...term].length < shortestInside)
  const words = matchOf(short.join(' '))
  const parts = [
    ...(match === undefined ? [] : [{ table: 'said', match }]),
    ...(match === undefined && words !== undefined ? [{ table: 'search', match: words }] : []),
  ]
  return parts.flatMap(({ table, match: wanted }) =>
    db
      .prepare<[string, number], number>(
        `SELECT rowid FROM ${table} WHERE ${table} MATCH ? AND rowid < ${bound} ORDER BY rowid DESC LIMIT ${mostCandidates}`,
      )
      .pluck()
      .all(wanted, before),
  )
}

/** The index's query for texts with all of the terms' runs of three characters; undefined if every term is shorter. */
export function trigramsOf(terms: readonly string[]): string | undefined {
  const runs = new Set(
    terms.flatMap((term) => {
      const characters = [...term]
      return characters.slice(2).map((_, at) => characters.slice(at, at + 3).join(''))
    }),
  )
  if (runs.size === 0) return undefined
  return [...runs].map((run) => `"${run.replaceAll('"', '""')}"`).join(' AND ')
}

type Row = Omit<FoundText, 'snippet' | 'isReasoning' | 'count' | 'speaker' | 'turn'> & { version: number; body: string }

function rowsOf(
  db: Database,
  candidates: number[],
  filter: Omit<SpokenQuery, 'before' | 'limit' | 'text'>,
): Iterable<Row> {
  const { where, values } = conditionsOf(filter)
  return db
    .prepare<(string | number)[], Row>(
      `SELECT seq, at, conversation, title, server, tool, version, body
       FROM events JOIN bodies USING (seq) JOIN conversations ON conversations.id = conversation
       WHERE seq IN (SELECT value FROM json_each(?)) AND deleted_at IS NULL AND ${where}
       ORDER BY seq DESC LIMIT ${mostRead}`,
    )
    .iterate(JSON.stringify(candidates), ...values)
}

const conditionsOf = ({
  speakers,
  server,
  since,
  until,
}: Omit<SpokenQuery, 'before' | 'limit' | 'text'>): SqlCondition => {
  const types = speakers ? typesOf(speakers) : spokenTypes
  return allOf([
    { where: `+type IN (${types.map(() => '?').join()})`, values: types },
    ...(server === undefined ? [] : [{ where: '+server = ?', values: [server] }]),
    ...(since === undefined ? [] : [{ where: 'at >= ?', values: [since] }]),
    ...(until === undefined ? [] : [{ where: 'at <= ?', values: [until] }]),
  ])
}

/** Characters of a snippet before its first match, and in all. */
const ahead = 60
const longest = 240

/** The passage of the part that says the most of a query: all of it as typed, else a term; reasoning comes last. */
function passageOf(
  parts: readonly SpokenPart[],
  single: readonly string[],
  whole: string,
): Pick<FoundText, 'snippet' | 'isReasoning'> {
  const inOrder = parts.toSorted((a, b) => Number(a.isReasoning ?? false) - Number(b.isReasoning ?? false))
  const has = (terms: readonly string[]) => inOrder.find(({ text }) => spansOf(text, terms, 1).length > 0)
  const exact = has([whole])
  const { text, isReasoning = false } = exact ?? has(single) ?? { text: '' }
  return { snippet: snippetOf(text, exact ? [whole] : single), isReasoning }
}

/** The surroundings of a text's first match, as one line. */
function snippetOf(text: string, terms: readonly string[]): Snippet {
  const first: TextSpan = spansOf(text, terms, 1)[0] ?? [0, 0]
  const from = wordStart(text, Math.max(0, first[0] - ahead), first[0])
  const taken = head(text.slice(from), longest)
  const passage = taken.replaceAll(/\s+/g, ' ')
  return {
    text: passage,
    marks: spansOf(passage, terms),
    cut: { start: from > 0, end: from + taken.length < text.length },
  }
}

/** The position of the first word that begins between `from` and `before`; `from` itself if none does. */
function wordStart(text: string, from: number, before: number): number {
  if (from === 0) return 0
  const space = text.slice(from, before).search(/\s/)
  if (space !== -1) return from + space + 1
  return /[\uDC00-\uDFFF]/.test(text.charAt(from)) ? from + 1 : from
}
