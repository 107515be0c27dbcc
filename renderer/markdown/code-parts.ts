/** A part of a code block ends after this many lines or, with long lines, this many characters. */
const partLines = 40
const partCharacters = 4096

/** The parts with more code appended; all but the last of `parts` stay the same, wherever the code was cut. */
export function appendCode(parts: string[], code: string): string[] {
  const last = parts.at(-1) ?? ''
  let rest = code
  const taken = roomIn(last, rest)
  const out = taken > 0 ? [...parts.slice(0, -1), last + rest.slice(0, taken)] : [...parts]
  rest = rest.slice(taken)
  while (rest !== '') {
    const room = roomIn('', rest)
    out.push(rest.slice(0, room))
    rest = rest.slice(room)
  }
  return out
}

/** How many characters of `code` still fit in a part. Never cuts a surrogate pair. */
function roomIn(part: string, code: string): number {
  const room = partCharacters - part.length
  const limit = room < 0 ? 0 : isHighHalf(code[room - 1] ?? part[part.length - 1 + room]) ? room + 1 : room
  let lines = partLines - countLines(part)
  if (lines <= 0) return 0
  for (let at = code.indexOf('\n'); at !== -1 && at < limit; at = code.indexOf('\n', at + 1)) {
    lines -= 1
    if (lines === 0) return at + 1
  }
  return Math.min(limit, code.length)
}

const isHighHalf = (unit: string | undefined): boolean => unit !== undefined && unit >= '\uD800' && unit <= '\uDBFF'

function countLines(text: string): number {
  let count = 0
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1
  return count
}
