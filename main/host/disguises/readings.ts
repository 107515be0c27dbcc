import { fromDigits } from './byte-encodings.ts'
import { verbatim, type Decoded } from './decoded.ts'
import { unescaped } from './encodings.ts'
import { reversed } from './folded.ts'

/** Max nesting of encodings. */
export const mostNested = 3
/** Max units of all readings of one text together. */
const most = 8_000_000

/** `isBackwards`: only long runs of its letters say something. */
type Reading = { text: Decoded; isBackwards: boolean }

/**
 * A text and its other readings: backwards, without escapes, and decoded from base64, base32 and hex, also nested. They
 * aren't folded.
 */
export function* readingsOf(text: string): Generator<Reading> {
  let level = [verbatim(text)]
  let left = most
  for (let depth = 0; depth <= mostNested; depth++) {
    const next: Decoded[] = []
    for (const reading of level) {
      left -= reading.text.length
      if (left < 0) return
      yield { text: reading, isBackwards: false }
      if (depth < mostNested) next.push(...unescaped(reading), ...fromDigits(reading))
    }
    if (depth === 0) yield { text: reversed(verbatim(text)), isBackwards: true }
    level = next
  }
}
