import type { openProvider } from '../../main/host/llm/endpoints/models.ts'

const line = (type: string, data: object): string => `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`

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

export type Recorded = keyof typeof blocks
export const recorded = Object.keys(blocks) as Recorded[]

/** A recorded answer with one block of this kind, this many characters long, in deltas of a hundred. */
export function wire(kind: Recorded, characters: number): Uint8Array[] {
  const [start, delta] = blocks[kind]
  const deltas = line('content_block_delta', { index: 0, delta: delta('x'.repeat(100)) }).repeat(500)
  const text = [
    line('message_start', { message: { usage: { input_tokens: 1 } } }),
    line('content_block_start', { index: 0, content_block: start }),
    ...Array.from({ length: characters / 50_000 }, () => deltas),
    line('content_block_stop', { index: 0 }),
    line('message_delta', { delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 1 } }),
    line('message_stop', {}),
  ]
  return text.map((chunk) => Buffer.from(chunk))
}

/** Reads a recorded answer as if it were arriving. Resolves with the number of characters received. */
export async function streamed(create: typeof openProvider, chunks: Uint8Array[]): Promise<number> {
  let characters = 0
  const fetch = (url: unknown): Promise<Response> =>
    Promise.resolve(
      String(url).endsWith('/v1/messages')
        ? new Response(streamOf(chunks), { headers: { 'content-type': 'text/event-stream' } })
        : Response.json({}, { status: 404 }),
    )
  const llm = create({ baseUrl: 'http://model.test', key: () => Promise.resolve('k'), fetch })
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

const streamOf = (chunks: Uint8Array[]): ReadableStream =>
  new ReadableStream({
    start: (controller) => {
      for (const chunk of chunks) controller.enqueue(chunk)
      controller.close()
    },
  })
