/** A piece of one of the strings of a value: which string (RFC 6901), and where in it, in UTF-16 code units. */
export type Passage = { at: string; start: number; end: number }

/** A passage and its number, the first being 1. */
export type Numbered = Passage & { number: number }

/** That a text is part of a passage, and the numbers of those that end with it. */
export type InPassage = { isPassage: true; ends: number[] }

/** Passages by their strings, numbered in the order given. */
export function byPlace(passages: readonly Passage[]): Map<string, Numbered[]> {
  const places = new Map<string, Numbered[]>()
  for (const [index, passage] of passages.entries())
    places.set(passage.at, [...(places.get(passage.at) ?? []), { ...passage, number: index + 1 }])
  return places
}

type Part = { text: string } & Partial<InPassage>

/** A string as JSON writes it, but with its line ends, cut where passages of it begin and end. */
export function cutAt(text: string, passages: Numbered[] = []): Part[] {
  const known = passages.filter(({ start, end }) => start >= 0 && start < end && end <= text.length)
  if (known.length === 0) return [{ text: `"${escaped(text)}"` }]
  const cuts = [...new Set([0, text.length, ...known.flatMap(({ start, end }) => [start, end])])].toSorted(
    (a, b) => a - b,
  )
  const parts = cuts.slice(1).map((end, index): Part => {
    const start = cuts[index] ?? 0
    const isPassage = known.some((passage) => passage.start <= start && passage.end >= end)
    const ends = known.filter((passage) => passage.end === end).map(({ number }) => number)
    return { text: escaped(text.slice(start, end)), ...(isPassage && { isPassage, ends }) }
  })
  return [{ text: '"' }, ...parts, { text: '"' }]
}

const escaped = (text: string): string => text.replace(/["\\]/g, '\\$&').replaceAll('\t', '\\t')
