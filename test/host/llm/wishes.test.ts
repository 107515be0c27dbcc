import { describe, expect, onTestFinished, test } from 'vitest'
import { openProvider } from '../../../main/host/llm/endpoints/models.ts'
import type { ModelAnswer, Wishes } from '../../../main/host/llm/llm.ts'
import { FakeLocal, type LocalKind } from '../../support/fake-local.ts'
import { dialects, Endpoint } from './chat/endpoint.ts'
import { model, Provider, says } from './provider.ts'
import { OpenAI, reasoner } from './responses/provider.ts'

const answers = [{ sticky: true, content: [{ text: 'Here.' }] }]
const five = ['END', '\n\n', ' ', '###', 'stop']

/** Every combination that a server can ask for, odd ones too. */
const wanted: Wishes[] = [-1, 0, 0.7, 2, 2.5, undefined].flatMap((temperature) =>
  [undefined, ['END'], ['\n'], [' ', '\t'], five, Array.from({ length: 100 }, (_, at) => `s${at}`)].map(
    (stopSequences) => ({
      ...(temperature !== undefined && { temperature }),
      ...(stopSequences && { stopSequences }),
    }),
  ),
)

const isUsual = ({ temperature = -1 }: Wishes): boolean => temperature >= 0 && temperature <= 2

/** The wishes that an API gets if it takes a temperature or not, and so many stop sequences. */
const taken = (wishes: Wishes, takes: { temperature: boolean; stops: string[] }): Wishes | undefined => {
  const { temperature } = wishes
  const got = {
    ...(takes.temperature && isUsual(wishes) && temperature !== undefined && { temperature }),
    ...(takes.stops.length > 0 && { stopSequences: takes.stops }),
  }
  return Object.keys(got).length > 0 ? got : undefined
}
const firstFour = ({ stopSequences = [] }: Wishes): string[] => stopSequences.slice(0, 4)
const written = ({ stopSequences = [] }: Wishes): string[] => stopSequences.filter((it) => it.trim() !== '')

describe('[SED-7] [SED-8] a server’s wishes for an answer', () => {
  test.each(dialects)('reach %s over Chat Completions as far as it takes them', async (dialect, { thinker }) => {
    const endpoint = await Endpoint.start(dialect, answers)
    for (const wishes of wanted) {
      const answer = await endpoint.ask({ wishes })
      expect(answer.wishes).toEqual(taken(wishes, { temperature: true, stops: firstFour(wishes) }))
      expect(endpoint.requests.at(-1)?.status).toBe(200)
      expect(fieldsOf(endpoint.requests.at(-1)?.body)).toEqual(answer.wishes ?? {})
    }
    const reasons = ['openai', 'azure'].includes(dialect)
    const answer = await endpoint.ask({ model: thinker, wishes: { temperature: 0.2, stopSequences: five } })
    expect(answer.wishes).toEqual(reasons ? undefined : { temperature: 0.2, stopSequences: five.slice(0, 4) })
    expect(answer.refusedWishes).toEqual(reasons ? ['stopSequences'] : undefined)
    expect(endpoint.requests.at(-1)?.status).toBe(200)
  })

  test('reach the Responses API, which has no stop sequences and a temperature for some models', async () => {
    const openai = await OpenAI.start(answers)
    for (const wishes of wanted) {
      const answer = await openai.ask({ model: 'gpt-4.1', wishes })
      expect(answer.wishes).toEqual(taken(wishes, { temperature: true, stops: [] }))
      expect(await openai.ask({ model: reasoner, wishes })).not.toHaveProperty('wishes')
      expect(openai.fake.state.log.at(-1)).toMatchObject({ status: 200 })
    }
  })

  test('reach the Messages API of Anthropic without a temperature and without blank stop sequences', async () => {
    const provider = await Provider.start(answers)
    for (const wishes of wanted) {
      const answer = await provider.ask({ wishes })
      expect(answer.wishes).toEqual(taken(wishes, { temperature: false, stops: written(wishes) }))
      expect(fieldsOf(provider.last?.body)).toEqual(answer.wishes ?? {})
    }
    expect(provider.complaints).toEqual([])
  })

  test.each<LocalKind>(['ollama', 'lm-studio', 'llama-cpp', 'vllm'])(
    'reach %s over the Messages API with the temperature',
    async (kind) => {
      const fake = new FakeLocal(kind, [model])
      const baseUrl = await fake.listen()
      onTestFinished(() => fake.close())
      const llm = openProvider({
        fetch,
        baseUrl,
        profile: kind,
        wire: 'messages',
        key: async () => undefined,
        maxRetries: 0,
      })
      for (const wishes of wanted) {
        const answer = await llm.stream(
          { endpoint: 'local', model, system: '', messages: [says('Hello')], tools: [], maxTokens: 100, wishes },
          { signal: AbortSignal.timeout(10_000), onDelta() {}, onWait() {}, onLookup() {} },
        )
        expect(answer.wishes).toEqual(taken(wishes, { temperature: true, stops: written(wishes) }))
        expect(fieldsOf(fake.asked.at(-1))).toEqual(answer.wishes ?? {})
      }
    },
  )
})

const refusals = [
  ['stopSequences', "Unsupported parameter: 'stop' is not supported with this model.", 'stop'],
  ['stopSequences', "'body' : property 'stop' is unsupported", undefined],
  ['stopSequences', 'Invalid JSON payload received. Unknown name "stop": Cannot find field.', undefined],
  ['temperature', 'Input should be less than or equal to 1.5: body.temperature', undefined],
  ['temperature', "Unsupported value: 'temperature' does not support 0.2 with this model.", 'temperature'],
] as const

describe('[SED-7] [SED-8] a wish that a model’s server refuses by name', () => {
  test.each(refusals)('is left out of one further request: %s, %s', async (wish, message, param) => {
    const wishes = { temperature: 0.2, stopSequences: ['END'] }
    const refusal = { http_error: { status: 400, message, ...(param && { param }) } }
    const endpoint = await Endpoint.start('groq', [refusal, { content: [{ text: 'Here.' }] }])
    const answer: ModelAnswer = await endpoint.ask({ wishes })
    const { [wish]: _refused, ...others } = wishes
    expect(answer).toMatchObject({ refusedWishes: [wish], wishes: others, blocks: [{ text: 'Here.' }] })
    expect(endpoint.requests.map(({ status }) => status)).toEqual([400, 200])
    expect(fieldsOf(endpoint.requests.at(-1)?.body)).toEqual(others)
  })

  test('is left out over the Messages API', async () => {
    const message = 'stop_sequences: Extra inputs are not permitted'
    const refusal = { http_error: { status: 400, type: 'invalid_request_error', message } }
    const provider = await Provider.start([refusal, { content: [{ text: 'Here.' }] }])
    const answer = await provider.ask({ wishes: { stopSequences: ['END'] } })
    expect(answer).toMatchObject({ refusedWishes: ['stopSequences'] })
    expect(answer).not.toHaveProperty('wishes')
    expect(provider.requests.map(({ status }) => status)).toEqual([400, 200])
  })

  test('ends the request if it wasn’t in it', async () => {
    const refusal = { http_error: { status: 400, message: 'The temperature of this prompt is too high' } }
    const endpoint = await Endpoint.start('groq', [refusal])
    expect(await endpoint.fail({ wishes: { stopSequences: ['END'] } })).toMatchObject({ fault: 'refused' })
    expect(endpoint.requests).toHaveLength(1)
  })
})

/** The wishes in a request, whatever its API calls them. */
function fieldsOf(body: unknown): Wishes {
  const { temperature, stop, stop_sequences: stops = stop } = (body ?? {}) as Record<string, never>
  return {
    ...(temperature !== undefined && { temperature }),
    ...(stops !== undefined && { stopSequences: stops }),
  }
}
