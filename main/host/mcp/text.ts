/** The first `length` characters of a foreign text, without half a surrogate pair, and a sign that there was more. */
export function clip(text: string, length: number): string {
  const whole = text.toWellFormed()
  if (whole.length <= length) return whole
  const cut = whole.slice(0, length - 1)
  return `${cut.isWellFormed() ? cut : cut.slice(0, -1)}…`
}

/** A foreign text as a piece of one of our own sentences: one line, at most 200 characters. */
export const quoted = (text: string): string => clip(text.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim(), 200)
