import type { openProvider } from '../../main/host/llm/endpoints/models.ts'
import type { Profile, ApiName } from '../../shared/config/settings.ts'

/** An answer's events before its deltas, one delta with a piece of text, and the events after them, with all of it. */
type Recording = { start: string[]; delta: (text: string) => string; end: (text: string) => string[] }

const named = (type: string, data: object): string => `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`
const unnamed = (data: object | string): string => `data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`

const blocks = {
  text: [{ type: 'text', text: '' }, (text: string) => ({ type: 'text_delta', text })],
  thinking: [
    { type: 'thinking', thinking: '', signature: '' },
    (thinking: string) => ({ type: 'thinking_delta', thinking }),
  ],
  arguments: [
    { type: 'tool_use', id: 't', name: 'x', input: {} },
    (partial_json: string) => ({ type: 'input_json_delta', partial_json }),
  ],
} as const

function messages(kind: keyof typeof blocks): Recording {
  const [block, delta] = blocks[kind]
  return {
    start: [
      named('message_start', { message: { usage: { input_tokens: 1 } } }),
      named('content_block_start', { index: 0, content_block: block }),
    ],
    delta: (text) => named('content_block_delta', { index: 0, delta: delta(text) }),
    end: () => [
      named('content_block_stop', { index: 0 }),
      named('message_delta', { delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 1 } }),
      named('message_stop', {}),
    ],
  }
}

const chunks = {
  text: (content: string) => ({ content }),
  'text with angle brackets': (text: string) => ({ content: text.replaceAll('xx', '</') }),
  thinking: (text: string) => ({ reasoning_content: text }),
  'thinking in details': (text: string) => ({ reasoning_details: [{ type: 'reasoning.text', index: 0, text }] }),
  arguments: (text: string) => ({ tool_calls: [{ index: 0, function: { arguments: text } }] }),
} as const

function chat(kind: keyof typeof chunks): Recording {
  const head = {
    id: 'chatcmpl-C2kXn7tQ0mB5zYw1VhRfE8uLsPdJa',
    object: 'chat.completion.chunk',
    created: 1_770_000_000,
    model: 'gpt-4.1-2025-04-14',
    service_tier: 'default',
    system_fingerprint: 'fp_3502f4eb73',
  }
  const chunk = (delta: object, reason: string | null = null): string =>
    unnamed({
      ...head,
      choices: [{ index: 0, delta, logprobs: null, finish_reason: reason }],
      usage: null,
      obfuscation: 'kQ3vX9',
    })
  const call = { index: 0, id: 't', type: 'function', function: { name: 'x', arguments: '' } }
  return {
    start: [
      chunk({ role: 'assistant', content: '' }),
      ...(kind === 'arguments' ? [chunk({ tool_calls: [call] })] : []),
    ],
    delta: (text) => chunk(chunks[kind](text)),
    end: () => [
      chunk({}, kind === 'arguments' ? 'tool_calls' : 'stop'),
      unnamed({ ...head, choices: [], usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 } }),
      unnamed('[DONE]'),
    ],
  }
}

const deltas = {
  text: 'response.output_text.delta',
  thinking: 'response.reasoning_summary_text.delta',
  arguments: 'response.function_call_arguments.delta',
} as const

const items = {
  text: (text: string) => ({ type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] }),
  thinking: (text: string) => ({ type: 'reasoning', summary: [{ type: 'summary_text', text }] }),
  arguments: (text: string) => ({ type: 'function_call', call_id: 't', name: 'x', arguments: text }),
} as const

function responses(kind: keyof typeof items): Recording {
  const at = { item_id: `msg_${'0f'.repeat(24)}`, output_index: 0, content_index: 0, summary_index: 0 }
  const usage = { input_tokens: 1, output_tokens: 1 }
  return {
    start: [
      named('response.created', { response: {} }),
      named('response.output_item.added', { ...at, item: items[kind]('') }),
    ],
    delta: (delta) => named(deltas[kind], { sequence_number: 4, ...at, delta, logprobs: [], obfuscation: 'kQ3vX9' }),
    end: (text) => [
      named('response.output_item.done', { ...at, item: items[kind](text) }),
      named('response.completed', { response: { status: 'completed', output: [items[kind](text)], usage } }),
    ],
  }
}

/** The recorded kinds of answer of each wire. */
const recordings = {
  messages: of(blocks, messages),
  chat: of(chunks, chat),
  responses: of(items, responses),
} satisfies Record<ApiName, Map<string, Recording>>

function of<K extends string>(kinds: Record<K, unknown>, record: (kind: K) => Recording): Map<string, Recording> {
  return new Map((Object.keys(kinds) as K[]).map((kind) => [kind, record(kind)]))
}

export const wires = ['messages', 'chat', 'responses'] as const satisfies ApiName[]

/** Every recorded answer, by its wire and kind. */
export const recorded: [wire: ApiName, kind: string][] = wires.flatMap((wire) =>
  [...recordings[wire].keys()].map((kind): [ApiName, string] => [wire, kind]),
)

/** Characters of one delta. */
const piece = 100
/** Deltas that arrive together. */
const together = 50

/** A recorded answer with one block of this kind, this many characters long, in deltas of a hundred. */
export function recordedAnswer(wire: ApiName, kind: string, characters: number): Uint8Array[] {
  const recording = recordings[wire].get(kind)
  if (!recording) throw new Error(`No answer of ${kind} is recorded over ${wire}.`)
  const { start, delta, end } = recording
  const chunk = delta('x'.repeat(piece)).repeat(together)
  const times = characters / piece / together
  const text = [...start, ...Array.from({ length: times }, () => chunk), ...end('x'.repeat(characters))]
  return text.map((one) => Buffer.from(one))
}

const profiles: Record<ApiName, Profile> = { messages: 'anthropic', chat: 'openai', responses: 'openai' }
const paths: Record<ApiName, string> = { messages: '/v1/messages', chat: '/chat/completions', responses: '/responses' }

/** Reads a recorded answer as if it were arriving. Resolves with the number of characters received. */
export async function streamed(create: typeof openProvider, wire: ApiName, answer: Uint8Array[]): Promise<number> {
  let characters = 0
  const fetch = (url: unknown): Promise<Response> =>
    Promise.resolve(
      String(url).endsWith(paths[wire]) ? arriving(answer) : Response.json({ error: { message: '' } }, { status: 404 }),
    )
  const place = { baseUrl: 'http://model.test/v1', profile: profiles[wire], wire }
  const llm = create({ ...place, key: () => Promise.resolve('k'), fetch })
  const message = { role: 'user' as const, content: [{ type: 'text' as const, text: 'x' }] }
  const request = { endpoint: 'anthropic', model: 'm', system: '', messages: [message], tools: [], maxTokens: 10 }
  await llm.stream(request, {
    signal: new AbortController().signal,
    onDelta: ({ text }) => (characters += text.length),
    onWait: () => undefined,
    onLookup: () => undefined,
  })
  return characters
}

/** A recorded answer as a response whose body arrives in these chunks. */
export const arriving = (answer: Uint8Array[]): Response =>
  new Response(
    new ReadableStream({
      start: (controller) => {
        for (const chunk of answer) controller.enqueue(chunk)
        controller.close()
      },
    }),
    { headers: { 'content-type': 'text/event-stream' } },
  )
