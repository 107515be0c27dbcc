import { describe, expect, test } from 'vitest'
import type { Turn } from '../../../shared/state/conversation.ts'
import type { Usage } from '../../../shared/events/turn-events.ts'
import { contextUsed, costOf, costOfAnswer, costOfTurns, inputOf, tokensOfTurns } from '../../../shared/costs/costs.ts'
import { priceOf, pricesAsOf } from '../../../shared/costs/prices.ts'
import { defaultSettings, type Settings } from '../../../shared/config/settings.ts'

const usage = (part: Partial<Usage>): Usage => ({ input: 0, cacheWrite: 0, cacheRead: 0, output: 0, ...part })

const models: Settings['models'] = {
  endpoints: {
    ...defaultSettings.models.endpoints,
    home: { baseUrl: 'http://127.0.0.1:11434', profile: 'ollama' },
  },
  prices: {},
}
const own = (prices: Settings['models']['prices']): Settings['models'] => ({ ...models, prices })

const turn = (endpoint: string | undefined, ...messages: [model: string, Usage][]): Turn => ({
  id: 't',
  endpoint,
  actor: 'web:a',
  startedAt: 0,
  firstSeq: 1,
  lastSeq: 2,
  messages: messages.map(([model, figures], i) => ({
    id: `m${i}`,
    model,
    at: 0,
    calls: [],
    state: 'complete',
    blocks: { json: [] },
    stop: 'end-turn',
    usage: figures,
  })),
})

describe('[MOD-10] a model’s price', () => {
  test('comes from the shipped table, by plain or dated id only', () => {
    expect(priceOf({ model: 'claude-opus-5-5' }, models)).toEqual({
      input: 4,
      output: 20,
      cacheWrite: 5,
      cacheRead: 0.2,
    })
    expect(priceOf({ model: 'claude-haiku-4-5-20251001' }, models)).toMatchObject({ input: 1, output: 5 })
    for (const model of ['claude-opus-5-6', 'claude-fable-5-2', 'gpt', '', '__proto__', 'constructor'])
      expect(priceOf({ model }, models)).toBeUndefined()
    expect(pricesAsOf).toMatch(/^\d{4}-\d\d-\d\d$/)
  })

  test('is not guessed for the same name at another endpoint, or for a removed endpoint', () => {
    expect(priceOf({ endpoint: 'home', model: 'claude-opus-5' }, models)).toBeUndefined()
    expect(priceOf({ endpoint: 'gone', model: 'claude-opus-5' }, models)).toBeUndefined()
  })

  test('is the user’s own price if they set one, the most exact first', () => {
    const prices = {
      'claude-*': { input: 1, output: 2 },
      '*': { input: 9, output: 9 },
      'claude-x': { input: 3, output: 4 },
    }
    expect(priceOf({ model: 'claude-x' }, own(prices))).toMatchObject({ input: 3 })
    expect(priceOf({ model: 'claude-opus-5' }, own(prices))).toEqual({
      input: 1,
      output: 2,
      cacheWrite: 1,
      cacheRead: 1,
    })
    expect(priceOf({ endpoint: 'home', model: 'qwen3:8b' }, own(prices))).toMatchObject({ input: 9 })
  })
})

describe('[MOD-10] a message’s cost', () => {
  test('is the sum of its four figures at their prices', () => {
    const price = { input: 2, output: 10, cacheWrite: 2.5, cacheRead: 0.1 }
    const figures = { input: 1_000_000, output: 200_000, cacheWrite: 400_000, cacheRead: 3_000_000 }
    expect(costOf(figures, price)).toBeCloseTo(2 + 2 + 1 + 0.3, 10)
    expect(inputOf(figures)).toBe(4_400_000)
  })

  test('is higher as a whole if the model charges more for long requests', () => {
    const price = priceOf({ model: 'claude-haiku-5-5' }, models)
    expect(price && costOf(usage({ cacheRead: 60_000, input: 40_000, output: 1000 }), price)).toBeCloseTo(0.0051, 10)
    expect(price && costOf(usage({ cacheRead: 60_000, input: 40_001, output: 1000 }), price)).toBeCloseTo(
      (60_000 * 0.05 + 40_001 * 0.5 + 1000 * 2.5) / 1e6,
      10,
    )
  })

  test('is added up by each message’s model, with a count of messages without a price or figures', () => {
    const figures = usage({ input: 1_000_000 })
    const turns = [
      turn('anthropic', ['claude-opus-5', figures], ['claude-sonnet-5', figures], ['unknown', figures]),
      turn('home', ['claude-opus-5', figures]),
      turn(undefined, ['claude-haiku-4-5', figures], ['claude-haiku-4-5', usage({})]),
    ]
    expect(costOfTurns(turns, models)).toEqual({ usd: 5 + 2 + 1, priced: 3, reported: 0, unpriced: 3 })
    expect(costOfTurns([], models)).toEqual({ usd: 0, priced: 0, reported: 0, unpriced: 0 })
  })
})

describe('[MOD-21] a cost that the server reports', () => {
  const figures = usage({ input: 1_000_000, cost: 0.25 })

  test('is taken as it is, before any price', () => {
    const answered = { endpoint: 'anthropic', model: 'claude-opus-5' }
    expect(costOfAnswer({ ...answered, usage: figures }, own({ '*': { input: 9, output: 9 } }))).toEqual({
      usd: 0.25,
      from: 'server',
    })
    expect(costOfAnswer({ ...answered, usage: usage({ cost: 0 }) }, models)).toEqual({ usd: 0, from: 'server' })
    expect(costOfAnswer({ ...answered, usage: usage({ input: 1_000_000 }) }, models)?.from).toBe('price')
    expect(costOfAnswer({ endpoint: 'home', model: 'x', usage: usage({ input: 1 }) }, models)).toBeUndefined()
  })

  test('is added to costs from prices, and counted apart', () => {
    const turns = [turn('anthropic', ['claude-opus-5', figures], ['claude-opus-5', usage({ input: 1_000_000 })])]
    expect(costOfTurns(turns, models)).toEqual({ usd: 5.25, priced: 2, reported: 1, unpriced: 0 })
  })
})

test('[MOD-21] adds up the tokens that servers reported, with a count of answers without any', () => {
  const turns = [turn('home', ['a', usage({ input: 10, cacheRead: 90, output: 5 })], ['a', usage({})])]
  expect(tokensOfTurns(turns)).toEqual({ input: 100, cached: 90, output: 5, answers: 2, unknown: 1 })
  expect(tokensOfTurns([])).toEqual({ input: 0, cached: 0, output: 0, answers: 0, unknown: 0 })
})

test('[MOD-10] counts the last request and its answer as context, which is unknown without figures from the server', () => {
  const first = turn('home', ['a', usage({ input: 10, cacheRead: 90, output: 5 })])
  expect(contextUsed([first, turn(undefined)])).toBe(105)
  expect(contextUsed([first, turn('home', ['a', usage({})])])).toBeUndefined()
  expect(contextUsed([])).toBeUndefined()
})
