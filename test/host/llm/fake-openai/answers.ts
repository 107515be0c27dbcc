/** Reads chat streams without knowing who sent them. */

type Event = { event?: string | undefined; data: string }
export type Called = { id: string; index: unknown; name: string; args: string; signature: string | undefined }

type Piece = {
  index?: unknown
  id?: string | null
  type?: string
  function?: { name?: string; arguments?: unknown }
  extra_content?: { google?: { thought_signature?: string } }
}
type Part = { type: string; text?: string; thinking?: { text: string }[] }
export type Delta = {
  role?: string
  content?: string | Part[] | null
  reasoning_content?: string
  reasoning?: string
  reasoning_details?: unknown
  tool_calls?: Piece[]
  function_call?: NonNullable<Piece['function']>
}
type Choice = { delta?: Delta; finish_reason?: string | null; stop_reason?: unknown }
export type Chunk = {
  id?: string
  choices?: Choice[]
  usage?: Record<string, unknown> | null
  error?: unknown
  object?: string
  [field: string]: unknown
}

/** The events and the number of comments, as the specification of server-sent events reads them. */
export function eventsIn(text: string): { events: Event[]; comments: number } {
  const events: Event[] = []
  let comments = 0
  let data: string[] = []
  let event: string | undefined
  for (const line of text.split(/\r\n|\n|\r/)) {
    const [, field, value = ''] = /^([^:]*):? ?(.*)$/s.exec(line) ?? []
    if (line === '') {
      if (data.length > 0) events.push({ event, data: data.join('\n') })
      data = []
      event = undefined
    } else if (line.startsWith(':')) comments++
    else if (field === 'data') data.push(value)
    else if (field === 'event') event = value
  }
  return { events, comments }
}

export const isObject = (text: string): boolean => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}

/** An answer put together from its chunks. */
export class Answer {
  text = ''
  think = ''
  readonly calls: Called[] = []
  readonly chunks: Chunk[] = []
  finish: string | undefined
  usage: Record<string, unknown> | undefined
  error: unknown
  done = false
  /** Events that are not JSON. */
  unread = 0
  readonly comments: number
  readonly raw: string

  constructor(raw: string) {
    this.raw = raw
    const { events, comments } = eventsIn(raw)
    this.comments = comments
    for (const { event, data } of events)
      if (data === '[DONE]') this.done = true
      else if (isObject(data) || data.startsWith('[')) this.#read(JSON.parse(data) as Chunk | [Chunk], event)
      else this.unread++
    const [tagged = '', , thought = ''] = /^<(think|thought)>([\s\S]*?)<\/\1>/.exec(this.text) ?? []
    this.think += thought
    this.text = this.text.slice(tagged.length)
  }

  get deltas(): Delta[] {
    return this.chunks.flatMap(({ choices = [] }) => choices.map(({ delta }) => delta ?? {}))
  }

  get pieces(): Piece[] {
    return this.deltas.flatMap(({ tool_calls = [] }) => tool_calls)
  }

  #read(value: Chunk | [Chunk], event: string | undefined): void {
    const chunk = Array.isArray(value) ? value[0] : value
    this.chunks.push(chunk)
    this.error ??= chunk.error ?? (chunk.object === 'error' || event === 'error' ? chunk : undefined)
    this.usage = chunk.usage ?? this.usage
    for (const { delta = {}, finish_reason } of chunk.choices ?? []) {
      this.finish = finish_reason ?? this.finish
      this.think += delta.reasoning_content ?? delta.reasoning ?? ''
      const { content } = delta
      if (Array.isArray(content)) for (const part of content) this.#readPart(part)
      else this.text += content ?? ''
      const legacy = delta.function_call ? [{ function: delta.function_call }] : []
      for (const piece of [...(delta.tool_calls ?? []), ...legacy]) this.#readPiece(piece)
    }
  }

  #readPart({ text = '', thinking = [] }: Part): void {
    this.text += text
    this.think += thinking.map((it) => it.text).join('')
  }

  #readPiece(piece: Piece): void {
    const called = this.#calledBy(piece)
    const args = piece.function?.arguments
    called.id ||= piece.id ?? ''
    called.name ||= piece.function?.name ?? ''
    called.args += typeof args === 'string' ? args : args ? JSON.stringify(args) : ''
    called.signature ??= piece.extra_content?.google?.thought_signature
  }

  /** The call that a piece belongs to; an index that is used again with another ID or a whole call opens a new one. */
  #calledBy({ id, index, function: f }: Piece): Called {
    const open = (): Called => {
      const called = { id: id ?? '', index, name: '', args: '', signature: undefined }
      this.calls.push(called)
      return called
    }
    const byId = id ? this.calls.find((it) => it.id === id) : this.calls.at(-1)
    const found = index === undefined ? byId : this.calls.findLast((it) => it.index === index)
    if (!found || (id && found.id && id !== found.id)) return open()
    const again = f?.name && found.name && isObject(found.args)
    return again && (f.name !== found.name || (f.arguments ?? '') !== '') ? open() : found
  }
}
