import { describe, expect, test } from 'vitest'
import { findLocalModels } from '../../../main/host/llm/endpoints/local-models.ts'
import { openProvider } from '../../../main/host/llm/endpoints/models.ts'
import type { StreamOptions } from '../../../main/host/llm/llm.ts'
import type { ApiName } from '../../../shared/config/settings.ts'
import { key, says } from './provider.ts'

const event = (data: object): string => `data: ${JSON.stringify(data)}\n\n`

/** A stream's beginning, and an event that it can have again and again. */
const streams: Record<ApiName, { first: string; again: string }> = {
  chat: { first: '', again: event({ choices: [{ index: 0, delta: { content: 'on and on ' } }] }) },
  responses: {
    first: event({ type: 'response.output_item.added', output_index: 0, item: { type: 'message', content: [] } }),
    again: event({ type: 'response.output_text.delta', output_index: 0, content_index: 0, delta: 'on and on ' }),
  },
  messages: {
    first: event({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }),
    again: event({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'on and on ' } }),
  },
}

/** An answer whose next bytes are always there already. */
function flooding({ first, again }: { first: string; again: string }, most = Number.POSITIVE_INFINITY): Response {
  const piece = new TextEncoder().encode(again.repeat(Math.ceil(65_536 / again.length)))
  let sent = 0
  const body = new ReadableStream<Uint8Array>({
    start: (out) => out.enqueue(new TextEncoder().encode(first)),
    pull: (out) => {
      sent += piece.length
      if (sent > most) out.close()
      else out.enqueue(piece)
    },
  })
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
}

const ask = (api: ApiName, answer: () => Response, options: Partial<StreamOptions> = {}) =>
  openProvider({
    baseUrl: 'http://127.0.0.1:1/v1',
    profile: api === 'messages' ? 'anthropic' : 'other',
    wire: api,
    key: () => Promise.resolve(key),
    maxRetries: 0,
    fetch: async (url) => (new Request(url).url.endsWith('/models/m') ? new Response('{}', { status: 404 }) : answer()),
  }).stream(
    { endpoint: 'e', model: 'm', system: '', messages: [says('x')], tools: [], maxTokens: 10 },
    {
      signal: AbortSignal.timeout(60_000),
      onDelta: () => undefined,
      onWait: () => undefined,
      onLookup: () => undefined,
      ...options,
    },
  )

/** Counts the turns of this thread's event loop until `over`, and the most deltas within one of them. */
function turnsDuring() {
  const counted = { turns: 0, inTurn: 0, mostInTurn: 0, deltas: 0 }
  let isOver = false
  const turn = () => {
    counted.turns++
    counted.inTurn = 0
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  const onDelta = () => {
    counted.deltas++
    counted.inTurn++
    counted.mostInTurn = Math.max(counted.mostInTurn, counted.inTurn)
  }
  return { counted, onDelta, over: () => (isOver = true) }
}

describe.each(Object.entries(streams) as [ApiName, (typeof streams)[ApiName]][])('a flood over %s', (api, stream) => {
  test('[LLM-42] leaves everything else in the thread its turns', async () => {
    const { counted, onDelta, over } = turnsDuring()
    await ask(api, () => flooding(stream, 4 * 1024 * 1024), { onDelta }).catch(() => undefined)
    over()
    expect(counted.deltas).toBeGreaterThan(10_000)
    expect(counted.turns).toBeGreaterThan(5)
    expect(counted.mostInTurn).toBeLessThan(counted.deltas / 4)
  })

  test('[LLM-42] ends when the user stops it', async () => {
    const stopped = new AbortController()
    const reason = new Error('stopped')
    setTimeout(() => stopped.abort(reason), 30)
    await expect(ask(api, () => flooding(stream), { signal: stopped.signal })).rejects.toBe(reason)
  })

  test('[LLM-42] ends with a sentence at the limit of an answer @all', async () => {
    await expect(ask(api, () => flooding(stream))).rejects.toMatchObject({
      fault: 'broken-stream',
      message: '127.0.0.1:1 sent more than 32 MB in one reply. Continue to try again, or choose another model.',
    })
  })
})

test('[LLM-42] reads no endless list of a local server', async () => {
  const endless = () => {
    const { body } = flooding({ first: '{"data":[', again: '{"id":"m"},' })
    return Promise.resolve(new Response(body))
  }
  expect(await findLocalModels([{ port: 1, profile: 'ollama' }], endless)).toEqual([])
})
