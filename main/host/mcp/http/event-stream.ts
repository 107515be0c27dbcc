import { lineLimits } from '../wire/frame.ts'
import { LineBuffer } from '../wire/line-buffer.ts'
import { StreamPace } from '../wire/stream-pace.ts'
import { httpProblems } from './problems.ts'

const lf = 0x0a
const cr = 0x0d
const newline = Buffer.from([lf])
const longestId = 1024
const longestEndpoint = 4096
/** Max bytes kept of a line that isn't data. */
const longestField = 2048
/** Min bytes counted per data line: even a short one takes time. */
const leastLine = 64

/** How an event's data was handled. */
export type EventOutcome = { isAnswer: boolean; isMessage: boolean }

/** Receives a server's event stream (2025-11-25, Streamable HTTP). */
export type EventSink = {
  /** One message event's data, which is valid until this resolves. */
  message(data: Buffer): Promise<EventOutcome>
}

/**
 * Reads server-sent events (HTML standard, 9.2.6) and passes on only what the library's own reader needs: IDs,
 * reconnection delays (between 1 and 60 s), the older transport's endpoint, and the fact that an answer arrived.
 * Messages go to the sink. Memory is limited by the longest event; a longer one throws, and so does a flood of lines
 * without a message. Yields to the event loop after each turn.
 */
export class EventStream {
  readonly #sink: EventSink
  readonly #pace: StreamPace
  /** The start of the current line, until it is known to be data. */
  readonly #head = Buffer.allocUnsafe(longestField)
  #headSize = 0
  #lineSize = 0
  #isData = false
  readonly #data = new LineBuffer()
  #dataLines = 0
  /** The current event's cost. */
  #size = 0
  #fields: { event?: string; id?: string; retry?: number } = {}
  #afterReturn = false

  constructor(sink: EventSink, pace = new StreamPace()) {
    this.#sink = sink
    this.#pace = pace
  }

  /** Bytes of memory held, whatever arrived. */
  get held(): number {
    return this.#head.length + this.#data.held
  }

  /**
   * Returns the text that the library should read instead of this piece. Rejects with `HttpProblem`. One piece at a
   * time.
   */
  async push(chunk: Buffer): Promise<string> {
    this.#pace.begin(chunk.length)
    let out = ''
    let from = this.#afterReturn && chunk[0] === lf ? 1 : 0
    if (chunk.length > 0) this.#afterReturn = false
    for (let at = endOfLine(chunk, from); at >= 0; at = endOfLine(chunk, from)) {
      if (at > from) this.#keep(chunk.subarray(from, at))
      const passed = this.#lineSize > 0 ? this.#endLine() : this.#endEvent()
      out += typeof passed === 'string' ? passed : await passed
      from = at + 1
      if (chunk[at] === cr) {
        if (chunk[from] === lf) from++
        else this.#afterReturn = from === chunk.length
      }
      if (this.#pace.isOver) await this.#pace.leave()
    }
    if (from < chunk.length) this.#keep(chunk.subarray(from))
    if (this.#pace.isOver) await this.#pace.leave()
    return out
  }

  /** More of the current line. Data goes to its destination at once; of anything else the start is enough. */
  #keep(piece: Buffer): void {
    this.#cost(piece.length)
    this.#lineSize += piece.length
    if (this.#isData) return this.#data.append(piece)
    const copied = piece.copy(this.#head, this.#headSize)
    this.#headSize += copied
    if (this.#headSize < 6 || this.#head.toString('latin1', 0, 5) !== 'data:') return
    this.#beginData(valueAfter(this.#head, 4))
    this.#data.append(piece.subarray(copied))
  }

  #cost(bytes: number): void {
    this.#size += bytes
    if (this.#size > lineLimits.bytes + longestEndpoint) throw httpProblems.tooLong()
  }

  #beginData(valueAt: number): void {
    this.#isData = true
    if (this.#dataLines++ > 0) this.#data.append(newline)
    this.#data.append(this.#head.subarray(valueAt, this.#headSize))
  }

  #endLine(): string {
    const size = this.#lineSize
    const head = this.#head.subarray(0, this.#headSize)
    const colon = head.indexOf(0x3a)
    const name = head.toString('latin1', 0, Math.min(colon < 0 ? head.length : colon, 16))
    if (name === 'data' && !this.#isData) this.#beginData(colon < 0 ? head.length : valueAfter(head, colon))
    if (this.#isData) {
      this.#cost(Math.max(0, leastLine - size))
      if (size === 4 || (size <= 6 && head.length === valueAfter(head, 4))) this.#wasEmpty(size)
    } else {
      this.#size -= size
      this.#field(name, colon < 0 ? head.subarray(head.length) : head.subarray(valueAfter(head, colon)))
      this.#wasEmpty(size)
    }
    this.#headSize = 0
    this.#lineSize = 0
    this.#isData = false
    return ''
  }

  #wasEmpty(bytes: number): void {
    if (this.#pace.isFlood(bytes)) throw httpProblems.flood()
  }

  #field(name: string, value: Buffer): void {
    if (name === 'event') this.#fields.event = value.toString('utf8', 0, 64)
    else if (name === 'id' && value.length <= longestId) {
      const id = value.toString('latin1')
      if (/^[\x21-\x7e]*$/.test(id)) this.#fields.id = id
    } else if (name === 'retry' && value.length <= 20 && /^\d+$/.test(value.toString('latin1'))) {
      const wait = Math.min(Math.max(Number(value.toString('latin1')), 1000), 60_000)
      this.#fields.retry = Math.round(wait * (1 + Math.random() / 5))
    }
  }

  #endEvent(): string | Promise<string> {
    const { event = 'message', id, retry } = this.#fields
    const hasData = this.#data.size >= Math.max(1, this.#dataLines)
    let out = retry === undefined ? '' : `retry: ${retry}\n`
    if (id !== undefined) out += `id: ${id}\n`
    this.#fields = {}
    this.#dataLines = 0
    this.#size = 0
    const data = this.#data.take()
    if (event === 'message' && hasData) return this.#deliver(data, out)
    this.#wasEmpty(data.length)
    if (event === 'endpoint') return `${out}event: endpoint\ndata: ${endpointIn(data)}\n\n`
    return out === '' ? '' : `${out}data:\n\n`
  }

  async #deliver(data: Buffer, out: string): Promise<string> {
    // The receiver can transfer its memory.
    const { length } = data
    const { isAnswer, isMessage } = await this.#sink.message(data)
    if (!isMessage) this.#wasEmpty(length)
    if (isAnswer) return `${out}data: ${placeholder}\n\n`
    return out === '' ? '' : `${out}data:\n\n`
  }
}

/** Replaces an answer that took another route. */
export const placeholder = '{"jsonrpc":"2.0","id":0,"result":{}}'

const endpointIn = (data: Buffer): string => data.toString('utf8', 0, longestEndpoint).replaceAll(/[\r\n]/g, '')

/** Where a value begins: one space after the colon isn't part of it. */
const valueAfter = (line: Buffer, colon: number): number => colon + (line[colon + 1] === 0x20 ? 2 : 1)

/** Looks at each byte once, whichever character ends a line. */
function endOfLine(chunk: Buffer, from: number): number {
  for (let at = from; at < chunk.length; at++) if (chunk[at] === lf || chunk[at] === cr) return at
  return -1
}
