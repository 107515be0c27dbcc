import { diffWordsWithSpace } from 'diff'
import { canonical } from '../../../shared/schema/canonical.ts'
import { isObject, type JsonObject, type JsonValue } from '../../../shared/schema/json.ts'
import type { InPassage } from './passages.ts'
import { diffLines, type DiffMark, type MarkedLine } from '../../../shared/text/diff-lines.ts'

/** A piece of a line, whether it changed, and whether a passage has it. */
export type DiffRun = { text: string; isChanged: boolean } & Partial<InPassage>

/** A line, or a count of unchanged lines left out. */
export type DiffRow = { mark: DiffMark; runs: DiffRun[] } | { skipped: number }

/** The differences in one member of a definition. */
export type DiffPart = { name: string; rows: DiffRow[] }

/** The members shown first. */
const first = ['title', 'description', 'annotations', 'inputSchema', 'outputSchema']

/** Unchanged lines shown before and after a change. */
const context = 1

/** Limits for comparing word by word: edits in one text, and milliseconds in total. */
const mostEdits = 2000
const mostMs = 300

/** The differences between two definitions, word by word. The order of members doesn't matter. */
export function diffDefinitions(before: JsonObject, now: JsonObject): DiffPart[] {
  const until = performance.now() + mostMs
  const others = [...new Set([...Object.keys(before), ...Object.keys(now)])].filter((name) => !first.includes(name))
  return [...first, ...others.toSorted()].flatMap((name) => {
    const [old, next] = [memberOf(before, name), memberOf(now, name)]
    if (old === next || (old !== undefined && next !== undefined && canonical(old) === canonical(next))) return []
    const lines = diffLines(linesOf(old), linesOf(next))
    const pairs = typeof old === 'string' && typeof next === 'string' ? asOne : byName
    return [{ name, rows: folded(rowsOf(lines, pairs, until)) }]
  })
}

/** Every line of two texts, changed ones word by word. A line break at the end counts only if one text lacks it. */
export function diffTexts(before: string, now: string): DiffLine[] {
  const areEnded = before.endsWith('\n') && now.endsWith('\n')
  const [old, next] = [before, now].map((text) => (areEnded ? text.slice(0, -1) : text).split('\n'))
  const lines = diffLines(old ?? [], next ?? [])
  return rowsOf(lines, asOne, performance.now() + mostMs)
}

const memberOf = (object: JsonObject, name: string): JsonValue | undefined =>
  Object.hasOwn(object, name) ? object[name] : undefined

/** A value's lines without commas at their ends, which only say that more follows. */
function linesOf(value: JsonValue | undefined): string[] {
  if (value === undefined) return []
  if (typeof value === 'string') return value.split('\n')
  return JSON.stringify(ordered(value), null, 2)
    .split('\n')
    .map((line) => line.replace(/,$/, ''))
}

function ordered(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(ordered)
  if (!isObject(value)) return value
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(members.map(([name, member]) => [name, ordered(member)]))
}

/** A line of a difference. */
export type DiffLine = Exclude<DiffRow, { skipped: number }>

/** Pairs removed lines with the added lines that replaced them. */
type Pairs = (removed: string[], added: string[]) => { removed: string | undefined; added: string | undefined }[]

const asOne: Pairs = (removed, added) =>
  removed.length > 0 && added.length > 0
    ? [{ removed: removed.join('\n'), added: added.join('\n') }]
    : [...removed.map(gone), ...added.map(fresh)]

/** Members with the same name belong together, in order. */
const byName: Pairs = (removed, added) => {
  const places = new Map<string, number[]>()
  for (const [at, line] of removed.entries()) {
    const name = nameIn(line)
    if (name !== undefined)
      places
        .set(name, places.get(name) ?? [])
        .get(name)
        ?.push(at)
  }
  const used = new Set<number>()
  const pairs = added.map((line) => {
    const at = places.get(nameIn(line) ?? '')?.shift()
    if (at === undefined) return fresh(line)
    used.add(at)
    return { removed: removed[at], added: line }
  })
  return [...removed.filter((_line, at) => !used.has(at)).map(gone), ...pairs]
}

const gone = (line: string) => ({ removed: line, added: undefined })
const fresh = (line: string) => ({ removed: undefined, added: line })

const nameIn = (line: string): string | undefined => /^\s*"(?:[^"\\]|\\.)*": /.exec(line)?.[0]

/** Compares replaced lines word by word. */
function rowsOf(lines: MarkedLine[], pairsOf: Pairs, until: number): DiffLine[] {
  const rows: DiffLine[] = []
  for (let at = 0; at < lines.length;) {
    const removed = runFrom(lines, at, 'removed')
    const added = runFrom(lines, at + removed.length, 'added')
    const line = lines[at]
    if (removed.length + added.length > 0)
      rows.push(...pairsOf(removed, added).flatMap((pair) => changedRows(pair, until)))
    else if (line) rows.push({ mark: 'same', runs: [{ text: line.text, isChanged: false }] })
    at += removed.length + added.length || 1
  }
  return rows
}

function runFrom(lines: MarkedLine[], start: number, mark: DiffMark): string[] {
  let end = start
  while (lines[end]?.mark === mark) end++
  return lines.slice(start, end).map(({ text }) => text)
}

function changedRows({ removed, added }: ReturnType<Pairs>[number], until: number): DiffLine[] {
  const timeout = until - performance.now()
  const words =
    removed !== undefined && added !== undefined && timeout > 0
      ? diffWordsWithSpace(removed, added, { maxEditLength: mostEdits, timeout })
      : undefined
  const side = (mark: 'removed' | 'added', text: string | undefined): DiffLine[] => {
    if (text === undefined) return []
    const runs = words
      ?.filter((change) => change[mark] || !(change.removed || change.added))
      .map((change) => ({ text: change.value, isChanged: change[mark] }))
    return splitRows(mark, joined(runs ?? [{ text, isChanged: false }]))
  }
  return [...side('removed', removed), ...side('added', added)]
}

/** A blank between two changed words counts as changed. */
function joined(runs: DiffRun[]): DiffRun[] {
  const out: DiffRun[] = []
  for (const [index, run] of runs.entries()) {
    const isBetween = runs[index - 1]?.isChanged && runs[index + 1]?.isChanged && /^ +$/.test(run.text)
    const isChanged = run.isChanged || isBetween === true
    const last = out.at(-1)
    if (last?.isChanged === isChanged) last.text += run.text
    else out.push({ text: run.text, isChanged })
  }
  return out
}

function splitRows(mark: DiffMark, runs: DiffRun[]): DiffLine[] {
  const rows: DiffLine[] = [{ mark, runs: [] }]
  for (const { text, isChanged } of runs)
    for (const [index, part] of text.split('\n').entries()) {
      if (index > 0) rows.push({ mark, runs: [] })
      if (part !== '') rows.at(-1)?.runs.push({ text: part, isChanged })
    }
  return rows
}

/** Leaves out unchanged lines, except those next to a change. */
export function folded(rows: DiffLine[]): DiffRow[] {
  const isNear = (index: number): boolean =>
    rows.slice(Math.max(0, index - context), index + context + 1).some(({ mark }) => mark !== 'same')
  const out: DiffRow[] = []
  for (const [index, row] of rows.entries()) {
    const last = out.at(-1)
    if (isNear(index)) out.push(row)
    else if (last && 'skipped' in last) last.skipped++
    else out.push({ skipped: 1 })
  }
  return out
}
