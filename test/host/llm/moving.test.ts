import { expect, onTestFinished, test } from 'vitest'
import { openProvider } from '../../../main/host/llm/endpoints/models.ts'
import type { ModelAnswer, ModelMessage, ToolResult } from '../../../main/host/llm/llm.ts'
import type { WireName } from '../../../shared/config/settings.ts'
import { fc, times } from '../../support/deep.ts'
import { createFakeAnthropic } from '../../support/fake-anthropic.mjs'
import { createFakeOpenAI } from '../../support/fake-openai.mjs'
import { servers, type Server } from './chat/direct.ts'
import { anything, result, text, tools } from './hostile.ts'
import { says } from './provider.ts'

type Step = { text: string } | { thinking: string } | { tool_use: { name: string; input: object } }
type Turn = { content: Step[]; isCut: boolean }

/** A model at an endpoint, which plays the turns it is given. */
type Place = {
  endpoint: string
  model: string
  play: (turn: Turn, request: { messages: ModelMessage[]; tools: Offered }) => Promise<ModelAnswer>
  /** Refused requests since the last time. */
  refusals: () => string[]
}
type Offered = Parameters<ReturnType<typeof openProvider>['stream']>[0]['tools']

const key = () => Promise.resolve('k')
const quiet = { onDelta: () => undefined, onWait: () => undefined, onLookup: () => undefined }
const options = () => ({ signal: AbortSignal.timeout(20_000), ...quiet })
const asked = { system: 'You help.', maxTokens: 4096 }

async function anthropic(): Promise<Place> {
  const fake = createFakeAnthropic({ keys: ['k'] })
  const llm = openProvider({ baseUrl: await fake.listen(), key, maxRetries: 0 })
  onTestFinished(() => fake.close())
  const place = { endpoint: 'anthropic', model: 'claude-sonnet-5-5' }
  return {
    ...place,
    play: ({ content, isCut }, request) => {
      fake.setScenario({ turns: [{ content, ...(isCut ? { stop_reason: 'max_tokens' } : {}) }] })
      return llm.stream({ ...place, ...asked, ...request }, options())
    },
    refusals: () => fake.state.log.splice(0).flatMap(({ error }) => error?.message ?? []),
  }
}

async function openai({ kind, profile, model }: Server, wire: WireName): Promise<Place> {
  const ctx = 100_000_000
  const fake = createFakeOpenAI({ dialect: kind, scenario: { ctx, turns: [] }, keys: ['k'] })
  const baseUrl = (await fake.listen()) + fake.base
  const llm = openProvider({ baseUrl, profile, wire, key, maxRetries: 0 })
  onTestFinished(() => fake.close())
  const place = { endpoint: `${kind}-${wire}`, model }
  return {
    ...place,
    play: ({ content, isCut }, request) => {
      fake.setScenario({ ctx, turns: [{ content, ...(isCut ? { finish_reason: 'length' } : {}) }] })
      return llm.stream({ ...place, ...asked, ...request }, options())
    },
    refusals: () => fake.state.log.splice(0).flatMap(({ error }) => error?.message ?? []),
  }
}

const steps = fc.array(
  fc.oneof(
    fc.string({ minLength: 1, maxLength: 20 }).map((it): Step => ({ text: `.${it}`.toWellFormed() })),
    text.map((it): Step => ({ thinking: `.${it}`.toWellFormed() })),
    fc
      .tuple(fc.nat(5), fc.dictionary(fc.string({ maxLength: 5 }), anything, { maxKeys: 3 }))
      .map(([i, input]): Step => ({ tool_use: { name: `server__tool-${i}`, input } })),
  ),
  { minLength: 1, maxLength: 4 },
)
const places = servers.length + 3
const turn = fc.record({
  at: fc.nat(places - 1),
  content: steps.map((list): Step[] => [...list, { text: 'So.' }]),
  isCut: fc.boolean(),
  answers: fc.array(result, { minLength: 4, maxLength: 4 }),
})

test('[OAI-9] [OAI-13] moves a conversation between all wires and dialects at any turn', async () => {
  const all = [
    await anthropic(),
    ...(await Promise.all(servers.map((it) => openai(it, 'chat')))),
    ...(await Promise.all(servers.slice(0, 2).map((it) => openai({ ...it, model: 'gpt-5.2' }, 'responses')))),
  ]
  expect(all).toHaveLength(places)
  await fc.assert(
    fc.asyncProperty(tools, fc.array(turn, { minLength: 2, maxLength: 8 }), async (offered, script) => {
      const messages: ModelMessage[] = [says('Begin.')]
      for (const { at, content, isCut, answers } of script) {
        const place = all[at]
        if (!place) continue
        const played = { content: content.map(unlike), isCut }
        const { blocks, calls } = await place.play(played, { messages, tools: offered })
        const { endpoint, model } = place
        messages.push({ role: 'assistant', endpoint, model, blocks })
        const results = calls.map(({ id: call }, i): ToolResult => ({ ...(answers[i] ?? lost), call }))
        messages.push({ role: 'user', content: [...results, { type: 'text', text: 'Go on.' }] })
      }
      expect(all.flatMap(({ endpoint, refusals }) => refusals().map((it) => `${endpoint}: ${it}`))).toEqual([])
    }),
    { numRuns: times(40, 1500) },
  )
})

/** No two calls have the same arguments: the fake servers recognise a call by them. */
let made = 0
const unlike = (step: Step): Step =>
  'tool_use' in step ? { tool_use: { ...step.tool_use, input: { ...step.tool_use.input, unlike: made++ } } } : step

const lost: ToolResult = { type: 'tool-result', call: '', content: '', isError: true }
