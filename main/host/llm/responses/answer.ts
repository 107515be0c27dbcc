import type { StopReason, Usage } from '../../../../shared/events/turn-events.ts'
import { isObject, type JsonObject, type JsonValue } from '../../../../shared/schema/json.ts'
import { Calls, parseInput } from '../api/calls.ts'
import type { ModelAnswer, StreamOptions } from '../llm.ts'
import { ServerError } from '../openai/said.ts'
import type { MappedTools } from '../request/tools.ts'
import { ApiError } from '../api/api.ts'
import { faultWords as faults } from '../api/words.ts'

/** A text as it arrives: a part of a message, or all the reasoning of one item. */
type Text = { block: number; kind: 'text' | 'thinking'; pieces: string[]; length: number }

/** An arriving item of the answer. `whole` is the item once it is complete. */
type Item = { texts: Map<number, Text>; json: string[]; start: JsonObject; whole?: JsonObject; summary: number }

/** Statuses of a response that ended with an answer. */
const ended = new Set<JsonValue | undefined>(['completed', 'incomplete'])

/**
 * Assembles one answer from the events of a response. Every item becomes blocks; what the API wants back goes under
 * `wire`. The cost is linear in the answer's length. Ignores unknown events and items; impossible ones are an
 * `ApiError`.
 */
export class ResponseReader {
  readonly #onDelta: StreamOptions['onDelta']
  readonly #items = new Map<number, Item>()
  #blocks = 0
  #refused = false
  #isCut = false
  #end: JsonObject | undefined

  constructor(onDelta: StreamOptions['onDelta']) {
    this.#onDelta = onDelta
  }

  /** True if the response has ended; nothing after it counts. */
  get isComplete(): boolean {
    return this.#end !== undefined
  }

  /** Whether the model reasoned, shown or not. */
  get hasReasoned(): boolean {
    return [...this.#items.values()].some(({ start }) => start['type'] === 'reasoning')
  }

  /** Takes one event; true if it brought content. */
  take(event: JsonValue): boolean {
    if (!isObject(event)) throw new ApiError(faults.noEvent)
    // The answer of a gateway that doesn't stream.
    if (event['object'] === 'response') return this.#finish(event, event['status'])
    switch (event['type']) {
      case 'response.output_item.added':
        if (isObject(event['item'])) this.#open(this.#at(event), event['item'])
        return true
      case 'response.output_text.delta':
        this.#say(this.#at(event), { kind: 'text', part: numberOf(event['content_index']) }, event['delta'])
        return true
      case 'response.refusal.delta':
        this.#refused = true
        this.#say(this.#at(event), { kind: 'text', part: numberOf(event['content_index']) }, event['delta'])
        return true
      case 'response.reasoning_summary_text.delta':
      case 'response.reasoning_text.delta':
        this.#reason(this.#at(event), numberOf(event['summary_index'] ?? event['content_index']), event['delta'])
        return true
      case 'response.function_call_arguments.delta':
        this.#at(event).json.push(string(event['delta']))
        return true
      case 'response.output_item.done':
        if (isObject(event['item'])) this.#complete(this.#at(event), event['item'])
        return true
      case 'response.completed':
        return this.#finish(event['response'], 'completed')
      case 'response.incomplete':
        return this.#finish(event['response'], 'incomplete')
      case 'response.failed':
        throw new ServerError(event['response'] ?? {})
      default:
        return false
    }
  }

  /** The whole answer; an `ApiError` if the stream ended before the response. */
  finish(restore: MappedTools['restore']): ModelAnswer {
    if (!this.#end) throw new ApiError(faults.answerCut)
    const items = [...this.#items].toSorted(([a], [b]) => a - b)
    const hasCalls = items.some(([, { start }]) => start['type'] === 'function_call')
    const { stop, detail } = this.#stop(this.#end, hasCalls)
    const calls = new Calls(stop === 'tool-use', restore)
    const ids = new Set<string>()
    const blocks = items.flatMap(([at, item]) => readItem(item, at, ids, calls))
    const usage = usageOf(this.#end['usage'])
    return { blocks, stop, ...(detail === undefined ? {} : { detail }), calls: calls.made, usage }
  }

  #stop(response: JsonObject, hasCalls: boolean): { stop: StopReason; detail?: string } {
    const details = response['incomplete_details']
    if (this.#isCut || isObject(details)) {
      const reason = isObject(details) ? details['reason'] : undefined
      if (reason === 'max_output_tokens') return { stop: 'max-tokens' }
      if (reason === 'content_filter') return { stop: 'refusal', detail: reason }
      return { stop: 'other', ...(typeof reason === 'string' && { detail: reason }) }
    }
    if (this.#refused) return { stop: 'refusal' }
    return { stop: hasCalls ? 'tool-use' : 'end-turn' }
  }

  #at({ output_index: at }: JsonObject): Item {
    if (typeof at !== 'number') throw new ApiError(faults.eventOfNoItem)
    const known = this.#items.get(at)
    if (known) return known
    const item: Item = { texts: new Map(), json: [], start: {}, summary: 0 }
    this.#items.set(at, item)
    return item
  }

  /** Numbers the blocks in the order of their items, also of those that show nothing. */
  #open(item: Item, start: JsonObject): void {
    item.start = start
    if (start['type'] === 'reasoning')
      item.texts.set(0, { block: this.#blocks++, kind: 'thinking', pieces: [], length: 0 })
    if (start['type'] === 'function_call') this.#blocks++
  }

  /** Takes what the deltas left out, if anything: a gateway may send whole items only. */
  #complete(item: Item, whole: JsonObject): void {
    if (item.start['type'] === undefined) this.#open(item, whole)
    item.start = whole
    item.whole = whole
    if (whole['type'] === 'message')
      listOf(whole['content']).forEach((it, part) => {
        if (it['type'] === 'refusal') this.#refused = true
        const text = it['type'] === 'refusal' ? it['refusal'] : it['text']
        if (!item.texts.has(part) && typeof text === 'string') this.#say(item, { kind: 'text', part }, text)
      })
    if (whole['type'] === 'reasoning' && !item.texts.get(0)?.length)
      listOf(whole['summary']).forEach((it, part) => {
        if (typeof it['text'] === 'string') this.#reason(item, part, it['text'])
      })
  }

  #finish(response: JsonValue | undefined, end: JsonValue | undefined): boolean {
    if (!isObject(response)) throw new ApiError(faults.noResponse)
    const ends = [end, response['status'] ?? end]
    if (!ends.every((it) => ended.has(it))) throw new ServerError(response)
    this.#isCut = ends.includes('incomplete')
    listOf(response['output']).forEach((whole, at) => {
      const item = this.#at({ output_index: at })
      if (!item.whole) this.#complete(item, whole)
    })
    this.#end = response
    return this.#items.size > 0
  }

  /** Summaries come in parts, which are shown as paragraphs. */
  #reason(item: Item, part: number, text: JsonValue | undefined): void {
    const isNew = Boolean(item.texts.get(0)?.length) && part !== item.summary
    item.summary = part
    this.#say(item, { kind: 'thinking', part: 0 }, isNew ? `\n\n${string(text)}` : text)
  }

  #say(item: Item, { kind, part }: Pick<Text, 'kind'> & { part: number }, piece: JsonValue | undefined): void {
    const known = item.texts.get(part)
    const said = known ?? { block: this.#blocks++, kind, pieces: [], length: 0 }
    if (!known) item.texts.set(part, said)
    if (said.kind !== kind) throw new ApiError(faults.otherKind(kind))
    const text = string(piece)
    const offset = said.length
    said.pieces.push(text)
    said.length += text.length
    if (text !== '') this.#onDelta({ block: said.block, kind, offset, text })
  }
}

const listOf = (value: JsonValue | undefined): JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : [])

const numberOf = (value: JsonValue | undefined): number => (typeof value === 'number' ? value : 0)

function string(value: JsonValue | undefined): string {
  if (typeof value !== 'string') throw new ApiError(faults.deltaWithoutText)
  return value
}

/** A call's ID as given; without one, or if another call of this answer has it, its position. */
function uniqueId(given: JsonValue | undefined, at: number, taken: Set<string>): string {
  const id = typeof given === 'string' && given !== '' && !taken.has(given) ? given : `call_${at}`
  taken.add(id)
  return id
}

/** The blocks of an item: none for a call that was cut off, or for an unknown item. */
function readItem(item: Item, at: number, ids: Set<string>, calls: Calls): JsonObject[] {
  const texts = [...item.texts].toSorted(([a], [b]) => a - b).map(([, { pieces }]) => pieces.join(''))
  switch (item.start['type']) {
    case 'function_call':
      return readCall(item, uniqueId(item.start['call_id'], at, ids), calls)
    case 'reasoning': {
      const thinking = texts.join('')
      const wire = sealed(item.whole)
      return wire || thinking !== '' ? [{ type: 'thinking', thinking, ...(wire && { wire }) }] : []
    }
    default: {
      const { phase } = item.start
      const wire = typeof phase === 'string' ? { wire: { type: 'responses', phase } } : {}
      return texts.map((text) => ({ type: 'text', text, ...wire }))
    }
  }
}

/** Reasoning as it goes back; only a complete item has its encrypted content whole. */
function sealed(whole: JsonObject | undefined): JsonObject | undefined {
  const { id, summary, encrypted_content: content } = whole ?? {}
  if (typeof id !== 'string' || typeof content !== 'string' || content === '') return undefined
  const item = { type: 'reasoning', id, summary: Array.isArray(summary) ? summary : [], encrypted_content: content }
  return { type: 'responses', item }
}

function readCall({ start, whole, json }: Item, id: string, calls: Calls): JsonObject[] {
  const name = typeof start['name'] === 'string' ? start['name'] : ''
  const given = whole?.['arguments']
  const raw = typeof given === 'string' ? given : json.join('')
  const isEmpty = raw.trim() === ''
  const input = isEmpty ? {} : parseInput(raw)
  const kept = calls.read({ id, name, raw, input: whole ? input : undefined })
  return kept ? [{ type: 'tool_use', ...kept }] : []
}

function usageOf(usage: JsonValue | undefined): Usage {
  const { input_tokens: input, output_tokens: output, input_tokens_details: details } = isObject(usage) ? usage : {}
  const cacheRead = Math.min(tokens(isObject(details) ? details['cached_tokens'] : 0), tokens(input))
  return { input: tokens(input) - cacheRead, cacheWrite: 0, cacheRead, output: tokens(output) }
}

const tokens = (value: JsonValue | undefined): number => (typeof value === 'number' && value > 0 ? value : 0)
