import type { Flow } from '../../../../shared/asks/asks.ts'
import type { JsonValue } from '../../../../shared/schema/json.ts'
import type { Origin } from './given.ts'
import { placedTexts, type Placed } from './argument-texts.ts'
import { collapse, collapsed, verbatim, type Decoded } from './decoded.ts'
import { readingsOf } from './encodings.ts'
import { findRuns, type Deadline, type Side } from './runs.ts'
import { shingle, TextIndex } from './text-index.ts'
import { trimmed } from './words.ts'

/** The flows found; not `complete` if there may be more, because the search took too long or too much was given. */
export type Traced = { flows: Flow[]; complete: boolean }

/** A call's server, its tool's definition, and the time limit. */
export type Receiver = { server: string; definition: JsonValue; deadline: Deadline }

const mostFlows = 100

type Span = { start: number; end: number }
type Sourced = Span & { source: Flow['source'] }

/**
 * Finds parts of a call's arguments that came from another server or an attachment. Text that the call's own server,
 * the user or the definition also gave doesn't count.
 */
export function findFlows(input: JsonValue, given: TextIndex<Origin>, receiver: Receiver): Traced {
  const texts = placedTexts(input)
  if (!texts) return { flows: [], complete: false }
  const search = new Search(given, receiver)
  const flows: Flow[] = []
  for (const placed of texts) {
    const { found, complete } = search.through(placed.text)
    flows.push(...inOrder(found).map((one) => flowOf(one, placed)))
    if (!complete) return { flows: flows.slice(0, mostFlows), complete }
    if (flows.length >= mostFlows) break
  }
  return { flows: flows.slice(0, mostFlows), complete: true }
}

/** A member's name has no position inside its value. */
const flowOf = ({ start, end, source }: Sourced, { at, isName }: Placed): Flow =>
  isName ? { at, start: 0, end: 0, source } : { at, start, end, source }

class Search {
  readonly #given: TextIndex<Origin>
  readonly #receiver: Receiver
  #definition: TextIndex<null> | undefined

  constructor(given: TextIndex<Origin>, receiver: Receiver) {
    this.#given = given
    this.#receiver = receiver
  }

  /** Every decoded form of one text. */
  through(text: string): { found: Sourced[]; complete: boolean } {
    const found: Sourced[] = []
    if (text.length < shingle) return { found, complete: true }
    for (const raw of readingsOf(verbatim(text))) {
      const reading = collapsed(raw)
      const foreign = this.#foreignIn(reading.text)
      if (!foreign) return { found, complete: false }
      found.push(...foreign.map((run) => placeOf(run, reading)))
    }
    return { found, complete: true }
  }

  /** Parts from other servers or attachments that aren't known here; undefined if that took too long. */
  #foreignIn(text: string): Sourced[] | undefined {
    const { deadline } = this.#receiver
    const foreign: Sourced[] = []
    const known: Span[] = []
    const isWhole = findRuns(text, this.#given, {
      deadline,
      sideOf: (from) => this.#sideOf(from),
      found: ({ from, start, end }, side) => {
        if (side === 'foreign' && from.kind !== 'person') foreign.push({ start, end, source: from })
        else known.push({ start, end })
      },
    })
    if (!isWhole || foreign.length === 0) return isWhole ? [] : undefined
    this.#definition ??= indexOf(this.#receiver.definition)
    const defined = { deadline, sideOf: (): Side => 'said', found: (run: Span) => void known.push(run) }
    if (!findRuns(text, this.#definition, defined)) return undefined
    const isKnown = coverage(known)
    return foreign.filter(({ start, end }) => !isKnown(...trimmed(text, start, end)))
  }

  #sideOf(from: Origin): Side {
    if (from.kind === 'person') return 'said'
    return from.server === this.#receiver.server ? 'own' : 'foreign'
  }
}

/** Whether a span is inside one of these. */
function coverage(spans: Span[]): (start: number, end: number) => boolean {
  const byStart = spans.toSorted((a, b) => a.start - b.start)
  let furthest = 0
  const reach = byStart.map(({ end }) => (furthest = Math.max(furthest, end)))
  return (start, end) => {
    let [low, high] = [0, byStart.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((byStart[middle]?.start ?? 0) <= start) low = middle + 1
      else high = middle
    }
    return (reach[low - 1] ?? -1) >= end
  }
}

/** A run's range in the original text, without surrounding spaces. */
function placeOf({ start, end, source }: Sourced, { text, starts, ends }: Decoded): Sourced {
  let [first, last] = [start, end - 1]
  while (first < last && text[first] === ' ') first++
  while (last > first && text[last] === ' ') last--
  return { start: starts[first] ?? 0, end: ends[last] ?? 0, source }
}

/**
 * By position, without overlaps: two from one source are merged; of others the longer one wins, with the rest of the
 * next.
 */
function inOrder(spans: Sourced[]): Sourced[] {
  const kept: Sourced[] = []
  for (const span of spans.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = kept.at(-1)
    if (!last || span.start >= last.end) kept.push({ ...span })
    else if (span.end > last.end && isSame(span, last)) last.end = span.end
    else if (span.end > last.end) kept.push({ ...span, start: last.end })
  }
  return kept
}

const isSame = (a: Sourced, b: Sourced): boolean => JSON.stringify(a.source) === JSON.stringify(b.source)

/** All texts and names in a definition. */
function indexOf(definition: JsonValue): TextIndex<null> {
  const index = new TextIndex<null>()
  for (const { text } of placedTexts(definition) ?? []) index.add(null, collapse(text), 1)
  return index
}
