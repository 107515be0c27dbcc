const accents = /[\u0300-\u036F]/g

const foldOne = (character: string): string =>
  character.normalize('NFD').replaceAll(accents, '').normalize('NFC').toLowerCase()

/** Text as a search compares it: lower case, without the accents of Latin, Greek and Cyrillic letters. */
export const foldText = (text: string): string =>
  text.replaceAll(/\P{ASCII}+/gu, (run) => Array.from(run, foldOne).join('')).toLowerCase()

/** A part of a text: its first position, and the one after its last. */
export type TextSpan = [from: number, to: number]

/** Shorter terms count only where a word begins, except in scripts without spaces between words. */
export const shortestInside = 3

const unspaced = /^[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}]+$/u
const inWord = /[\p{L}\p{N}]/u

/** Where folded terms occur in a text, in order and without overlaps; up to `most`. */
export function spansOf(text: string, terms: readonly string[], most = Infinity): TextSpan[] {
  const { line, origin } = foldedWithOrigin(text)
  const found = terms.flatMap((term) => occurrences(line, term, most))
  const spans: TextSpan[] = []
  for (const [from, to] of found.toSorted(([a], [b]) => a - b)) {
    const last = spans.at(-1)
    const span: TextSpan = [origin(from), origin(to)]
    if (last && span[0] < last[1]) last[1] = Math.max(last[1], span[1])
    else if (spans.length < most) spans.push(span)
  }
  return spans
}

function occurrences(line: string, term: string, most: number): TextSpan[] {
  const spans: TextSpan[] = []
  if (term === '') return spans
  const beginsWords = [...term].length < shortestInside && !unspaced.test(term)
  for (let at = line.indexOf(term); at !== -1 && spans.length < most; at = line.indexOf(term, at + term.length))
    if (!beginsWords || !inWord.test(line.charAt(at - 1))) spans.push([at, at + term.length])
  return spans
}

/** The folded text, and for each position in it the one in the text. */
function foldedWithOrigin(text: string): { line: string; origin(at: number): number } {
  if (/^\p{ASCII}*$/u.test(text)) return { line: text.toLowerCase(), origin: (at) => at }
  const origins: number[] = []
  let [line, position] = ['', 0]
  for (const character of text) {
    const one = foldOne(character)
    line += one
    for (let i = 0; i < one.length; i++) origins.push(position)
    position += character.length
  }
  // A folded-away accent belongs to the letter before it.
  return { line, origin: (at) => origins[at] ?? position }
}

/** A query's terms, folded: words, and phrases in quotes. */
export const termsOf = (query: string): string[] => [
  ...new Set(
    (query.match(/"[^"\0]+"|[^\s"\0]+/g) ?? [])
      .map((term) => foldText(term.replaceAll('"', '').trim()))
      .filter((term) => term !== ''),
  ),
]

/** The text to find at a match: the whole query if the passage has it, else its longest word or phrase. */
export function exactText(query: string, { text, marks }: { text: string; marks: readonly TextSpan[] }): string {
  const whole = query.trim()
  const isWhole = marks.some(([from, to]) => foldText(text.slice(from, to)) === foldText(whole))
  if (isWhole) return whole
  return (query.match(/"[^"\0]+"|[^\s"\0]+/g) ?? [])
    .map((term) => term.replaceAll('"', '').trim())
    .reduce((longest, term) => (term.length > longest.length ? term : longest), '')
}
