/** A name that is being typed after a slash: where the slash stands, and what follows it up to the caret. */
export type Slash = { from: number; query: string }

const longestQuery = 60

/** The slash at the beginning of a word that the caret stands in, unless it is part of a path. */
export function slashAt(text: string, caret: number): Slash | undefined {
  const before = text.slice(0, caret)
  const word = /(?:^|\s)(\/[^\s/]*)$/.exec(before)?.[1]
  if (word === undefined || word.length > longestQuery || /^[^\s]*\//.test(text.slice(caret))) return undefined
  return { from: caret - word.length, query: word.slice(1) }
}

/** The text without what was typed to find a prompt, and where the caret goes. */
export function withoutSlash(text: string, { from, query }: Slash): { text: string; caret: number } {
  const rest = text.slice(from + 1 + query.length)
  return { text: text.slice(0, from) + (from === 0 ? rest.trimStart() : rest), caret: from }
}
