/** Up to `limit` characters from the start, never half of a surrogate pair. */
export const head = (text: string, limit: number): string => text.slice(0, limit).replace(/[\uD800-\uDBFF]$/, '')

/** Up to `limit` characters, well formed; a cut text ends with an ellipsis. */
export const clip = (text: string, limit: number): string =>
  (text.length > limit ? `${head(text, limit - 1)}…` : text).toWellFormed()

/** Up to `limit` characters from the start of a text for people; if a word ends soon before that, no part of the next. */
export function headOfWords(text: string, limit: number): string {
  const cut = head(text, limit)
  return cut.length < text.length && /\S/.test(text.charAt(cut.length))
    ? cut.replace(/(?<=\s)\S{1,24}$/, '').trimEnd()
    : cut.trimEnd()
}

/** Clips with the ellipsis in the middle: the ends of a path or URL say the most. */
export function clipMiddle(text: string, limit: number): string {
  if (text.length <= limit) return text.toWellFormed()
  const tail = text.slice(-Math.ceil((limit - 1) / 2)).replace(/^[\uDC00-\uDFFF]/, '')
  return `${head(text, Math.floor((limit - 1) / 2))}…${tail}`.toWellFormed()
}
