import type { Server } from 'node:http'
import type { Expectation } from './fake-anthropic.mjs'

/** The kinds of servers. `openai` and `azure` also speak Responses. */
export type Dialect =
  | 'openai'
  | 'azure'
  | 'openrouter'
  | 'groq'
  | 'gemini'
  | 'mistral'
  | 'deepseek'
  | 'ollama'
  | 'llamacpp'
  | 'vllm'
  | 'lmstudio'

/** A fault by name: it changes the whole turn. */
export type Fault =
  | 'rate_limit'
  | 'quota'
  | 'server_error'
  | 'bad_gateway'
  | 'error_in_200'
  | 'refuse_connection'
  | 'disconnect'
  | 'truncate'
  | 'eof'
  | 'stream_error'
  | 'no_done'
  | 'no_finish'
  | 'slow'
  | 'stall'
  | 'garbage'
  | 'malformed'
  | 'empty_choices'
  | 'bad_json_args'
  | 'concatenated_args'
  | 'unknown_tool'
  | 'duplicate_ids'
  | 'empty_answer'
  | 'cut_call'

/** How a stream differs from its dialect, like that of a proxy or an old version. */
export type Quirks = {
  role?: 'first' | 'every' | 'none'
  /** Content beside the role; absent if undefined. */
  roleContent?: '' | null | undefined
  index?: 'n' | 'zero' | 'none' | 'string'
  ids?: 'own' | 'empty' | 'missing' | 'same' | 'long' | 'null' | 'kimi'
  /** `type: 'function'` beside the ID. */
  type?: boolean
  args?: 'split' | 'whole' | 'object' | 'null'
  /** Arguments in the delta that opens a call; absent if undefined. */
  headArgs?: '' | undefined
  /** `finish_reason` with calls. */
  finish?: 'tool_calls' | 'stop' | 'null' | 'function_call'
  /** `finish_reason` on the last delta instead of a chunk for it alone. */
  finishWithLast?: boolean
  reasoning?: 'hidden' | 'reasoning_content' | 'reasoning' | 'both' | 'tags' | 'thought' | 'parts'
  usage?: 'asked' | 'finish' | 'trailing' | 'groq' | 'every' | 'off'
  /** `data: [DONE]` at the end. */
  done?: boolean
  /** A comment before the first chunk. */
  comment?: string | null
  /** Name and ID again on every delta of a call. */
  repeatName?: boolean
  /** `delta.function_call` instead of `tool_calls`. */
  legacy?: boolean
  /** Parallel calls take turns. */
  interleave?: boolean
  /** `data:{` instead of `data: {`. */
  noSpace?: boolean
}

type Call = { name: string; input?: unknown; id?: string }
type CallOptions = {
  chunk?: number
  chunks?: string[]
  /** Sent instead of `input` as JSON text. */
  raw_json?: string
  delay_ms?: number
}

/** One piece of a scripted answer: text, reasoning, a call, a pause or a fault. */
export type Step =
  | { text: string; chunk?: number; chunks?: string[]; delay_ms?: number }
  | { repeat: { text: string; times: number }; delay_ms?: number }
  | { thinking: string; chunk?: number; delay_ms?: number }
  | { refusal: string; delay_ms?: number }
  | ({ tool_use: Call } & CallOptions)
  | ({ tool_call: Call } & CallOptions)
  | { ping: true; comment?: string }
  | { wait_ms: number; keepalive?: boolean; keepalive_ms?: number }
  | { raw_sse: string }
  | { fault: 'reset'; after_ms?: number }
  | { fault: 'truncate' | 'eof' | 'no_finish' | 'malformed' | 'garbage' | 'empty_choices' | 'unknown_delta' }
  | { fault: 'unknown_event'; event?: string }
  /** `old` is the error field of older llama.cpp builds. */
  | { fault: 'error'; status?: number; message?: string; type?: string; code?: string; old?: boolean }

/** One scripted answer. Turns are used in order, each `times` (1) times unless `sticky`; `match` picks by request. */
export type ScriptedTurn = {
  match?: { model?: string; last_user?: string; tool_result?: string; has_tool?: string; stream?: boolean }
  times?: number
  sticky?: boolean
  expect?: Expectation[]
  fault?: Fault
  quirks?: Quirks
  first_byte_ms?: number
  split_bytes?: number
  crlf?: boolean
  chunk?: number
  json_chunk?: number
  delay_ms?: number
  http_error?: {
    status: number
    type?: string
    code?: string
    param?: string
    message?: string
    headers?: Record<string, string>
    details?: Record<string, unknown>
    html?: string
  }
  refuse_connection?: boolean
  /** Status 200, and an error as the body. */
  error_in_200?: boolean
  async_filter?: boolean
  content?: Step[]
  finish_reason?: string | null
  /** The reason in the words of the Messages API. */
  stop_reason?: 'end_turn' | 'tool_use' | 'max_tokens' | 'refusal' | 'stop_sequence'
  usage?: Record<string, unknown>
}

/** Without turns, `!tool name {json}` lines become calls and any other text is echoed. */
export type Scenario = {
  dialect?: Dialect
  turns?: ScriptedTurn[]
  on_exhausted?: 'brain' | 'error' | 'repeat_last'
  keys?: string[]
  models?: (string | { id: string; [setting: string]: unknown })[]
  quirks?: Quirks
  /** Context of every model, in tokens. */
  ctx?: number
  /** Refuses what strict chat templates refuse. */
  strict_template?: boolean
  /** llama.cpp without --jinja: refuses tools. */
  no_jinja?: boolean
  /** vLLM without a tool parser: refuses tools. */
  no_tool_parser?: boolean
  rejects_stream_options?: boolean
  /** Azure's filter that runs late. */
  async_filter?: boolean
  /** The model falls silent if IDs of its calls have changed. */
  own_ids?: boolean
  /** DeepSeek wants reasoning with every answer of the model. */
  strict_reasoning?: boolean
  /** Google takes no files over this API. */
  strict_files?: boolean
  /** Refuses every PDF, as providers do with some that other readers open. */
  unreadable_pdf?: boolean
}

/** The parts of a request that tests look at: `messages` in chat, `input` in Responses. */
export type RequestBody = {
  model: string
  stream?: boolean
  messages: { role: string; content?: unknown; tool_calls?: unknown; [field: string]: unknown }[]
  input?: unknown
  tools?: { type: string; [field: string]: unknown }[]
  [field: string]: unknown
}

/** A request as the fake saw it. `lint` names parts that are legal here and harmful with other servers. */
export type RecordedRequest = {
  n: number
  ts: string
  dialect: Dialect
  method: string
  path: string
  request_id: string
  api?: 'chat' | 'responses'
  status?: number | 'reset'
  headers: Record<string, string>
  bytes_in: number
  /** Present unless the body was not JSON or `logBody` is false. */
  body: RequestBody
  model?: string
  turn?: number
  lint?: string[]
  error?: { message: string; type: string; param: string | null; code: string | null }
  expect_failures?: unknown[]
  internal?: string
  fault?: string
  /** True if the model said nothing because IDs of its calls have changed. */
  silent?: boolean
  usage?: Record<string, unknown>
  finish_reason?: string | null
  events?: number
  client_aborted: boolean
  ms: number
}

/** The path and the manners of each dialect; local servers refuse little. */
export const DIALECTS: Record<
  Dialect,
  {
    base: string
    auth: 'bearer' | 'azure' | 'optional' | 'ignored'
    strict?: boolean
    local?: boolean
    idRe?: RegExp
    idMax?: number
    maxTools?: number
    stream: Quirks
  }
>

export const FAULTS: Record<Fault, (turn: ScriptedTurn) => ScriptedTurn>

export function createFakeOpenAI(options?: {
  dialect?: Dialect | undefined
  scenario?: Scenario | string | undefined
  /** A file that gets every request as a line of JSON. */
  log?: string | undefined
  /** Accepted keys; any key passes without. */
  keys?: string[] | undefined
  models?: Scenario['models'] | undefined
  /** False keeps request bodies out of the log. */
  logBody?: boolean
  /** Refuses nothing. */
  lenient?: boolean
}): {
  server: Server
  /** The path of the dialect's API, to be joined with /chat/completions. */
  readonly base: string
  state: {
    log: RecordedRequest[]
    models: { id: string }[]
    dialect: Dialect
    inflight: number
    maxInflight: number
    cursor: number
  }
  setScenario(scenario: Scenario | string): void
  /** Resolves with the root URL, without `base`. */
  listen(port?: number, host?: string): Promise<string>
  close(): Promise<void>
}
