import type { Llm, ModelAnswer, ModelRequest, StreamOptions } from '../../../../main/host/llm/llm.ts'
import { type Ask, type AskKind, type Answer } from '../../../../shared/asks/asks.ts'
import type { JsonValue } from '../../../../shared/schema/json.ts'
import { settingsFile, defaultSettings } from '../../../../shared/config/settings.ts'
import { Fleet } from '../../../support/fleet.ts'

type AskOf<K extends AskKind> = Extract<Ask, { kind: K }>

export const words = (text: string): ModelAnswer => ({
  blocks: [{ type: 'text', text }],
  stop: 'end-turn',
  calls: [],
  usage: { input: 12, cacheWrite: 0, cacheRead: 0, output: 3 },
})

/** A fleet with a scripted model, and a user who reads what servers ask. */
export class Sampled extends Fleet {
  /** The model's requests, in order. */
  readonly requests: ModelRequest[]
  #closed = new Set<string>()

  constructor(
    answer: (request: ModelRequest, options: StreamOptions) => Promise<ModelAnswer> = async () => words('sorted'),
  ) {
    const requests: ModelRequest[] = []
    const llm: Llm = {
      stream: (request, options) => {
        requests.push(request)
        return answer(request, options)
      },
      models: async () => [],
    }
    super({ models: () => llm })
    this.requests = requests
    const after = settingsFile.parse({
      models: {
        endpoints: { local: { baseUrl: 'http://127.0.0.1:1', profile: 'other' } },
        default: { endpoint: 'local', model: 'usual' },
      },
    })
    this.journal.append({ type: 'configured', file: 'settings', before: defaultSettings, after, actor: 'test' })
  }

  get waiting(): Ask[] {
    return this.journal.state.asks
  }

  /** The next unanswered question of a kind. */
  async asked<K extends AskKind>(kind: K): Promise<AskOf<K>> {
    const open = () => this.waiting.find((it): it is AskOf<K> => it.kind === kind && !this.#closed.has(it.id))
    await this.until(() => open() !== undefined)
    const ask = open()
    if (!ask) throw new Error(`There is no ${kind}`)
    return ask
  }

  async give<K extends AskKind>({ id, contentHash }: AskOf<K>, answer: Answer<K>): Promise<void> {
    await this.inbox.answer(id, answer as JsonValue, contentHash, { actor: 'test', right: 'use' })
    this.#closed.add(id)
  }

  /** Lets a request go to the model, optionally edited. */
  async send(change: Partial<Extract<Answer<'sampling'>, { decision: 'send' }>> = {}): Promise<AskOf<'sampling'>> {
    const ask = await this.asked('sampling')
    const { choice = { endpoint: 'local', model: 'none' }, maxTokens, messages, system } = ask.question
    const sent = { decision: 'send' as const, choice, maxTokens, messages, ...(system !== undefined && { system }) }
    await this.give(ask, { ...sent, ...change })
    return ask
  }

  async review(answer: Answer<'review'>): Promise<AskOf<'review'>> {
    const ask = await this.asked('review')
    await this.give(ask, answer)
    return ask
  }
}
