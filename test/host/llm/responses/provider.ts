import { onTestFinished } from 'vitest'
import { openProvider, type OpenOptions } from '../../../../main/host/llm/endpoints/models.ts'
import type { Llm, ModelAnswer, RequestMessage, ModelRequest, StreamOptions } from '../../../../main/host/llm/llm.ts'
import { lessonsInMemory, type Lessons } from '../../../../main/host/llm/api/api.ts'
import type { Delta, ModelWait } from '../../../../shared/events/turn-events.ts'
import type { JsonObject } from '../../../../shared/schema/json.ts'
import {
  createFakeOpenAI,
  type RecordedRequest,
  type Scenario,
  type ScriptedTurn,
} from '../../../support/fake-openai.mjs'
import { says } from '../provider.ts'

export const key = 'sk-test-0123456789'
/** A model that reasons and takes tools over Chat Completions, and one that takes them over Responses only. */
export const reasoner = 'gpt-5.2'
export const onlyResponses = 'gpt-5.6-luna'

export const tool = (name = 'files__read') => ({ name, description: 'Reads a file.', inputSchema: { type: 'object' } })

type Options = Partial<OpenOptions> & { dialect?: 'openai' | 'azure' | 'openrouter' | 'groq'; scenario?: Scenario }

const profiles = { openai: 'openai', azure: 'azure', openrouter: 'openrouter', groq: 'groq' } as const

/** A provider of OpenAI's kind against its strict stand-in, over Responses unless told otherwise. */
export class OpenAI {
  readonly fake: ReturnType<typeof createFakeOpenAI>
  readonly llm: Llm
  readonly lessons: Lessons
  readonly deltas: Omit<Delta, 'message'>[] = []
  readonly waits: ModelWait[] = []

  private constructor(fake: OpenAI['fake'], llm: Llm, lessons: Lessons) {
    this.fake = fake
    this.llm = llm
    this.lessons = lessons
  }

  static async start(turns: ScriptedTurn[] = [], { dialect = 'openai', scenario, ...options }: Options = {}) {
    const fake = createFakeOpenAI({ dialect, scenario: { turns, ...scenario }, keys: [key] })
    const baseUrl = (await fake.listen()) + fake.base
    onTestFinished(() => fake.close())
    const lessons = lessonsInMemory()
    const place = { baseUrl, profile: profiles[dialect], wire: 'responses' as const, lessons }
    return new OpenAI(fake, openProvider({ fetch, ...place, key: () => Promise.resolve(key), ...options }), lessons)
  }

  ask(request: Partial<ModelRequest> = {}, options: Partial<StreamOptions> = {}): Promise<ModelAnswer> {
    const asked = { endpoint: 'here', model: reasoner, system: 'You help.', messages: [says('Hello')], tools: [] }
    return this.llm.stream(
      { ...asked, maxTokens: 4096, ...request },
      {
        signal: new AbortController().signal,
        onDelta: (delta) => this.deltas.push(delta),
        onWait: (wait) => this.waits.push(wait),
        onLookup: () => undefined,
        ...options,
      },
    )
  }

  get requests(): RecordedRequest[] {
    return this.fake.state.log.filter(({ method }) => method === 'POST')
  }

  get last(): RecordedRequest | undefined {
    return this.requests.at(-1)
  }

  /** The items of the last request's input. */
  get input(): JsonObject[] {
    return (this.last?.body.input ?? []) as JsonObject[]
  }

  /** The API's errors and warnings. */
  get complaints(): string[] {
    return this.requests.flatMap(({ error, lint = [] }) => [...(error ? [error.message] : []), ...lint])
  }
}

/** An answer as a message of the history. */
export const answered = ({ blocks }: ModelAnswer, model = reasoner, endpoint = 'here'): RequestMessage => ({
  role: 'assistant',
  endpoint,
  model,
  blocks,
})

/** One result for each call. */
export const results = ({ calls }: ModelAnswer, content = 'Done.'): RequestMessage => ({
  role: 'user',
  content: calls.map(({ id }) => ({ type: 'tool-result', call: id, content, isError: false })),
})
