import { Decoding, separator, verbatim, type Decoded } from './decoded.ts'

/** Max nesting of encodings. */
const deepest = 2
/** Max units of all readings of one text together. */
const most = 8_000_000
/** Min characters of a text in base64. */
const shortestBase64 = 16
const hasEscapes = /\\["\\/bfnrtu]/

/** A text and its decoded forms: percent-encoding, JSON escapes and base64, also nested. */
export function* readingsOf(text: Decoded): Generator<Decoded> {
  let level = [text]
  let left = most
  for (let depth = 0; depth <= deepest; depth++) {
    const next: Decoded[] = []
    for (const reading of level) {
      left -= reading.text.length
      if (left < 0) return
      yield reading
      if (depth < deepest) next.push(...decode(reading))
    }
    level = next
  }
}

function decode(of: Decoded): Decoded[] {
  const found: Decoded[] = []
  if (/%[0-9a-f]{2}|[^\s+]\+[^\s+]/i.test(of.text)) found.push(fromPercent(of))
  if (hasEscapes.test(of.text)) found.push(fromEscapes(of))
  const runs = base64Runs(of.text)
  // Characters before the encoded text that are in its alphabet, such as a URL's path, shift its groups.
  for (let shift = 0; shift < 4 && runs.length > 0; shift++) {
    const reading = fromBase64(of, runs, shift)
    if (reading) found.push(reading)
  }
  return found
}

/** Percent-encoding, and the plus sign for a space in forms (URL, application/x-www-form-urlencoded). */
function fromPercent(of: Decoded): Decoded {
  const { text } = of
  const decoding = new Decoding(of, text.length)
  for (let i = 0; i < text.length;) {
    const bytes: number[] = []
    for (let at = i; text.charCodeAt(at) === 0x25; at += 3) {
      const byte = hex(text, at + 1, 2)
      if (byte === undefined) break
      bytes.push(byte)
    }
    if (bytes.length > 0) {
      const first = i
      decoding.pushBytes(
        bytes,
        (byte) => first + 3 * byte,
        (byte) => first + 3 * byte + 3,
      )
      i += 3 * bytes.length
    } else {
      const unit = text.charCodeAt(i)
      decoding.push(unit === 0x2b ? 0x20 : unit, i, i + 1)
      i++
    }
  }
  return decoding.done()
}

const escapes: Record<string, number> = {
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

/** The escapes of a JSON string. */
function fromEscapes(of: Decoded): Decoded {
  const { text } = of
  const decoding = new Decoding(of, text.length)
  for (let i = 0; i < text.length;) {
    const isEscape = text.charCodeAt(i) === 0x5c
    const letter = isEscape ? text.charAt(i + 1) : ''
    const unit = letter === 'u' ? hex(text, i + 2, 4) : escapes[letter]
    const length = unit === undefined ? 1 : letter === 'u' ? 6 : 2
    decoding.push(unit ?? text.charCodeAt(i), i, i + length)
    i += length
  }
  return decoding.done()
}

/** The number written by `length` hexadecimal digits from `at` on. */
function hex(text: string, at: number, length: number): number | undefined {
  const digits = text.slice(at, at + length)
  return digits.length === length && /^[0-9a-f]+$/i.test(digits) ? Number.parseInt(digits, 16) : undefined
}

type Encoded = { at: number; text: string }

/** Runs of base64 and base64url alphabets, also across line ends. */
const base64Runs = (text: string): Encoded[] =>
  [...text.matchAll(/[A-Za-z0-9+/_-]+(?:\r?\n[A-Za-z0-9+/_-]+)*/g)]
    .map((match) => ({ at: match.index, text: match[0] }))
    .filter((run) => run.text.length >= shortestBase64)

function fromBase64(of: Decoded, runs: Encoded[], shift: number): Decoded | undefined {
  const read = runs
    .map(({ at, text }) => ({ at, text, bytes: Buffer.from(text.replaceAll(/\s/g, '').slice(shift), 'base64') }))
    .filter(({ bytes }) => shift === 0 || isText(bytes))
  if (read.length === 0) return undefined
  const decoding = new Decoding(
    of,
    read.reduce((sum, { bytes }) => sum + bytes.length + 1, 0),
  )
  for (const { at, text, bytes } of read) {
    const places = placesOf(text, at)
    decoding.pushBytes(
      bytes,
      (byte) => places[shift + Math.floor((byte * 8) / 6)] ?? at,
      (byte) => (places[shift + Math.floor((byte * 8 + 7) / 6)] ?? at) + 1,
    )
    decoding.push(separator, at + text.length - 1, at + text.length)
  }
  return decoding.done()
}

/** The position of each digit of a run, which can span lines. */
function placesOf(text: string, at: number): Int32Array {
  const places = new Int32Array(text.length)
  let digits = 0
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 0x20) places[digits++] = at + i
  return places
}

/** Binary data mostly isn't valid UTF-8, or contains control characters. */
function isText(bytes: Buffer): boolean {
  const units = bytes.toString('utf8')
  let strange = 0
  for (let i = 0; i < units.length; i++) {
    const unit = units.charCodeAt(i)
    if (unit === 0xfffd || (unit < 0x20 && !(unit >= 0x09 && unit <= 0x0d))) strange++
  }
  return strange * 3 < units.length
}
