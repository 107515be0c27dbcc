/** The first `limit` characters at most, never half of a surrogate pair. */
export const head = (text: string, limit: number): string => text.slice(0, limit).replace(/[\uD800-\uDBFF]$/, '')

/** At most `limit` characters, well formed; a text that was cut ends with an ellipsis. */
export const clip = (text: string, limit: number): string =>
  (text.length > limit ? `${head(text, limit - 1)}…` : text).toWellFormed()
