import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ToolBlock } from '../../../renderer/inbox/sampling/sampled-messages.tsx'
import {
  charactersIn,
  estimatedCost,
  readSamplingDraft,
  type SamplingDraft,
} from '../../../renderer/inbox/sampling/sampling-draft.ts'
import { SamplingSteps } from '../../../renderer/inbox/sampling/sampling-steps.tsx'
import { tokensOf } from '../../../renderer/chat/receipt/receipt-facts.tsx'
import { costInWords } from '../../../renderer/state/models/money.ts'
import { costOfTurns } from '../../../shared/costs/costs.ts'
import type { Turn } from '../../../shared/state/conversation.ts'
import { defaultSettings } from '../../../shared/config/settings.ts'
import { words } from '../../support/words.ts'

const { models } = defaultSettings
const choice = { endpoint: 'anthropic', model: 'claude-sonnet-5-5' }
const draft: SamplingDraft = {
  system: 'x'.repeat(2000),
  messages: [{ role: 'user', content: [{ type: 'text', text: 'x'.repeat(2000) }] }],
  choice,
  tokens: '1000',
}

test('[SUI-2] estimates the highest cost from the text, at about four characters a token, and the longest answer', () => {
  expect(estimatedCost(draft, models)).toBeCloseTo((1000 * 2 + 1000 * 10) / 1_000_000)
  expect(estimatedCost({ ...draft, choice: { endpoint: 'anthropic', model: 'unknown' } }, models)).toBeUndefined()
  expect(estimatedCost({ ...draft, choice: undefined }, models)).toBeUndefined()
  const info = { id: 'x', name: 'x', contextTokens: 0, outputTokens: 0, price: { input: 1, output: 2 } }
  const listed = { router: { models: [info], at: 0 } }
  expect(estimatedCost({ ...draft, choice: { endpoint: 'router', model: 'x' } }, models, listed)).toBeCloseTo(0.003)
  expect(charactersIn({ content: [{ type: 'tool_use', id: 'a' }] })).toBeGreaterThan(10)
})

test('[SUI-2] sends a prompt only to a model, with a valid number of tokens', () => {
  expect(readSamplingDraft(draft)).toMatchObject({ decision: 'send', choice, maxTokens: 1000 })
  for (const tokens of ['', '0', '-1', '1.5', '1e3', '1000001', 'many'])
    expect([tokens, readSamplingDraft({ ...draft, tokens })]).toEqual([tokens, words.sampling.wrongTokens('1,000,000')])
  expect(readSamplingDraft({ ...draft, choice: undefined })).toBe('Choose a model to send this.')
})

test('[SUI-2] [SUI-3] shows a tool call as text, and marks the current step', () => {
  const html = renderToStaticMarkup(<ToolBlock block={{ type: 'tool_use', name: 'look', input: { at: '<b>' } }} />)
  expect(html).toContain(words.sampling.call('look'))
  expect(html).toContain('&lt;b&gt;')
  expect(renderToStaticMarkup(<SamplingSteps at={3} />)).toMatch(/aria-current="step".*You review/)
})

test('[SMP-6] includes the cost of servers’ models in the receipt, even for the user’s own call', () => {
  const usage = { input: 1000, cacheWrite: 0, cacheRead: 0, output: 1000 }
  const sampled = [{ server: 'it', ...choice, usage }]
  const turn: Turn = { id: 't', actor: 'me', startedAt: 0, firstSeq: 1, lastSeq: 2, messages: [], sampled }
  for (const each of [turn, { ...turn, origin: 'person' as const }]) {
    expect(costInWords(costOfTurns([each], models))).toBe('$0.012')
    expect(tokensOf(each)).toMatch(/1k/)
  }
})
