import type { NoRoom } from '../../../shared/content/attachments.ts'
import type { ModelInfo } from '../../../shared/events/events.ts'
import type { Delta, ModelWait, StopReason, Usage } from '../../../shared/events/turn-events.ts'
import type { JsonObject, JsonValue } from '../../../shared/schema/json.ts'

/** A tool as the host knows it: `name` is unique and at most 64 of `[A-Za-z0-9_-]`, the rest is as the server wrote it. */
export type ModelTool = { name: string; description: string; inputSchema: JsonValue }

/**
 * What a tool gave back, as MCP content blocks, or a sentence of the host's own. `call` is the id the model gave;
 * where it gave one id twice, results belong to calls in their order.
 */
export type ToolResult = { type: 'tool-result'; call: string; content: JsonValue[] | string; isError: boolean }

/** What a tool gave back to the person, who ran it herself: MCP content blocks among her own words. */
export type ShownResult = { type: 'shown-result'; content: JsonValue[]; isError: boolean }

/** An image of the person's own, in base64. */
export type ShownImage = { type: 'image'; name: string; data: string }

/** A text that was attached and may be left out, with a word, where there is no room: the lowest `priority` (0 to 1) first. */
export type AttachedText = { type: 'attached'; name: string; text: string; priority: number }

/** A part of what is said to the model. */
export type UserPart = ToolResult | ShownResult | ShownImage | AttachedText | { type: 'text'; text: string }

/**
 * `blocks` of the assistant are what `model` at `endpoint` sent, unchanged. Roles alternate and the person begins; where
 * they do not, or a call has no result, the provider mends what it sends.
 */
export type ModelMessage =
  { role: 'user'; content: UserPart[] } | { role: 'assistant'; endpoint: string; model: string; blocks: JsonValue[] }

export type ModelRequest = {
  /** Where the model is: what others wrote is adapted to it. */
  endpoint: string
  model: string
  system: string
  messages: ModelMessage[]
  tools: ModelTool[]
  /** What Atrium's own notes begin with; no server may know it. */
  mark?: string | undefined
  /** Upper bound of the answer; the provider lowers it to what the model can. */
  maxTokens: number
}

/** One call in an answer: its arguments in the server's own terms, or why they cannot be used. Each wants a result. */
export type ModelCall = { id: string; name: string } & ({ input: JsonObject } | { problem: string })

/**
 * `calls` is filled only when the model stopped for tool use: nothing else may ever run. `detail` is the
 * category of a refusal, or a stop reason that Atrium does not know.
 */
export type ModelAnswer = {
  blocks: JsonValue[]
  stop: StopReason
  detail?: string
  calls: ModelCall[]
  usage: Usage
  /** A tool whose call stands in the text and was not made. */
  unmadeCall?: string
  /** What of the request had no room, and was left out with a word to the model. */
  noRoom?: NoRoom
}

export type StreamOptions = {
  signal: AbortSignal
  onDelta: (delta: Omit<Delta, 'message'>) => void
  onWait: (wait: ModelWait) => void
  /** The provider asks what the model can before it sends the first request. */
  onLookup: () => void
}

/** The port to a model provider. A new provider is one file that implements it. */
export interface Llm {
  /** Rejects with `ModelError`, or with the signal's reason when aborted. */
  stream(request: ModelRequest, options: StreamOptions): Promise<ModelAnswer>
  models(signal: AbortSignal): Promise<ModelInfo[]>
}

/** The provider at an endpoint, by its id; throws `HostError` when there is no such endpoint. */
export type Models = (endpoint: string) => Llm

export type ModelFault =
  | 'no-key'
  | 'bad-key'
  | 'no-permission'
  | 'no-model'
  | 'rate-limited'
  | 'overloaded'
  | 'spend-limit'
  | 'too-large'
  | 'refused'
  | 'unreachable'
  | 'stalled'
  | 'broken-stream'
  | 'server-error'

/** Why no answer came; `message` is one plain sentence that ends with what to do next. */
export class ModelError extends Error {
  override readonly name = 'ModelError'
  readonly fault: ModelFault
  constructor(fault: ModelFault, message: string, options?: ErrorOptions) {
    super(message, options)
    this.fault = fault
  }
}
