import type { StopReason, Usage } from '../../../../shared/events/turn-events.ts'
import { isObject, type JsonObject, type JsonValue } from '../../../../shared/schema/json.ts'
import { Calls, parseInput } from '../api/calls.ts'
import type { ModelAnswer, StreamOptions } from '../llm.ts'
import type { Restore } from '../request/tools.ts'
import { ApiError } from '../api/api.ts'
import { faultWords as faults } from '../api/words.ts'

/** An arriving content block: its start, and what its deltas added. */
type Block = {
  index: number
  start: JsonObject
  text: string[]
  length: number
  json: string[]
  citations: JsonValue[]
  signature?: string
  closed: boolean
}

const stops: Record<string, StopReason> = {
  end_turn: 'end-turn',
  tool_use: 'tool-use',
  max_tokens: 'max-tokens',
  stop_sequence: 'stop-sequence',
  pause_turn: 'pause-turn',
  refusal: 'refusal',
  model_context_window_exceeded: 'context-full',
}

/**
 * Assembles one streamed message from its events. Keeps blocks as received, so they can be sent back; the cost is
 * linear in their length. Ignores unknown events and deltas; impossible ones are an `ApiError`.
 */
export class AnswerReader {
  readonly #onDelta: StreamOptions['onDelta']
  readonly #blocks = new Map<number, Block>()
  #usage: JsonObject = {}
  #stop: JsonObject = {}
  #complete = false

  constructor(onDelta: StreamOptions['onDelta']) {
    this.#onDelta = onDelta
  }

  /** Takes one event; true if it brought content. */
  take(event: unknown): boolean {
    if (!isObject(event)) throw new ApiError(faults.noEvent)
    switch (event['type']) {
      case 'message_start':
        if (isObject(event['message'])) this.#addUsage(event['message']['usage'])
        return false
      case 'content_block_start':
        this.#open(event)
        return true
      case 'content_block_delta':
        return isObject(event['delta']) && this.#extend(event, event['delta'])
      case 'content_block_stop':
        this.#at(event).closed = true
        return true
      case 'message_delta':
        if (isObject(event['delta'])) this.#stop = event['delta']
        this.#addUsage(event['usage'])
        return false
      case 'message_stop':
        this.#complete = true
        return false
      default:
        return false
    }
  }

  /** The whole message; an `ApiError` if the stream ended before the message. */
  finish(restore: Restore): ModelAnswer {
    if (!this.#complete) throw new ApiError(faults.answerCut)
    const reason = this.#stop['stop_reason']
    const known = typeof reason === 'string' && Object.hasOwn(stops, reason) ? stops[reason] : undefined
    const stop = known ?? 'other'
    const detail = this.#detail(stop, reason)
    const calls = new Calls(stop === 'tool-use', restore)
    const blocks = [...this.#blocks.values()]
      .toSorted((a, b) => a.index - b.index)
      .flatMap((block) => (block.start['type'] === 'tool_use' ? readCall(block, calls) : [whole(block)]))
    return { blocks, stop, ...(detail === undefined ? {} : { detail }), calls: calls.made, usage: this.#total() }
  }

  #open(event: JsonObject): void {
    const { index, content_block: start } = event
    if (typeof index !== 'number' || !isObject(start) || this.#blocks.has(index))
      throw new ApiError(faults.impossibleBlock)
    const block: Block = { index, start, text: [], length: 0, json: [], citations: [], closed: false }
    this.#blocks.set(index, block)
    if (start['type'] === 'text') this.#say(block, 'text', start['text'])
    if (start['type'] === 'thinking') this.#say(block, 'thinking', start['thinking'])
  }

  #extend(event: JsonObject, delta: JsonObject): boolean {
    switch (delta['type']) {
      case 'text_delta':
        this.#say(this.#at(event), 'text', delta['text'])
        return true
      case 'thinking_delta':
        this.#say(this.#at(event), 'thinking', delta['thinking'])
        return true
      case 'signature_delta':
        this.#at(event).signature = string(delta['signature'])
        return true
      case 'input_json_delta':
        this.#at(event).json.push(string(delta['partial_json']))
        return true
      case 'citations_delta':
        this.#at(event).citations.push(delta['citation'] ?? null)
        return true
      default:
        return false
    }
  }

  #say(block: Block, kind: 'text' | 'thinking', piece: JsonValue | undefined): void {
    if (block.start['type'] !== kind) throw new ApiError(faults.otherKind(kind))
    const text = string(piece)
    const offset = block.length
    block.text.push(text)
    block.length += text.length
    if (text !== '') this.#onDelta({ block: block.index, kind, offset, text })
  }

  #at({ index }: JsonObject): Block {
    const block = typeof index === 'number' ? this.#blocks.get(index) : undefined
    if (!block || block.closed) throw new ApiError(faults.deltaOfNoBlock)
    return block
  }

  #addUsage(usage: JsonValue | undefined): void {
    if (isObject(usage)) this.#usage = { ...this.#usage, ...usage }
  }

  #total(): Usage {
    const tokens = (name: string): number => {
      const value = this.#usage[name]
      return typeof value === 'number' && value > 0 ? value : 0
    }
    return {
      input: tokens('input_tokens'),
      cacheWrite: tokens('cache_creation_input_tokens'),
      cacheRead: tokens('cache_read_input_tokens'),
      output: tokens('output_tokens'),
    }
  }

  #detail(stop: StopReason, reason: JsonValue | undefined): string | undefined {
    const details = this.#stop['stop_details']
    const category = isObject(details) ? details['category'] : undefined
    if (stop === 'refusal') return typeof category === 'string' ? category : undefined
    return stop === 'other' && typeof reason === 'string' ? reason : undefined
  }
}

function string(value: JsonValue | undefined): string {
  if (typeof value !== 'string') throw new ApiError(faults.deltaWithoutText)
  return value
}

/** A block other than a call, as received. */
function whole({ start, text, citations, signature, json }: Block): JsonObject {
  switch (start['type']) {
    case 'text':
      return { ...start, text: text.join(''), ...(citations.length > 0 ? { citations } : {}) }
    case 'thinking':
      return { ...start, thinking: text.join(''), ...(signature === undefined ? {} : { signature }) }
    default: {
      const input = json.length > 0 ? parseInput(json.join('')) : undefined
      return input ? { ...start, input } : start
    }
  }
}

/** A call's block, as the message keeps it; undefined if it was cut off. */
function readCall({ index, start, json, closed }: Block, calls: Calls): JsonObject[] {
  const id = typeof start['id'] === 'string' && start['id'] !== '' ? start['id'] : `call_${index}`
  const name = typeof start['name'] === 'string' ? start['name'] : ''
  const raw = json.join('')
  const given = raw.trim() === '' ? start['input'] : parseInput(raw)
  const input = closed && isObject(given) ? given : undefined
  const kept = calls.read({ id, name, raw, input })
  return kept ? [{ ...start, ...kept }] : []
}
