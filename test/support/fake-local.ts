import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { isObject, type JsonObject, type JsonValue } from '../../shared/schema/json.ts'

/** The model servers that users run themselves. */
export type LocalKind = 'ollama' | 'lm-studio' | 'llama-cpp' | 'vllm'

/** One scripted answer. `cut` ends its stream halfway without any closing event, like a server that is killed. */
export type LocalTurn = {
  thinking?: string
  text?: string
  calls?: { name: string; input: JsonObject; id?: string }[]
  cut?: boolean
  /** Token counts; false for none. */
  usage?: { input_tokens: number; output_tokens: number } | false
}

type Seen = { method: string; path: string; authorization: string | undefined; body?: JsonObject }

type Manners = {
  owner: string
  /** The fields of a request that it knows; it refuses any other. */
  fields: string[]
  images: string[]
  imagesInResults: boolean
  model: (id: string, contextLength: number) => JsonObject
}

const fields = ['model', 'max_tokens', 'messages', 'system', 'stream', 'stop_sequences', 'temperature', 'tools']

/**
 * Each server's support of the Messages API. Requests with parts that a real one would silently ignore are refused
 * here, so a test notices.
 */
const manners: Record<LocalKind, Manners> = {
  ollama: {
    owner: 'library',
    fields,
    images: ['image/jpeg', 'image/png'],
    imagesInResults: false,
    model: (id) => ({ id, object: 'model', created: 1, owned_by: 'library' }),
  },
  'lm-studio': {
    owner: 'organization_owner',
    fields: [...fields, 'tool_choice'],
    images: ['image/jpeg', 'image/png', 'image/webp'],
    imagesInResults: true,
    model: (id, contextLength) => ({
      id,
      object: 'model',
      type: 'vlm',
      state: 'loaded',
      max_context_length: 131_072,
      loaded_context_length: contextLength,
      capabilities: ['tool_use'],
    }),
  },
  'llama-cpp': {
    owner: 'llamacpp',
    fields: [...fields, 'tool_choice'],
    images: ['image/jpeg', 'image/png'],
    imagesInResults: false,
    model: (id, contextLength) => ({
      id,
      object: 'model',
      owned_by: 'llamacpp',
      meta: { n_ctx_train: 131_072, n_ctx: contextLength },
    }),
  },
  vllm: {
    owner: 'vllm',
    fields: [...fields, 'tool_choice'],
    images: ['image/jpeg', 'image/png', 'image/gif', 'image/webp'],
    imagesInResults: true,
    model: (id, contextLength) => ({ id, object: 'model', owned_by: 'vllm', max_model_len: contextLength }),
  },
}

class Refusal extends Error {
  readonly status: number
  constructor(message: string, status = 400) {
    super(message)
    this.status = status
  }
}

/** A stand-in for a local model server on loopback: it refuses what that server lacks, and answers as scripted. */
export class FakeLocal {
  readonly kind: LocalKind
  readonly seen: Seen[] = []
  /** All headers of each request. */
  readonly headers: http.IncomingHttpHeaders[] = []
  readonly models: string[]
  turns: LocalTurn[] = []
  /** In tokens, shared by prompt and answer. */
  contextLength = 8192
  /** Whether its models see images; if undefined, Ollama and llama.cpp tell nothing beside their lists. */
  sees: boolean | undefined
  readonly #server = http.createServer((request, response) => void this.#serve(request, response))

  constructor(kind: LocalKind, models = ['qwen3:8b']) {
    this.kind = kind
    this.models = models
  }

  /** Resolves with the base URL; rejects if the port is taken. */
  async listen(port = 0): Promise<string> {
    await new Promise<void>((resolve, reject) =>
      this.#server.once('error', reject).listen(port, '127.0.0.1', () => resolve()),
    )
    return `http://127.0.0.1:${this.port}`
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  /** The message requests, in order. */
  get asked(): JsonObject[] {
    return this.seen.flatMap(({ path, body }) => (path === '/v1/messages' && body ? [body] : []))
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  /** The answers beside the API, by path. */
  get #facts(): Record<string, JsonValue> {
    const { contextLength, sees = false } = this
    const able = ['completion', 'tools', ...(sees ? ['vision'] : [])]
    if (this.kind === 'ollama')
      return {
        '/api/show': { capabilities: able },
        '/api/ps': { models: this.models.map((model) => ({ model, context_length: contextLength })) },
      }
    return this.kind === 'llama-cpp' ? { '/props': { modalities: { vision: sees } } } : {}
  }

  async #serve(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const { method = '', url: path = '', headers } = request
    let text = ''
    for await (const chunk of request) text += String(chunk)
    const seen: Seen = { method, path, authorization: headers.authorization }
    this.seen.push(seen)
    this.headers.push(headers)
    const json = (status: number, value: JsonValue) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    const data = this.models.map((id) => manners[this.kind].model(id, this.contextLength))
    if (method === 'GET' && path === '/api/v0/models' && this.kind === 'lm-studio') {
      const silent = { id: 'nomic-embed', object: 'model', type: 'embeddings', max_context_length: 2048 }
      json(200, { object: 'list', data: [...data, silent] })
    } else if (method === 'GET' && path === '/v1/models')
      json(200, {
        object: 'list',
        data: this.kind === 'lm-studio' ? this.models.map((id) => ({ id, owned_by: 'organization_owner' })) : data,
      })
    else if (method === 'POST' && path === '/v1/messages') {
      const body = JSON.parse(text) as JsonObject
      seen.body = body
      try {
        check(body, this)
        play(response, this.turns.shift() ?? { text: 'Nothing is scripted.' }, body)
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        const type = error.status === 404 ? 'not_found_error' : 'invalid_request_error'
        json(error.status, { type: 'error', error: { type, message: error.message } })
      }
    } else if (this.sees !== undefined && path in this.#facts) json(200, this.#facts[path] ?? null)
    else response.writeHead(404, { 'content-type': 'text/plain' }).end('404 page not found')
  }
}

const word = (value: JsonValue | undefined): string => (typeof value === 'string' ? value : '')

const list = (value: JsonValue | undefined): JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : [])

function check(body: JsonObject, { kind, models, contextLength }: FakeLocal): void {
  const { fields: known } = manners[kind]
  for (const field of Object.keys(body)) if (!known.includes(field)) throw new Refusal(`unknown field ${field}`)
  if (JSON.stringify(body).includes('"cache_control"')) throw new Refusal('cache_control is not supported')
  if (body['system'] !== undefined && typeof body['system'] !== 'string') throw new Refusal('system must be a string')
  if (!models.includes(word(body['model'])) && kind !== 'llama-cpp')
    throw new Refusal(`model '${word(body['model'])}' not found`, 404)
  if (kind === 'vllm' && Number(body['max_tokens']) + JSON.stringify(body).length / 8 > contextLength)
    throw new Refusal(`'max_tokens' is too large: the maximum context length is ${contextLength} tokens`)
  let last = ''
  let open = new Set<string>()
  for (const message of list(body['messages'])) {
    const role = word(message['role'])
    if (role !== 'user' && role !== 'assistant') throw new Refusal(`role ${role} is not supported`)
    if (role === last || (last === '' && role !== 'user')) throw new Refusal('roles must alternate')
    last = role
    open = checkContent(list(message['content']), role, open, kind)
  }
  if (last !== 'user') throw new Refusal('the last message must be from the user')
}

/** Checks the blocks of one message; returns the IDs of the calls that need a result after it. */
function checkContent(blocks: JsonObject[], role: string, open: Set<string>, kind: LocalKind): Set<string> {
  if (blocks.length === 0) throw new Refusal('content is empty')
  const made = new Set<string>()
  const answered = new Set<string>()
  for (const block of blocks) {
    const type = word(block['type'])
    if (type === 'tool_use' && role === 'assistant') {
      if (!block['id'] || !block['name'] || !isObject(block['input'])) throw new Refusal('tool_use is incomplete')
      made.add(word(block['id']))
    } else if (type === 'tool_result' && role === 'user') {
      if (!open.has(word(block['tool_use_id']))) throw new Refusal('tool_result without its tool_use')
      answered.add(word(block['tool_use_id']))
      for (const part of list(block['content'])) checkPart(part, kind, true)
    } else checkPart(block, kind, false)
  }
  if (role === 'user' && answered.size !== open.size) throw new Refusal('a tool_use has no result')
  return made
}

function checkPart(block: JsonObject, kind: LocalKind, inResult: boolean): void {
  const { images, imagesInResults } = manners[kind]
  if (block['type'] === 'text' && word(block['text']).trim() !== '') return
  const source = block['source']
  if (block['type'] !== 'image' || !isObject(source)) throw new Refusal(`block ${word(block['type'])} is refused`)
  if (inResult && !imagesInResults) throw new Refusal('images in results are not supported')
  if (!images.includes(word(source['media_type']))) throw new Refusal('unknown image format')
}

/** Streams an answer as these servers do: thinking without a signature, each call in one piece, no pings. */
function play(response: http.ServerResponse, turn: LocalTurn, { model = '' }: JsonObject): void {
  const { thinking, text, calls = [], cut, usage = { input_tokens: 12, output_tokens: 3 } } = turn
  const say = (type: string, content: JsonObject) =>
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...content })}\n\n`)
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const figures: JsonObject = usage === false ? {} : { usage: { input_tokens: 0, output_tokens: 0 } }
  say('message_start', { message: { id: 'msg_1', type: 'message', role: 'assistant', model, content: [], ...figures } })
  const blocks: [start: JsonObject, delta: JsonObject][] = [
    ...(thinking === undefined ? [] : [pair('thinking', { thinking: '' }, { thinking })]),
    ...(text === undefined ? [] : [pair('text', { text: '' }, { text })]),
    ...calls.map(({ name, input, id = 'call_0' }): [JsonObject, JsonObject] => [
      { type: 'tool_use', id, name, input: {} },
      { type: 'input_json_delta', partial_json: JSON.stringify(input) },
    ]),
  ]
  for (const [index, [start, delta]] of blocks.entries()) {
    say('content_block_start', { index, content_block: start })
    say('content_block_delta', { index, delta })
    if (cut) return void response.end()
    say('content_block_stop', { index })
  }
  const stop_reason = calls.length > 0 ? 'tool_use' : 'end_turn'
  say('message_delta', { delta: { stop_reason }, ...(usage === false ? {} : { usage }) })
  say('message_stop', {})
  response.end()
}

const pair = (kind: string, start: JsonObject, delta: JsonObject): [JsonObject, JsonObject] => [
  { type: kind, ...start },
  { type: `${kind}_delta`, ...delta },
]
