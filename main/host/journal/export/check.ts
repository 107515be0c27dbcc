import type { LogCheck } from '../../../../shared/contract/log.ts'
import type { JsonObject } from '../../../../shared/schema/json.ts'
import { sha256 } from '../../base/hash.ts'
import { ChainCheck } from '../chain/chain-check.ts'
import { hashInput } from '../chain/chain.ts'
import { checkWords as words } from '../chain/words.ts'
import { parseHead, headLine, type Head } from '../chain/heads.ts'
import { isWholeSigned, SignedLines } from './whole-signature.ts'
import { parseLine, type Header, type ExportLine, type StoredRow, type WholeSignature } from './lines.ts'

/**
 * The part of a log that an export is: its first and last record, how many of them are without content because of the
 * filter, and whether the log's key signed the whole.
 */
export type ExportScope = { first: number; last: number; leftOut: number; filter: JsonObject; isWholeSigned: boolean }

/** The findings about an export's log, and its scope if nothing is broken. */
export type ExportFindings = { log: LogCheck; scope?: ExportScope }

/**
 * Checks an export on its own: every line, the chain of its records, its heads, and its signature. `key` is one that the
 * verifier has from another source; without it, the keys in the file vouch only for themselves.
 */
export async function checkExport(lines: AsyncIterable<string>, key?: string): Promise<ExportFindings> {
  const file = new ExportCheck(key)
  for await (const text of lines) {
    const line = parseLine(text)
    const broken = line ? file.take(line, text) : file.broken(words.badLine)
    if (broken) return { log: broken }
  }
  return file.end()
}

class ExportCheck {
  readonly #key: string | undefined
  readonly #heads: Head[] = []
  readonly #blobs = new Set<string>()
  /** The values since the last record, which the next one must be the first to reference. */
  readonly #awaited = new Set<string>()
  readonly #lines = new SignedLines()
  #header: Header | undefined
  #signature: WholeSignature | undefined
  #chain: ChainCheck | undefined

  constructor(key: string | undefined) {
    this.#key = key
  }

  broken(reason: string): LogCheck {
    return { state: 'broken', seq: (this.#chain?.seq ?? this.#header?.after.seq ?? 0) + 1, reason }
  }

  /** Returns what is wrong, if anything. */
  take(line: ExportLine, text: string): LogCheck | undefined {
    if (this.#signature) return this.broken(words.afterSignature)
    if (!('signature' in line)) this.#lines.take(line, text)
    if ('header' in line) {
      if (this.#header) return this.broken(words.secondExport)
      this.#header = line.header
      return undefined
    }
    if (!this.#header) return this.broken(words.noExport)
    if ('signature' in line) {
      this.#signature = line.signature
      return undefined
    }
    if ('head' in line) {
      const head = this.#chain ? undefined : parseHead(headLine(line.head))
      if (!head) return this.broken(words.badExportHead)
      this.#heads.push(head)
      return undefined
    }
    if ('row' in line) {
      const broken = this.#begun(this.#header).take(checked(line.row, line.isLeftOut))
      return broken ?? (this.#awaited.size > 0 ? this.broken(words.extraValue) : undefined)
    }
    if (sha256(line.text) !== line.blob) return this.broken(words.badExportValue)
    if (this.#blobs.has(line.blob)) return this.broken(words.extraValue)
    this.#blobs.add(line.blob)
    this.#awaited.add(line.blob)
    return undefined
  }

  end(): ExportFindings {
    if (!this.#header) return { log: this.broken(words.noExport) }
    const { after, filter, upTo } = this.#header
    const chain = this.#begun(this.#header)
    if (this.#awaited.size > 0) return { log: this.broken(words.extraValue) }
    if (chain.seq < upTo) return { log: { state: 'cut', records: chain.seq, signedUpTo: upTo } }
    const log = chain.end()
    if (log.state !== 'intact') return { log }
    const { facts, leftOut } = this.#lines
    if (Object.keys(filter).length === 0 && (leftOut > 0 || after.seq > 0))
      return { log: { state: 'broken', seq: after.seq + 1, reason: words.leftOutUnasked } }
    if (this.#signature && !(facts && isWholeSigned(facts, this.#signature)))
      return { log: { state: 'broken', seq: after.seq + 1, reason: words.badSignature } }
    const isOurs = this.#signature !== undefined && chain.vouchesFor(this.#signature.key)
    return { log, scope: { first: after.seq + 1, last: chain.seq, leftOut, filter, isWholeSigned: isOurs } }
  }

  #begun({ after, keys }: Header): ChainCheck {
    const vouching = {
      heads: this.#heads.toSorted((a, b) => a.seq - b.seq),
      key: this.#key,
      introduced: keys,
    }
    const valueOf = (hash: string) => {
      this.#awaited.delete(hash)
      return this.#blobs.has(hash) ? 'good' : 'missing'
    }
    this.#chain ??= new ChainCheck(vouching, valueOf, after)
    return this.#chain
  }
}

function checked({ salt, body, ...row }: StoredRow, isLeftOut: boolean) {
  const content = body === null ? null : `${salt}${body}`
  return { ...row, bodyCommit: row.body_commit, hashed: hashInput(row), content, body, isLeftOut }
}
