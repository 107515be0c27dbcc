import { expect, test, vi } from 'vitest'
import { openProvider } from '../../../main/host/llm/endpoints/models.ts'
import type { ModelTool, RequestMessage } from '../../../main/host/llm/llm.ts'
import { requestFormOf } from '../../../main/host/llm/messages/request-form.ts'
import { traitsOf } from '../../../main/host/llm/messages/profiles.ts'
import { buildRequest } from '../../../main/host/llm/request/prepare.ts'
import type { ApiName } from '../../../shared/config/settings.ts'
import { recorded, recordedAnswer, streamed } from '../../support/recorded-answers.ts'

/** The work of reading an answer, in characters: those parsed, and those joined to longer texts. */
async function workFor(wire: ApiName, kind: string, characters: number): Promise<{ parsed: number; joined: number }> {
  const answer = recordedAnswer(wire, kind, characters)
  const parse = vi.spyOn(JSON, 'parse')
  const join = vi.spyOn(Array.prototype, 'join')
  try {
    const told = await streamed(openProvider, wire, answer)
    if (kind !== 'arguments') expect(told).toBe(characters)
    const joined = join.mock.results.reduce((sum, { value }) => sum + (typeof value === 'string' ? value.length : 0), 0)
    return { parsed: parse.mock.calls.reduce((sum, [text]) => sum + text.length, 0), joined }
  } finally {
    parse.mockRestore()
    join.mockRestore()
  }
}

test.each(recorded)(
  '[LLM-22] [OAI-4] does about four times the work over %s to read four times the %s',
  async (...of) => {
    const small = await workFor(...of, 250_000)
    const large = await workFor(...of, 1_000_000)
    expect(small.parsed).toBeGreaterThan(250_000)
    expect(large.parsed).toBeLessThan(4.1 * small.parsed)
    expect(large.joined).toBeLessThan(4.1 * Math.max(small.joined, 250_000))
  },
)

test('[PRF-3] measures only what is new in a turn’s next request, with 1,000 earlier messages and 500 tools', () => {
  const says = (n: number): RequestMessage => ({ role: 'user', content: [{ type: 'text', text: `Message ${n}` }] })
  const messages = Array.from({ length: 1000 }, (_, n) => says(n))
  const definitions = Array.from({ length: 500 }, (_, n) => ({ type: 'object', properties: { [`p${n}`]: {} } }))
  const measure = (): number => {
    const tools = definitions.map((inputSchema, n): ModelTool => ({ name: `tool_${n}`, description: 'd', inputSchema }))
    const stringify = vi.spyOn(JSON, 'stringify')
    const request = { endpoint: 'anthropic', model: 'm', system: 'S', maxTokens: 1000, messages, tools }
    const limits = { contextTokens: 1_000_000, outputTokens: 1000, adaptiveThinking: false }
    buildRequest(request, limits, requestFormOf(traitsOf('anthropic')))
    const { length } = stringify.mock.calls
    stringify.mockRestore()
    return length
  }
  expect(measure()).toBeGreaterThan(1500)
  messages.push(says(1000))
  // The system's text, the new message, and the whole.
  expect(measure()).toBeLessThanOrEqual(3)
})
