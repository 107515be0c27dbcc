import type { JsonObject } from '../../../../shared/schema/json.ts'
import type { Digest } from '../results/digest.ts'
import { type Frame, lineLimits, longLine, readLine, type ReadLong, type Remains, type WantedBy } from './frame.ts'
import { LineBuffer } from './line-buffer.ts'
import { StreamPace } from './stream-pace.ts'
import type { Violation } from './violation.ts'

/** Receives the messages of a stream, and what wasn't one. */
export type FrameSink = {
  message(message: JsonObject, digest?: Digest): void
  wanted: WantedBy
  violation(violation: Violation, remains?: Remains): void
  /** A line that wasn't JSON; up to 1 KiB of it. */
  noise?(line: string): void
  /** A line exceeded the limit, or too many lines contained no message. Nothing more is read. */
  overflow(how: 'line-too-long' | 'flood'): void
}

const newline = 0x0a
const noiseBytes = 1024

/**
 * Splits a stream of bytes into JSON-RPC messages, one per line (stdio transport). Memory is linear in the longest
 * line.
 */
export class Framer {
  readonly #sink: FrameSink
  readonly #readLong: ReadLong
  readonly #line = new LineBuffer()
  readonly #pace: StreamPace
  #overflown = false

  constructor(sink: FrameSink, readLong: ReadLong, pace = new StreamPace()) {
    this.#sink = sink
    this.#pace = pace
    this.#readLong = readLong
  }

  /**
   * Returns a promise while another thread reads a long line, or other events have their turn: until it resolves,
   * nothing can be pushed.
   */
  push(chunk: Buffer): Promise<void> | undefined {
    let from = 0
    // A pipe's reader yields after each full piece by itself.
    this.#pace.begin(0)
    for (let end = chunk.indexOf(newline); end >= 0 && !this.#overflown; end = chunk.indexOf(newline, from)) {
      const line = this.#endLine(chunk.subarray(from, end))
      from = end + 1
      if (line && line.length > longLine) return this.#waitFor(line, chunk.subarray(from))
      if (line) this.#deliver(readLine(line), line)
      if (this.#pace.isOver && from < chunk.length) return this.#goOn(chunk.subarray(from))
    }
    if (from < chunk.length) this.#keep(chunk.subarray(from))
    return undefined
  }

  /** An incomplete line, if there is one: whether it can still become a message, and up to 1 KiB of it. */
  get open(): { canBeMessage: boolean; start: string } | undefined {
    if (this.#line.size === 0) return undefined
    const start = this.#line.start(noiseBytes).toString('utf8')
    return { canBeMessage: /^\uFEFF?\s*(?:[{[]|$)/.test(start), start }
  }

  /** The stream ended: an incomplete line is never parsed. */
  end(): void {
    if (this.#line.size > 0) this.#sink.violation('half-a-line')
    this.#line.clear()
  }

  /** The whole line, unless it is too long. */
  #endLine(rest: Buffer): Buffer | undefined {
    if (this.#line.size === 0 && rest.length <= lineLimits.bytes) return rest
    this.#keep(rest)
    return this.#overflown ? undefined : this.#line.take()
  }

  #keep(piece: Buffer): void {
    if (this.#overflown) return
    if (this.#line.size + piece.length <= lineLimits.bytes) return this.#line.append(piece)
    this.#overflow('line-too-long')
  }

  #overflow(how: 'line-too-long' | 'flood'): void {
    this.#overflown = true
    this.#line.clear()
    this.#sink.violation(how)
    this.#sink.overflow(how)
  }

  async #waitFor(line: Buffer, rest: Buffer): Promise<void> {
    const { length } = line
    // Reading it transfers its bytes.
    this.#deliver(await this.#readLong(line, this.#sink.wanted), { length })
    await this.push(rest)
  }

  async #goOn(rest: Buffer): Promise<void> {
    await this.#pace.leave()
    await this.push(rest)
  }

  #deliver(frame: Frame | undefined, line: Buffer | { length: number }): void {
    if (frame && 'message' in frame) return this.#sink.message(frame.message, frame.digest)
    if (frame) this.#sink.violation(frame.violation, frame)
    if (frame?.violation === 'not-json' && Buffer.isBuffer(line))
      this.#sink.noise?.(line.toString('utf8', 0, noiseBytes))
    if (this.#pace.isFlood(line.length)) this.#overflow('flood')
  }
}
