/**
 * A text, and for each of its UTF-16 units the matching range in the original text: unit `i` comes from `starts[i]` up
 * to, not including, `ends[i]`.
 */
export type Decoded = { text: string; starts: Int32Array; ends: Int32Array }

/** Separates unrelated pieces; no given text contains it. */
export const separator = 0xffff

/** The text itself. */
export function verbatim(text: string): Decoded {
  const starts = new Int32Array(text.length)
  const ends = new Int32Array(text.length)
  for (let i = 0; i < text.length; i++) {
    starts[i] = i
    ends[i] = i + 1
  }
  return { text, starts, ends }
}

/** Collects a decoded text's units. Positions refer to `of`, and are translated to what these stand for. */
export class Decoding {
  readonly #of: Decoded
  #units: Uint16Array
  #starts: Int32Array
  #ends: Int32Array
  #length = 0

  /** `capacity` is the expected number of units. */
  constructor(of: Decoded, capacity: number) {
    this.#of = of
    this.#units = new Uint16Array(capacity)
    this.#starts = new Int32Array(capacity)
    this.#ends = new Int32Array(capacity)
  }

  /** Adds one unit that was decoded from `[from, to)`. */
  push(unit: number, from: number, to: number): void {
    if (this.#length === this.#units.length) this.#grow()
    this.#units[this.#length] = unit
    this.#starts[this.#length] = this.#of.starts[from] ?? 0
    this.#ends[this.#length] = this.#of.ends[to - 1] ?? 0
    this.#length += 1
  }

  /** UTF-8 bytes, each with its origin; invalid ones become U+FFFD. */
  pushBytes(bytes: ArrayLike<number>, from: (index: number) => number, to: (index: number) => number): void {
    for (let i = 0; i < bytes.length;) {
      const { code, length } = readCharacter(bytes, i)
      const [start, end] = [from(i), to(i + length - 1)]
      if (code <= 0xffff) this.push(code, start, end)
      else {
        this.push(0xd800 + ((code - 0x10000) >> 10), start, end)
        this.push(0xdc00 + ((code - 0x10000) & 0x3ff), start, end)
      }
      i += length
    }
  }

  #grow(): void {
    const capacity = 2 * this.#units.length + 16
    const [units, starts, ends] = [this.#units, this.#starts, this.#ends]
    this.#units = new Uint16Array(capacity)
    this.#starts = new Int32Array(capacity)
    this.#ends = new Int32Array(capacity)
    this.#units.set(units)
    this.#starts.set(starts)
    this.#ends.set(ends)
  }

  done(): Decoded {
    const units = this.#units.subarray(0, this.#length)
    return {
      text: Buffer.from(units.buffer, units.byteOffset, units.byteLength).toString('utf16le'),
      starts: this.#starts.subarray(0, this.#length),
      ends: this.#ends.subarray(0, this.#length),
    }
  }
}

/** The UTF-8 character at `at`, and its length in bytes. */
export function readCharacter(bytes: ArrayLike<number>, at: number): { code: number; length: number } {
  const first = bytes[at] ?? 0
  if (first < 0x80) return { code: first, length: 1 }
  const length = first >= 0xf0 && first < 0xf5 ? 4 : first >= 0xe0 ? 3 : 2
  const broken = { code: 0xfffd, length: 1 }
  if (first < 0xc2 || first >= 0xf5) return broken
  let code = first & (0xff >> (length + 1))
  for (let i = 1; i < length; i++) {
    const next = bytes[at + i] ?? 0
    if ((next & 0xc0) !== 0x80) return broken
    code = (code << 6) | (next & 0x3f)
  }
  return code > 0x10ffff ? broken : { code, length }
}
