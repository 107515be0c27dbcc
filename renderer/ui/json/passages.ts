/** A part of one of a value's strings: the string (RFC 6901), and the range in it, in UTF-16 code units. */
export type Passage = { at: string; start: number; end: number }

/** A passage and its number, from 1. */
export type Numbered = Passage & { number: number }

/** Marks text as part of a passage, with the numbers of the passages ending there. */
export type InPassage = { isPassage: true; ends: number[] }

/** Passages by string, numbered in the given order. */
export function byPlace(passages: readonly Passage[]): Map<string, Numbered[]> {
  const places = new Map<string, Numbered[]>()
  for (const [index, passage] of passages.entries())
    places.set(passage.at, [...(places.get(passage.at) ?? []), { ...passage, number: index + 1 }])
  return places
}

/** A part of a string, in a passage or between two. */
export type StringPart = { text: string } & Partial<InPassage>

/** A string as JSON writes it, but with its line ends, cut at the boundaries of its passages. */
export const cutAt = (text: string, passages: Numbered[] = []): StringPart[] => {
  const parts = piecesAt(text, passages).map((part) => ({ ...part, text: escaped(part.text) }))
  const [only, ...others] = parts
  return only && others.length === 0 && !only.isPassage
    ? [{ text: `"${only.text}"` }]
    : [{ text: '"' }, ...parts, { text: '"' }]
}

/** A text cut at the boundaries of its passages. */
export function piecesAt(text: string, passages: Numbered[] = []): StringPart[] {
  const known = passages.filter(({ start, end }) => start >= 0 && start < end && end <= text.length)
  if (known.length === 0) return [{ text }]
  const cuts = [...new Set([0, text.length, ...known.flatMap(({ start, end }) => [start, end])])].toSorted(
    (a, b) => a - b,
  )
  return cuts.slice(1).map((end, index): StringPart => {
    const start = cuts[index] ?? 0
    const isPassage = known.some((passage) => passage.start <= start && passage.end >= end)
    const ends = known.filter((passage) => passage.end === end).map(({ number }) => number)
    return { text: text.slice(start, end), ...(isPassage && { isPassage, ends }) }
  })
}

const escaped = (text: string): string => text.replace(/["\\]/g, '\\$&').replaceAll('\t', '\\t')
