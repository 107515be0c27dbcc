import { Decoding, readCharacter, separator, type Decoded } from './decoded.ts'

/** An encoding of bytes in text: each digit's value, and its bits. Every other character separates, or ends a group. */
type Alphabet = { values: Int8Array; bits: number; name: 'base64' | 'base32' | 'hex' }

/** A group's padding: what follows begins a new one. */
const padding = -2
const none = -1

function alphabet(name: Alphabet['name'], bits: number, ...spellings: string[]): Alphabet {
  const values = new Int8Array(128).fill(none)
  values[0x3d] = padding
  for (const digits of spellings)
    for (let value = 0; value < digits.length; value++) values[digits.charCodeAt(value)] = value
  return { values, bits, name }
}

const upper = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const lower = upper.toLowerCase()
const alphabets = [
  alphabet('base64', 6, `${upper}${lower}0123456789+/`, `${upper}${lower}0123456789-_`),
  alphabet('base32', 5, `${upper}234567`, `${lower}234567`),
  alphabet('hex', 4, '0123456789abcdef', '0123456789ABCDEF'),
]

/** Shorter stretches of text are found by chance in other bytes. */
const shortest = 12

/** In a longer text, only words that look encoded are decoded. */
const longestWhole = 20_000
/** Words of each encoding in such a text: of base64 those that mix cases or digits as no ordinary word does. */
const likely: Readonly<Record<Alphabet['name'], RegExp>> = {
  base64: /[\w+/-]{4,}={0,2}/g,
  base32: /[A-Z2-7]{16,}={0,6}|[a-z2-7]{16,}={0,6}/g,
  hex: /[\da-f]{2,}|[\dA-F]{2,}/g,
}
const ordinary = /^(?:[A-Z]?[a-z]+|[A-Z]+|\d+)$/

/**
 * The texts that a text's digits stand for in base64, base32 and hex, whatever separates the digits, wherever their
 * groups begin. Only stretches of UTF-8 without controls are kept, with a separator after each.
 */
export function fromDigits(of: Decoded): Decoded[] {
  return alphabets.flatMap((each) => {
    const digits = digitsIn(of.text, each)
    if (digits.count * each.bits < shortest * 8) return []
    // Groups of digits end at a whole byte: 4 digits in base64, 8 in base32, 2 in hex.
    const group = { base64: 4, base32: 8, hex: 2 }[each.name]
    return Array.from({ length: group }, (_, shift) => textIn(of, digits, each, shift)).filter((it) => it !== undefined)
  })
}

/** The text that a whole word is in one of these encodings; undefined if only a part of it is one. */
export function wholeTextOf(of: Decoded): Decoded | undefined {
  return fromDigits(of).find(({ text, starts, ends }) => {
    let covered = 0
    for (let i = 0; i < text.length; i++)
      if (text.charCodeAt(i) !== separator) covered += (ends[i] ?? 0) - (starts[i] ?? 0)
    // A digit can belong to two bytes.
    return covered >= of.text.length
  })
}

/** Values of digits, or `padding`, with their positions. */
type Digits = { values: Int8Array; places: Int32Array; count: number }

function digitsIn(text: string, { values: valueOf, name }: Alphabet): Digits {
  const isLong = text.length > longestWhole
  const found = isLong
    ? [...text.matchAll(likely[name])].filter(([word]) => name !== 'base64' || !ordinary.test(word))
    : []
  const words = isLong
    ? found.map(({ 0: word, index }) => [index, index + word.length] as const)
    : [[0, text.length] as const]
  const length = words.reduce((sum, [from, to]) => sum + to - from, 0)
  const values = new Int8Array(length)
  const places = new Int32Array(length)
  let count = 0
  for (const [from, to] of words)
    for (let i = from; i < to; i++) {
      const unit = text.charCodeAt(i)
      const value = unit < 128 ? (valueOf[unit] ?? none) : none
      if (value === none) continue
      values[count] = value
      places[count] = i
      count += 1
    }
  return { values, places, count }
}

/** The text in the bytes that begin `shift` digits on; undefined if there is none. */
function textIn(
  of: Decoded,
  { values, places, count }: Digits,
  { bits }: Alphabet,
  shift: number,
): Decoded | undefined {
  const bytes = new Uint8Array(Math.ceil((count * bits) / 8) + 1)
  const from = new Int32Array(bytes.length)
  const to = new Int32Array(bytes.length)
  let length = 0
  let [held, heldBits, first] = [0, 0, 0]
  for (let i = shift; i < count; i++) {
    const value = values[i] ?? 0
    if (value < 0) {
      heldBits = 0
      continue
    }
    if (heldBits === 0) first = i
    held = ((held << bits) | value) & 0xffff
    heldBits += bits
    if (heldBits < 8) continue
    heldBits -= 8
    bytes[length] = (held >> heldBits) & 0xff
    from[length] = places[first] ?? 0
    to[length] = (places[i] ?? 0) + 1
    length += 1
    first = i
  }
  return stretches(of, bytes.subarray(0, length), { from, to })
}

function stretches(
  of: Decoded,
  bytes: Uint8Array,
  { from, to }: { from: Int32Array; to: Int32Array },
): Decoded | undefined {
  let decoding: Decoding | undefined
  for (let at = 0; at < bytes.length;) {
    const end = endOfText(bytes, at)
    if (end - at >= shortest) {
      decoding ??= new Decoding(of, bytes.length)
      const begin = at
      decoding.pushBytes(
        bytes.subarray(at, end),
        (byte) => from[begin + byte] ?? 0,
        (byte) => to[begin + byte] ?? 0,
      )
      decoding.push(separator, from[end - 1] ?? 0, to[end - 1] ?? 0)
    }
    at = end + 1
  }
  return decoding?.done()
}

/** The end of the valid UTF-8 without controls that begins here. */
function endOfText(bytes: Uint8Array, begin: number): number {
  let at = begin
  while (at < bytes.length) {
    const first = bytes[at] ?? 0
    if (first < 0x20 ? first < 0x09 || first > 0x0d : first === 0x7f) break
    if (first < 0x80) at += 1
    else {
      const { code, length } = readCharacter(bytes, at)
      if (code === 0xfffd || length === 1) break
      at += length
    }
  }
  return at
}
