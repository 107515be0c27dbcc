import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { Clocks, patienceWith } from '../../../../main/host/llm/openai/clocks.ts'
import { until } from '../../../support/waiting.ts'
import { Endpoint } from './endpoint.ts'

describe('the patience with a server', () => {
  const minute = 60_000
  test.each([
    ['https://api.openai.com/v1', 'gpt-4.1', 2 * minute, 1.5 * minute],
    ['https://api.openai.com/v1', 'gpt-5.2', 5 * minute, 5 * minute],
    ['https://openrouter.ai/api/v1', 'deepseek/deepseek-r1', 5 * minute, 5 * minute],
    ['https://api.mistral.ai/v1', 'magistral-medium-2507', 5 * minute, 5 * minute],
    ['http://127.0.0.1:11434/v1', 'qwen3:8b', 10 * minute, 1.5 * minute],
    ['http://192.168.1.5:8000/v1', 'openai/gpt-oss-20b', 10 * minute, 5 * minute],
  ])(
    '[OAI-21] lasts, at %s with %s, %i ms before the first byte and %i ms between bytes',
    (baseUrl, model, firstMs, idleMs) => {
      expect(patienceWith({ baseUrl, idleMs: 90_000 }, model)).toEqual({ firstMs, idleMs, commentsMs: 10 * minute })
    },
  )

  test('[OAI-21] ends after a time of comments alone, which keep the stream alive until then', async () => {
    const onDead = vi.fn<() => void>()
    const patience = { firstMs: 10_000, idleMs: 10_000, commentsMs: 30 }
    const clocks = new Clocks(patience, { onQuiet: () => undefined, onDead, now: () => 0 })
    clocks.onBytes(true)
    clocks.onBytes(false)
    clocks.onBytes(true)
    clocks.onBytes(true)
    await until(() => onDead.mock.calls.length > 0)
    clocks.stop()
    expect(onDead).toHaveBeenCalledTimes(1)
  })
})

let goOn: (text: string) => void = () => undefined

/** An address that answers with a beginning, then with comments until the rest is given. */
async function served(beginning: string): Promise<string> {
  const server = http.createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(beginning)
    const comments = setInterval(() => response.write(': still here\n\n'), 20)
    goOn = (text) => response.end(text)
    response.on('close', () => clearInterval(comments))
    response.on('finish', () => clearInterval(comments))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve()).closeAllConnections()))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
}

describe('a stream that goes quiet', () => {
  test('[OAI-21] is announced, stays alive on comments, and answers in the end', async () => {
    const piece = (content: string, finish: string | null) =>
      `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content }, finish_reason: finish }] })}\n\n`
    const endpoint = await Endpoint.start('openai', [], { idleMs: 600, baseUrl: await served(piece('a', null)) })
    const answer = endpoint.ask()
    await until(() => endpoint.waits.at(-1)?.state === 'stalled')
    goOn(`${piece('b', 'stop')}data: [DONE]\n\n`)
    expect(await answer).toMatchObject({ blocks: [{ text: 'ab' }] })
    expect(endpoint.waits.map(({ state }) => state)).toEqual(['requesting', 'answering', 'stalled', 'answering'])
  })

  test('[OAI-21] is given up, and its server sees the end', async () => {
    const endpoint = await Endpoint.start('openai', [{ content: [{ text: 'a' }], fault: 'stall' }], { idleMs: 60 })
    expect(await endpoint.fail()).toMatchObject({ fault: 'stalled' })
    await until(() => endpoint.requests[0]?.client_aborted === true)
  })

  test('[OAI-21] is given up later before the first byte', async () => {
    const slow = { first_byte_ms: 20_000, content: [{ text: 'a' }] }
    const endpoint = await Endpoint.start('openai', [slow], { idleMs: 30 })
    expect(await endpoint.fail()).toMatchObject({ fault: 'stalled' })
  })

  test('[OAI-21] is not waited for after its end: a model that has stopped has answered', async () => {
    const end = `data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\n`
    const content = [{ text: 'Noon.' }, { raw_sse: end }, { wait_ms: 20_000, keepalive: true, keepalive_ms: 10 }]
    const endpoint = await Endpoint.start('openai', [{ content }], { idleMs: 150 })
    expect(await endpoint.ask()).toMatchObject({ blocks: [{ text: 'Noon.' }], stop: 'end-turn' })
    await until(() => endpoint.requests[0]?.client_aborted === true)
  })
})

describe('an abort', () => {
  test.each([
    ['before the first byte', { first_byte_ms: 20_000, content: [{ text: 'a' }] }],
    ['in the middle of the answer', { content: [{ text: 'a' }, { wait_ms: 20_000 }] }],
    ['while comments arrive', { content: [{ wait_ms: 20_000, keepalive: true, keepalive_ms: 5 }] }],
  ])('[OAI-21] %s ends the request with its reason, and the server sees it', async (_when, turn) => {
    const endpoint = await Endpoint.start('openai', [turn])
    const controller = new AbortController()
    const answer = endpoint.ask({}, { signal: controller.signal })
    await until(() => endpoint.fake.state.inflight === 1)
    const reason = new Error('Enough.')
    controller.abort(reason)
    await expect(answer).rejects.toBe(reason)
    await until(() => endpoint.fake.state.inflight === 0 || endpoint.requests[0]?.client_aborted === true)
  })
})
