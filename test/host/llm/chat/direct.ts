import { onTestFinished } from 'vitest'
import { chatForm } from '../../../../main/host/llm/chat/request-form.ts'
import type { ModelRequest } from '../../../../main/host/llm/llm.ts'
import { apiDialectOf } from '../../../../main/host/llm/openai/dialects.ts'
import { buildRequest, type BuiltRequest, type ModelLimits } from '../../../../main/host/llm/request/prepare.ts'
import { unknownLimits, type Lesson } from '../../../../main/host/llm/api/api.ts'
import type { Profile } from '../../../../shared/config/settings.ts'
import type { JsonObject } from '../../../../shared/schema/json.ts'
import { createFakeOpenAI, type Dialect, type Scenario } from '../../../support/fake-openai.mjs'
import { says } from '../provider.ts'

/** The fake's dialects, each with its profile and a model that calls tools and sees as far as any of them does. */
export const servers = [
  { kind: 'openai', profile: 'openai', model: 'gpt-4.1', images: true },
  { kind: 'azure', profile: 'azure', model: 'gpt-5.2', images: true },
  { kind: 'openrouter', profile: 'openrouter', model: 'openai/gpt-4.1', images: true },
  { kind: 'groq', profile: 'groq', model: 'llama-3.3-70b-versatile', images: false },
  { kind: 'gemini', profile: 'google', model: 'gemini-3.1-pro-preview', images: true },
  { kind: 'mistral', profile: 'mistral', model: 'mistral-small-latest', images: true },
  { kind: 'deepseek', profile: 'deepseek', model: 'deepseek-v4-flash', images: false },
  { kind: 'ollama', profile: 'ollama', model: 'qwen3-vl:8b', images: true },
  { kind: 'llamacpp', profile: 'llama-cpp', model: 'Qwen3-8B-Q4_K_M.gguf', images: false },
  { kind: 'vllm', profile: 'vllm', model: 'Qwen/Qwen3-8B', images: false },
  { kind: 'lmstudio', profile: 'lm-studio', model: 'qwen/qwen3-8b', images: false },
] as const satisfies { kind: Dialect; profile: Profile; model: string; images: boolean }[]

/** Warnings of the fake about requests that are as they must be. */
export const harmless: RegExp[] = [
  /max_completion_tokens may be ignored/,
  /max_tokens is deprecated/,
  /description is longer than 1024/,
  /does not define/,
]

export type Server = { kind: Dialect; profile: Profile; model: string; images: boolean }

/** A request's body as it would go to this kind of server. */
export function built(
  { profile, model, images }: Server,
  request: Partial<ModelRequest> = {},
  { lessons = [], limits = {} }: { lessons?: Lesson[]; limits?: Partial<ModelLimits> } = {},
): BuiltRequest & { body: JsonObject } {
  const base = { endpoint: 'here', model, system: 'You help.', messages: [says('Hello')], tools: [], maxTokens: 32_000 }
  const form = chatForm(apiDialectOf(profile), lessons)
  const made = buildRequest({ ...base, ...request }, { ...unknownLimits, images, ...limits }, form)
  const body: JsonObject = JSON.parse(made.json)
  return { ...made, body }
}

/** The strict server, asked directly with the real `fetch`. */
export class Direct {
  readonly #fake: ReturnType<typeof createFakeOpenAI>
  readonly #url: string

  private constructor(fake: ReturnType<typeof createFakeOpenAI>, url: string) {
    this.#fake = fake
    this.#url = url
  }

  static async start(kind: Dialect, scenario: Scenario = {}): Promise<Direct> {
    const fake = createFakeOpenAI({
      dialect: kind,
      scenario: { ctx: 100_000_000, turns: [], ...scenario },
      keys: ['k'],
    })
    const root = await fake.listen()
    onTestFinished(() => fake.close())
    return new Direct(fake, `${root}${fake.base}/chat/completions`)
  }

  /** The server's verdict on a request: its status, its error, and its warnings. */
  async send(json: string): Promise<{ status: number; error: string; lint: string[] }> {
    const headers = { 'content-type': 'application/json', authorization: 'Bearer k' }
    const response = await fetch(this.#url, { method: 'POST', headers, body: json })
    await response.text()
    const found = this.#fake.state.log.pop()
    return { status: response.status, error: found?.error?.message ?? '', lint: found?.lint ?? [] }
  }
}
