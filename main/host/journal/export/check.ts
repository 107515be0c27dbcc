import type { LogCheck } from '../../../../shared/contract/log.ts'
import { sha256 } from '../../base/hash.ts'
import { ChainCheck } from '../chain/chain-check.ts'
import { hashInput } from '../chain/chain.ts'
import { checkWords as words } from '../chain/words.ts'
import { parseHead, headLine, type Head } from '../chain/heads.ts'
import { parseLine, type Header, type ExportLine, type StoredRow } from './lines.ts'

/**
 * Checks an export on its own: every line, the chain of its records, and its heads. `key` is one that the verifier has
 * from another source; without it, the keys in the file vouch only for themselves.
 */
export async function checkExport(lines: AsyncIterable<string>, key?: string): Promise<LogCheck> {
  const file = new ExportCheck(key)
  for await (const text of lines) {
    const line = parseLine(text)
    const broken = line ? file.take(line) : file.broken(words.badLine)
    if (broken) return broken
  }
  return file.end()
}

class ExportCheck {
  readonly #key: string | undefined
  readonly #heads: Head[] = []
  readonly #blobs = new Set<string>()
  #header: Header | undefined
  #chain: ChainCheck | undefined

  constructor(key: string | undefined) {
    this.#key = key
  }

  broken(reason: string): LogCheck {
    return { state: 'broken', seq: (this.#chain?.seq ?? this.#header?.after.seq ?? 0) + 1, reason }
  }

  /** Returns what is wrong, if anything. */
  take(line: ExportLine): LogCheck | undefined {
    if ('header' in line) {
      if (this.#header) return this.broken(words.secondExport)
      this.#header = line.header
      return undefined
    }
    if (!this.#header) return this.broken(words.noExport)
    if ('head' in line) {
      const head = this.#chain ? undefined : parseHead(headLine(line.head))
      if (!head) return this.broken(words.badExportHead)
      this.#heads.push(head)
      return undefined
    }
    if ('row' in line) return this.#begun(this.#header).take(checked(line.row, line.isLeftOut))
    if (sha256(line.text) !== line.blob) return this.broken(words.badExportValue)
    this.#blobs.add(line.blob)
    return undefined
  }

  end(): LogCheck {
    if (!this.#header) return this.broken(words.noExport)
    const chain = this.#begun(this.#header)
    const { upTo } = this.#header
    return chain.seq < upTo ? { state: 'cut', records: chain.seq, signedUpTo: upTo } : chain.end()
  }

  #begun({ after, keys }: Header): ChainCheck {
    const vouching = {
      heads: this.#heads.toSorted((a, b) => a.seq - b.seq),
      key: this.#key,
      introduced: keys,
    }
    this.#chain ??= new ChainCheck(vouching, (hash) => (this.#blobs.has(hash) ? 'good' : 'missing'), after)
    return this.#chain
  }
}

function checked({ salt, body, ...row }: StoredRow, isLeftOut: boolean) {
  const content = body === null ? null : `${salt}${body}`
  return { ...row, bodyCommit: row.body_commit, hashed: hashInput(row), content, body, isLeftOut }
}
