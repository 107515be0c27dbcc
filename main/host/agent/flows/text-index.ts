import { shortestWord, wordStarts } from './words.ts'

/**
 * A shingle's length in characters. Text of twice this length contains at least one whole shingle, wherever it begins.
 */
export const shingle = shortestWord

/**
 * An indexed text, folded. `place` is its position among all texts of the index; it has a shingle every
 * `step` characters.
 */
export type Indexed<From> = { from: From; text: string; place: number; step: number }

const factor = 0x01000193
const spread = 0x9e3779b1
const smallest = 1024
const slack = 1 << 20

/**
 * Texts by their shingles: consecutive ones, and those at which a distinctive word begins. The oldest texts can be
 * dropped.
 */
export class TextIndex<From> {
  #texts: Indexed<From>[] = []
  #end = 0
  #count = 0
  #alive = 0
  /**
   * By bucket the newest entry, counted from 1; by entry its shingle's hash and position, and the bucket's next older
   * entry.
   */
  #heads = new Int32Array(2 * smallest)
  #hashes = new Int32Array(smallest)
  #places = new Int32Array(smallest)
  #older = new Int32Array(smallest)

  /** Total characters of all texts. */
  get length(): number {
    return this.#end - this.#alive
  }

  /** The origins of all texts. */
  origins(): From[] {
    return this.#texts.map(({ from }) => from)
  }

  /** With a `step` of 1, runs of one shingle's length are found. */
  add(from: From, text: string, step = shingle): void {
    const indexed = { from, text, place: this.#end, step }
    this.#texts.push(indexed)
    this.#end += text.length
    this.#index(indexed)
  }

  /** Removes the oldest text and returns its origin. */
  drop(): From | undefined {
    const oldest = this.#texts.shift()
    this.#alive = this.#texts[0]?.place ?? this.#end
    // Entries before the first text are skipped, until they outnumber those searched.
    if (this.#alive > this.length + slack) this.#rebuild()
    return oldest?.from
  }

  /** The newest entry with this shingle hash; 0 if there is none. */
  newest(hash: number): number {
    return this.#from(this.#heads[this.#bucket(hash)] ?? 0, hash)
  }

  /** The next older entry; 0 if there is none. */
  older(entry: number): number {
    return this.#from(this.#older[entry - 1] ?? 0, this.#hashes[entry - 1] ?? 0)
  }

  /** The position of an entry's shingle among all texts. */
  placeOf(entry: number): number {
    return this.#places[entry - 1] ?? 0
  }

  /** The text at this position. */
  textAt(place: number): Indexed<From> | undefined {
    let [low, high] = [0, this.#texts.length - 1]
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((this.#texts[middle]?.place ?? 0) <= place) low = middle
      else high = middle - 1
    }
    return this.#texts[low]
  }

  /** The first entry with this hash, from an entry backwards. If one was dropped, all older ones were. */
  #from(first: number, hash: number): number {
    let entry = first
    while (entry > 0 && this.#hashes[entry - 1] !== hash) entry = this.#older[entry - 1] ?? 0
    return entry > 0 && this.placeOf(entry) >= this.#alive ? entry : 0
  }

  #index({ text, place, step }: Indexed<From>): void {
    for (let at = 0; at + shingle <= text.length; at += step) this.#enter(hashAt(text, at), place + at)
    if (step === 1) return
    for (const at of wordStarts(text)) if (at % step !== 0) this.#enter(hashAt(text, at), place + at)
  }

  #enter(hash: number, place: number): void {
    if (this.#count === this.#places.length) this.#grow()
    const bucket = this.#bucket(hash)
    this.#hashes[this.#count] = hash
    this.#places[this.#count] = place
    this.#older[this.#count] = this.#heads[bucket] ?? 0
    this.#count += 1
    this.#heads[bucket] = this.#count
  }

  #bucket(hash: number): number {
    return Math.imul(hash, spread) >>> (Math.clz32(this.#heads.length) + 1)
  }

  /** Doubles the capacity, keeping entries that weren't dropped. */
  #grow(): void {
    const places = this.#places.subarray(0, this.#count)
    const hashes = this.#hashes
    const size = 2 * this.#places.length
    this.#heads = new Int32Array(2 * size)
    this.#hashes = new Int32Array(size)
    this.#places = new Int32Array(size)
    this.#older = new Int32Array(size)
    this.#count = 0
    places.forEach((place, i) => place >= this.#alive && this.#enter(hashes[i] ?? 0, place))
  }

  #rebuild(): void {
    const texts = this.#texts
    this.#texts = []
    this.#end = 0
    this.#alive = 0
    this.#count = 0
    this.#heads.fill(0)
    for (const { from, text, step } of texts) this.add(from, text, step)
  }
}

function hashAt(text: string, at: number): number {
  let hash = 0
  for (let i = at; i < at + shingle; i++) hash = (Math.imul(hash, factor) + text.charCodeAt(i)) | 0
  return hash
}

let outgoing = 1
for (let i = 1; i < shingle; i++) outgoing = Math.imul(outgoing, factor)

/** The hash of each shingle of a text, in order. */
export class RollingHash {
  readonly #text: string
  #at = 0
  value: number

  constructor(text: string) {
    this.#text = text
    this.value = hashAt(text, 0)
  }

  /** Advances to the next position. */
  next(): void {
    const without = (this.value - Math.imul(outgoing, this.#text.charCodeAt(this.#at))) | 0
    this.value = (Math.imul(without, factor) + this.#text.charCodeAt(this.#at + shingle)) | 0
    this.#at += 1
  }
}
