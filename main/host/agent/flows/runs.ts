import { RollingHash, shingle, type TextIndex } from './text-index.ts'
import { endOfWord, saysSomething, shortestRun } from './words.ts'

/** Characters `[start, end)` that occur in an indexed text verbatim. */
export type MatchRun<From> = { start: number; end: number; from: From }

/** A time limit; `passed` is called often. */
export type Deadline = { passed(): boolean }

/**
 * A text's relation to a call. In `said` texts every run counts, in others long and distinctive ones; each side is
 * searched independently.
 */
export type Side = 'said' | 'own' | 'foreign'

type Wanted<From> = {
  sideOf: (from: From) => Side
  found: (run: MatchRun<From>, side: Side) => void
  deadline: Deadline
  /** Also finds whole words that are shorter; without it only runs that are long. */
  words: boolean
}

/** Steps of work between two checks of the deadline. */
const stride = 4096

/**
 * A folded text's runs that occur in the index; can leave out one that is inside another of its side.
 * Returns whether it finished.
 */
export function findRuns<From>(text: string, index: TextIndex<From>, wanted: Wanted<From>): boolean {
  const { sideOf, found, deadline, words } = wanted
  if (text.length < shingle) return true
  const hash = new RollingHash(text)
  /** The end of the known runs. */
  const covered = { said: 0, own: 0, foreign: 0 }
  let work = 0
  let nextLook = stride
  const isLate = (): boolean => {
    if (++work < nextLook) return false
    nextLook = work + stride
    return deadline.passed()
  }
  for (let at = 0; ; at++) {
    if (isLate()) return false
    for (let entry = index.newest(hash.value); entry > 0; entry = index.older(entry)) {
      if (isLate()) return false
      const place = index.placeOf(entry)
      const of = index.textAt(place)
      if (!of) continue
      const side = sideOf(of.from)
      const there = place - of.place
      const end = covered[side]
      const goesOn = end < text.length && text[end] === of.text[there + end - at]
      if (end > at && !goesOn) continue
      const match = extend(text, at, of.text, there)
      if (!match) continue
      work += match.end - match.start
      const run = side === 'said' ? match : worthwhile(match, { text, other: of.text, shift: there - at, words })
      if (run || isLong(match)) covered[side] = Math.max(covered[side], match.end)
      if (run) found({ ...run, from: of.from }, side)
    }
    if (at + shingle >= text.length) return true
    hash.next()
  }
}

type Span = { start: number; end: number }

const isLong = ({ start, end }: Span): boolean => end - start >= shortestRun

/** The longest run around two shingles, if they're equal. */
function extend(text: string, at: number, other: string, there: number): Span | undefined {
  for (let i = 0; i < shingle; i++) if (text.charCodeAt(at + i) !== other.charCodeAt(there + i)) return undefined
  let before = 0
  while (before < at && before < there && text.charCodeAt(at - before - 1) === other.charCodeAt(there - before - 1))
    before++
  let after = shingle
  const most = Math.min(text.length - at, other.length - there)
  while (after < most && text.charCodeAt(at + after) === other.charCodeAt(there + after)) after++
  return { start: at - before, end: at + after }
}

type Around = { text: string; other: string; shift: number; words: boolean }

/** A long run as a whole; for a shorter one its distinctive words, `shift` characters on in the other text. */
function worthwhile(run: Span, { text, other, shift, words }: Around): Span | undefined {
  const { start, end } = run
  if (isLong(run)) return saysSomething(text, start, end) ? run : undefined
  if (!words) return undefined
  for (let from = start; from + shingle <= end; from++) {
    const to = endOfWord(other, from + shift, end + shift)
    if (to > 0) return { start: from, end: to - shift }
  }
  return undefined
}
