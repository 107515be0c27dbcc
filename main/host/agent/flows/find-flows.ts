import type { Flow } from '../../../../shared/asks/asks.ts'
import type { JsonValue } from '../../../../shared/schema/json.ts'
import type { Origin } from './given.ts'
import { placedTexts, type Placed } from './argument-texts.ts'
import type { Decoded } from '../../disguises/decoded.ts'
import { bothFolds, foldedTexts } from '../../disguises/folded.ts'
import { opaqueWords } from '../../disguises/opaque.ts'
import { readingsOf } from '../../disguises/readings.ts'
import { findRuns, type Deadline, type Side } from './runs.ts'
import { shingle, TextIndex } from './text-index.ts'
import { trimmed } from './words.ts'

/** The flows found; not `complete` if there may be more, because the search took too long or too much was given. */
export type Traced = { flows: Flow[]; complete: boolean }

/** A call's server, its tool's definition, and the time limit. */
export type Receiver = { server: string; definition: JsonValue; deadline: Deadline }

const mostFlows = 100

/** Texts as they are compared, and their letters and digits alone. */
export type Folds<From> = { whole: TextIndex<From>; letters: TextIndex<From> }
const foldsOf = ['whole', 'letters'] as const

type Span = { start: number; end: number }
type Sourced = Span & { source: Flow['source'] }

/**
 * Finds parts of a call's arguments that came from another server or an attachment. Text that the call's own server,
 * the user or the definition also gave doesn't count.
 */
export function findFlows(input: JsonValue, given: Folds<Origin>, receiver: Receiver): Traced {
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
  readonly #given: Folds<Origin>
  readonly #receiver: Receiver
  #definition: Folds<null> | undefined

  constructor(given: Folds<Origin>, receiver: Receiver) {
    this.#given = given
    this.#receiver = receiver
  }

  /** Every reading of one text; not complete if part of it can't be read. */
  through(text: string): { found: Sourced[]; complete: boolean } {
    const found: Sourced[] = []
    if (text.length < shingle) return { found, complete: true }
    for (const { text: reading, isBackwards } of readingsOf(text)) {
      const folds = bothFolds(reading)
      for (const fold of isBackwards ? (['letters'] as const) : foldsOf) {
        const foreign = this.#foreignIn(folds[fold].text, fold)
        if (!foreign) return { found, complete: false }
        found.push(...foreign.map((run) => placeOf(run, folds[fold])))
      }
    }
    return { found, complete: !this.#hides(text) }
  }

  /** Parts from other servers or attachments that aren't known here; undefined if that took too long. */
  #foreignIn(text: string, fold: keyof Folds<Origin>): Sourced[] | undefined {
    const { deadline } = this.#receiver
    const words = fold === 'whole'
    const foreign: Sourced[] = []
    const known: Span[] = []
    const isWhole = findRuns(text, this.#given[fold], {
      deadline,
      words,
      sideOf: (from) => this.#sideOf(from),
      found: ({ from, start, end }, side) => {
        if (side === 'foreign' && from.kind !== 'person') foreign.push({ start, end, source: from })
        else known.push({ start, end })
      },
    })
    if (!isWhole || foreign.length === 0) return isWhole ? [] : undefined
    const defined = { deadline, words, sideOf: (): Side => 'said', found: (run: Span) => void known.push(run) }
    if (!findRuns(text, this.#defined[fold], defined)) return undefined
    const isKnown = coverage(known)
    return foreign.filter(({ start, end }) => !isKnown(...trimmed(text, start, end)))
  }

  /** Whether an unexplained word may hide text from another server or an attachment. */
  #hides(text: string): boolean {
    const words = opaqueWords(text)
    if (words.length === 0 || !this.#given.whole.origins().some((from) => this.#sideOf(from) === 'foreign'))
      return false
    return words.some((word) => !this.#isKnown(foldedTexts(word).letters))
  }

  /** Whether the conversation or the definition has this word, from wherever. */
  #isKnown(letters: string): boolean {
    const known: Span[] = []
    const wanted = { words: false, deadline: this.#receiver.deadline, found: (run: Span) => void known.push(run) }
    findRuns(letters, this.#given.letters, { ...wanted, sideOf: () => 'said' })
    findRuns(letters, this.#defined.letters, { ...wanted, sideOf: () => 'said' })
    return coverage(known)(0, letters.length)
  }

  get #defined(): Folds<null> {
    return (this.#definition ??= indexOf(this.#receiver.definition))
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

/** A run's range in the original text, without surrounding spaces. Positions of a text that was read backwards decrease. */
function placeOf({ start, end, source }: Sourced, { text, starts, ends }: Decoded): Sourced {
  let [first, last] = [start, end - 1]
  while (first < last && text[first] === ' ') first++
  while (last > first && text[last] === ' ') last--
  const [from = 0, to = 0] = [starts[first], starts[last]]
  return { start: Math.min(from, to), end: Math.max(ends[first] ?? 0, ends[last] ?? 0), source }
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
function indexOf(definition: JsonValue): Folds<null> {
  const folds = { whole: new TextIndex<null>(), letters: new TextIndex<null>() }
  for (const { text } of placedTexts(definition) ?? []) {
    const { whole, letters } = foldedTexts(text)
    folds.whole.add(null, whole, 1)
    folds.letters.add(null, letters, 1)
  }
  return folds
}
