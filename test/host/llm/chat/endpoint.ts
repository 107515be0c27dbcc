import { onTestFinished } from 'vitest'
import { openProvider, type OpenOptions } from '../../../../main/host/llm/endpoints/models.ts'
import { ModelError, type Llm, type ModelRequest, type ModelTool } from '../../../../main/host/llm/llm.ts'
import type { Profile } from '../../../../shared/config/settings.ts'
import {
  createFakeOpenAI,
  type Dialect,
  type RecordedRequest,
  type Scenario,
  type ScriptedTurn,
} from '../../../support/fake-openai.mjs'
import { Asked, key } from '../provider.ts'

/** Every dialect of the fake: the profile that asks it, its first model, and one that reasons. */
export const servers = {
  openai: { profile: 'openai', model: 'gpt-4.1', thinker: 'gpt-5.2' },
  azure: { profile: 'azure', model: 'gpt-4.1', thinker: 'gpt-5.2' },
  openrouter: { profile: 'openrouter', model: 'openai/gpt-4.1', thinker: 'deepseek/deepseek-v4-flash' },
  groq: { profile: 'groq', model: 'llama-3.3-70b-versatile', thinker: 'qwen/qwen3-32b' },
  gemini: { profile: 'google', model: 'gemini-2.5-flash', thinker: 'gemini-3.1-pro-preview' },
  mistral: { profile: 'mistral', model: 'mistral-small-latest', thinker: 'magistral-medium-2507' },
  deepseek: { profile: 'deepseek', model: 'deepseek-v4-flash', thinker: 'deepseek-v4-flash' },
  ollama: { profile: 'ollama', model: 'qwen3:8b', thinker: 'qwen3:8b' },
  llamacpp: { profile: 'llama-cpp', model: 'Qwen3-8B-Q4_K_M.gguf', thinker: 'Qwen3-8B-Q4_K_M.gguf' },
  vllm: { profile: 'vllm', model: 'Qwen/Qwen3-8B', thinker: 'Qwen/Qwen3-8B' },
  lmstudio: { profile: 'lm-studio', model: 'qwen/qwen3-8b', thinker: 'qwen/qwen3-8b' },
} as const satisfies Record<Dialect, { profile: Profile; model: string; thinker: string }>

const dialectNames: Dialect[] = [
  ...(['openai', 'azure', 'openrouter', 'groq', 'gemini', 'mistral', 'deepseek'] as const),
  ...(['ollama', 'llamacpp', 'vllm', 'lmstudio'] as const),
]

export const dialects: [Dialect, (typeof servers)[Dialect]][] = dialectNames.map((name) => [name, servers[name]])

export const clock: ModelTool = {
  name: 'clock__now',
  description: 'Tells the time.',
  inputSchema: { type: 'object', properties: { zone: { type: 'string' } } },
}

type Started = Partial<OpenOptions> & { scenario?: Scenario; path?: string }

/** The real provider of Chat Completions against a strict server, with everything that it reported. */
export class Endpoint extends Asked {
  readonly fake: ReturnType<typeof createFakeOpenAI>

  private constructor(fake: Endpoint['fake'], llm: Llm, model: string) {
    super(llm, { endpoint: 'here', model })
    this.fake = fake
  }

  static async start(dialect: Dialect, turns: ScriptedTurn[] = [], { scenario, path, ...options }: Started = {}) {
    const fake = createFakeOpenAI({ dialect, scenario: { turns, ...scenario }, keys: [key] })
    const root = await fake.listen()
    onTestFinished(() => fake.close())
    const { profile, model } = servers[dialect]
    const baseUrl = `${root}${path ?? fake.base}`
    const llm = openProvider({ fetch, baseUrl, profile, wire: 'chat', key: () => Promise.resolve(key), ...options })
    return new Endpoint(fake, llm, model)
  }

  /** Asks for an answer that doesn't come. */
  async fail(request: Partial<ModelRequest> = {}): Promise<ModelError> {
    const error: unknown = await this.ask(request).catch((reason: unknown) => reason)
    if (error instanceof ModelError) return error
    throw new Error(`expected a ModelError, got ${JSON.stringify(error)} ${String(error)}`)
  }

  /** Requests for an answer, in order. */
  get requests(): RecordedRequest[] {
    return this.fake.state.log.filter(({ path }) => path.includes('/chat/completions'))
  }
}
