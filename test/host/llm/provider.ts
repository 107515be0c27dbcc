import { onTestFinished } from 'vitest'
import { openProvider, type OpenOptions } from '../../../main/host/llm/endpoints/models.ts'
import type { Llm, ModelAnswer, RequestMessage, ModelRequest, StreamOptions } from '../../../main/host/llm/llm.ts'
import type { Delta, ModelWait } from '../../../shared/events/turn-events.ts'
import {
  createFakeAnthropic,
  type RecordedRequest,
  type Scenario,
  type ScriptedTurn,
} from '../../support/fake-anthropic.mjs'

export const key = 'sk-test-0123456789'
export const model = 'claude-sonnet-5-5'

export const says = (text: string): RequestMessage => ({ role: 'user', content: [{ type: 'text', text }] })

/** A real provider against a scripted API, with its results. */
export abstract class Asked {
  readonly deltas: Omit<Delta, 'message'>[] = []
  readonly waits: ModelWait[] = []
  readonly llm: Llm
  readonly #usual: Pick<ModelRequest, 'endpoint' | 'model'>

  constructor(llm: Llm, usual: Pick<ModelRequest, 'endpoint' | 'model'>) {
    this.llm = llm
    this.#usual = usual
  }

  ask(request: Partial<ModelRequest> = {}, options: Partial<StreamOptions> = {}): Promise<ModelAnswer> {
    return this.llm.stream(
      {
        ...this.#usual,
        system: 'You help.',
        messages: [says('Hello')],
        tools: [],
        maxTokens: 4096,
        ...request,
      },
      {
        signal: new AbortController().signal,
        onDelta: (delta) => this.deltas.push(delta),
        onWait: (wait) => this.waits.push(wait),
        onLookup: () => undefined,
        ...options,
      },
    )
  }

  /** Deltas of one kind as one text. */
  said(kind: 'text' | 'thinking'): string {
    return this.deltas.flatMap((delta) => (delta.kind === kind ? [delta.text] : [])).join('')
  }
}

/** The provider of the Messages API. */
export class Provider extends Asked {
  readonly fake: ReturnType<typeof createFakeAnthropic>

  private constructor(fake: Provider['fake'], llm: Llm) {
    super(llm, { endpoint: 'anthropic', model })
    this.fake = fake
  }

  static async start(turns: ScriptedTurn[] = [], options: Partial<OpenOptions> = {}, scenario: Scenario = {}) {
    const fake = createFakeAnthropic({ scenario: { turns, ...scenario }, keys: [key] })
    const baseUrl = await fake.listen()
    onTestFinished(() => fake.close())
    return new Provider(fake, openProvider({ fetch, baseUrl, key: () => Promise.resolve(key), ...options }))
  }

  /** The requests for a message, in order. */
  get requests(): RecordedRequest[] {
    return this.fake.state.log.filter((it) => it.path === '/v1/messages')
  }

  get last(): RecordedRequest | undefined {
    return this.fake.state.log.findLast((it) => it.path === '/v1/messages')
  }

  /** The API's errors and warnings. */
  get complaints(): string[] {
    return this.requests.flatMap(({ error, lint = [] }) => [...(error ? [error.message] : []), ...lint])
  }
}
