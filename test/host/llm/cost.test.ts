import { expect, test, vi } from 'vitest'
import { openProvider } from '../../../main/host/llm/endpoints/models.ts'
import { type Recorded, recorded, streamed, wire } from '../../support/recorded-answers.ts'

/** How many characters are parsed to read an answer. */
async function parsedFor(kind: Recorded, characters: number): Promise<number> {
  const chunks = wire(kind, characters)
  const parse = vi.spyOn(JSON, 'parse')
  try {
    const told = await streamed(openProvider, chunks)
    if (kind !== 'arguments') expect(told).toBe(characters)
    return parse.mock.calls.reduce((sum, [text]) => sum + text.length, 0)
  } finally {
    parse.mockRestore()
  }
}

test.each(recorded)('[LLM-22] needs at most about four times the work for four times the %s', async (kind) => {
  const small = await parsedFor(kind, 250_000)
  const large = await parsedFor(kind, 1_000_000)
  expect(small).toBeGreaterThan(250_000)
  expect(large).toBeLessThan(4.1 * small)
})
