/** Min length of a run that counts for its length. */
export const shortestRun = 24
/** Min length of a run without spaces that counts because it has letters and digits. */
export const shortestWord = 12
/** Min letters and digits in a long run: table rulers and brackets aren't data. */
const fewestLetters = 8
/** Max punctuation marks between a word and its end. */
const mostMarks = 64

/**
 * A character's role: it ends a word and everything joined to it, only the word, or nothing; or it is part of the word.
 */
const breaksAll = 0
const breaksWord = 1
const mark = 2
const digit = 3
const letter = 4

const kinds = new Uint8Array(128).fill(mark)
for (const unit of Buffer.from(' "\'`,;()[]{}<>\t\n\r\v\f')) kinds[unit] = breaksAll
for (const unit of Buffer.from(':=/?&|#\\')) kinds[unit] = breaksWord
for (let unit = 0x30; unit <= 0x39; unit++) kinds[unit] = digit
for (let unit = 0x41; unit <= 0x5a; unit++) kinds[unit] = kinds[unit + 0x20] = letter

const kindAt = (text: string, at: number): number => {
  const unit = text.charCodeAt(at)
  return unit < 128 ? (kinds[unit] ?? mark) : unit === 0xffff || Number.isNaN(unit) ? breaksAll : letter
}

/** The starts of words that could be distinctive, alone or with those joined to them. */
export function* wordStarts(text: string): Generator<number> {
  let isFresh = true
  let end = 0
  for (let i = 0; i < text.length; i++) {
    const kind = kindAt(text, i)
    if (kind <= breaksWord) isFresh = true
    if (kind < digit || !isFresh) continue
    isFresh = false
    if (end <= i) for (end = i; kindAt(text, end) !== breaksAll;) end++
    const reach = Math.min(end, i + shortestRun)
    if (reach - i >= shortestWord && isMixed(text, i, reach)) yield i
  }
}

/**
 * The end, at most `limit`, of the longest distinctive text that consists of whole words and begins at `start`; 0 if
 * there is none.
 */
export function endOfWord(text: string, start: number, limit: number): number {
  for (let end = limit; end - start >= shortestWord; end--)
    if (isWordEnd(text, end) && isWordStart(text, start) && isDistinctive(text, start, end)) return end
  return 0
}

/** Whether a run that is long enough carries information. */
export function saysSomething(text: string, start: number, end: number): boolean {
  let found = 0
  for (let i = start; i < end && found < fewestLetters; i++) if (kindAt(text, i) >= digit) found++
  return found >= fewestLetters
}

/** A run without surrounding marks and spaces. */
export function trimmed(text: string, start: number, end: number): [start: number, end: number] {
  let [from, to] = [start, end]
  while (from < to && kindAt(text, from) < digit) from++
  while (to > from && kindAt(text, to - 1) < digit) to--
  return [from, to]
}

function isWordStart(text: string, at: number): boolean {
  let before = at - 1
  while (before >= at - mostMarks && kindAt(text, before) === mark) before--
  return kindAt(text, at) >= digit && kindAt(text, before) <= breaksWord
}

function isWordEnd(text: string, end: number): boolean {
  let after = end
  while (after < end + mostMarks && kindAt(text, after) === mark) after++
  return kindAt(text, end - 1) >= digit && kindAt(text, after) <= breaksWord
}

/** Dates and times have a letter and digits, but don't identify anyone's data. */
const moment = /^\d{4}-\d\d-\d\dt[\d:.+-]*z?$/i

function isDistinctive(text: string, start: number, end: number): boolean {
  for (let i = start; i < end; i++) if (kindAt(text, i) === breaksAll) return false
  return isMixed(text, start, end) && !moment.test(text.slice(start, end))
}

/** Whether it contains letters and digits. Reads only as far as needed. */
function isMixed(text: string, start: number, end: number): boolean {
  let seen = 0
  for (let i = start; i < end && seen !== 3; i++) {
    const kind = kindAt(text, i)
    if (kind === digit) seen |= 1
    else if (kind === letter) seen |= 2
  }
  return seen === 3
}
