import { expect, test } from 'vitest'
import { openProvider } from '../../../../main/host/llm/endpoints/models.ts'
import { ModelError, type ModelAnswer } from '../../../../main/host/llm/llm.ts'
import { fc, times } from '../../../support/deep.ts'
import { says } from '../provider.ts'
import { clock } from './endpoint.ts'

const some = <T>(...values: T[]): fc.Arbitrary<T> => fc.constantFrom(...values)
/** The usual values, or any JSON in their place. */
const orAny = <T>(usual: fc.Arbitrary<T>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 4, arbitrary: usual }, { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) })
const partly = (model: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<object> =>
  fc.record(model, { requiredKeys: [] })

const called = partly({
  index: orAny(some<number | string>(0, 1, '0')),
  id: orAny(some('a', 'b', '')),
  function: orAny(
    partly({
      name: orAny(some('clock__now', 'other', '')),
      arguments: orAny(some('{}', '{"zone":', '"UTC"}', '', '{"a":1}{"b":2}')),
    }),
  ),
  extra_content: fc.jsonValue({ maxDepth: 1 }),
})
const delta = partly({
  role: orAny(some('assistant')),
  content: orAny(some('Noon.', '<think>', '</think>', '\n', '<', '')),
  reasoning: orAny(some('Hm.')),
  reasoning_content: orAny(some('Hm.')),
  reasoning_details: orAny(
    fc.array(orAny(partly({ index: some(0, 1), text: orAny(some('Hm.')), type: orAny(some('reasoning.text')) }))),
  ),
  refusal: orAny(some('No.', '')),
  tool_calls: orAny(fc.array(orAny(called), { maxLength: 3 })),
  function_call: orAny(called),
})
const choice = partly({
  index: orAny(some(0)),
  delta: orAny(delta),
  message: orAny(delta),
  finish_reason: orAny(some('stop', 'tool_calls', 'length', 'error', '', null)),
})
const part = orAny(
  partly({
    choices: orAny(fc.array(orAny(choice), { maxLength: 2 })),
    usage: orAny(partly({ prompt_tokens: orAny(some(5)), total_tokens: orAny(some(9)), cost: orAny(some(0.1)) })),
    x_groq: fc.jsonValue({ maxDepth: 2 }),
  }),
)
const failed = orAny(
  partly({
    error: orAny(
      partly({
        message: orAny(some('No.')),
        code: orAny(some<string | number>(500, '429', 'x')),
        metadata: fc.jsonValue({ maxDepth: 2 }),
      }),
    ),
    object: orAny(some('error')),
    message: fc.jsonValue({ maxDepth: 2 }),
    detail: fc.jsonValue({ maxDepth: 2 }),
    response: fc.jsonValue({ maxDepth: 2 }),
  }),
)
const line = fc.oneof(
  { weight: 8, arbitrary: part.map((value) => `data: ${JSON.stringify(value)}\n\n`) },
  { weight: 1, arbitrary: failed.map((value) => `data: ${JSON.stringify(value)}\n\n`) },
  some(
    'data: [DONE]\n\n',
    ': comment\n\n',
    'event: error\ndata: oh\n\n',
    'error: {"message":1}\n\n',
    'data: {\n\n',
    'x\n',
  ),
)

/** The answer over a connection that says this, or its fault. */
async function answerTo(body: string, status: number): Promise<ModelAnswer | ModelError> {
  const fetch = () => Promise.resolve(new Response(body, { status, headers: { 'content-type': 'text/event-stream' } }))
  const options = { baseUrl: 'http://model.test/v1', profile: 'openai', wire: 'chat', maxRetries: 0, fetch } as const
  const request = { endpoint: 'e', model: 'm', system: '', messages: [says('x')], tools: [clock], maxTokens: 10 }
  const quiet = { onDelta: () => undefined, onWait: () => undefined, onLookup: () => undefined }
  return openProvider({ ...options, key: async () => 'k' })
    .stream(request, { signal: new AbortController().signal, ...quiet })
    .catch((error: unknown) => {
      if (error instanceof ModelError) return error
      throw error
    })
}

test('[OAI-7] [OAI-6] turns any stream into an answer or a fault, with calls only if the model stopped for them', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(line, { maxLength: 8 }), async (lines) => {
      const came = await answerTo(lines.join(''), 200)
      if (came instanceof ModelError) return
      expect(came.calls.length === 0 || came.stop === 'tool-use').toBe(true)
      expect(new Set(came.calls.map(({ id }) => id)).size).toBe(came.calls.length)
      expect(Object.values(came.usage).every((value) => Number.isFinite(value))).toBe(true)
    }),
    { numRuns: times(200, 3000) },
  )
})

test('[OAI-7] turns any refusal into a fault with a message below 1,000 characters', async () => {
  await fc.assert(
    fc.asyncProperty(failed, some(400, 401, 403, 404, 413, 422, 429, 500, 503), async (body, status) => {
      const came = await answerTo(JSON.stringify(body), status)
      expect(came).toBeInstanceOf(ModelError)
      if (came instanceof ModelError) expect(came.message.length).toBeLessThan(1000)
    }),
    { numRuns: times(150, 3000) },
  )
})

const listedModel = partly({
  id: orAny(some('a', 'models/b', '')),
  name: fc.jsonValue({ maxDepth: 1 }),
  owned_by: orAny(some('library', 'llamacpp', 'organization_owner')),
  capabilities: fc.jsonValue({ maxDepth: 2 }),
  architecture: fc.jsonValue({ maxDepth: 2 }),
  pricing: orAny(partly({ prompt: orAny(some('0.1', '-1', 'x')), completion: orAny(some('0.1')) })),
  context_length: orAny(some(8192, -1, 1.5)),
  meta: fc.jsonValue({ maxDepth: 2 }),
  loaded_instances: fc.jsonValue({ maxDepth: 3 }),
  supported_parameters: fc.jsonValue({ maxDepth: 1 }),
})

test('[OAI-22] reads any model list, on any of its pages, as models or a fault', async () => {
  const page = orAny(
    partly({
      data: orAny(fc.array(orAny(listedModel), { maxLength: 4 })),
      models: orAny(fc.array(orAny(listedModel))),
    }),
  )
  await fc.assert(
    fc.asyncProperty(page, page, async (list, aside) => {
      const fetch = (url: unknown) => Promise.resolve(Response.json(String(url).endsWith('/v1/models') ? list : aside))
      const options = { baseUrl: 'http://model.test/v1', profile: 'other', wire: 'chat', fetch } as const
      const models = await openProvider({ ...options, key: async () => undefined })
        .models(new AbortController().signal)
        .catch((error: unknown) => {
          if (error instanceof ModelError) return []
          throw error
        })
      for (const { id, name, contextTokens, price } of models) {
        expect([id, name].every((text) => typeof text === 'string' && text !== '' && text.length <= 200)).toBe(true)
        expect(Number.isSafeInteger(contextTokens) && contextTokens >= 0).toBe(true)
        expect(price === undefined || price.input >= 0).toBe(true)
      }
    }),
    { numRuns: times(150, 3000) },
  )
})
