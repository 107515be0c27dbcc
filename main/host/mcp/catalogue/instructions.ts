import { clip } from '../../../../shared/text/clip.ts'

/** Characters of the instructions of one server that are kept. */
const longestInstructions = 20_000

/** What a server wants models to know, as far as it is kept; undefined where it says nothing. A cut is said in it. */
export function boundedInstructions(said: string | undefined): string | undefined {
  if (said === undefined || said.trim() === '') return undefined
  const whole = said.toWellFormed()
  if (whole.length <= longestInstructions) return whole
  return `${clip(whole, longestInstructions)}\n[Atrium: cut here; only the first ${longestInstructions} characters are kept.]`
}
