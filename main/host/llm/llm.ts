import type { NoRoom } from '../../../shared/content/attachments.ts'
import type { FileOutcome } from '../../../shared/content/extracted.ts'
import type { ModelInfo } from '../../../shared/events/events.ts'
import type { Delta, ModelWait, StopReason, Usage } from '../../../shared/events/turn-events.ts'
import type { JsonObject, JsonValue } from '../../../shared/schema/json.ts'

/**
 * A tool as the host knows it: `name` is unique and up to 64 of `[A-Za-z0-9_-]`, the rest is as the server wrote it.
 */
export type ModelTool = { name: string; description: string; inputSchema: JsonValue }

/**
 * A tool's result, as MCP content blocks, or a sentence of the host's. `call` is the model's ID for it; if it used one
 * ID twice, results belong to calls in order.
 */
export type ToolResult = { type: 'tool-result'; call: string; content: JsonValue[] | string; isError: boolean }

/** The result of a tool the user ran: MCP content blocks inside a user message. */
export type ShownResult = { type: 'shown-result'; content: JsonValue[]; isError: boolean }

/** The user's image, in base64. */
export type ShownImage = { type: 'image'; name: string; data: string }

/** The form in which a file goes to a model, if the user chose one. */
export type ChosenForm = 'file' | 'text' | 'pictures'

/** The user's file, in base64; the model gets it in the best form that it takes. */
export type ShownFile = {
  type: 'file'
  name: string
  data: string
  reading?: FileOutcome | undefined
  form?: ChosenForm | undefined
  /** Pictures of its pages, in base64. */
  pictures?: string[] | undefined
}

/** An attached text that can be left out, with a note, if there is no room: lowest `priority` (0 to 1) first. */
export type AttachedText = { type: 'attached'; name: string; text: string; priority: number }

/** A part of a user message to the model. */
export type UserPart = ToolResult | ShownResult | ShownImage | ShownFile | AttachedText | { type: 'text'; text: string }

/**
 * An assistant message's `blocks` are as sent by `model` at `endpoint`, unchanged. Roles alternate and the user begins;
 * if not, or if a call has no result, the provider repairs the request.
 */
export type RequestMessage =
  | { role: 'user'; content: UserPart[] }
  | { role: 'assistant'; endpoint: string; model: string; blocks: JsonValue[] }

/** A server's wishes for an answer, apart from its length. */
export type Wishes = { temperature?: number; stopSequences?: string[] }

/** A request to a model, in the host's terms. */
export type ModelRequest = {
  /** The model's endpoint: content from others is adapted to it. */
  endpoint: string
  model: string
  system: string
  messages: RequestMessage[]
  tools: ModelTool[]
  /** The prefix of Atrium's own notes; no server may learn it. */
  mark?: string | undefined
  /** Max tokens of the answer; the provider lowers it to the model's limit. */
  maxTokens: number
  /** A request has of these what its API takes; the answer says which. */
  wishes?: Wishes
  /** The reading of a result's file, by its base64; undefined if it wasn't read. */
  readingOf?: ((data: string) => FileOutcome | undefined) | undefined
}

/**
 * One call in an answer: its arguments in the server's own terms, or why they can't be used. Each requires a result.
 */
export type ModelCall = { id: string; name: string } & ({ input: JsonObject } | { problem: string })

/**
 * `calls` is filled only if the model stopped for tool use: nothing else ever runs. `detail` is a refusal's category,
 * or a stop reason unknown to Atrium.
 */
export type ModelAnswer = {
  blocks: JsonValue[]
  stop: StopReason
  detail?: string
  calls: ModelCall[]
  usage: Usage
  /** A tool whose call appears in the text but wasn't made. */
  unmadeCall?: string
  /** Content that didn't fit into the request and was left out with a note to the model. */
  noRoom?: NoRoom
  /** Tools that the server refused, which the model didn't get. */
  leftOut?: string[]
  /** The server silently cut the request's beginning: about how many tokens were sent, and how many it read. */
  cut?: { sent: number; read: number }
  /** How many images it got a note in place of, because it can't see them. */
  unseenImages?: number
  /** The wishes that the request had. */
  wishes?: Wishes
  /** Wishes that the model's server refused, so the request was sent again without them. */
  refusedWishes?: (keyof Wishes)[]
  /** Files that the server refused, of which it got the text, or a note if they have none; by name. */
  refusedFiles?: string[]
}

/** A request's abort signal, and the callbacks that report its progress. */
export type StreamOptions = {
  signal: AbortSignal
  /** Ends the current wait for the next attempt, if the user can do that. */
  now?: () => AbortSignal
  onDelta: (delta: Omit<Delta, 'message'>) => void
  onWait: (wait: ModelWait) => void
  /** The provider looks up the model's limits before it sends the first request. */
  onLookup: () => void
}

/** The port to a model provider. A new provider is one file that implements it. */
export interface Llm {
  /** Rejects with `ModelError`, or with the signal's reason if aborted. */
  stream(request: ModelRequest, options: StreamOptions): Promise<ModelAnswer>
  models(signal: AbortSignal): Promise<ModelInfo[]>
}

/** The provider at an endpoint, by ID; throws `HostError` if there is no such endpoint. */
export type Models = (endpoint: string) => Llm

/** Why a model gave no answer. */
export type ModelFault =
  | 'no-key'
  | 'bad-key'
  | 'no-permission'
  | 'no-model'
  /** The model, or the way its server was started, takes no tools or no images. */
  | 'no-tools'
  | 'no-images'
  /** The account's privacy settings leave no provider for this model. */
  | 'data-policy'
  | 'rate-limited'
  | 'overloaded'
  /** The server is still loading the model. */
  | 'loading'
  | 'spend-limit'
  | 'too-large'
  | 'refused'
  | 'unreachable'
  | 'stalled'
  | 'broken-stream'
  /** The answer ended properly and had nothing in it. */
  | 'empty-answer'
  | 'server-error'

/** The reason for a missing answer; `message` is one plain sentence that ends with the next step. */
export class ModelError extends Error {
  override readonly name = 'ModelError'
  readonly fault: ModelFault
  constructor(fault: ModelFault, message: string, options?: ErrorOptions) {
    super(message, options)
    this.fault = fault
  }
}
