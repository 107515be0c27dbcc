import { expect, test } from 'vitest'
import type { ModelAnswer, RequestMessage, ToolResult } from '../../../../main/host/llm/llm.ts'
import type { JsonValue } from '../../../../shared/schema/json.ts'
import { fc, times } from '../../../support/deep.ts'
import type { ScriptedTurn, Step } from '../../../support/fake-openai.mjs'
import { anything, messagesOf, result, text, tools } from '../hostile.ts'
import { says } from '../provider.ts'
import { answered, OpenAI, reasoner } from './provider.ts'

/** Reasoning that this server never wrote, or that lost a part. */
const reasoning = fc
  .record(
    {
      type: fc.constantFrom<JsonValue>('reasoning', 'message', 7),
      id: fc.oneof(fc.constantFrom('rs_1', 'rs_2'), text),
      summary: fc.oneof(fc.array(fc.record({ type: text, text }), { maxLength: 2 }), anything),
      encrypted_content: fc.oneof(fc.constant('gAAAAforged'), text),
      extra: anything,
    },
    { requiredKeys: [] },
  )
  .map((item): JsonValue => ({ type: 'thinking', thinking: 'x', wire: { type: 'responses', item } }))
const phase = text.map((it): JsonValue => ({ type: 'text', text: 'x', wire: { type: 'responses', phase: it } }))
const other = fc.constantFrom<JsonValue>(
  { type: 'thinking', thinking: 'x', wire: { type: 'chat', field: 'reasoning' } },
  { type: 'text', text: 'x', wire: null },
  { type: 'tool_use', id: 'a', name: 'x', input: {}, wire: { type: 'chat', extra: {} } },
)
const own = fc
  .array(fc.oneof(reasoning, phase, other), { maxLength: 4 })
  .map((blocks): RequestMessage => ({ role: 'assistant', endpoint: 'here', model: reasoner, blocks }))
const history = fc.array(fc.oneof(messagesOf('here', reasoner), own), { maxLength: 8 })

test('[OAI-9] [OAI-24] makes requests that the API accepts from any hostile tools, results and history', async () => {
  const provider = await OpenAI.start([], { scenario: { ctx: 100_000_000 } })
  await fc.assert(
    fc.asyncProperty(tools, history, text, async (offered, messages, system) => {
      await provider.ask({ tools: offered, messages, system })
      const { last } = provider
      expect(last).toMatchObject({ status: 200, lint: [] })
      expect(JSON.stringify(last?.body)).not.toMatch(/(?<!\\)(\\\\)*\\ud[89a-f]/)
    }),
    { numRuns: times(100, 600) },
  )
  const refusals = provider.requests.flatMap(({ error }) => error?.code ?? [])
  expect(refusals.filter((code) => code !== 'invalid_encrypted_content')).toEqual([])
})

const steps = fc.array(
  fc.oneof(
    text.filter((it) => it.trim() !== '').map((it): Step => ({ text: it.toWellFormed() })),
    text.map((it): Step => ({ thinking: it.toWellFormed() })),
    fc
      .tuple(fc.nat(5), fc.dictionary(fc.string({ maxLength: 5 }), anything, { maxKeys: 3 }))
      .map(([i, input]): Step => ({ tool_use: { name: `server__tool-${i}`, input } })),
  ),
  { maxLength: 5 },
)
const reason = fc.constantFrom('length', 'content_filter', undefined, undefined)
const turn = fc.record({ content: steps, reason, answers: fc.array(result, { minLength: 5, maxLength: 5 }) })

test('[OAI-9] [OAI-24] completes a conversation with hostile results without refusals or warnings', async () => {
  const provider = await OpenAI.start([], { scenario: { ctx: 100_000_000 } })
  await fc.assert(
    fc.asyncProperty(tools, fc.array(turn, { minLength: 1, maxLength: 5 }), async (offered, script) => {
      const turns = script.map(({ content, reason: finish }): ScriptedTurn => ({
        content,
        ...(finish === undefined ? {} : { finish_reason: finish }),
      }))
      provider.fake.setScenario({ turns, ctx: 100_000_000 })
      const from = provider.requests.length
      const messages: RequestMessage[] = [says('Begin.')]
      for (const { answers } of script) {
        const answer = await provider.ask({ tools: offered, messages })
        messages.push(answered(answer), ...answersTo(answer, answers), says('Go on.'))
      }
      const complaints = provider.requests
        .slice(from)
        .flatMap(({ error, lint = [] }) => [...(error ? [error.message] : []), ...lint])
      expect(complaints.filter((it) => !/does not define/.test(it))).toEqual([])
    }),
    { numRuns: times(40, 200) },
  )
})

/** A hostile result for each call, and one more for none. */
function answersTo({ calls }: ModelAnswer, answers: ToolResult[]): RequestMessage[] {
  const lost: ToolResult = { type: 'tool-result', call: 'none', content: '', isError: true }
  const content = calls.map(({ id: call }, i): ToolResult => ({ ...(answers[i] ?? lost), call }))
  return calls.length === 0 ? [] : [{ role: 'user', content: [...content, lost] }]
}
