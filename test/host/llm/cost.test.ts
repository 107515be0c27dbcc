import { expect, test, vi } from 'vitest'
import { openProvider } from '../../../main/host/llm/endpoints/models.ts'
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

test.each(recorded)('[LLM-22] [OAI-4] needs about four times the work over %s for four times the %s', async (...of) => {
  const small = await workFor(...of, 250_000)
  const large = await workFor(...of, 1_000_000)
  expect(small.parsed).toBeGreaterThan(250_000)
  expect(large.parsed).toBeLessThan(4.1 * small.parsed)
  expect(large.joined).toBeLessThan(4.1 * Math.max(small.joined, 250_000))
})
