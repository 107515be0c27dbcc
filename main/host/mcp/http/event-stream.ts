import { lineLimits } from '../frame.ts'
import { problems } from './http-problem.ts'

const lf = 0x0a
const cr = 0x0d
const longestId = 1024
const longestEndpoint = 4096

export type EventSink = {
  /** The data of one message event. True when it was an answer. */
  message(data: Buffer): Promise<boolean>
}

/**
 * Reads server-sent events (HTML standard, 9.2.6) and passes on only what the library's own reader has a use for: ids,
 * how long to wait before connecting again (between 1 and 60 s), the older transport's endpoint, and the fact that an
 * answer came. Messages go to the sink. Memory is bounded by the longest event, which is bounded; a longer one throws.
 */
export class EventStream {
  readonly #sink: EventSink
  #line: Buffer[] = []
  #data: Buffer[] = []
  #size = 0
  #fields: { event?: string; id?: string; retry?: number } = {}
  #afterReturn = false

  constructor(sink: EventSink) {
    this.#sink = sink
  }

  /** What the library is to read instead of this piece. Rejects with `HttpProblem`. One piece at a time. */
  async push(chunk: Buffer): Promise<string> {
    let out = ''
    let from = 0
    if (this.#afterReturn && chunk[0] === lf) from = 1
    if (chunk.length > 0) this.#afterReturn = false
    for (let at = endOfLine(chunk, from); at >= 0; at = endOfLine(chunk, from)) {
      this.#keep(chunk.subarray(from, at))
      const line = this.#endLine()
      out += typeof line === 'string' ? line : await line
      from = at + 1
      if (chunk[at] !== cr) continue
      if (chunk[from] === lf) from++
      else this.#afterReturn = from === chunk.length
    }
    this.#keep(chunk.subarray(from))
    return out
  }

  #keep(piece: Buffer): void {
    if (piece.length === 0) return
    this.#size += piece.length
    if (this.#size > lineLimits.bytes + longestEndpoint) throw problems.tooLong()
    this.#line.push(piece)
    // Many small pieces cost more than their bytes.
    if (this.#line.length > 1024) this.#line = [Buffer.concat(this.#line)]
  }

  #endLine(): string | Promise<string> {
    const line = this.#line.length === 1 ? this.#line[0] : Buffer.concat(this.#line)
    this.#line = []
    if (!line || line.length === 0) return this.#endEvent()
    const colon = line.indexOf(0x3a)
    const name = line.toString('latin1', 0, Math.min(colon < 0 ? line.length : colon, 16))
    const start = colon < 0 ? line.length : colon + (line[colon + 1] === 0x20 ? 2 : 1)
    const value = line.subarray(start)
    if (name === 'data') this.#data.push(value)
    else {
      this.#size -= line.length
      this.#field(name, value)
    }
    return ''
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

  async #endEvent(): Promise<string> {
    const { event = 'message', id, retry } = this.#fields
    const data = this.#data.flatMap((piece, index) => (index === 0 ? [piece] : [Buffer.from([lf]), piece]))
    const hasData = this.#data.some((piece) => piece.length > 0)
    this.#fields = {}
    this.#data = []
    this.#size = 0
    let out = retry === undefined ? '' : `retry: ${retry}\n`
    if (id !== undefined) out += `id: ${id}\n`
    if (event === 'endpoint') return `${out}event: endpoint\ndata: ${endpointIn(Buffer.concat(data))}\n\n`
    const isAnswer = hasData && event === 'message' && (await this.#sink.message(Buffer.concat(data)))
    if (isAnswer) return `${out}data: ${placeholder}\n\n`
    return out === '' ? '' : `${out}data:\n\n`
  }
}

/** Stands for an answer that went another way. */
export const placeholder = '{"jsonrpc":"2.0","id":0,"result":{}}'

const endpointIn = (data: Buffer): string => data.toString('utf8', 0, longestEndpoint).replaceAll(/[\r\n]/g, '')

function endOfLine(chunk: Buffer, from: number): number {
  const feed = chunk.indexOf(lf, from)
  const before = feed < 0 ? chunk : chunk.subarray(0, feed)
  const back = before.indexOf(cr, from)
  return back < 0 ? feed : back
}
