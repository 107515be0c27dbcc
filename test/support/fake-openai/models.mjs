/** The models of each dialect, and how its model list describes them. */

export const M = (id, o = {}) => ({
  id,
  ctx: 128_000,
  out: 16_384,
  tools: true,
  vision: true,
  audio: false,
  files: false,
  reasoning: false,
  toolsNeedResponses: false,
  ...o,
})

const blind = { vision: false }
const thinks = { reasoning: true }
const files = { files: true }
const tiny = (id = 'tiny', o = {}) => M(id, { ctx: 600, ...o })

const openai = [
  M('gpt-4.1', { ctx: 1_047_576, out: 32_768, ...files }),
  M('gpt-4o-mini', files),
  M('gpt-5.2', { ctx: 400_000, out: 128_000, ...thinks, ...files }),
  M('gpt-5.6-luna', { ctx: 400_000, out: 128_000, ...thinks, ...files, toolsNeedResponses: true }),
  M('gpt-audio', { audio: true, ...blind }),
  tiny('gpt-tiny', { out: 256, ...blind }),
]

export const MODELS = {
  openai,
  azure: openai,
  openrouter: [
    M('openai/gpt-4.1', { ctx: 1_047_576, out: 32_768, ...files, price: [2e-6, 8e-6] }),
    M('google/gemini-2.5-flash', { ctx: 1_048_576, out: 65_536, ...files, audio: true, price: [3e-7, 2.5e-6] }),
    M('deepseek/deepseek-v4-flash', { ...blind, ...thinks, price: [1e-7, 3e-7] }),
    M('some/no-tools', { tools: false, ...blind, price: [0, 0] }),
    tiny('some/tiny', { price: [0, 0] }),
  ],
  groq: [
    M('llama-3.3-70b-versatile', { ctx: 131_072, out: 32_768, ...blind }),
    M('qwen/qwen3-32b', { ctx: 131_072, out: 40_960, ...blind, ...thinks }),
    tiny('tiny', blind),
  ],
  gemini: [
    M('gemini-3.1-pro-preview', { ctx: 1_048_576, out: 65_536, ...thinks, ...files, audio: true }),
    M('gemini-2.5-flash', { ctx: 1_048_576, out: 65_536, ...files, audio: true }),
    tiny(),
  ],
  mistral: [
    M('mistral-small-latest', { ctx: 131_072 }),
    M('magistral-medium-2507', { ctx: 40_960, ...blind, ...thinks }),
    tiny(),
  ],
  deepseek: [M('deepseek-v4-flash', { ctx: 1_000_000, out: 384_000, ...blind, ...thinks }), tiny('tiny', blind)],
  ollama: [
    M('qwen3:8b', { ctx: 4096, trained: 40_960, ...blind, ...thinks }),
    M('qwen3-vl:8b', { ctx: 4096, trained: 262_144 }),
    M('gemma3:270m', { ctx: 4096, trained: 32_768, tools: false, ...blind }),
    tiny('tiny', { trained: 32_768, ...blind }),
  ],
  llamacpp: [M('Qwen3-8B-Q4_K_M.gguf', { ctx: 8192, trained: 40_960, ...blind, ...thinks })],
  vllm: [M('Qwen/Qwen3-8B', { ctx: 32_768, ...blind, ...thinks }), tiny('tiny', blind)],
  lmstudio: [
    M('qwen/qwen3-8b', { ctx: 8192, trained: 40_960, ...blind, ...thinks }),
    tiny('tiny', { trained: 32_768, ...blind }),
  ],
}

const created = 1_770_000_000
const entry = (m, owned_by) => ({ id: m.id, object: 'model', created, owned_by })

/** An OpenRouter entry: the only list that tells prices. */
const routed = (m) => ({
  id: m.id,
  canonical_slug: m.id,
  name: m.id,
  created,
  description: '',
  context_length: m.ctx,
  architecture: {
    modality: m.vision ? 'text+image->text' : 'text->text',
    input_modalities: [
      'text',
      ...(m.vision ? ['image'] : []),
      ...(m.files ? ['file'] : []),
      ...(m.audio ? ['audio'] : []),
    ],
    output_modalities: ['text'],
    tokenizer: 'Other',
    instruct_type: null,
  },
  pricing: {
    prompt: String(m.price?.[0] ?? 0),
    completion: String(m.price?.[1] ?? 0),
    request: '0',
    image: '0',
  },
  top_provider: { context_length: m.ctx, max_completion_tokens: m.out, is_moderated: false },
  per_request_limits: null,
  supported_parameters: [
    'max_tokens',
    'temperature',
    ...(m.tools ? ['tools', 'tool_choice'] : []),
    ...(m.reasoning ? ['reasoning', 'include_reasoning'] : []),
  ],
})

/** A model's entry in the list, by dialect. */
const listed = {
  openai: (m) => entry(m, 'system'),
  // The base models of the region, not the deployments.
  azure: (m) => ({
    id: m.id,
    object: 'model',
    created_at: created,
    status: 'succeeded',
    lifecycle_status: 'generally-available',
    capabilities: { fine_tune: false, inference: true, completion: false, chat_completion: true, embeddings: false },
  }),
  openrouter: routed,
  groq: (m) => ({
    ...entry(m, 'Fake'),
    active: true,
    context_window: m.ctx,
    public_apps: null,
    max_completion_tokens: m.out,
  }),
  gemini: (m) => ({ id: `models/${m.id}`, object: 'model', owned_by: 'google', display_name: m.id }),
  mistral: (m) => ({
    ...entry(m, 'mistralai'),
    capabilities: {
      completion_chat: true,
      function_calling: m.tools,
      completion_fim: false,
      fine_tuning: false,
      vision: m.vision,
    },
    name: m.id,
    max_context_length: m.ctx,
    aliases: [],
    type: 'base',
  }),
  deepseek: (m) => ({ id: m.id, object: 'model', owned_by: 'deepseek' }),
  ollama: (m) => entry(m, 'library'),
  llamacpp: (m) => ({
    ...entry(m, 'llamacpp'),
    meta: {
      vocab_type: 2,
      n_vocab: 151_936,
      n_ctx: m.ctx,
      n_ctx_train: m.trained ?? m.ctx,
      n_embd: 4096,
      n_params: 8e9,
      size: 5e9,
    },
  }),
  vllm: (m) => ({ ...entry(m, 'vllm'), root: m.id, parent: null, max_model_len: m.ctx, permission: [] }),
  lmstudio: (m) => ({ id: m.id, object: 'model', owned_by: 'organization_owner' }),
}

export const describe = (d, model) => listed[d](model)

/** The answer to GET /models. */
export function modelList(d, models) {
  const data = models.map(listed[d])
  if (d === 'openrouter') return { data }
  if (d === 'ollama') return { object: 'list', data: data.length ? data : null }
  const also = d === 'llamacpp' ? { models: data.map((x) => ({ name: x.id, model: x.id })) } : {}
  return { object: 'list', data, ...also }
}
