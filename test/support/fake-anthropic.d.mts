import type { Server } from 'node:http'

/** A citation as a step says it; of pages, the end is excluded. */
export type Citation = {
  type: 'page_location' | 'char_location' | 'content_block_location'
  cited_text: string
  document_index: number
  document_title?: string | null
  start_page_number?: number
  end_page_number?: number
  [field: string]: unknown
}

/** One piece of a scripted answer: a content block, a pause or a fault. */
export type Step =
  | {
      text: string
      chunk?: number
      chunks?: string[]
      delay_ms?: number
      citations?: Citation[]
      /** The last chunk is sent once this has resolved. */
      last_after?: Promise<void>
    }
  | { repeat: { text: string; times: number } }
  | { thinking: string; omitted?: boolean; chunk?: number; signature?: string; delay_ms?: number }
  | { redacted_thinking: string }
  | {
      tool_use: { name: string; input?: unknown; id?: string }
      chunk?: number
      chunks?: string[]
      /** Sent instead of `input` as JSON text. */
      raw_json?: string
      unclosed?: boolean
      delay_ms?: number
    }
  | { server_tool_use: { name: string; input?: unknown; id?: string } }
  | { block: Record<string, unknown> }
  | { ping: true }
  | { wait_ms: number; keepalive?: boolean; keepalive_ms?: number }
  | { raw_sse: string }
  | { fault: 'reset'; after_ms?: number }
  | { fault: 'truncate' | 'eof' | 'malformed' }
  | { fault: 'error'; type?: string; message?: string; details?: Record<string, unknown> }
  | { fault: 'unknown_event'; event?: string }
  | { fault: 'unknown_delta'; index?: number }

/** A condition on a request; a turn whose expectation fails answers 400. */
export type Expectation = {
  path: string
  equals?: unknown
  contains?: string
  regex?: string
  flags?: string
  exists?: boolean
  length?: number
  gte?: number
}

/** One scripted answer. Turns are used in order, each `times` (1) times unless `sticky`; `match` picks by request. */
export type ScriptedTurn = {
  match?: { model?: string; last_user?: string; tool_result?: string; has_tool?: string; stream?: boolean }
  times?: number
  sticky?: boolean
  expect?: Expectation[]
  first_byte_ms?: number
  split_bytes?: number
  crlf?: boolean
  chunk?: number
  json_chunk?: number
  delay_ms?: number
  http_error?: {
    status: number
    type?: string
    message?: string
    headers?: Record<string, string>
    details?: Record<string, unknown>
    html?: string
  }
  refuse_connection?: boolean
  content?: Step[]
  stop_reason?: string
  stop_sequence?: string
  stop_details?: Record<string, unknown>
  usage?: Record<string, unknown>
}

/** Without turns, `!tool name {json}` lines become calls and any other text is echoed. */
export type Scenario = {
  turns?: ScriptedTurn[]
  on_exhausted?: 'brain' | 'error' | 'repeat_last'
  keys?: string[]
  models?: (string | { id: string; [setting: string]: unknown })[]
  /** Refuses every PDF, as the API does with some that other readers open. */
  unreadable_pdf?: boolean
}

export type Block = { type: string; [field: string]: unknown }

/** The parts of a request that tests look at. */
export type RequestBody = {
  model: string
  max_tokens: number
  stream?: boolean
  system?: string | Block[]
  thinking?: Record<string, unknown>
  cache_control?: Record<string, unknown>
  tools?: { name: string; description?: string; input_schema: Record<string, unknown>; [field: string]: unknown }[]
  messages: { role: string; content: string | Block[] }[]
}

/** A request as the fake saw it. `lint` names legal but unwise parts. */
export type RecordedRequest = {
  n: number
  ts: string
  method: string
  path: string
  request_id: string
  status?: number | 'reset'
  headers: Record<string, string>
  bytes_in: number
  /** Present unless the body was not JSON or `logBody` is false. */
  body: RequestBody
  model?: string
  turn?: number
  lint?: string[]
  error?: { type: string; message: string }
  internal?: string
  fault?: string
  usage?: Record<string, number>
  stop_reason?: string
  client_aborted: boolean
  ms: number
}

export function createFakeAnthropic(options?: {
  scenario?: Scenario | string | undefined
  /** Accepted keys; any key passes without. */
  keys?: string[] | undefined
  models?: { id: string; out: number; ctx: number; thinking: Record<string, boolean> }[]
  /** False keeps request bodies out of the log. */
  logBody?: boolean
}): {
  server: Server
  state: { log: RecordedRequest[]; inflight: number; maxInflight: number; cursor: number }
  setScenario(scenario: Scenario | string): void
  /** Resolves with the base URL. */
  listen(port?: number, host?: string): Promise<string>
  close(): Promise<void>
}
