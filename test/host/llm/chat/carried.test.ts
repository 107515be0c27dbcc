import { describe, expect, onTestFinished, test } from 'vitest'
import { openProvider } from '../../../../main/host/llm/endpoints/models.ts'
import type { Llm, ModelAnswer, RequestMessage, ModelRequest, ModelTool } from '../../../../main/host/llm/llm.ts'
import type { Profile } from '../../../../shared/config/settings.ts'
import { createFakeOpenAI, type Dialect, type Scenario } from '../../../support/fake-openai.mjs'
import { says } from '../provider.ts'

const silent = { onDelta: () => undefined, onWait: () => undefined, onLookup: () => undefined }
const clock: ModelTool = { name: 'clock__now', description: 'Tells the time.', inputSchema: { type: 'object' } }

/** A conversation over the real provider with a server that remembers what it sent. */
class Talk {
  readonly messages: RequestMessage[] = [says('What time is it?')]
  readonly #fake: ReturnType<typeof createFakeOpenAI>
  readonly #llm: Llm
  readonly #model: string

  private constructor(fake: ReturnType<typeof createFakeOpenAI>, llm: Llm, model: string) {
    this.#fake = fake
    this.#llm = llm
    this.#model = model
  }

  static async start(kind: Dialect, profile: Profile, model: string, scenario: Scenario): Promise<Talk> {
    const fake = createFakeOpenAI({ dialect: kind, scenario })
    const baseUrl = `${await fake.listen()}${fake.base}`
    onTestFinished(() => fake.close())
    const key = () => Promise.resolve('sk-test-0123456789')
    return new Talk(fake, openProvider({ fetch, baseUrl, profile, wire: 'chat', key, maxRetries: 0 }), model)
  }

  async ask(): Promise<ModelAnswer> {
    const request: ModelRequest = {
      endpoint: 'here',
      model: this.#model,
      system: '',
      messages: this.messages,
      tools: [clock],
      maxTokens: 4000,
    }
    const answer = await this.#llm.stream(request, { signal: AbortSignal.timeout(10_000), ...silent })
    this.messages.push({ role: 'assistant', endpoint: 'here', model: this.#model, blocks: answer.blocks })
    this.messages.push({
      role: 'user',
      content: answer.calls.map(({ id }) => ({ type: 'tool-result', call: id, content: 'Noon.', isError: false })),
    })
    return answer
  }

  /** The requests for an answer that the server refused or answered, in order. */
  get requests() {
    return this.#fake.state.log.filter(({ path }) => path.includes('/chat/completions'))
  }
}

/** An answer of another model with a call, and its result. */
const foreign: RequestMessage[] = [
  {
    role: 'assistant',
    endpoint: 'anthropic',
    model: 'claude',
    blocks: [
      { type: 'thinking', thinking: 'Hm.', signature: 's' },
      { type: 'tool_use', id: 'toolu_01', name: 'clock__now', input: {} },
    ],
  },
  { role: 'user', content: [{ type: 'tool-result', call: 'toolu_01', content: 'Noon.', isError: false }] },
]

describe('[OAI-10] a Kimi model', () => {
  test('continues after its own and other models’ calls, because their IDs are as it counts them', async () => {
    const calls = (...numbers: number[]) => ({
      content: numbers.map((a) => ({ tool_use: { name: 'clock__now', input: { a } } })),
    })
    const model = 'moonshotai/kimi-k2'
    const talk = await Talk.start('openrouter', 'openrouter', model, {
      models: [{ id: model }],
      own_ids: true,
      quirks: { ids: 'kimi' },
      turns: [calls(1, 2), calls(3, 4), { content: [{ text: 'Noon.' }] }],
    })
    talk.messages.push(...foreign)
    expect((await talk.ask()).calls.map(({ id }) => id)).toEqual(['functions.clock__now:1', 'functions.clock__now:2'])
    await talk.ask()
    expect(await talk.ask()).toMatchObject({ stop: 'end-turn', blocks: [{ text: 'Noon.' }] })
    expect(JSON.stringify(talk.requests.at(-1)?.body).match(/"tool_call_id":"[^"]*/g)).toEqual(
      [0, 1, 2, 3, 4].map((count) => `"tool_call_id":"functions.clock__now:${count}`),
    )
  })
})

describe('[OAI-13] reasoning', () => {
  test('goes back across calls to models that check it, and one repeated request adds what they require', async () => {
    const call = { content: [{ thinking: 'The clock.' }, { tool_use: { name: 'clock__now', input: {} } }] }
    const talk = await Talk.start('deepseek', 'deepseek', 'deepseek-v4-flash', {
      strict_reasoning: true,
      turns: [call, call, { content: [{ text: 'Noon.' }] }],
    })
    talk.messages.push(...foreign)
    for (let i = 0; i < 3; i++) await talk.ask()
    expect(talk.requests.map(({ status }) => status)).toEqual([400, 200, 200, 200])
    const sent = JSON.stringify(talk.requests.at(-1)?.body).match(/"reasoning_content":"[^"]*/g)
    expect(sent).toEqual([' ', 'The clock.', 'The clock.'].map((it) => `"reasoning_content":"${it}`))
  })

  test('is signed by Google’s models, whose own signature goes back with the first of parallel calls', async () => {
    const both = {
      content: [{ tool_use: { name: 'clock__now', input: {} } }, { tool_use: { name: 'clock__now', input: { a: 1 } } }],
    }
    const talk = await Talk.start('gemini', 'google', 'gemini-3.1-pro-preview', {
      turns: [both, both, { content: [{ text: 'Noon.' }] }],
    })
    talk.messages.push(...foreign)
    for (let i = 0; i < 3; i++) await talk.ask()
    expect(talk.requests.map(({ status }) => status)).toEqual([200, 200, 200])
    const signatures = JSON.stringify(talk.requests.at(-1)?.body).match(/"thought_signature":"[^"]{2}/g)
    expect(signatures).toEqual(['sk', 'Ep', 'Ep'].map((start) => `"thought_signature":"${start}`))
  })
})
