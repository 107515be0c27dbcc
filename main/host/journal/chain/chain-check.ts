import type { LogCheck } from '../../../../shared/contract/log.ts'
import { upcast } from '../../../../shared/events/upcast.ts'
import { sha256 } from '../../base/hash.ts'
import { blobsOf } from '../../../../shared/events/table.ts'
import { HeadCheck, type Vouching } from './head-check.ts'
import { checkWords as words } from './words.ts'

export type { Vouching } from './head-check.ts'

/** The hash before the first record. */
export const genesis = '0'.repeat(64)

/** The part of a record that its check needs. */
export type CheckedRow = {
  seq: number
  at: number
  mono?: number | null | undefined
  version: number
  type: string
  conversation: string | null
  prev: string
  hash: string
  bodyCommit: string
  /** The input of its hash; see `hashedText`. */
  hashed: string
  /** Salt and body; null if erased. */
  content: string | null
  /** The body, if it may reference values or a key. */
  body: string | null
  /** A filtered export left out the content of this record, so its absence doesn't count as erased. */
  isLeftOut?: boolean
}

/** Whether a value matches its hash. */
type BlobState = 'good' | 'missing' | 'changed'

type Broken = Extract<LogCheck, { state: 'broken' }>

/** Where a check starts, if not at the first record: the previous record, and its hash. */
export type CheckStart = { seq: number; hash: string }

/** Checks records one after the other, wherever they come from. */
export class ChainCheck {
  readonly #heads: HeadCheck
  readonly #blob: (hash: string) => BlobState
  readonly #clocks = new ClockCheck()
  readonly #checkedBlobs = new Set<string>()
  /** By conversation, its first record without a body, until the record of its erasure. */
  readonly #gone = new Map<string, number>()
  #last: CheckStart
  #erased = 0

  constructor(
    vouching: Vouching,
    blob: (hash: string) => BlobState,
    beginning: CheckStart = { seq: 0, hash: genesis },
  ) {
    this.#heads = new HeadCheck(vouching)
    this.#blob = blob
    this.#last = beginning
  }

  /** The last record found intact. */
  get seq(): number {
    return this.#last.seq
  }

  /** Whether a signature by this key counts. */
  vouchesFor(key: string): boolean {
    return this.#heads.vouchesFor(key)
  }

  take(row: CheckedRow): Broken | undefined {
    const reason = this.#faultOf(row) ?? this.#blobFaultOf(row) ?? this.#heads.take(row)
    if (reason !== undefined) return { state: 'broken', seq: this.#last.seq + 1, reason }
    if (row.type === 'conversation.erased' && row.conversation !== null) this.#gone.delete(row.conversation)
    else if (row.content === null && !row.isLeftOut) {
      this.#erased += 1
      if (row.conversation === null) return { state: 'broken', seq: row.seq, reason: words.missingContent }
      if (!this.#gone.has(row.conversation)) this.#gone.set(row.conversation, row.seq)
    }
    this.#clocks.take(row)
    this.#last = row
    return undefined
  }

  /** The findings, after the last record. */
  end(): LogCheck {
    if (this.#gone.size > 0)
      return { state: 'broken', seq: Math.min(...this.#gone.values()), reason: words.missingContent }
    const { seq, hash } = this.#last
    const vouched = this.#heads.end(seq)
    return 'state' in vouched
      ? vouched
      : { state: 'intact', records: seq, erased: this.#erased, head: hash, setBack: this.#clocks.found, ...vouched }
  }

  #faultOf(row: CheckedRow): string | undefined {
    if (row.seq !== this.#last.seq + 1) return words.missingRecord
    if (row.prev !== this.#last.hash) return words.detached
    if (row.hash !== sha256(row.hashed)) return words.changedColumns
    if (row.content !== null && row.bodyCommit !== sha256(row.content)) return words.changedContent
    return undefined
  }

  /** The values a body references must exist and match their hash; each is read once. */
  #blobFaultOf({ version, body }: CheckedRow): string | undefined {
    const event = body === null ? null : upcast(version, JSON.parse(body))
    for (const hash of event ? blobsOf(event) : []) {
      if (this.#checkedBlobs.has(hash)) continue
      const state = this.#blob(hash)
      if (state === 'missing') return words.missingValue(hash)
      if (state === 'changed') return words.changedValue(hash)
      this.#checkedBlobs.add(hash)
    }
    return undefined
  }
}

/** Milliseconds the system clock can go back before it counts: clocks are corrected all the time. */
const tolerated = 1000

type Reading = { type: string; seq: number; at: number; mono?: number | null | undefined }

/** How often the system clock went back while the monotonic clock advanced, and the first record after that. */
type SetBack = { times: number; first: number }

/** Compares the two clocks in one process's records. */
export class ClockCheck {
  #last: Reading | undefined
  #found: SetBack | null = null

  take(row: Reading): void {
    const { at, mono = null } = this.#last ?? row
    this.#last = row
    // A new process starts counting from zero.
    if (row.type === 'host.started' || mono === null || (row.mono ?? -1) < mono || row.at >= at - tolerated) return
    this.#found = { times: (this.#found?.times ?? 0) + 1, first: this.#found?.first ?? row.seq }
  }

  get found(): SetBack | null {
    return this.#found
  }
}
