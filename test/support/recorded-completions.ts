import type { openProvider } from '../../main/host/llm/endpoints/models.ts'

/** A chunk with the fields that nearly all servers send. */
function line(choice: object): string {
  const head = { id: 'chatcmpl-8Zq0bJ6Zx2', object: 'chat.completion.chunk', created: 1_770_000_000, model: 'gpt-4.1' }
  return `data: ${JSON.stringify({ ...head, choices: [{ index: 0, finish_reason: null, ...choice }] })}\n\n`
}

const deltas = {
  text: (content: string) => ({ content }),
  'text with angle brackets': (content: string) => ({ content: content.replaceAll('xx', '</') }),
  reasoning: (reasoning_content: string) => ({ reasoning_content }),
  'reasoning details': (text: string) => ({ reasoning_details: [{ type: 'reasoning.text', index: 0, text }] }),
  arguments: (text: string) => ({ tool_calls: [{ index: 0, function: { arguments: text } }] }),
}

export type Completed = keyof typeof deltas
export const completed = Object.keys(deltas) as Completed[]

/** A completion of this kind, this many characters long, in deltas of a hundred. */
export function completion(kind: Completed, characters: number): Uint8Array[] {
  const call = { tool_calls: [{ index: 0, id: 'a', function: { name: 'x', arguments: '{"a":"' } }] }
  const many = line({ delta: deltas[kind]('x'.repeat(100)) }).repeat(500)
  const text = [
    line({ delta: kind === 'arguments' ? call : { role: 'assistant' } }),
    ...Array.from({ length: characters / 50_000 }, () => many),
    line({ delta: {}, finish_reason: 'stop' }),
    'data: [DONE]\n\n',
  ]
  return text.map((chunk) => Buffer.from(chunk))
}

/** A completion as it arrives. */
export const arriving = (chunks: Uint8Array[]): Response =>
  new Response(
    new ReadableStream({
      start: (controller) => {
        for (const chunk of chunks) controller.enqueue(chunk)
        controller.close()
      },
    }),
    { headers: { 'content-type': 'text/event-stream' } },
  )

/** Reads a completion as if it were arriving. Resolves with the number of characters received. */
export async function completedBy(create: typeof openProvider, chunks: Uint8Array[]): Promise<number> {
  let characters = 0
  const fetch = () => Promise.resolve(arriving(chunks))
  const llm = create({ baseUrl: 'http://model.test/v1', profile: 'openai', wire: 'chat', key: async () => 'k', fetch })
  const message = { role: 'user' as const, content: [{ type: 'text' as const, text: 'x' }] }
  const request = { endpoint: 'e', model: 'm', system: '', messages: [message], tools: [], maxTokens: 10 }
  await llm.stream(request, {
    signal: new AbortController().signal,
    onDelta: ({ text }) => (characters += text.length),
    onWait: () => undefined,
    onLookup: () => undefined,
  })
  return characters
}
