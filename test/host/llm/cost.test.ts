import { expect, test } from 'vitest'
import { createAnthropic } from '../../../main/host/llm/anthropic/anthropic.ts'
import { says } from './provider.ts'

const line = (type: string, data: object): string => `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`

/** A recorded answer of one block, in deltas of a hundred characters. */
function wire(start: object, delta: (piece: string) => object, characters: number): Uint8Array[] {
  const piece = 'x'.repeat(100)
  const deltas = line('content_block_delta', { index: 0, delta: delta(piece) }).repeat(500)
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

const streamOf = (chunks: Uint8Array[]): ReadableStream =>
  new ReadableStream({
    start: (controller) => {
      for (const chunk of chunks) controller.enqueue(chunk)
      controller.close()
    },
  })

/** Processor time, so that a busy machine does not count. */
async function costOf(chunks: Uint8Array[]): Promise<{ ms: number; characters: number }> {
  let characters = 0
  const fetch = (url: unknown): Promise<Response> =>
    Promise.resolve(
      String(url).endsWith('/v1/messages')
        ? new Response(streamOf(chunks), { headers: { 'content-type': 'text/event-stream' } })
        : Response.json({}, { status: 404 }),
    )
  const llm = createAnthropic({ baseUrl: 'http://model.test', key: () => Promise.resolve('k'), fetch })
  const onDelta = ({ text }: { text: string }) => (characters += text.length)
  const request = { endpoint: 'anthropic', model: 'm', system: '', messages: [says('x')], tools: [], maxTokens: 10 }
  const before = process.cpuUsage()
  await llm.stream(request, {
    signal: new AbortController().signal,
    onDelta,
    onWait: () => undefined,
    onLookup: () => undefined,
  })
  const { user, system } = process.cpuUsage(before)
  return { ms: (user + system) / 1000, characters }
}

test('[LLM-22] four times the text or the arguments cost about four times as much', async () => {
  const kinds = [
    (characters: number) => wire({ type: 'text', text: '' }, (text) => ({ type: 'text_delta', text }), characters),
    (characters: number) =>
      wire(
        { type: 'thinking', thinking: '', signature: '' },
        (thinking) => ({ type: 'thinking_delta', thinking }),
        characters,
      ),
    (characters: number) =>
      wire(
        { type: 'tool_use', id: 't', name: 'x', input: {} },
        (partial_json) => ({ type: 'input_json_delta', partial_json }),
        characters,
      ),
  ]
  for (const kind of kinds) {
    const [small, large] = [kind(1_000_000), kind(4_000_000)]
    const costs = { small: [(await costOf(small)).ms], large: [(await costOf(large)).ms] }
    for (let round = 0; round < 4; round++) {
      costs.small.push((await costOf(small)).ms)
      costs.large.push((await costOf(large)).ms)
    }
    expect(Math.min(...costs.large) / Math.min(...costs.small)).toBeLessThan(6)
  }
  expect(
    (await costOf(wire({ type: 'text', text: '' }, (text) => ({ type: 'text_delta', text }), 4_000_000))).characters,
  ).toBe(4_000_000)
})
