import { blankSigns } from '../../../shared/text/hidden-characters.ts'
import { lookAlikes } from '../../../shared/text/look-alikes.ts'
import { Decoding, separator, verbatim, type Decoded } from './decoded.ts'

const space = 0x20
const unseen = new RegExp(String.raw`[\u0300-\u036F\p{Cc}\p{Cf}\p{DI}${blankSigns}]`, 'gu')

/** Characters as they are compared, by code point: each alone, because positions must stay known. */
const known = new Map<number, string>()

/** A character without width, case, accents and look-alikes of Latin letters; empty for one that draws nothing. */
function foldedCharacter(code: number): string {
  const found = known.get(code)
  if (found !== undefined) return found
  const character = String.fromCodePoint(code)
  const plain = /\s/.test(character) ? ' ' : character.normalize('NFKD').replaceAll(unseen, '').normalize('NFKC')
  const compared = Array.from(plain, (letter) => lookAlikes.get(letter) ?? letter)
    .join('')
    .toUpperCase()
    .toLowerCase()
  known.set(code, compared)
  return compared
}

/** A text as it is compared: folded character by character, with one space for each run of white space. */
export function foldedText(of: Decoded): Decoded {
  const { text } = of
  const decoding = new Decoding(of, text.length)
  let spaceFrom = -1
  let spaceTo = 0
  for (let i = 0; i < text.length;) {
    const code = text.codePointAt(i) ?? 0
    const end = i + (code > 0xffff ? 2 : 1)
    const plain = code === separator ? text.charAt(i) : foldedCharacter(code)
    if (plain === ' ') {
      if (spaceFrom < 0) spaceFrom = i
      spaceTo = end
    } else if (plain !== '') {
      if (spaceFrom >= 0) decoding.push(space, spaceFrom, spaceTo)
      spaceFrom = -1
      for (let at = 0; at < plain.length; at++) decoding.push(plain.charCodeAt(at), i, end)
    }
    i = end
  }
  if (spaceFrom >= 0) decoding.push(space, spaceFrom, spaceTo)
  return decoding.done()
}

/** By UTF-16 unit: 1 for letters, digits and all that isn't known to separate, 2 for the rest; 0 if not looked at. */
const kinds = new Uint8Array(0x10000)
kinds[separator] = 1

function isKept(unit: number): boolean {
  const kind = kinds[unit] ?? 0
  if (kind !== 0) return kind === 1
  const keeps = (unit >= 0xd800 && unit < 0xe000) || /[\p{L}\p{N}\p{M}]/u.test(String.fromCharCode(unit))
  kinds[unit] = keeps ? 1 : 2
  return keeps
}

/** The letters and digits of a folded text. */
export function lettersOf(of: Decoded): Decoded {
  const { text } = of
  const decoding = new Decoding(of, text.length)
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (isKept(unit)) decoding.push(unit, i, i + 1)
  }
  return decoding.done()
}

/** The same text backwards. */
export function reversed(of: Decoded): Decoded {
  const { text } = of
  const decoding = new Decoding(of, text.length)
  for (let i = text.length - 1; i >= 0; i--) {
    const unit = text.charCodeAt(i)
    const isPair = unit >= 0xdc00 && unit < 0xe000 && i > 0
    if (isPair) decoding.push(text.charCodeAt(i - 1), i - 1, i + 1)
    decoding.push(unit, isPair ? i - 1 : i, i + 1)
    if (isPair) i--
  }
  return decoding.done()
}

/** A text as it is compared, and its letters and digits alone. */
export function bothFolds(text: Decoded): { whole: Decoded; letters: Decoded } {
  const whole = foldedText(text)
  return { whole, letters: lettersOf(whole) }
}

/** The texts of both folds, for the side whose positions don't matter. */
export function foldedTexts(text: string): { whole: string; letters: string } {
  const { whole, letters } = bothFolds(verbatim(text))
  return { whole: whole.text, letters: letters.text }
}
