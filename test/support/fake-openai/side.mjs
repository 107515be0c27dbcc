import { ApiError } from './errors.mjs'

/** Endpoints beside the OpenAI-style API, in which local servers describe themselves and their models. */

const GB = 1e9

const ollama = {
  '/api/version': () => ({ version: '0.20.4' }),
  '/api/tags': ({ models }) => ({
    models: models.map(({ id }) => ({
      name: id,
      model: id,
      size: 5 * GB,
      details: { family: 'fake', parameter_size: '8B' },
    })),
  }),
  // The models that are loaded, and the context they were given.
  '/api/ps': ({ models }) => ({
    models: models.slice(0, 1).map(({ id, ctx }) => ({
      name: id,
      model: id,
      size: 5 * GB,
      size_vram: 5 * GB,
      context_length: ctx,
      expires_at: new Date(Date.now() + 300_000).toISOString(),
    })),
  }),
}

function shown(st, body) {
  const model = st.models.find((m) => m.id === (body?.model ?? body?.name))
  if (!model) throw new ApiError(404, `model '${body?.model}' not found`)
  return {
    details: { family: 'fake' },
    model_info: { 'general.architecture': 'fake', 'fake.context_length': model.trained ?? model.ctx },
    parameters: 'temperature 0.6',
    capabilities: [
      'completion',
      ...(model.tools ? ['tools'] : []),
      ...(model.vision ? ['vision'] : []),
      ...(model.reasoning ? ['thinking'] : []),
    ],
  }
}

const llamacpp = {
  '/health': () => ({ status: 'ok' }),
  '/props': ({ models: [m], scenario }) => ({
    default_generation_settings: { n_ctx: scenario.ctx ?? m.ctx },
    total_slots: 1,
    model_alias: m.id,
    modalities: { vision: m.vision, audio: m.audio },
    chat_template_caps: {
      supports_tools: m.tools,
      supports_tool_calls: m.tools,
      supports_parallel_tool_calls: false,
      supports_system_role: true,
    },
    build_info: 'b9000-fake',
  }),
}

const lmstudio = {
  '/api/v0/models': ({ models }) => ({
    object: 'list',
    data: models.map((m) => ({
      id: m.id,
      object: 'model',
      type: m.vision ? 'vlm' : 'llm',
      publisher: 'fake',
      arch: 'fake',
      compatibility_type: 'gguf',
      quantization: 'Q4_K_M',
      state: 'loaded',
      max_context_length: m.trained ?? m.ctx,
      loaded_context_length: m.ctx,
      capabilities: m.tools ? ['tool_use'] : [],
    })),
  }),
}

const vllm = { '/version': () => ({ version: '0.14.0' }), '/health': () => ({}) }

const places = { ollama, llamacpp, lmstudio, vllm }

/** The answer of a side endpoint; undefined if there is none. */
export function aside(st, { d, method, path, raw }) {
  if (method !== 'GET' && !path.startsWith('/api/')) return undefined
  if (d === 'ollama' && path === '/api/show' && method === 'POST') return shown(st, raw ? JSON.parse(raw) : undefined)
  return places[d]?.[path]?.(st)
}
