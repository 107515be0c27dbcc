import { errorLineAt, withoutColours } from '../../../shared/text/error-line.ts'
import { clip } from '../../../shared/text/clip.ts'

/** A part of a failed server's stderr. `error` is the index of the line that names the error, if one does. */
export type ErrorLines = { lines: string[]; error: number | undefined }

/** How many lines before and after the error are quoted, and how many of the last without one. */
const quoted = { around: 1, last: 4 }
/** Max characters of a quoted line. */
const longest = 400

/** The lines of a failed server's stderr that name its error, else the last ones: third-party text, only quoted. */
export function errorLines({
  stderr: tail,
  stderrHead: head = [],
}: {
  stderr: string[]
  stderrHead?: string[] | undefined
}): ErrorLines {
  const bound = (line: string): string => clip(withoutColours(line), longest)
  const at = errorLineAt([...head, ...tail])
  if (at === undefined) return { lines: tail.filter(isFilled).slice(-quoted.last).map(bound), error: undefined }
  // Lines can be missing between the first and the last ones.
  const [part, own] = at < head.length ? [head, at] : [tail, at - head.length]
  const before = part.slice(0, own).filter(isFilled).slice(-quoted.around)
  const after = part
    .slice(own + 1)
    .filter(isFilled)
    .slice(0, quoted.around)
  return { lines: [...before, part[own] ?? '', ...after].map(bound), error: before.length }
}

/** Underlines and brackets of a quoted source line say nothing without it. */
const isFilled = (line: string): boolean => /[\p{L}\p{N}]/u.test(line)
