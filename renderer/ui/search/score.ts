/** How well a query matches a text: lower ranks are better. `at` are the match's positions. */
export type Fit = { rank: number; at: number[] }

/** A word's ranks: at the text's start, at a word's start, as initials, inside a word, abbreviated. */
const ranks = { start: 0, wordStart: 1, initials: 2, inside: 3, abbreviation: 4 }

/** Max characters of a text to search. */
const longest = 200

/**
 * Whether every word of the query occurs in the text, whole or as an abbreviation: each of its letters follows the
 * previous one or begins a word, so `nc` finds New conversation. Case doesn't matter.
 */
export function fitOf(query: string, text: string): Fit | undefined {
  const letters = Array.from(text.slice(0, longest)).flatMap(foldedUnits)
  const starts = wordStarts(text, letters.length)
  const fits = query
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => wordFit(fold(word), letters, starts))
  if (fits.includes(undefined)) return undefined
  const found = fits.filter((fit) => fit !== undefined)
  return {
    rank: found.reduce((sum, { rank }) => sum + rank, 0) + letters.length / (longest * 10),
    at: [...new Set(found.flatMap(({ at }) => at))].toSorted((a, b) => a - b),
  }
}

/** Lower-cases unit by unit, so positions stay valid. */
const foldedUnits = (character: string): string[] => {
  const lower = character.toLowerCase()
  return lower.length === character.length ? lower.split('') : character.split('')
}

const fold = (word: string): string => [...word].flatMap(foldedUnits).join('')

function wordStarts(text: string, length: number): boolean[] {
  return Array.from({ length }, (_, index) => {
    const before = text[index - 1]
    const here = text[index] ?? ''
    if (before === undefined) return true
    if (!isWord(here)) return false
    return (
      !isWord(before) || (/\p{Lu}/u.test(here) && /\p{Ll}/u.test(before)) || (/\d/.test(here) && !/\d/.test(before))
    )
  })
}

const isWord = (unit: string): boolean => /[\p{L}\p{N}]/u.test(unit)

function wordFit(word: string, letters: string[], starts: boolean[]): Fit | undefined {
  const places = occurrences(word, letters.join(''))
  const place = places.find((index) => starts[index]) ?? places[0]
  const whole = place === undefined ? undefined : wholeFit(word, place, starts)
  if (whole && whole.rank < ranks.initials) return whole
  const at = abbreviated(word, letters, starts)
  if (!at) return whole
  const areInitials = at.every((index) => starts[index])
  if (whole && !areInitials) return whole
  return { rank: (areInitials ? ranks.initials : ranks.abbreviation) + (at.at(-1) ?? 0) / (longest * 10), at }
}

function wholeFit(word: string, place: number, starts: boolean[]): Fit {
  const rank = place === 0 ? ranks.start : starts[place] ? ranks.wordStart : ranks.inside
  return { rank: rank + place / (longest * 10), at: Array.from(word, (_, index) => place + index) }
}

function occurrences(word: string, text: string): number[] {
  const found: number[] = []
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) found.push(at)
  return found
}

/** The positions of the letters, by the first path that covers all of them. Doesn't retry dead ends. */
function abbreviated(word: string, letters: string[], starts: boolean[]): number[] | undefined {
  const dead = new Set<number>()
  const from = (index: number, after: number): number[] | undefined => {
    if (index === word.length) return []
    const key = index * (longest + 1) + after + 1
    if (dead.has(key)) return undefined
    for (let at = after + 1; at < letters.length; at++) {
      if (letters[at] !== word[index] || !(starts[at] || (index > 0 && at === after + 1))) continue
      const rest = from(index + 1, at)
      if (rest) return [at, ...rest]
    }
    dead.add(key)
    return undefined
  }
  return from(0, -1)
}
