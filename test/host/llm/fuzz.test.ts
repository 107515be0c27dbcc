import { expect, onTestFinished, test } from 'vitest'
import { openProvider } from '../../../main/host/llm/endpoints/models.ts'
import type { RequestMessage, ToolResult } from '../../../main/host/llm/llm.ts'
import type { ScriptedTurn, Step } from '../../support/fake-anthropic.mjs'
import { FakeLocal } from '../../support/fake-local.ts'
import { anything, messagesOf, result, text, tools } from './hostile.ts'
import { model, Provider, says } from './provider.ts'
import { fc, times } from '../../support/deep.ts'

const hostileRequests = times(150, 600)
const localRequests = times(40, 100)

const message = messagesOf('anthropic', model)
const silent = { onDelta: () => undefined, onWait: () => undefined, onLookup: () => undefined }

const isHarmless = (lint: string): boolean => /text after tool_result/.test(lint)

test('[LLM-24] makes requests that the API accepts from any hostile tools, results and history', async () => {
  const provider = await Provider.start()
  await fc.assert(
    fc.asyncProperty(tools, fc.array(message, { maxLength: 8 }), text, async (offered, messages, system) => {
      await provider.ask({ tools: offered, messages, system })
      const { last } = provider
      expect(last).toMatchObject({ status: 200, lint: (last?.lint ?? []).filter(isHarmless) })
      expect(JSON.stringify(last?.body)).not.toMatch(/(?<!\\)(\\\\)*\\ud[89a-f]/)
    }),
    { numRuns: hostileRequests },
  )
  expect(provider.requests).toHaveLength(hostileRequests)
})

test('[LLM-24] [MOD-4] makes requests that a less complete local server accepts, too @all', async () => {
  for (const kind of ['ollama', 'lm-studio', 'llama-cpp', 'vllm'] as const) {
    const fake = new FakeLocal(kind, [model])
    fake.contextLength = 1_000_000
    const baseUrl = await fake.listen()
    onTestFinished(() => fake.close())
    const llm = openProvider({ fetch, baseUrl, profile: kind, key: async () => undefined, maxRetries: 0 })
    await fc.assert(
      fc.asyncProperty(tools, fc.array(message, { maxLength: 8 }), text, async (offered, messages, system) => {
        const request = { endpoint: 'local', model, system, messages, tools: offered, maxTokens: 100 }
        const answer = await llm.stream(request, { signal: AbortSignal.timeout(10_000), ...silent })
        expect(answer.stop).toBe('end-turn')
      }),
      { numRuns: localRequests },
    )
    expect(fake.asked).toHaveLength(localRequests)
  }
})

const steps = fc.array(
  fc.oneof(
    fc
      .string({ minLength: 1, maxLength: 20 })
      .filter((it) => it.trim() !== '')
      .map((value): Step => ({ text: value, chunk: 3 })),
    fc.tuple(text, fc.boolean()).map(([it, omitted]): Step => ({ thinking: it.toWellFormed(), omitted })),
    fc.constant<Step>({ redacted_thinking: 'cmVkYWN0ZWQ=' }),
    fc
      .tuple(fc.nat(5), fc.dictionary(fc.string({ maxLength: 5 }), anything, { maxKeys: 3 }))
      .map(([i, input]): Step => ({ tool_use: { name: `server__tool-${i}`, input } })),
  ),
  { minLength: 1, maxLength: 5 },
)
const hasCall = (content: Step[]): boolean => content.some((step) => 'tool_use' in step)

test('[LLM-24] completes a conversation with hostile results without refusals or warnings', async () => {
  const provider = await Provider.start()
  const turn = fc.record({
    content: steps,
    answers: fc.array(result, { minLength: 5, maxLength: 5 }),
    cutOff: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(tools, fc.array(turn, { minLength: 1, maxLength: 5 }), async (offered, script) => {
      const turns = script.map(({ content, cutOff }): ScriptedTurn => ({
        content,
        ...(cutOff && !hasCall(content) ? { stop_reason: 'max_tokens' } : {}),
      }))
      provider.fake.setScenario({ turns })
      const complaints: string[] = []
      const messages: RequestMessage[] = [says('Begin.')]
      for (const { answers } of script) {
        const answer = await provider.ask({ tools: offered, messages })
        complaints.push(...(provider.last?.lint ?? []))
        messages.push({ role: 'assistant', endpoint: 'anthropic', model, blocks: answer.blocks })
        const results = answer.calls.map(({ id: call }, i): ToolResult => ({
          ...(answers[i] ?? { type: 'tool-result', content: '', isError: true }),
          call,
        }))
        messages.push(results.length > 0 ? { role: 'user', content: results } : says('Go on.'))
      }
      expect(complaints.filter((it) => !/does not define/.test(it))).toEqual([])
    }),
    { numRuns: times(40, 120) },
  )
})
