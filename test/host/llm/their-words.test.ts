import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openProvider } from '../../../main/host/llm/endpoints/models.ts'
import { ModelError, type Llm } from '../../../main/host/llm/llm.ts'
import type { ApiName } from '../../../shared/config/settings.ts'
import { key, says } from './provider.ts'

type Reply = { status: number; type?: string; body: string }

/** A server that gives one answer to everything, again and again. */
let reply: Reply = { status: 500, body: '' }
let asked = 0
const server = http.createServer((request, response) => {
  asked++
  request.resume().on('end', () => {
    const { status, type = 'application/json', body } = reply
    response.writeHead(status, { 'content-type': type, 'retry-after-ms': '1' }).end(body)
  })
})
let host = ''
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close().closeAllConnections())

const apis: ApiName[] = ['chat', 'responses', 'messages']

const open = (api: ApiName, maxRetries = 0): Llm =>
  openProvider({
    fetch,
    baseUrl: `http://${host}/v1`,
    profile: api === 'messages' ? 'anthropic' : 'other',
    wire: api,
    key: () => Promise.resolve(key),
    maxRetries,
  })

const unheard = { onDelta: () => undefined, onWait: () => undefined, onLookup: () => undefined }

async function sentence(llm: Llm, given: Reply): Promise<string> {
  reply = given
  const request = { endpoint: 'e', model: 'm', system: '', messages: [says('x')], tools: [], maxTokens: 10 }
  const signal = AbortSignal.timeout(20_000)
  const error: unknown = await llm.stream(request, { ...unheard, signal }).catch((reason: unknown) => reason)
  if (error instanceof ModelError) return error.message
  throw new Error(`expected a ModelError, got ${String(error)}`)
}

const said = (message: string): string => JSON.stringify({ error: { message } })

/** By status, the sentence about it; other statuses refuse. */
const faults: [number, (who: string) => string][] = [
  [403, (who) => `${who} doesn’t let this key use m.`],
  [408, (who) => `${who} failed (408).`],
  [413, (who) => `This conversation is too large for ${who}.`],
  [429, (who) => `${who} limits how often you can use this key.`],
  [500, (who) => `${who} failed (500).`],
  [502, (who) => `${who} failed (502).`],
  [529, (who) => `${who} is overloaded.`],
]

describe.each(apis)('a failure over %s', (api) => {
  test.each(faults)(
    '[LLM-41] is quoted in the server’s words after the sentence about it: %i',
    async (status, about) => {
      const quoted = `${about(host)} The server said: “CUDA out of memory”. `
      const llm = open(api)
      expect(await sentence(llm, { status, body: said('CUDA out of memory') })).toContain(quoted)
      expect(await sentence(llm, { status, body: JSON.stringify({ detail: 'CUDA out of memory' }) })).toContain(quoted)
      expect(await sentence(llm, { status, type: 'text/plain', body: 'CUDA out of memory' })).toContain(quoted)
      const markup = '<html><head><title>x</title></head><body><b>CUDA</b> out of memory<script>evil()</script></body>'
      expect(await sentence(llm, { status, body: said(markup) })).toContain(quoted)
    },
  )

  test.each(faults)('[LLM-41] names no words if there are none, or only a page: %i', async (status, about) => {
    for (const given of [
      { body: '' },
      { body: '{}' },
      { body: said('') },
      { type: 'text/html', body: '<html><body>Bad gateway</body></html>' },
      { type: 'text/html', body: '<!doctype html><p>Bad gateway' },
    ]) {
      const told = await sentence(open(api), { status, ...given })
      expect(told.startsWith(about(host)), told).toBe(true)
      expect(told).not.toMatch(/said|[<>]|gateway/)
    }
  })

  test.each([...faults.map(([status]) => status), 400, 401])(
    '[LLM-41] repeats no part of the key: %i',
    async (status) => {
      const cut = `${'x'.repeat(280)} ${key}`
      const inMarkup = `${'<i>'.repeat(670)} and ${key.repeat(3)}`
      for (const words of [key, `Bearer ${key} is wrong`, cut, inMarkup])
        for (const body of [said(words), JSON.stringify({ detail: words }), words]) {
          const told = await sentence(open(api), { status, body })
          expect(told).toContain(host)
          expect(told).not.toContain(key.slice(0, 9))
        }
    },
  )

  test('[LLM-41] quotes no more than a few lines', async () => {
    const told = await sentence(open(api), { status: 500, body: said('word '.repeat(5000)) })
    expect(told).toContain('The server said: “word word')
    expect(told.length).toBeLessThan(500)
  })

  test.each([
    ['as JSON', { body: JSON.stringify({ error: { message: 'channel has no quota', code: 'x' } }) }],
    ['as text', { type: 'text/plain', body: JSON.stringify({ error: 'channel has no quota' }) }],
    ['as an event', { type: 'text/event-stream', body: `data: ${said('channel has no quota')}\n\n` }],
    [
      'as a named event',
      { type: 'text/event-stream', body: `event: error\ndata: ${said('channel has no quota')}\n\n` },
    ],
  ])('[LLM-41] is recognised in an answer that claims success %s', async (_as, given) => {
    const told = await sentence(open(api), { status: 200, ...given })
    expect(told).toContain('The server said: “channel has no quota”.')
  })

  test('[LLM-41] is quoted when the retries are over', async () => {
    asked = 0
    const told = await sentence(open(api, 2), { status: 500, body: said('shard 7 lost') })
    expect(told).toBe(`${host} failed (500). The server said: “shard 7 lost”. Continue in a minute.`)
    expect(asked).toBeGreaterThanOrEqual(3)
  })

  test('[LLM-41] is quoted for a list of models as well', async () => {
    for (const status of [500, 200]) {
      reply = { status, body: said('catalogue is down') }
      const error: unknown = await open(api)
        .models(AbortSignal.timeout(5000))
        .catch((reason: unknown) => reason)
      expect(error).toMatchObject({ message: expect.stringContaining('The server said: “catalogue is down”.') })
    }
  })
})
