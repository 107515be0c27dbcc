import type { StopReason } from '../../../../shared/events/turn-events.ts'
import { defined, isObject, type JsonObject, type JsonValue } from '../../../../shared/schema/json.ts'
import type { ModelAnswer, StreamOptions } from '../llm.ts'
import { ServerError } from '../openai/said.ts'
import { readUsage } from '../openai/usage.ts'
import type { BuiltRequest } from '../request/prepare.ts'
import { Calls } from '../api/calls.ts'
import { ApiError } from '../api/api.ts'
import { ArrivingCall, ArrivingCalls } from './called.ts'
import type { ReturnedParts } from './request-form.ts'
import { Reasoning } from './reasoning.ts'
import { ThinkTags } from './think-tags.ts'
import { faultWords as faults } from '../api/words.ts'

/** Text or thinking as it arrives; `field` is where its server put it. */
type Said = { kind: 'text' | 'thinking'; at: number; pieces: string[]; length: number; field?: string }

const plainText = { kind: 'text' } as const

const stops: Record<string, StopReason> = {
  tool_calls: 'tool-use',
  function_call: 'tool-use',
  tool_use: 'tool-use',
  stop: 'end-turn',
  eos: 'end-turn',
  eos_token: 'end-turn',
  end_turn: 'end-turn',
  stop_sequence: 'end-turn',
  STOP: 'end-turn',
  length: 'max-tokens',
  max_tokens: 'max-tokens',
  model_length: 'max-tokens',
  MAX_TOKENS: 'max-tokens',
  content_filter: 'refusal',
  SAFETY: 'refusal',
  refusal: 'refusal',
}

/**
 * Assembles one answer from the chunks of a completion, or from a whole one, whatever server sent it. Nothing is
 * repaired by guessing: a call that isn't clear comes back with its problem. The cost is linear in the answer's length.
 */
export class CompletionReader {
  readonly isComplete = false
  readonly #onDelta: StreamOptions['onDelta']
  readonly #blocks: (Said | ArrivingCall)[] = []
  readonly #calls = new ArrivingCalls()
  readonly #tags = new ThinkTags()
  readonly #reasoning = new Reasoning()
  #usage: JsonValue | undefined
  #stop: string | undefined
  #length = 0
  #refused = false
  #ended = false

  constructor(onDelta: StreamOptions['onDelta']) {
    this.#onDelta = onDelta
  }

  get isStopped(): boolean {
    return this.#stop !== undefined && this.#stop !== ''
  }

  /** The stream announced its end with `[DONE]`. */
  end(): void {
    this.#ended = true
  }

  /** Takes one chunk, or a whole completion; true if it brought content. */
  take(chunk: JsonValue): boolean {
    if (!isObject(chunk)) throw new ApiError(faults.noChunk)
    const { usage, x_groq: groq, choices } = chunk
    const told = isObject(usage) ? usage : isObject(groq) && isObject(groq['usage']) ? groq['usage'] : undefined
    if (told) this.#usage = told
    const choice = Array.isArray(choices) ? choices.find(isFirst) : undefined
    if (!isObject(choice)) return false
    const { delta, message, finish_reason: reason } = choice
    const before = this.#blocks.length + this.#length
    if (isObject(delta)) this.#extend(delta)
    else if (isObject(message)) {
      this.#extend(message)
      this.#ended = true
    }
    if (typeof reason === 'string') this.#stop = reason || (this.#stop ?? '')
    return this.#blocks.length + this.#length > before
  }

  /** The whole answer; an `ApiError` if the stream ended before it did. */
  finish(restore: BuiltRequest['restore']): ModelAnswer {
    this.#sayContent(this.#tags.flush())
    const { stop, detail } = this.#end()
    const calls = new Calls(stop === 'tool-use', restore)
    const ids = new Set<string>()
    const blocks = this.#blocks.flatMap((block, at) =>
      block instanceof ArrivingCall ? readCall(block, uniqueId(block.id, at, ids), calls) : [readSaid(block)],
    )
    const usage = readUsage(this.#usage)
    return {
      blocks: this.#reasoning.into(blocks),
      stop,
      ...(detail === undefined ? {} : { detail }),
      calls: calls.made,
      usage,
    }
  }

  #extend(delta: JsonObject): void {
    this.#reason(delta)
    this.#read(delta['content'])
    const { refusal, tool_calls: calls, function_call: legacy, extra_content: extra } = delta
    if (typeof refusal === 'string' && refusal !== '') {
      this.#refused = true
      this.#say({ kind: 'text' }, refusal)
    }
    if (Array.isArray(calls)) for (const call of calls) this.#call(call)
    else if (isObject(legacy)) this.#call({ index: 0, function: legacy })
    const unsigned = extra === undefined ? undefined : this.#calls.all.find((call) => call.extra === undefined)
    if (unsigned) unsigned.extra = extra
  }

  #read(content: JsonValue | undefined): void {
    if (typeof content === 'string') {
      if (this.#tags.passes(content)) this.#say(plainText, content)
      else this.#sayContent(this.#tags.feed(content))
      return
    }
    if (!Array.isArray(content)) return
    for (const part of content) {
      if (!isObject(part)) continue
      if (part['type'] === 'thinking') this.#sayParts(part['thinking'], 'thinking')
      else if (typeof part['text'] === 'string') this.#say({ kind: 'text' }, part['text'])
    }
  }

  /** Mistral's thinking is a list of parts itself. */
  #sayParts(value: JsonValue | undefined, kind: Said['kind']): void {
    const parts = Array.isArray(value) ? value : [value ?? null]
    for (const part of parts) {
      const text = isObject(part) ? part['text'] : part
      if (typeof text === 'string') this.#say({ kind }, text)
    }
  }

  #sayContent(pieces: ReturnType<ThinkTags['feed']>): void {
    for (const { kind, text, turned } of pieces) {
      if (turned) this.#turn()
      this.#say({ kind }, text)
    }
  }

  /** The text so far was thinking: its opening tag was part of the prompt. */
  #turn(): void {
    for (const block of this.#blocks) if (!(block instanceof ArrivingCall)) block.kind = 'thinking'
  }

  #reason(delta: JsonObject): void {
    const said = this.#reasoning.take(delta)
    if (said) this.#say({ kind: 'thinking', field: said.field }, said.text)
  }

  #call(entry: JsonValue): void {
    this.#sayContent(this.#tags.flush())
    const call = this.#calls.take(entry)
    if (call) this.#blocks.push(call)
    else this.#length++
  }

  #say({ kind, field }: Pick<Said, 'kind' | 'field'>, piece: string): void {
    const last = this.#blocks.at(-1)
    const isSame = last !== undefined && !(last instanceof ArrivingCall) && last.kind === kind
    // Blank lines at the start separate thinking and calls from text, and mean nothing.
    const text = isSame ? piece : piece.replace(/^\s*\n/, '')
    if (text === '' || (!isSame && text.trim() === '')) return
    const block: Said = isSame ? last : { kind, at: this.#blocks.length, pieces: [], length: 0, ...defined({ field }) }
    if (!isSame) this.#blocks.push(block)
    const offset = block.length
    block.pieces.push(text)
    block.length += text.length
    this.#length += text.length
    this.#onDelta({ block: block.at, kind, offset, text })
  }

  /** How the model stopped. Calls run only if it clearly stopped for them. */
  #end(): { stop: StopReason; detail?: string } {
    const hasCalls = this.#calls.all.length > 0
    const reason = this.#stop
    if (reason === 'error') throw new ServerError({ message: '' })
    if (reason === undefined || (reason === '' && !this.#ended)) {
      if (!this.#ended || hasCalls || this.#blocks.length === 0) throw new ApiError(faults.answerCut)
      return { stop: this.#refused ? 'refusal' : 'end-turn' }
    }
    const known = reason === '' ? 'end-turn' : Object.hasOwn(stops, reason) ? stops[reason] : undefined
    if (this.#refused) return { stop: 'refusal' }
    if (known === 'refusal') return { stop: known, detail: reason }
    if (known === 'tool-use' || known === 'end-turn') return { stop: hasCalls ? 'tool-use' : 'end-turn' }
    return known ? { stop: known } : { stop: 'other', detail: reason }
  }
}

/** Whether this is the first choice: only one answer is asked for. */
const isFirst = (choice: JsonValue): boolean => isObject(choice) && Number(choice['index'] ?? 0) === 0

/** A call's ID as given; without one, or if another call of this answer has it, its position. */
function uniqueId(given: string, at: number, taken: Set<string>): string {
  const id = given === '' || taken.has(given) ? `call_${at}` : given
  taken.add(id)
  return id
}

function readCall(call: ArrivingCall, id: string, calls: Calls): JsonObject[] {
  const { name, extra } = call
  const kept = calls.read({ id, name, raw: call.raw(), input: call.input() })
  const wire: ReturnedParts | undefined = extra === undefined ? undefined : { type: 'chat', extra }
  return kept ? [{ type: 'tool_use', ...kept, ...(wire && { wire }) }] : []
}

function readSaid({ kind, pieces, field }: Said): JsonObject {
  const text = pieces.join('')
  if (kind === 'text') return { type: 'text', text }
  const wire: ReturnedParts | undefined = field === undefined ? undefined : { type: 'chat', field }
  return { type: 'thinking', thinking: text, ...(wire && { wire }) }
}
