import { describe, expect, test } from 'vitest'
import type { ModelError } from '../../../../main/host/llm/llm.ts'
import { lessonsInMemory } from '../../../../main/host/llm/api/api.ts'
import type { ScriptedTurn } from '../../../support/fake-openai.mjs'
import { says } from '../provider.ts'
import { answered, onlyResponses, OpenAI, reasoner, results, tool } from './provider.ts'

const tools = [tool()]
const read = { content: [{ thinking: 'Hm.' }, { tool_use: { name: 'files__read', input: {} } }] }
const apis = (provider: OpenAI): (string | undefined)[] =>
  provider.requests.map(({ path }) => path.slice(provider.fake.base.length + 1))
const failed = (answer: Promise<unknown>): Promise<ModelError> =>
  answer.then(
    () => Promise.reject(new Error('It was answered.')),
    (error: ModelError) => error,
  )

/** A refusal of models that exist in the other API only. */
const otherOnly: ScriptedTurn = {
  http_error: {
    status: 404,
    message: 'This model is only supported in v1/responses and not in v1/chat/completions.',
    param: 'model',
  },
}

describe.each(['openai', 'azure'] as const)('the API of a model at %s', (dialect) => {
  test('[OAI-24] becomes Responses if Chat Completions refuses its tools, and stays so', async () => {
    const provider = await OpenAI.start([read], { dialect, wire: 'chat' })
    const first = await provider.ask({ model: onlyResponses, tools })
    expect(first.stop).toBe('tool-use')
    const messages = [says('Hello'), answered(first, onlyResponses), results(first)]
    await provider.ask({ model: onlyResponses, tools, messages })
    await provider.ask({ model: onlyResponses })
    expect(apis(provider)).toEqual(['chat/completions', 'responses', 'responses', 'responses'])
    expect(provider.lessons.of(onlyResponses)).toMatchObject([
      { model: onlyResponses, feature: 'wire', form: 'responses', reason: expect.stringContaining('/v1/responses') },
    ])
    expect(provider.waits.filter(({ state }) => state === 'retrying')).toEqual([])
  })

  test('[OAI-24] is chosen for each model by itself', async () => {
    const provider = await OpenAI.start([], { dialect, wire: 'chat' })
    await provider.ask({ model: onlyResponses, tools })
    await provider.ask({ tools })
    expect(apis(provider)).toEqual(['chat/completions', 'responses', 'chat/completions'])
  })

  test('[OAI-24] becomes Responses for a model that exists only there', async () => {
    const provider = await OpenAI.start([otherOnly], { dialect, wire: 'chat' })
    expect((await provider.ask()).stop).toBe('end-turn')
    await provider.ask()
    expect(apis(provider)).toEqual(['chat/completions', 'responses', 'responses'])
  })
})

describe('the API of a model', () => {
  test('[OAI-24] is remembered with the endpoint’s other lessons', async () => {
    const lessons = lessonsInMemory()
    const first = await OpenAI.start([], { wire: 'chat', lessons })
    await first.ask({ model: onlyResponses, tools })
    const second = await OpenAI.start([], { wire: 'chat', lessons })
    await second.ask({ model: onlyResponses, tools })
    expect(apis(second)).toEqual(['responses'])
  })

  test('[OAI-24] is Responses from the beginning if the endpoint says so', async () => {
    const provider = await OpenAI.start()
    await provider.ask({ tools })
    expect(apis(provider)).toEqual(['responses'])
  })

  test('[OAI-24] changes at OpenAI and Azure only', async () => {
    for (const dialect of ['openrouter', 'groq'] as const) {
      const model = dialect === 'groq' ? 'qwen/qwen3-32b' : 'openai/gpt-4.1'
      const provider = await OpenAI.start([otherOnly], { dialect, wire: 'chat', maxRetries: 0 })
      await failed(provider.ask({ model, tools }))
      expect(apis(provider)).toEqual(['chat/completions'])
      expect(provider.lessons.of(model)).toEqual([])
    }
  })

  test('[OAI-24] changes once, and a refusal over Responses is reported', async () => {
    const refusal = { http_error: { status: 404, message: 'Use v1/responses for this model.', param: 'model' } }
    const provider = await OpenAI.start([refusal, refusal], { wire: 'chat', maxRetries: 0 })
    expect(await failed(provider.ask({ model: reasoner }))).toMatchObject({ fault: 'no-model' })
    expect(apis(provider)).toEqual(['chat/completions', 'responses'])
  })
})
