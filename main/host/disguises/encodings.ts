import { Decoding, verbatim, type Decoded } from './decoded.ts'

const hasEscapes = /\\["'\\/bfnrtvux]/
const hasEntities = /&(?:#\d+|#x[\da-f]+|[a-z]+\d*);/i

/** A text without one layer of escapes, for each kind that it has: percent-encoding, JSON's and code's, HTML's. */
export function unescaped(of: Decoded): Decoded[] {
  const found: Decoded[] = []
  if (/%[0-9a-f]{2}|[^\s+]\+[^\s+]/i.test(of.text)) found.push(fromPercent(of))
  if (hasEscapes.test(of.text)) found.push(fromEscapes(of))
  if (hasEntities.test(of.text)) found.push(fromEntities(of))
  return found
}

/** Percent-encoding, and the plus sign for a space in forms (URL, application/x-www-form-urlencoded). */
function fromPercent(of: Decoded): Decoded {
  const { text } = of
  const decoding = new Decoding(of, text.length)
  for (let i = 0; i < text.length;) {
    const next = pushBytes(decoding, text, i, '%')
    if (next > i) {
      i = next
      continue
    }
    const unit = text.charCodeAt(i)
    decoding.push(unit === 0x2b ? 0x20 : unit, i, i + 1)
    i++
  }
  return decoding.done()
}

const escapes: Record<string, number> = {
  v: 0x0b,
  "'": 0x27,
  b: 0x08,
  f: 0x0c,
  n: 0x0a,
  r: 0x0d,
  t: 0x09,
  '"': 0x22,
  '\\': 0x5c,
  '/': 0x2f,
}

/** A possible JSON text, raw and unescaped. */
export const withoutEscapes = (text: string): string[] =>
  hasEscapes.test(text) ? [text, fromEscapes(verbatim(text)).text] : [text]

/** The escapes in strings of JSON and code; `x` escapes are bytes of UTF-8. */
function fromEscapes(of: Decoded): Decoded {
  const { text } = of
  const decoding = new Decoding(of, text.length)
  for (let i = 0; i < text.length;) {
    const next = pushBytes(decoding, text, i, '\\x')
    if (next > i) {
      i = next
      continue
    }
    const letter = text.charCodeAt(i) === 0x5c ? text.charAt(i + 1) : ''
    const unit = letter === 'u' ? hex(text, i + 2, 4) : escapes[letter]
    const length = unit === undefined ? 1 : letter === 'u' ? 6 : 2
    decoding.push(unit ?? text.charCodeAt(i), i, i + length)
    i += length
  }
  return decoding.done()
}

/** Decodes consecutive bytes of UTF-8, each a mark and two digits; returns the position after them. */
function pushBytes(decoding: Decoding, text: string, from: number, mark: string): number {
  const width = mark.length + 2
  const bytes: number[] = []
  for (let at = from; text.startsWith(mark, at); at += width) {
    const byte = hex(text, at + mark.length, 2)
    if (byte === undefined) break
    bytes.push(byte)
  }
  decoding.pushBytes(
    bytes,
    (byte) => from + width * byte,
    (byte) => from + width * (byte + 1),
  )
  return from + width * bytes.length
}

const entities: Readonly<Record<string, number>> = {
  amp: 0x26,
  lt: 0x3c,
  gt: 0x3e,
  quot: 0x22,
  apos: 0x27,
  nbsp: 0xa0,
  shy: 0xad,
  period: 0x2e,
  comma: 0x2c,
  colon: 0x3a,
  sol: 0x2f,
  bsol: 0x5c,
  lowbar: 0x5f,
  hyphen: 0x2d,
  num: 0x23,
  commat: 0x40,
  tab: 0x09,
  newline: 0x0a,
}

/** HTML's character references: all numeric ones, and the names of a few signs. */
function fromEntities(of: Decoded): Decoded {
  const { text } = of
  const decoding = new Decoding(of, text.length)
  let from = 0
  const copy = (to: number): void => {
    for (; from < to; from++) decoding.push(text.charCodeAt(from), from, from + 1)
  }
  for (const { 0: written, 1: name = '', index } of text.matchAll(/&(#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,8});/gi)) {
    const code = codeOf(name.toLowerCase())
    if (code === undefined) continue
    copy(index)
    for (const unit of String.fromCodePoint(code).split(''))
      decoding.push(unit.charCodeAt(0), index, index + written.length)
    from = index + written.length
  }
  copy(text.length)
  return decoding.done()
}

function codeOf(name: string): number | undefined {
  if (!name.startsWith('#')) return Object.hasOwn(entities, name) ? entities[name] : undefined
  const code = name.startsWith('#x') ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
  return code <= 0x10ffff ? code : undefined
}

/** The number written by `length` hexadecimal digits from `at` on. */
function hex(text: string, at: number, length: number): number | undefined {
  const digits = text.slice(at, at + length)
  return digits.length === length && /^[0-9a-f]+$/i.test(digits) ? Number.parseInt(digits, 16) : undefined
}
