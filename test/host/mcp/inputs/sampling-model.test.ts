import { expect, test } from 'vitest'
import { SamplingBudget } from '../../../../main/host/mcp/inputs/sampling-budget.ts'
import { fitting, modelTokenLimit } from '../../../../main/host/mcp/inputs/sampling-model.ts'
import { settingsFile } from '../../../../shared/config/settings.ts'
import { emptyState } from '../../../../shared/state/state.ts'

const model = (id: string, outputTokens = 0) => ({ id, name: id, contextTokens: 0, outputTokens })
const local = { baseUrl: 'http://127.0.0.1:1', profile: 'ollama' }
const anthropic = ['claude-opus-5-5', 'claude-sonnet-5-5', 'claude-haiku-5-5']
const state = {
  ...emptyState,
  configured: {
    ...emptyState.configured,
    settings: settingsFile.parse({
      models: { endpoints: { local }, default: { endpoint: 'anthropic', model: 'claude-sonnet-5-5' } },
    }),
  },
  secrets: ['anthropic/key'],
  enteredFor: { 'anthropic/key': 'https://api.anthropic.com' },
  models: {
    anthropic: { models: anthropic.map((id) => model(id, 64_000)), at: 0 },
    local: { models: [model('qwen3')], at: 0 },
  },
}
const chosen = (hints: string[], priorities: Parameters<typeof fitting>[0]['priorities'] = {}, of = state) =>
  fitting({ hints, priorities }, of)?.model

test('[SMP-7] chooses by the first matching hint, then by cost or ability, else the user’s model', () => {
  expect(chosen(['gpt', 'HAIKU', 'opus'])).toBe('claude-haiku-5-5')
  expect(chosen(['qwen'])).toBe('qwen3')
  expect(chosen(['claude'], { cost: 1 })).toBe('claude-haiku-5-5')
  expect(chosen(['claude'], { intelligence: 0.9, speed: 0.2 })).toBe('claude-opus-5-5')
  expect(chosen(['claude'])).toBe('claude-sonnet-5-5')
  expect(chosen(['gpt'], { speed: 0.5 })).toBe('claude-haiku-5-5')
  expect(chosen([], { intelligence: 1 })).toBe('claude-sonnet-5-5')
  expect(chosen(['opus'], {}, { ...state, secrets: [] })).toBe('qwen3')
  expect(chosen([], {}, { ...state, secrets: [], models: {} as never })).toBeUndefined()
})

test('[SMP-1] allows an answer as long as its model can make it', () => {
  expect(modelTokenLimit({ endpoint: 'anthropic', model: 'claude-opus-5-5' }, state)).toBe(64_000)
  expect(modelTokenLimit({ endpoint: 'local', model: 'qwen3' }, state)).toBe(8192)
})

test('[SMP-3] limits a server to thirty model requests an hour across its calls', () => {
  let now = 0
  const budget = new SamplingBudget(() => now)
  for (let at = 0; at < 30; at++) {
    expect(budget.obstacle('it', `call-${at}`)).toBeUndefined()
    expect(budget.take('it', `call-${at}`)).toMatchObject({ count: at + 1, limit: 30, call: { count: 1, limit: 5 } })
  }
  expect(budget.obstacle('it', 'another')).toMatch(/30 times/)
  expect(budget.obstacle('other', undefined)).toBeUndefined()
  now = 3_600_001
  expect(budget.obstacle('it', 'another')).toBeUndefined()
})
