import { wholeTextOf } from './byte-encodings.ts'
import { verbatim } from './decoded.ts'
import { mostNested } from './readings.ts'

/** Words of the alphabets in which data is written, long enough to carry a sentence. */
const candidates = /[\w+/-]{40,}/g
/** Words made of short names, as paths, slugs and UUIDs, aren't data. */
const longPiece = /[A-Za-z0-9+]{20,}/

/** Words of a text that are long and random, and that no known encoding explains. */
export const opaqueWords = (text: string): string[] =>
  [...text.matchAll(candidates)].map(([word]) => word).filter((word) => isOpaque(word, mostNested))

function isOpaque(word: string, depth: number): boolean {
  if (!longPiece.test(word) || !isRandom(word)) return false
  const inside = depth > 0 ? wholeTextOf(verbatim(word)) : undefined
  if (!inside) return true
  return [...inside.text.matchAll(candidates)].some(([next]) => isOpaque(next, depth - 1))
}

const kindOf = (unit: number): number =>
  unit >= 0x61 && unit <= 0x7a ? 0 : unit >= 0x41 && unit <= 0x5a ? 1 : unit >= 0x30 && unit <= 0x39 ? 2 : 3

/** Whether small letters, capitals and digits alternate as they do in no name. */
function isRandom(word: string): boolean {
  let changes = 0
  let digits = 0
  let before = kindOf(word.charCodeAt(0))
  for (let i = 0; i < word.length; i++) {
    const kind = kindOf(word.charCodeAt(i))
    if (kind === 2) digits += 1
    if (kind !== before) changes += 1
    before = kind
  }
  return digits >= 3 ? changes * 5 >= word.length : changes * 2 >= word.length
}
