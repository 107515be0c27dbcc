import type { Database } from 'better-sqlite3'
import type { Question } from '../../../../shared/asks/asks.ts'
import { meets } from '../../../../shared/rules/conditions.ts'
import { pointerTo, valueAt } from '../../../../shared/schema/pointer.ts'
import { originOf } from '../../../../shared/text/hosts.ts'
import { isObject, type JsonObject, type JsonValue } from '../../../../shared/schema/json.ts'
import { folderOf, isAbsolute } from '../../../../shared/text/paths.ts'
import type { SuggestedRule } from '../../../../shared/contract/rule-commands.ts'
import { namedFolder } from '../../../../shared/rules/rule-draft.ts'
import type { Condition } from '../../../../shared/rules/rules.ts'
import { mayDestroy } from '../../../../shared/rules/verdict.ts'
import { eventOf, readArguments, recordsRead } from './past-calls.ts'

/** How often the user must have allowed similar calls before a rule is suggested, and how many answers are searched. */
const fewest = 3
const answersRead = 20
const mostSuggestions = 3

/** Max depth, count and length of values examined. */
const deepest = 3
const mostPlaces = 50
const longestValue = 200

/**
 * Permissions that would answer this question, if the user allowed the same definition of the tool at least three times
 * since last denying it: one for each pattern in the arguments of all those calls that also matches here, and one for
 * every call if there is no pattern. None if an existing rule was overruled by asking.
 */
export function suggestRules(db: Database, question: Question<'approval'>): SuggestedRule[] {
  const { server, tool, definition, claims, arguments: current } = question
  if (question.because !== undefined || !isObject(current)) return []
  const allowed = allowedInARow(db, question)
  if (allowed.length < fewest) return []
  const found = patterns(allowed, question)
  const fitting = found.filter((condition) => meets(condition, current)).slice(0, mostSuggestions)
  const wanted = found.length === 0 ? [[]] : fitting.map((condition) => [condition])
  return wanted.map((conditions) => ({
    basis: allowed.length,
    rule: {
      effect: 'allow',
      scope: 'always',
      server,
      tool,
      definition,
      conditions,
      destructive: mayDestroy(claims),
      flows: false,
    },
  }))
}

type Row = {
  seq: number
  conversation: string
  call: string
  decision: string
  definition: string
  version: number
  body: string
}

/** The allowed arguments, as the user edited them, newest first; skips those that can no longer be read. */
function allowedInARow(db: Database, { server, tool, definition }: Question<'approval'>): JsonObject[] {
  // The plus keeps SQLite from using an index less selective than the tool's.
  const rows = db
    .prepare<[number, string, string, number], Row>(
      `SELECT seq, conversation, call, decision, definition, version, body FROM events JOIN bodies USING (seq)
       WHERE seq > (SELECT coalesce(max(seq), 0) FROM events) - ?
         AND +type = 'ask.closed' AND +outcome = 'person' AND +server = ? AND tool = ?
       ORDER BY seq DESC LIMIT ?`,
    )
    .all(recordsRead, server, tool, answersRead)
  const end = rows.findIndex((row) => row.decision !== 'allow' || row.definition !== definition)
  return rows
    .slice(0, end < 0 ? rows.length : end)
    .map((row) => sentArguments(db, row))
    .filter((input) => input !== undefined)
}

function sentArguments(db: Database, row: Row): JsonObject | undefined {
  const closed = eventOf(row)
  const answer = closed?.type === 'ask.closed' ? closed.answer : undefined
  if (isObject(answer) && isObject(answer['arguments'])) return answer['arguments']
  const requested = db
    .prepare<[string, number, string], { version: number; body: string }>(
      `SELECT version, body FROM events JOIN bodies USING (seq)
       WHERE conversation = ? AND seq < ? AND call = ? AND type = 'call.requested' ORDER BY seq DESC LIMIT 1`,
    )
    .get(row.conversation, row.seq, row.call)
  const event = requested && eventOf(requested)
  return event?.type === 'call.requested' ? readArguments(db, event.arguments) : undefined
}

type Scalar = string | number | boolean | null

/** Patterns that all these arguments share: a path's folder, an address's host, a value; widest first. */
function patterns(all: JsonObject[], { tool, files }: Question<'approval'>): Condition[] {
  const places = [...scalarsIn(all[0] ?? {}, '', deepest)].slice(0, mostPlaces).map(([at]) => ({
    at,
    values: all.map((input) => valueAt(input, at)),
  }))
  return [
    ...places.flatMap(({ at, values }): Condition[] => {
      // One path in all calls is a folder, unless it names a file; different ones are in it.
      const named = shared(values, (path) => (isAbsolute(path) ? namedFolder(path, at, { tool, files }) : undefined))
      const folder = named ?? shared(values, folderOf)
      return folder === undefined ? [] : [{ at, is: 'under', folder }]
    }),
    ...places.flatMap(({ at, values }): Condition[] => {
      const host = shared(values, originOf)
      return host === undefined ? [] : [{ at, is: 'host', hosts: [host] }]
    }),
    ...places.flatMap(({ at, values }): Condition[] => {
      const [value] = values
      return isScalar(value) && values.every((it) => it === value) ? [{ at, is: 'one-of', values: [value] }] : []
    }),
  ]
}

/** The value read from each of these texts, if it is the same for all. */
function shared(values: (JsonValue | undefined)[], read: (text: string) => string | undefined): string | undefined {
  const [first, ...others] = values.map((value) =>
    isScalar(value) && typeof value === 'string' ? read(value) : undefined,
  )
  return others.every((it) => it === first) ? first : undefined
}

const isScalar = (value: JsonValue | undefined): value is Scalar =>
  typeof value === 'string'
    ? value.length <= longestValue
    : (value !== undefined && typeof value !== 'object') || value === null

/** Every scalar value, by position (RFC 6901); positions in lists mean nothing. */
function* scalarsIn(input: JsonObject, path: string, depth: number): Generator<[string, Scalar]> {
  for (const [name, value] of Object.entries(input)) {
    const at = pointerTo(path, name)
    if (at.length > longestValue) continue
    if (isScalar(value)) yield [at, value]
    else if (isObject(value) && depth > 1) yield* scalarsIn(value, at, depth - 1)
  }
}
