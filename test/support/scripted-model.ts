import type { Profile, ApiName } from '../../shared/config/settings.ts'
import type { Atrium } from './atrium.ts'
import { createFakeOpenAI, type Dialect } from './fake-openai.mjs'

/** A model behind one wire, as one kind of server speaks it. Without a dialect it is Anthropic's own API. */
export type Speaker = { wire: ApiName; profile: Profile; model: string; dialect?: Dialect }

const chat = (profile: Profile, model: string, dialect: Dialect): Speaker => ({ wire: 'chat', profile, model, dialect })

/** Every wire with every kind of server: the one list that tests of the agent go through. */
export const speakers: readonly Speaker[] = [
  { wire: 'messages', profile: 'anthropic', model: 'claude-sonnet-5-5' },
  chat('openai', 'gpt-4.1', 'openai'),
  chat('azure', 'gpt-4.1', 'azure'),
  chat('openrouter', 'openai/gpt-4.1', 'openrouter'),
  chat('groq', 'qwen/qwen3-32b', 'groq'),
  chat('google', 'gemini-3.1-pro-preview', 'gemini'),
  chat('mistral', 'magistral-medium-2507', 'mistral'),
  chat('deepseek', 'deepseek-v4-flash', 'deepseek'),
  chat('ollama', 'qwen3:8b', 'ollama'),
  chat('llama-cpp', 'Qwen3-8B-Q4_K_M.gguf', 'llamacpp'),
  chat('vllm', 'Qwen/Qwen3-8B', 'vllm'),
  chat('lm-studio', 'qwen/qwen3-8b', 'lmstudio'),
  chat('other', 'gpt-4.1', 'openai'),
  { wire: 'responses', profile: 'openai', model: 'gpt-5.6-luna', dialect: 'openai' },
  { wire: 'responses', profile: 'azure', model: 'gpt-5.2', dialect: 'azure' },
]

/** A piece of a scripted answer, in terms that every fake takes. */
export type Step =
  | { text: string; chunk?: number }
  | { thinking: string }
  | { tool_use: { name: string; input?: unknown; id?: string }; raw_json?: string }
  | { wait_ms: number }
  | { fault: 'reset' }

/** One scripted answer. Turns are used in order; after them, `!tool name {json}` lines become calls. */
export type ScriptedTurn = {
  content?: Step[]
  stop_reason?: 'max_tokens' | 'refusal'
  http_error?: { status: number; headers?: Record<string, string>; message?: string }
  times?: number
}

/** A request for a message, as the model's server saw it. */
type Asked = { n: number; status?: number | 'reset'; body: object; error?: { message: string }; fault?: string }

type Fake = {
  setScenario: (scenario: { turns: ScriptedTurn[] }) => void
  asked: () => Asked[]
  close: () => Promise<void>
}

const key = 'test-key'
const endpoint = 'scripted'

/** The scripted model of a host, whatever wire it is behind. New conversations use it. */
export class ScriptedModel {
  readonly choice: { endpoint: string; model: string }
  readonly #fake: Fake
  #forgotten = 0

  private constructor(choice: ScriptedModel['choice'], fake: Fake) {
    this.choice = choice
    this.#fake = fake
  }

  /** Sets it up as the user would, under `id`. */
  static async open({ person, fake }: Atrium, { wire, profile, model, dialect }: Speaker, id = endpoint) {
    const choose = (choice: ScriptedModel['choice']) =>
      person.link.call('changeSettings', { models: { default: choice } })
    if (dialect === undefined) {
      const choice = { endpoint: 'anthropic', model }
      await choose(choice)
      const asked = () => fake.state.log.filter(({ path }) => path === '/v1/messages')
      return new ScriptedModel(choice, { setScenario: fake.setScenario, asked, close: async () => undefined })
    }
    const server = createFakeOpenAI({ dialect, keys: [key] })
    const root = await server.listen()
    await person.link.call('setEndpoint', { endpoint: id, config: { baseUrl: `${root}${server.base}`, profile, wire } })
    await person.link.call('setModelKey', { endpoint: id, key })
    const choice = { endpoint: id, model }
    await choose(choice)
    // Atrium probes a model of an unknown kind of server by itself; done now, no script has to answer it.
    if (profile === 'other') await person.link.call('probeModel', choice)
    const asked = () => server.state.log.filter(({ api }) => api !== undefined)
    return new ScriptedModel(choice, { setScenario: server.setScenario, asked, close: server.close })
  }

  script(turns: ScriptedTurn[]): void {
    this.#fake.setScenario({ turns })
  }

  /** Begins another test: earlier requests count no more. */
  forget(): void {
    this.#forgotten = this.#inOrder().at(-1)?.n ?? 0
  }

  /** The requests for a message, in order. */
  get asked(): Asked[] {
    return this.#inOrder().filter(({ n }) => n > this.#forgotten)
  }

  /** The last request, as text. */
  get lastSent(): string {
    return JSON.stringify(this.asked.at(-1)?.body)
  }

  /** Why the server refused requests although no script said so. */
  get refusals(): string[] {
    return this.asked.flatMap(({ error, fault }) => (error && fault === undefined ? [error.message] : []))
  }

  /** A request is recorded when it ends, so one that was cancelled can come late. */
  #inOrder(): Asked[] {
    return this.#fake.asked().toSorted((a, b) => a.n - b.n)
  }

  close(): Promise<void> {
    return this.#fake.close()
  }
}
