/** Up to `limit` characters from the start, never half of a surrogate pair. */
export const head = (text: string, limit: number): string => text.slice(0, limit).replace(/[\uD800-\uDBFF]$/, '')

/** Up to `limit` characters, well formed; a cut text ends with an ellipsis. */
export const clip = (text: string, limit: number): string =>
  (text.length > limit ? `${head(text, limit - 1)}…` : text).toWellFormed()
