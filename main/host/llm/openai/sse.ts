import { createParser } from 'eventsource-parser'
import { parseJson, type JsonValue } from '../../../../shared/schema/json.ts'
import { ApiError } from '../api/api.ts'
import { inPieces, Pace } from '../api/pace.ts'
import { faultWords as faults } from '../api/words.ts'

/** Max characters of one event, or of an answer in one piece. */
const largest = 16 * 1024 * 1024

/** A part of a body: an event with its name, or, of an answer in one piece, the whole. `done` is its announced end. */
export type StreamPart = { data: JsonValue; name?: string | undefined } | 'done'

/** Something other than the API answered. */
export class WebPage extends ApiError {}

/** Receives a stream of server-sent events while it arrives. */
export type Listener = {
  /** Bytes arrived; `isComment` if they were nothing but comments. */
  onBytes: (isComment: boolean) => void
  /** Takes a part; true if no more is needed. */
  onPart: (part: StreamPart) => boolean
}

/**
 * Reads a streamed body, or one that came as JSON although a stream was asked for. Throws `ApiError` for anything
 * else, without content of the body. Ends when the body does, or when the listener or `enough` says so.
 */
export async function readParts(response: Response, listener: Listener, enough: AbortSignal): Promise<void> {
  const reader = response.body?.getReader()
  if (!reader) throw new ApiError(faults.noBody)
  const stop = () => void reader.cancel().catch(() => undefined)
  enough.addEventListener('abort', stop)
  try {
    const body = new Body(response.headers.get('content-type') ?? '', listener)
    const decoder = new TextDecoder()
    const pace = new Pace()
    while (!body.isDone) {
      const { value, done } = await reader.read().catch((cause: unknown) => {
        throw new ApiError(faults.broke, { cause })
      })
      if (done) break
      for (const piece of inPieces(decoder.decode(value, { stream: true }))) {
        if (body.isDone || enough.aborted) break
        body.feed(piece)
        await pace.took(piece.length)
      }
    }
    if (!body.isDone) body.end(decoder.decode())
  } finally {
    enough.removeEventListener('abort', stop)
    stop()
  }
}

/** Tells events from JSON, by the type or else by the first character. */
class Body {
  isDone = false
  readonly #type: string
  readonly #listener: Listener
  #events: Events | undefined
  #json: string[] | undefined
  #length = 0

  constructor(type: string, listener: Listener) {
    this.#type = type.toLowerCase()
    this.#listener = listener
  }

  feed(text: string): void {
    if (!this.#events && !this.#json) {
      // Proxies and DeepSeek begin with blank lines to keep the connection open.
      if (text.trim() === '') return this.#listener.onBytes(true)
      this.#choose(text.trimStart())
    }
    if (this.#events) {
      this.#listener.onBytes(this.#events.feed(text))
      this.isDone = this.#events.isDone
      return
    }
    this.#listener.onBytes(false)
    this.#length += text.length
    if (this.#length > largest) throw new ApiError(faults.tooLong)
    this.#json?.push(text)
  }

  end(rest: string): void {
    if (this.#json) {
      const data = parseJson([...this.#json, rest].join(''))
      if (data === undefined) throw new ApiError(faults.notJson)
      this.#listener.onPart({ data })
      this.isDone = true
      return
    }
    // An event whose blank line is missing at the end still counts.
    this.#events?.feed(`${rest}\n\n`)
    this.isDone = true
  }

  #choose(start: string): void {
    if (start.startsWith('<') || this.#type.includes('html')) throw new WebPage(faults.webPage)
    if (/^[[{]/.test(start)) this.#json = []
    else this.#events = new Events(this.#listener)
  }
}

/** Server-sent events as servers really send them: an unknown field counts if it is the error of an old llama.cpp. */
class Events {
  isDone = false
  #isComment = false
  readonly #parser

  constructor(listener: Listener) {
    const take = (part: StreamPart) => {
      this.#isComment = false
      this.isDone = listener.onPart(part)
    }
    this.#parser = createParser({
      maxBufferSize: largest,
      onEvent: ({ event, data }) => {
        if (this.isDone) return
        if (data.length < 20 && data.trim() === '[DONE]') return take('done')
        const json = parseJson(data)
        // LM Studio ends with an event whose data is a bare sentence.
        if (json === undefined && event !== 'error') throw new ApiError(faults.eventNotJson)
        take({ data: json ?? data, name: event })
      },
      onComment: () => {
        this.#isComment = true
      },
      onError: ({ type, field, value = '' }) => {
        if (type === 'max-buffer-size-exceeded') throw new ApiError(faults.eventTooLong)
        if (field === 'error' && !this.isDone) take({ data: parseJson(value) ?? value, name: 'error' })
      },
    })
  }

  /** True if the text ended with a comment, which keeps the connection open and says nothing. */
  feed(text: string): boolean {
    this.#isComment = false
    this.#parser.feed(text)
    return this.#isComment
  }
}
