import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openProvider } from '../../../main/host/llm/endpoints/models.ts'
import { modelFailure } from '../../../main/host/llm/api/failures.ts'
import { ModelError, type ModelFault } from '../../../main/host/llm/llm.ts'
import type { ScriptedTurn, Step } from '../../support/fake-anthropic.mjs'
import { key, model, Provider, says } from './provider.ts'
import { until } from '../../support/waiting.ts'

const failed = async (answer: Promise<unknown>): Promise<ModelError> => {
  const error: unknown = await answer.catch((reason: unknown) => reason)
  if (error instanceof ModelError) return error
  throw new Error(`expected a ModelError, got ${String(error)}`)
}

const plain = (status: number, more: object = {}): ScriptedTurn => ({
  http_error: { status, headers: { 'x-should-retry': 'false' }, ...more },
})

test('[LLM-5] maps every API refusal to one fault and a message with a next step', async () => {
  const faults: [ScriptedTurn, ModelFault][] = [
    [plain(400), 'refused'],
    [plain(401), 'bad-key'],
    [plain(402), 'spend-limit'],
    [plain(403), 'no-permission'],
    [plain(404), 'no-model'],
    [plain(404, { html: '<h1>Not here</h1>' }), 'unreachable'],
    [plain(407, { html: 'Proxy' }), 'unreachable'],
    [plain(408), 'server-error'],
    [plain(409), 'server-error'],
    [plain(413), 'too-large'],
    [plain(422), 'refused'],
    [plain(429), 'rate-limited'],
    [plain(429, { details: { error_code: 'enforced_spend_limit_reached' } }), 'spend-limit'],
    [plain(500), 'server-error'],
    [plain(502, { html: '<html>Bad gateway</html>' }), 'server-error'],
    [plain(529), 'overloaded'],
  ]
  const provider = await Provider.start(
    faults.map(([turn]) => turn),
    { maxRetries: 0 },
  )
  for (const [turn, fault] of faults) {
    const error = await failed(provider.ask())
    expect([turn.http_error?.status, error.fault]).toEqual([turn.http_error?.status, fault])
    expect(error.message).toMatch(/^.+\. .+\.$/)
  }
  expect(provider.requests).toHaveLength(faults.length)
})

test('[LLM-5] distinguishes a broken stream from one that the API ended with an error', async () => {
  const begun: Step = { text: 'So' }
  const faults: [Step, ModelFault][] = [
    [{ fault: 'reset' }, 'broken-stream'],
    [{ fault: 'truncate' }, 'broken-stream'],
    [{ fault: 'eof' }, 'broken-stream'],
    [{ fault: 'malformed' }, 'broken-stream'],
    [{ raw_sse: 'event: content_block_delta\ndata: 7\n\n' }, 'broken-stream'],
    [{ raw_sse: 'event: content_block_stop\ndata: {"type":"content_block_stop","index":9}\n\n' }, 'broken-stream'],
    [{ fault: 'error' }, 'overloaded'],
    [{ fault: 'error', type: 'rate_limit_error' }, 'rate-limited'],
    [{ fault: 'error', type: 'api_error' }, 'server-error'],
    [{ fault: 'error', type: 'something_new' }, 'server-error'],
  ]
  const provider = await Provider.start(faults.map(([fault]) => ({ content: [begun, fault] })))
  for (const [step, fault] of faults) expect([step, (await failed(provider.ask())).fault]).toEqual([step, fault])
  expect(provider.requests).toHaveLength(faults.length)
})

test('[LLM-5] reports an address to check if nothing answers or the answer isn’t a message stream', async () => {
  const web = http.createServer((_request, response) => response.end('<h1>Welcome</h1>'))
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve))
  const { port } = web.address() as AddressInfo
  const llm = (maxRetries: number) =>
    openProvider({ fetch, baseUrl: `http://127.0.0.1:${port}`, key: () => Promise.resolve(key), maxRetries })
  const quiet = {
    signal: new AbortController().signal,
    onDelta: () => undefined,
    onWait: () => undefined,
    onLookup: () => undefined,
  }
  const request = { endpoint: 'anthropic', model: 'm', system: '', messages: [says('x')], tools: [], maxTokens: 10 }
  expect(await failed(llm(2).stream(request, quiet))).toMatchObject({ fault: 'unreachable' })
  expect(await failed(llm(2).models(quiet.signal))).toMatchObject({ fault: 'unreachable' })
  await new Promise((resolve) => web.close(resolve).closeAllConnections())
  const error = await failed(llm(0).stream(request, quiet))
  expect(error.fault).toBe('unreachable')
  expect(error.message).toBe(
    `No Messages API responds at 127.0.0.1:${port} (ECONNREFUSED). Check the network, and the URL in Settings.`,
  )
})

test.each([
  [
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    /^Atrium doesn’t trust the certificate of localhost:8443 \(UNABLE_.*\)\. If your company/,
  ],
  ['SELF_SIGNED_CERT_IN_CHAIN', /^Atrium doesn’t trust the certificate of localhost:8443/],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', /^Atrium doesn’t trust the certificate of localhost:8443/],
  ['CERT_HAS_EXPIRED', /^The certificate of localhost:8443 has expired\. Tell its operator/],
  ['ERR_TLS_CERT_ALTNAME_INVALID', /^The certificate of localhost:8443 is for another host\. Check the URL/],
])('[LLM-5] names the certificate and a next step for %s', (hint, sentence) => {
  const context = { baseUrl: 'https://localhost:8443', profile: 'anthropic', key: undefined } as const
  const { error, retry } = modelFailure('unreachable', context, { retry: true, hint })
  expect(error.message).toMatch(sentence)
  expect(retry).toBe(false)
})

test('[LLM-7] passes on an error from a listener instead of retrying, and ends the request', async () => {
  const provider = await Provider.start([{ content: [{ text: 'a' }, { wait_ms: 20_000 }] }])
  const mistake = new TypeError('not ours')
  const onDelta = () => {
    throw mistake
  }
  await expect(provider.ask({}, { onDelta })).rejects.toBe(mistake)
  await until(() => provider.last?.client_aborted === true)
})

test('[LLM-6] retries a temporary failure twice, and announces each wait with number, time and reason', async () => {
  const limited: ScriptedTurn = { http_error: { status: 429, headers: { 'retry-after-ms': '40' } } }
  const overloaded: ScriptedTurn = { http_error: { status: 529, headers: { 'retry-after-ms': '60' } } }
  const turns = [limited, overloaded, { content: [{ text: 'Here.' }] }]
  const provider = await Provider.start(turns, { now: () => 1000 })
  const answer = await provider.ask()
  expect(answer.stop).toBe('end-turn')
  const host = provider.fake.server.address() as AddressInfo
  expect(provider.waits).toEqual([
    { state: 'requesting', since: expect.any(Number) },
    {
      state: 'retrying',
      attempt: 1,
      at: 1040,
      reason: `127.0.0.1:${host.port} limits how often you can use this key.`,
    },
    { state: 'requesting', since: expect.any(Number) },
    { state: 'retrying', attempt: 2, at: 1060, reason: `127.0.0.1:${host.port} is overloaded.` },
    { state: 'requesting', since: expect.any(Number) },
    { state: 'answering' },
  ])
})

test('[LLM-6] waits up to half a second and up to a second without API advice, and then ends', async () => {
  const provider = await Provider.start([{ http_error: { status: 500 }, sticky: true }], { now: () => 1000 })
  const waits: number[] = []
  const onWait = (wait: { state: string; at?: number }) =>
    wait.state === 'retrying' && waits.push((wait.at ?? 0) - 1000)
  expect((await failed(provider.ask({}, { onWait }))).fault).toBe('server-error')
  expect(provider.requests).toHaveLength(3)
  expect(waits).toHaveLength(2)
  expect(waits[0]).toBeGreaterThanOrEqual(375)
  expect(waits[0]).toBeLessThanOrEqual(500)
  expect(waits[1]).toBeGreaterThanOrEqual(750)
  expect(waits[1]).toBeLessThanOrEqual(1000)
})

test('[LLM-6] retries if the connection breaks before any data, or an error comes before content', async () => {
  const quick = { 'retry-after-ms': '1' }
  const provider = await Provider.start([
    { refuse_connection: true },
    { content: [{ fault: 'error' }] },
    { content: [{ text: 'Here.' }] },
    { http_error: { status: 408, headers: quick } },
    { http_error: { status: 409, headers: quick } },
    { content: [{ text: 'There.' }] },
  ])
  await expect(provider.ask()).resolves.toMatchObject({ blocks: [{ text: 'Here.' }] })
  await expect(provider.ask()).resolves.toMatchObject({ blocks: [{ text: 'There.' }] })
})

test('[LLM-6] ends at once on a spending limit, a refusal, or a wait of over five minutes', async () => {
  const provider = await Provider.start([
    { http_error: { status: 429, details: { error_code: 'enforced_spend_limit_reached' } } },
    { http_error: { status: 400 } },
    { http_error: { status: 429, headers: { 'retry-after': '1200' } } },
  ])
  expect(await failed(provider.ask())).toMatchObject({ fault: 'spend-limit' })
  expect(await failed(provider.ask())).toMatchObject({ fault: 'refused' })
  const limited = await failed(provider.ask())
  expect(limited.message).toMatch(/Continue in 20 minutes\.$/)
  expect(provider.requests).toHaveLength(3)
  expect(provider.waits.every((wait) => wait.state === 'requesting')).toBe(true)
})

test('[LLM-7] ends with an error after content has begun, and repeats no content', async () => {
  const provider = await Provider.start([
    { content: [{ text: 'Half' }, { fault: 'error' }] },
    { content: [{ text: 'Whole' }] },
  ])
  expect(await failed(provider.ask())).toMatchObject({ fault: 'overloaded' })
  expect(provider.requests).toHaveLength(1)
  expect(provider.deltas.map((delta) => delta.text).join('')).toBe('Half')
})

test('[LLM-8] announces silence until content arrives, and keeps a stream alive on pings alone @all', async () => {
  const content: Step[] = [{ text: 'a' }, { wait_ms: 3000, keepalive: true, keepalive_ms: 50 }, { text: 'b' }]
  const provider = await Provider.start([{ content }], { idleMs: 15_000 })
  const answer = await provider.ask()
  expect(answer.blocks).toHaveLength(2)
  expect(provider.waits).toEqual([
    { state: 'requesting', since: expect.any(Number) },
    { state: 'answering' },
    { state: 'stalled', since: expect.any(Number) },
    { state: 'answering' },
  ])
})

test('[LLM-8] ends a stream that sends nothing, without a retry', async () => {
  for (const content of [[{ text: 'a' }, { wait_ms: 20_000 }], [{ wait_ms: 20_000 }]] satisfies Step[][]) {
    const provider = await Provider.start([{ content }], { idleMs: 300 })
    expect(await failed(provider.ask())).toMatchObject({ fault: 'stalled' })
    expect(provider.waits.at(-1)).toMatchObject({ state: 'stalled' })
  }
})

test('[LLM-9] ends a running stream at once on abort, and the server notices', async () => {
  const provider = await Provider.start([{ content: [{ text: 'a' }, { wait_ms: 20_000 }, { text: 'b' }] }])
  const controller = new AbortController()
  const reason = new Error('The person stopped it.')
  const answer = provider.ask({}, { signal: controller.signal, onDelta: () => controller.abort(reason) })
  await expect(answer).rejects.toBe(reason)
  await until(() => provider.requests.some((it) => it.client_aborted))
})

/** Each wait, and how it is reported. */
const waits: [ScriptedTurn, (provider: Provider) => boolean][] = [
  [{ first_byte_ms: 60_000 }, (provider) => provider.fake.state.inflight === 1],
  [
    { http_error: { status: 429, headers: { 'retry-after': '290' } } },
    (provider) => provider.waits.at(-1)?.state === 'retrying',
  ],
]

test('[LLM-9] ends a wait for an answer or a retry on abort', async () => {
  for (const [turn, isWaiting] of waits) {
    const provider = await Provider.start([turn])
    const controller = new AbortController()
    const answer = provider.ask({}, { signal: controller.signal })
    void until(() => isWaiting(provider)).then(() => controller.abort('stop'))
    await expect(answer).rejects.toBe('stop')
  }
  const aborted = await Provider.start()
  await expect(aborted.ask({}, { signal: AbortSignal.abort('before') })).rejects.toBe('before')
  expect(aborted.requests).toHaveLength(0)
})

test('[LLM-11] shows the key in no error, even if the API repeats it', async () => {
  const echo = { message: `The key ${key} may not do this.` }
  const turns = [400, 401, 403, 429, 500].map((status) => plain(status, echo))
  const provider = await Provider.start(turns, { maxRetries: 0 })
  for (const _ of turns) {
    const error = await failed(provider.ask())
    expect(`${error.message} ${error.stack} ${JSON.stringify(error)} ${String(error.cause)}`).not.toContain(key)
  }
})

test('[LLM-5] distinguishes a missing, a wrong and an unsendable key', async () => {
  const ask = (baseUrl: string, value: string | undefined) =>
    openProvider({ fetch, baseUrl, key: () => Promise.resolve(value), maxRetries: 0 }).models(AbortSignal.timeout(5000))
  expect(await failed(ask('https://api.anthropic.com', undefined))).toMatchObject({
    fault: 'no-key',
    message: 'No key for Anthropic. Enter one in Settings.',
  })
  const broken = await failed(ask('https://api.anthropic.com', 'two\nlines'))
  expect(broken).toMatchObject({ fault: 'bad-key', message: 'Anthropic rejected the key. Check it in Settings.' })
  const provider = await Provider.start()
  const baseUrl = `http://127.0.0.1:${(provider.fake.server.address() as AddressInfo).port}`
  expect(await failed(ask(baseUrl, 'wrong'))).toMatchObject({ fault: 'bad-key' })
  expect(await failed(ask(baseUrl, undefined))).toMatchObject({ fault: 'no-key' })
})

test('[LLM-10] takes no URL, key or headers from the environment', async () => {
  const trap = await Provider.start()
  const address = `http://127.0.0.1:${(trap.fake.server.address() as AddressInfo).port}`
  const hostile = {
    ANTHROPIC_BASE_URL: address,
    ANTHROPIC_API_KEY: 'evil',
    ANTHROPIC_AUTH_TOKEN: 'evil',
    ANTHROPIC_CUSTOM_HEADERS: 'authorization: Bearer evil\nx-api-key: evil\nx-evil: 1\nanthropic-beta: evil',
    ANTHROPIC_LOG: 'debug',
    ANTHROPIC_PROFILE: 'evil',
  }
  for (const [name, value] of Object.entries(hostile)) vi.stubEnv(name, value)
  onTestFinished(() => void vi.unstubAllEnvs())
  const provider = await Provider.start()
  await provider.ask()
  const [request] = provider.requests
  expect(request?.status).toBe(200)
  expect(Object.keys(request?.headers ?? {}).filter((name) => /evil|x-api-key|beta/.test(name))).toEqual([])
  expect(trap.fake.state.log).toEqual([])
  expect(process.env['ANTHROPIC_API_KEY']).toBe('evil')
})

test('[LLM-10] follows no redirect', async () => {
  const trap = await Provider.start()
  const location = `http://127.0.0.1:${(trap.fake.server.address() as AddressInfo).port}/v1/messages`
  const provider = await Provider.start([{ http_error: { status: 307, headers: { location } } }])
  expect(await failed(provider.ask())).toMatchObject({ fault: 'unreachable' })
  expect(trap.fake.state.log).toEqual([])
})

test('[LLM-10] requests the key again for each request', async () => {
  const keys = [key, 'rotated', key]
  const provider = await Provider.start([], { key: () => Promise.resolve(keys.shift()), maxRetries: 0 })
  await provider.llm.models(AbortSignal.timeout(5000))
  expect(await failed(provider.ask())).toMatchObject({ fault: 'bad-key' })
  await expect(provider.ask()).resolves.toMatchObject({ stop: 'end-turn' })
})

test('[LLM-30] sends a request that fits after an answer of 8 MB', async () => {
  const provider = await Provider.start([{ content: [{ text: 'Short.' }] }])
  const blocks = [{ type: 'text', text: 'word '.repeat(1_600_000) }]
  const messages = [
    says('Go on'),
    { role: 'assistant' as const, endpoint: 'anthropic', model, blocks },
    says('And now?'),
  ]
  const { noRoom } = await provider.ask({ messages })
  expect(noRoom).toEqual({ attachments: 0, parts: 0, shortened: 1 })
  expect(provider.complaints).toEqual([])
})

test('[LLM-31] says how many tokens of an oversized request are tools, and where to turn them off', async () => {
  const provider = await Provider.start([])
  const description = 'What it does, at length. '.repeat(36)
  const tools = Array.from({ length: 1200 }, (_, i) => ({
    name: `tool_${i}`,
    description,
    inputSchema: { type: 'object' },
  }))
  const { fault, message } = await failed(provider.ask({ model: 'claude-haiku-4-5', tools }))
  expect(fault).toBe('refused')
  expect(message).toMatch(
    /The definitions of 1,200 tools take about \d{3},\d{3} of the model’s 200,000 tokens: turn some off in “Tools in this conversation”, or choose another model\.$/,
  )
})

test.each([
  [400, 'Continue in 1 second.'],
  [1400, 'Continue in 2 seconds.'],
  [89_001, 'Continue in 90 seconds.'],
  [100_000, 'Continue in 2 minutes.'],
])('[LLM-5] counts a wait of %i ms in words: %s', (afterMs, next) => {
  const context = { baseUrl: 'https://api.example', profile: 'anthropic', key: undefined } as const
  expect(modelFailure('rate-limited', context, { afterMs }).error.message.endsWith(next)).toBe(true)
})
