import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { Readable } from 'node:stream'
import { RandomAccessReader } from 'yauzl'
import { largestBundle } from '../../../shared/config/bundle.ts'
import { Refusal } from './refusal.ts'

const begin = Buffer.from('MCPB_SIG_V1')
const end = Buffer.from('MCPB_SIG_END')
const longestSignature = 1024 * 1024

const pieceSize = 64 * 1024

const endRecordSize = 22
const longestComment = 0xffff
const endRecordSign = Buffer.from('504b0506', 'hex')
const firstSign = Buffer.from('504b0304', 'hex')

/** The record at an archive's end, and where it is. */
export type EndRecord = { at: number; entries: number; directoryAt: number; directorySize: number }

/** An open archive, of a file or in memory. A signature block behind it isn't part of it. */
export class ArchiveFile extends RandomAccessReader {
  readonly #from: number | Buffer
  /** Bytes of the archive. */
  readonly size: number
  readonly hasSignature: boolean
  readonly end: EndRecord

  /** Throws `Refusal` if it isn't one whole archive and nothing else. */
  constructor(file: string | Buffer) {
    super()
    this.#from = typeof file === 'string' ? openSync(file, 'r') : file
    try {
      const size = typeof this.#from === 'number' ? fstatSync(this.#from).size : this.#from.length
      if (size > largestBundle) throw new Refusal('too-large')
      const signature = this.#signatureAt(size)
      const whole = this.#endRecord(size)
      const cut = signature === undefined ? undefined : this.#endRecord(signature)
      const record = whole ?? cut
      if (!record) throw new Refusal(this.#isBegun(size) ? 'zip-damaged' : 'not-a-zip')
      this.size = whole ? size : (signature ?? size)
      this.hasSignature = signature !== undefined
      this.end = record
    } catch (error) {
      this.shut()
      throw error
    }
  }

  // oxlint-disable-next-line max-params -- the library's signature
  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    done: (error: Error | null) => void,
  ): void {
    const got = this.#copy(buffer.subarray(offset, offset + length), position)
    process.nextTick(done, got < length ? new Error('unexpected end of file') : null, got)
  }

  override _readStreamForRange(start: number, until: number): Readable {
    const pieces = this.#pieces(start, until)
    return Readable.from(pieces, { objectMode: false })
  }

  *#pieces(start: number, until: number): Generator<Buffer> {
    for (let at = start; at < until; at += pieceSize) yield this.#bytes(at, Math.min(pieceSize, until - at))
  }

  shut(): void {
    if (typeof this.#from === 'number') closeSync(this.#from)
  }

  #bytes(from: number, length: number): Buffer {
    const buffer = Buffer.alloc(length)
    return buffer.subarray(0, this.#copy(buffer, from))
  }

  /** Fills a buffer from a place; the number of bytes that there were. */
  #copy(into: Buffer, from: number): number {
    if (typeof this.#from === 'number') return readSync(this.#from, into, 0, into.length, from)
    return this.#from.copy(into, 0, from, from + into.length)
  }

  /** Where a signature block begins: its mark, a length, that many bytes, and its end mark at the end of the file. */
  #signatureAt(size: number): number | undefined {
    const length = Math.min(size, longestSignature)
    const tail = this.#bytes(size - length, length)
    if (!tail.subarray(-end.length).equals(end)) return undefined
    for (let at = tail.lastIndexOf(begin); at >= 0; at = at === 0 ? -1 : tail.lastIndexOf(begin, at - 1)) {
      const dataAt = at + begin.length + 4
      if (dataAt <= tail.length && dataAt + tail.readUInt32LE(dataAt - 4) + end.length === tail.length)
        return size - length + at
    }
    return undefined
  }

  /** The last one in the file; undefined if something other than its comment follows, or it is a later version's. */
  #endRecord(size: number): EndRecord | undefined {
    const length = Math.min(size, endRecordSize + longestComment)
    const tail = this.#bytes(size - length, length)
    const at = tail.lastIndexOf(endRecordSign, Math.max(0, tail.length - endRecordSize))
    if (at < 0 || tail.length - at < endRecordSize) return undefined
    if (at + endRecordSize + tail.readUInt16LE(at + 20) !== tail.length) return undefined
    const record = {
      at: size - length + at,
      entries: tail.readUInt16LE(at + 10),
      directorySize: tail.readUInt32LE(at + 12),
      directoryAt: tail.readUInt32LE(at + 16),
    }
    const isSplit = tail.readUInt32LE(at + 4) !== 0 || tail.readUInt16LE(at + 8) !== record.entries
    const isWhole = record.directoryAt + record.directorySize === record.at
    return isSplit || !isWhole ? undefined : record
  }

  #isBegun(size: number): boolean {
    return (
      this.#bytes(0, 4).equals(firstSign) || this.#bytes(Math.max(0, size - 65_557), 65_557).includes(endRecordSign)
    )
  }
}
