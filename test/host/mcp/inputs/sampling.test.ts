import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, describe, expect, onTestFinished, test } from 'vitest'
import { ModelError } from '../../../../main/host/llm/llm.ts'
import type { JsonObject } from '../../../../shared/schema/json.ts'
import { overHttp } from '../../../support/remote-peers.ts'
import { serverConfig } from '../../../../shared/config/server-config.ts'
import { peer } from '../../../support/fleet.ts'
import { Sampled, words } from './sampling-support.ts'
import { lastIfQuick } from '../../../../tools/quick.mjs'

let fleet: Sampled
afterEach(() => fleet.close())

const asking = (env: Record<string, string> = {}) => ({ ...peer('sampling-abuse.mjs', env), sampling: 'ask' as const })
const text = (it: string) => [{ type: 'text', text: it }]
const user = (it: string) => ({ role: 'user' as const, content: text(it) })
const params = (more: JsonObject = {}): JsonObject => ({
  messages: [{ role: 'user', content: { type: 'text', text: 'Sort this.' } }],
  maxTokens: 100,
  ...more,
})
/** The server's answer to one request. */
const said = async (running: Promise<string>): Promise<JsonObject> => {
  const answers = JSON.parse(await running) as [JsonObject, ...JsonObject[]]
  return (answers[0]['n0'] as JsonObject | undefined) ?? answers[0]
}

describe.each(['legacy', 'modern'])('a sampling request from a %s server', (era) => {
  test('[SMP-1] [SMP-2] [SMP-6] gets a model’s answer after the user has read both', async () => {
    fleet = new Sampled()
    await fleet.ready(asking({ MCP_ERA: era }))
    const running = said(fleet.say('sample', { params: params({ systemPrompt: 'Be brief.' }) }))
    const { question, operation } = await fleet.asked('sampling')
    expect(question).toMatchObject({
      server: 'it',
      system: 'Be brief.',
      messages: [user('Sort this.')],
      asked: 100,
      maxTokens: 100,
      choice: { endpoint: 'local', model: 'usual' },
      count: 1,
      limit: 30,
      call: { count: 1, limit: 5 },
    })
    expect(operation?.call).toMatch(/^call-/)
    expect(fleet.requests).toEqual([])
    await fleet.send()
    const review = await fleet.asked('review')
    expect(review.question).toMatchObject({ model: 'usual', content: text('sorted'), edited: false })
    expect(review.operation).toEqual(operation)
    await fleet.review({ decision: 'send' })
    const result = {
      role: 'assistant',
      model: 'usual',
      content: { type: 'text', text: 'sorted' },
      stopReason: 'endTurn',
    }
    expect(await running).toEqual(era === 'legacy' ? { jsonrpc: '2.0', id: 's1', result } : result)
    expect(fleet.requests).toMatchObject([{ model: 'usual', system: 'Be brief.', maxTokens: 100, tools: [] }])
    expect(fleet.of('sampling.requested')).toMatchObject([{ server: 'it', model: 'usual', operation }])
    expect(fleet.of('sampling.finished')).toMatchObject([
      { end: { state: 'answered', usage: { output: 3 } }, operation },
    ])
    expect(fleet.waiting).toEqual([])
  })

  test('[SMP-1] reaches no model if the user denies it', async () => {
    fleet = new Sampled()
    await fleet.ready(asking({ MCP_ERA: era }))
    const running = fleet.say('sample')
    await fleet.give(await fleet.asked('sampling'), { decision: 'deny' })
    expect(await running).toContain('User rejected sampling request')
    expect(fleet.requests).toEqual([])
  })
})

test('[SMP-1] answers a modern HTTP server in a round of its call', async () => {
  fleet = new Sampled()
  const remote = await overHttp('sampling-abuse.mjs')
  try {
    await fleet.ready(serverConfig.parse({ type: 'http', url: remote.url, sampling: 'ask' }))
    const running = said(fleet.say('sample'))
    await fleet.send()
    await fleet.review({ decision: 'send' })
    expect(await running).toMatchObject({ content: { text: 'sorted' } })
  } finally {
    await remote.stop()
  }
})

test('[SMP-1] sends a request as the user edited it, and never asks for more than the model can do', async () => {
  fleet = new Sampled()
  await fleet.ready(asking())
  const wanted = {
    systemPrompt: 'hidden',
    includeContext: 'allServers',
    maxTokens: 1e9,
    temperature: 2,
    stopSequences: ['.'],
    modelPreferences: { hints: [{ name: 'other' }], costPriority: 7 },
  }
  const running = said(fleet.say('sample', { params: params(wanted) }))
  const { question } = await fleet.send({ system: 'shown', messages: [user('Edited.')], maxTokens: 900_000 })
  expect(question).toMatchObject({
    system: 'hidden',
    includeContext: 'allServers',
    asked: 1e9,
    maxTokens: 8192,
    temperature: 2,
    stopSequences: ['.'],
    hints: ['other'],
    priorities: { cost: 1 },
  })
  const { question: review } = await fleet.review({ decision: 'send', content: text('mended') })
  expect(review).toMatchObject({ edited: true, prompt: { system: 'shown', messages: [user('Edited.')] } })
  expect(await running).toMatchObject({ result: { content: { type: 'text', text: 'mended' } } })
  expect(fleet.requests).toMatchObject([
    { system: 'shown', messages: [{ role: 'user', content: text('Edited.') }], maxTokens: 8192 },
  ])
  expect(Object.keys(fleet.requests[0] ?? {}).toSorted()).toEqual([
    'endpoint',
    'maxTokens',
    'messages',
    'model',
    'system',
    'tools',
    'wishes',
  ])
  expect(fleet.requests[0]?.wishes).toEqual({ temperature: 2, stopSequences: ['.'] })
})

test('[SED-7] [SED-8] says in the review and the log which of the server’s wishes the model got', async () => {
  fleet = new Sampled(async () => ({
    ...words('sorted'),
    wishes: { stopSequences: ['a', 'b', 'c', 'd'] },
    refusedWishes: ['temperature'],
  }))
  await fleet.ready(asking())
  const stopSequences = ['a', 'b', 'c', 'd', `${'e'.repeat(300)}\n`]
  const running = said(fleet.say('sample', { params: params({ temperature: 0.2, stopSequences }) }))
  expect((await fleet.send()).question).toMatchObject({ temperature: 0.2, stopSequences })
  expect(fleet.requests[0]?.wishes).toEqual({ temperature: 0.2, stopSequences })
  expect((await fleet.review({ decision: 'send' })).question.wishes).toEqual({
    temperature: { value: 0.2, sent: false },
    stopSequences: { wanted: 5, sent: 4 },
    refused: ['temperature'],
  })
  await running
  expect(fleet.of('sampling.requested')[0]?.request).toMatchObject({ json: { temperature: 0.2, stopSequences } })
  expect(fleet.of('sampling.finished')[0]?.end).toMatchObject({
    passedOn: { stopSequences: ['a', 'b', 'c', 'd'] },
  })
  const plain = said(fleet.say('sample'))
  await fleet.send()
  expect((await fleet.review({ decision: 'send' })).question).not.toHaveProperty('wishes')
  await plain
  expect(fleet.of('sampling.finished')[1]?.end).not.toHaveProperty('passedOn')
})

test('[SMP-2] withholds an answer, or requests another one up to the call’s limit', async () => {
  fleet = new Sampled(async () => words(`answer ${fleet.requests.length}`))
  await fleet.ready(asking())
  const running = said(fleet.say('sample'))
  await fleet.send()
  for (let at = 1; at <= 4; at++)
    expect((await fleet.review({ decision: 'again' })).question.content).toEqual(text(`answer ${at}`))
  const last = await fleet.asked('review')
  await expect(fleet.give(last, { decision: 'again' })).rejects.toMatchObject({ code: 'unavailable' })
  const foreign = { decision: 'send' as const, content: [{ type: 'image', data: 'x', mimeType: 'image/png' }] }
  await expect(fleet.give(last, foreign)).rejects.toMatchObject({ code: 'bad-input' })
  await fleet.give(last, { decision: 'withhold' })
  expect(await running).toMatchObject({ error: { code: -1 } })
  expect(fleet.requests).toHaveLength(5)
})

test('[SMP-2] tells the user why a model failed, and lets them try another', async () => {
  fleet = new Sampled(async ({ model }) => {
    if (model === 'usual') throw new ModelError('overloaded', 'It is busy. Try again later.')
    return words('late')
  })
  await fleet.ready(asking())
  const running = said(fleet.say('sample'))
  await fleet.send()
  const { question } = await fleet.send({ choice: { endpoint: 'local', model: 'another' } })
  expect(question).toMatchObject({ problem: 'It is busy. Try again later.', call: { count: 2 } })
  await fleet.review({ decision: 'send' })
  expect(await running).toMatchObject({ result: { model: 'another' } })
  expect(fleet.of('sampling.finished').map(({ end }) => end.state)).toEqual(['failed', 'answered'])
})

describe('[SMP-3] a sampling request refused without asking', () => {
  test('[SMP-3] comes from a server that isn’t allowed to use models; allowing it restarts the server', async () => {
    fleet = new Sampled()
    const { sampling: _sampling, ...off } = asking()
    await fleet.ready(off)
    expect(await said(fleet.say('sample'))).toMatchObject({ error: { code: -32601 } })
    fleet.apply({ it: { ...off, sampling: 'ask' } })
    await fleet.until(() => fleet.starts() === 2 && fleet.status().state === 'ready')
    expect(fleet.of('command.trusted')).toHaveLength(1)
    const running = fleet.say('sample')
    await fleet.give(await fleet.asked('sampling'), { decision: 'deny' })
    await running
  })

  test('[SMP-3] comes before the handshake is over, or belongs to nothing that runs', async () => {
    fleet = new Sampled()
    await fleet.ready(asking({ EARLY: '1' }))
    const folder = mkdtempSync(path.join(tmpdir(), 'atrium-later-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const sign = path.join(folder, 'sign')
    expect(await fleet.say('later', { sign })).toBe('done')
    writeFileSync(sign, '')
    await fleet.until(() => fleet.of('request.received').length === 2)
    // The log says that an answer was sent before it arrives.
    await expect
      .poll(async () => JSON.parse(await fleet.say('heard')) as JsonObject[])
      .toMatchObject([{ error: { code: -32600 } }, { error: { code: -32600 } }])
    expect(fleet.of('ask.opened').filter(({ ask }) => ask.kind === 'sampling')).toEqual([])
  })

  test('[SMP-3] exceeds five at once, or five in a call', async () => {
    fleet = new Sampled()
    await fleet.ready(asking())
    const storm = fleet.say('storm', { count: 50 })
    await fleet.until(() => fleet.waiting.length === 5)
    for (const ask of Array.from(fleet.waiting)) await fleet.give(ask, { decision: 'deny' })
    const codes = (JSON.parse(await storm) as { error: { code: number } }[]).map(({ error }) => error.code)
    expect(codes.filter((code) => code === -1)).toHaveLength(5)
    expect(codes.filter((code) => code === -32000)).toHaveLength(45)
    const loop = fleet.say('loop', { most: 10 })
    for (let at = 1; at <= 5; at++) {
      await fleet.send()
      await fleet.review({ decision: 'send' })
    }
    expect(JSON.parse(await loop)).toMatchObject({ round: 6, error: { code: -32000 } })
    expect(fleet.requests).toHaveLength(5)
  })

  const call = { type: 'tool_use', id: 'a', name: 'look', input: {} }
  const result = { type: 'tool_result', toolUseId: 'a', content: text('seen') }
  const malformed: [string, JsonObject][] = [
    ['no messages', { messages: [] }],
    ['an unknown role', { messages: [{ role: 'system', content: text('x') }] }],
    ['audio', { messages: [{ role: 'user', content: { type: 'audio', data: '', mimeType: 'audio/wav' } }] }],
    ['an invalid limit', { maxTokens: 0.5 }],
    ['a system prompt that isn’t text', { systemPrompt: 7 }],
    ['too many characters', { systemPrompt: 'x'.repeat(1_000_001) }],
    ['too many messages', { messages: Array.from({ length: 201 }, () => user('x')) }],
    ['a call without a result', { messages: [user('x'), { role: 'assistant', content: [call] }] }],
    ['a result without a call', { messages: [{ role: 'user', content: [result] }] }],
    [
      'a result beside other text',
      {
        messages: [
          { role: 'assistant', content: call },
          { role: 'user', content: [result, ...text('x')] },
        ],
      },
    ],
    ['a tool that must be used', { tools: [{ name: 'a', inputSchema: {} }], toolChoice: { mode: 'required' } }],
    [
      'two tools with one name',
      {
        tools: [
          { name: 'a', inputSchema: {} },
          { name: 'a', inputSchema: {} },
        ],
      },
    ],
  ]
  test.each(malformed)('[SMP-3] [SMP-4] has %s', async (_what, more) => {
    fleet = new Sampled()
    await fleet.ready(asking())
    expect(await said(fleet.say('sample', { params: params(more) }))).toMatchObject({ error: { code: -32602 } })
    expect(fleet.of('ask.opened').filter(({ ask }) => ask.kind === 'sampling')).toEqual([])
  })
})

test('[SMP-4] offers the server’s tools to the model, and returns the model’s calls to the server', async () => {
  const made = { type: 'tool_use', id: 'b', name: 'look', input: { at: 1 } }
  fleet = new Sampled(async () => ({
    ...words(''),
    blocks: [{ type: 'thinking', thinking: 'hm' }, made, { ...made, id: 'c', name: 'unknown' }],
    stop: 'tool-use',
    calls: [
      { id: 'b', name: 'look', input: { at: 1 } },
      { id: 'c', name: 'unknown', input: { at: 1 } },
    ],
  }))
  await fleet.ready(asking())
  const call = { type: 'tool_use', id: 'a', name: 'look', input: { at: 0 } }
  const messages = [
    user('Look.'),
    user('Please.'),
    { role: 'assistant', content: call },
    { role: 'user', content: [{ type: 'tool_result', toolUseId: 'a', content: text('nothing'), isError: true }] },
  ]
  const tools = [{ name: 'look', description: 'Looks.', inputSchema: { type: 'object' } }]
  const running = said(fleet.say('sample', { params: params({ messages, tools }) }))
  await fleet.send()
  await fleet.review({ decision: 'send' })
  expect(await running).toMatchObject({ result: { content: made, stopReason: 'toolUse' } })
  expect(fleet.requests[0]).toMatchObject({
    tools,
    messages: [
      { role: 'user' },
      { role: 'user' },
      { role: 'assistant', blocks: [call] },
      { role: 'user', content: [{ type: 'tool-result', call: 'a', content: text('nothing'), isError: true }] },
    ],
  })
  expect(fleet.of('call.requested')).toEqual([])
})

describe('[SMP-5] a sampling request that ends early', () => {
  const ends = {
    question: async () => void (await fleet.asked('sampling')),
    'model request': async () => {
      await fleet.send()
      await fleet.until(() => fleet.requests.length === 1)
    },
    review: async () => {
      await fleet.send()
      await fleet.asked('review')
    },
  }
  test.each(lastIfQuick(Object.entries(ends)))(
    '[SMP-5] leaves no %s open when its server is stopped or withdraws it',
    async (what, reach) => {
      const aborted: unknown[] = []
      fleet = new Sampled((_request, { signal }) =>
        what === 'model request'
          ? new Promise((_resolve, reject) =>
              signal.addEventListener('abort', () => {
                aborted.push(signal.reason)
                reject(signal.reason)
              }),
            )
          : Promise.resolve(words('sorted')),
      )
      await fleet.ready(asking({ WITHDRAW_MS: '2500' }))
      const withdrawing = fleet.say('withdraw')
      await reach()
      expect(await withdrawing).toBe('withdrawn')
      await fleet.until(() => fleet.waiting.length === 0)
      const running = fleet.call('sample')
      fleet.requests.length = 0
      await reach()
      await fleet.servers.stop('it')
      expect(await running).toMatchObject({ status: 'failed' })
      await fleet.until(() => fleet.waiting.length === 0)
      const failed = { state: 'failed', problem: 'No longer needed.' }
      if (what === 'model request')
        expect(fleet.of('sampling.finished').map(({ end }) => end)).toEqual([failed, failed])
      expect(aborted).toHaveLength(what === 'model request' ? 2 : 0)
    },
  )
})
