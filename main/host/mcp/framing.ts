import { isObject, type JsonObject, type JsonValue } from '../../../shared/json.ts'
import { LineBuffer } from './line-buffer.ts'
import { survey } from './survey.ts'
import type { Violation } from './misconduct.ts'

/** What one line of a server may hold. Depth and number of values are counted before anything is parsed. */
export const lineLimits = { bytes: 32 * 1024 * 1024, nodes: 200_000, depth: 64 }

export type RequestId = string | number

export type FrameSink = {
  message(message: JsonObject): void
  /** `id` is what could be read of an answer that was dropped. */
  violation(violation: Violation, id?: RequestId): void
  /** A line passed the limit; nothing more is read. */
  overflow(): void
}

const newline = 0x0a

/** Cuts a stream of bytes into JSON-RPC messages, one a line (stdio transport). Memory is linear in the longest line. */
export class Framer {
  readonly #sink: FrameSink
  readonly #line = new LineBuffer()
  #overflown = false

  constructor(sink: FrameSink) {
    this.#sink = sink
  }

  push(chunk: Buffer): void {
    let from = 0
    for (let end = chunk.indexOf(newline); end >= 0 && !this.#overflown; end = chunk.indexOf(newline, from)) {
      this.#endLine(chunk.subarray(from, end))
      from = end + 1
    }
    if (from < chunk.length) this.#keep(chunk.subarray(from))
  }

  /** The stream has ended: half a line is never parsed. */
  end(): void {
    if (this.#line.size > 0) this.#sink.violation('half-a-line')
    this.#line.clear()
  }

  #endLine(rest: Buffer): void {
    if (this.#line.size === 0 && rest.length <= lineLimits.bytes) return this.#read(rest)
    this.#keep(rest)
    if (!this.#overflown) this.#read(this.#line.take())
  }

  #keep(piece: Buffer): void {
    if (this.#overflown) return
    if (this.#line.size + piece.length <= lineLimits.bytes) return this.#line.append(piece)
    this.#overflown = true
    this.#line.clear()
    this.#sink.violation('line-too-long')
    this.#sink.overflow()
  }

  #read(line: Buffer): void {
    const frame = readLine(line)
    if (frame === undefined) return
    if ('message' in frame) this.#sink.message(frame.message)
    else this.#sink.violation(frame.violation, frame.id)
  }
}

type Frame = { message: JsonObject } | { violation: Violation; id?: RequestId }

/** One line, without its newline; nothing where it is blank. Never throws. */
export function readLine(line: Buffer): Frame | undefined {
  const text = withoutByteOrderMark(line)
  if (isBlank(text)) return undefined
  const { depth, nodes, idAt } = survey(text)
  const refuse = (violation: Violation): Frame => {
    const id = readId(text, idAt)
    return id === undefined ? { violation } : { violation, id }
  }
  if (depth > lineLimits.depth) return refuse('nested-too-deeply')
  if (nodes > lineLimits.nodes) return refuse('too-many-values')
  const value = parse(text)
  if (value === undefined) return refuse('not-json')
  if (Array.isArray(value)) return { violation: 'batch' }
  if (!isObject(value) || value['jsonrpc'] !== '2.0') return { violation: 'not-a-message' }
  return { message: value }
}

/** Bytes that are not UTF-8 become U+FFFD. */
function parse(text: Buffer): JsonValue | undefined {
  try {
    return JSON.parse(text.toString('utf8')) as JsonValue
  } catch {
    return undefined
  }
}

function readId(text: Buffer, at: number): RequestId | undefined {
  if (at < 0) return undefined
  const [, id] = /^\s*(\d{1,15}|"[^"\\]{0,200}")\s*[,}]/.exec(text.toString('utf8', at, at + 220)) ?? []
  return id === undefined ? undefined : (JSON.parse(id) as RequestId)
}

const withoutByteOrderMark = (line: Buffer): Buffer =>
  line[0] === 0xef && line[1] === 0xbb && line[2] === 0xbf ? line.subarray(3) : line

const isBlank = (line: Buffer): boolean => line.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d)
