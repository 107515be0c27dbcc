import { isObject } from '../../../../shared/schema/json.ts'
import type { LogCheck } from '../../../../shared/contract/log.ts'
import { isIntroducedBy, isSigned, type Head, type Heads } from './heads.ts'
import { checkWords as words } from './words.ts'

/**
 * External evidence for a log. With `key`, which the verifier has from another source, only heads count that this key
 * signed, or one linked to it by signatures. `anchor` is the last head that the secret store has, which must be among
 * the others.
 */
export type Vouching = Heads & { key?: string | undefined; introduced?: string[]; anchor?: Head | undefined }

type Introduction = { type: string; seq: number; body: string | null }
type Vouched = Pick<Extract<LogCheck, { state: 'intact' }>, 'signed' | 'unsigned' | 'newKeys' | 'replaced'>

/** Compares signed heads with the records they name. */
export class HeadCheck {
  readonly #heads: Head[]
  readonly #damaged: Heads['damaged']
  readonly #key: string | undefined
  /** Each introduced key, with the first one in its line of signatures. */
  readonly #lines = new Map<string, string>()
  /** By line, the last record covered by a signature. */
  readonly #signed = new Map<string, { seq: number; at: number }>()
  readonly #newKeys: number[] = []
  readonly #replaced: number[] = []
  /** The record whose head only the secret store still has. */
  readonly #stripped: number | undefined
  #next = 0

  constructor({ heads, damaged, key, introduced = [], anchor }: Vouching) {
    const isStripped = anchor && !heads.some(({ seq, sig }) => seq === anchor.seq && sig === anchor.sig)
    this.#heads = isStripped ? [...heads, anchor].toSorted((a, b) => a.seq - b.seq) : heads
    this.#stripped = isStripped ? anchor.seq : undefined
    this.#damaged = damaged
    this.#key = key
    for (const name of introduced) this.#lines.set(name, name)
  }

  /** Whether the log introduced this key, and the verifier's key, if any, leads to it. */
  vouchesFor(key: string): boolean {
    const line = this.#lines.get(key)
    return line !== undefined && (this.#key === undefined || line === this.#lines.get(this.#key))
  }

  /** Returns what is wrong with this record's head, if anything. */
  take(row: Introduction & { hash: string }): string | undefined {
    const fault = row.type === 'log.key' ? this.#introduce(row) : undefined
    if (fault !== undefined) return fault
    for (let head = this.#heads[this.#next]; head && head.seq <= row.seq; head = this.#heads[++this.#next]) {
      if (head.seq < row.seq) continue
      if (!isSigned(head)) return words.badHead
      if (head.hash !== row.hash) return words.otherRecord
      const line = this.#lines.get(head.key)
      if (line === undefined) return words.unknownKey
      this.#signed.set(line, { seq: head.seq, at: head.at })
    }
    return undefined
  }

  /** The heads' verdict at the end of a log with this many records. */
  end(records: number): Vouched | Exclude<LogCheck, { state: 'intact' }> {
    const beyond = this.#heads.slice(this.#next)
    const forged = beyond.find((head) => !isSigned(head))
    if (forged) return { state: 'broken', seq: forged.seq, reason: words.badHead }
    if (this.#damaged)
      return {
        state: 'broken',
        seq: this.#damaged.seq,
        reason: words.badHeadLine(this.#damaged.line),
      }
    const last = beyond.at(-1)
    if (last) return { state: 'cut', records, signedUpTo: last.seq }
    if (this.#key !== undefined && !this.#lines.has(this.#key))
      return { state: 'broken', seq: 1, reason: words.otherKey }
    if (this.#stripped !== undefined) return { state: 'stripped', records, signedUpTo: this.#stripped }
    const signed = this.#lastSigned()
    const unsigned = records - (signed?.seq ?? 0)
    return { signed, unsigned, newKeys: this.#newKeys, replaced: this.#replaced }
  }

  #lastSigned(): { seq: number; at: number } | null {
    const line = this.#key === undefined ? undefined : this.#lines.get(this.#key)
    if (line !== undefined) return this.#signed.get(line) ?? null
    return [...this.#signed.values()].toSorted((a, b) => b.seq - a.seq)[0] ?? null
  }

  #introduce({ seq, body }: Introduction): string | undefined {
    const event: unknown = body === null ? null : JSON.parse(body)
    if (!isObject(event) || typeof event.key !== 'string') return words.noKey
    const { key, signature, missing } = event
    if (isObject(missing)) this.#replaced.push(seq)
    if (this.#lines.has(key)) return undefined
    const signer =
      typeof signature === 'string' && [...this.#lines].find(([old]) => isIntroducedBy(old, key, signature))
    if (!signer && this.#lines.size > 0 && !isObject(missing)) this.#newKeys.push(seq)
    this.#lines.set(key, signer ? signer[1] : key)
    return undefined
  }
}
