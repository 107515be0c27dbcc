import { ApiError, bad } from './errors.mjs'

/** The models of the API as of November 2026: context, output and cache figures, and which `thinking` each accepts. */

export const M = (id, o) => ({
  id,
  display_name: o.name ?? id,
  created_at: o.created ?? '2026-09-01T00:00:00Z',
  line: o.line,
  ctx: o.ctx ?? 1_000_000,
  out: o.out ?? 128_000,
  cacheMin: o.cacheMin ?? 512,
  thinking: { adaptive: true, between_tools: false, disabled: true, enabled: false, ...o.thinking },
  prefill: o.prefill ?? false,
  sampling: o.sampling ?? false,
  midSystem: o.midSystem ?? true,
  forcedTools: o.forcedTools ?? true,
  pdf: o.pdf ?? true,
  price: o.price,
  lifecycle: o.lifecycle ?? 'active',
  deprecated_at: o.deprecated_at ?? null,
  retires_at: o.retires_at ?? null,
})
export const DEFAULT_MODELS = [
  M('claude-fable-5-2', {
    line: 'fable',
    name: 'Claude Fable 5.2',
    created: '2026-11-09T00:00:00Z',
    thinking: { disabled: false },
    price: [10, 50],
  }),
  M('claude-haiku-5-5', {
    line: 'haiku',
    name: 'Claude Haiku 5.5',
    created: '2026-10-07T00:00:00Z',
    price: [0.1, 0.5],
  }),
  M('claude-sonnet-5-5', {
    line: 'sonnet',
    name: 'Claude Sonnet 5.5',
    created: '2026-09-28T00:00:00Z',
    thinking: { disabled: false, between_tools: true },
    forcedTools: false,
    price: [2, 10],
  }),
  M('claude-fable-5-1', {
    line: 'fable',
    name: 'Claude Fable 5.1',
    created: '2026-09-01T00:00:00Z',
    thinking: { disabled: false },
    price: [10, 50],
  }),
  M('claude-opus-5-5', {
    line: 'opus',
    name: 'Claude Opus 5.5',
    created: '2026-09-22T00:00:00Z',
    thinking: { disabled: false },
    price: [4, 20],
  }),
  M('claude-opus-5', { line: 'opus', name: 'Claude Opus 5', created: '2026-07-24T00:00:00Z', price: [5, 25] }),
  M('claude-sonnet-5', {
    line: 'sonnet',
    name: 'Claude Sonnet 5',
    created: '2026-06-30T00:00:00Z',
    cacheMin: 1024,
    price: [2, 10],
  }),
  M('claude-opus-4-8', {
    line: 'opus',
    name: 'Claude Opus 4.8',
    created: '2026-05-28T00:00:00Z',
    cacheMin: 1024,
    price: [5, 25],
  }),
  M('claude-opus-4-6', {
    line: 'opus',
    name: 'Claude Opus 4.6',
    created: '2026-02-05T00:00:00Z',
    cacheMin: 4096,
    midSystem: false,
    sampling: true,
    thinking: { enabled: true },
    price: [5, 25],
  }),
  M('claude-sonnet-4-6', {
    line: 'sonnet',
    name: 'Claude Sonnet 4.6',
    created: '2026-02-17T00:00:00Z',
    cacheMin: 1024,
    midSystem: false,
    sampling: true,
    thinking: { enabled: true },
    price: [3, 15],
  }),
  M('claude-haiku-4-5-20251001', {
    line: 'haiku',
    name: 'Claude Haiku 4.5',
    created: '2025-10-01T00:00:00Z',
    ctx: 200_000,
    out: 64_000,
    cacheMin: 4096,
    midSystem: false,
    sampling: true,
    prefill: true,
    thinking: { adaptive: false, enabled: true },
    price: [1, 5],
  }),
  M('claude-sonnet-4-5-20250929', {
    line: 'sonnet',
    name: 'Claude Sonnet 4.5',
    created: '2025-09-29T00:00:00Z',
    ctx: 200_000,
    out: 64_000,
    cacheMin: 1024,
    midSystem: false,
    sampling: true,
    prefill: true,
    thinking: { adaptive: false, enabled: true },
    price: [3, 15],
    lifecycle: 'deprecated',
    deprecated_at: '2026-09-30T00:00:00Z',
    retires_at: '2026-11-30T00:00:00Z',
  }),
]
export const ALIASES = {
  'claude-haiku-4-5': 'claude-haiku-4-5-20251001',
  'claude-sonnet-4-5': 'claude-sonnet-4-5-20250929',
}
const sup = (b) => ({ supported: !!b })
function modelInfo(m) {
  return {
    type: 'model',
    id: m.id,
    display_name: m.display_name,
    created_at: m.created_at,
    line: m.line,
    lifecycle: m.lifecycle,
    deprecated_at: m.deprecated_at,
    retires_at: m.retires_at,
    max_input_tokens: m.ctx,
    max_tokens: m.out,
    capabilities: {
      batch: sup(1),
      citations: sup(1),
      code_execution: sup(1),
      image_input: sup(1),
      pdf_input: sup(m.pdf),
      structured_outputs: sup(1),
      context_management: {
        supported: true,
        clear_thinking_20251015: sup(1),
        clear_tool_uses_20250919: sup(1),
        compact_20260112: sup(1),
      },
      effort: {
        supported: m.line !== 'haiku',
        low: sup(1),
        medium: sup(1),
        high: sup(1),
        xhigh: sup(m.ctx > 200_000),
        max: sup(m.ctx > 200_000),
      },
      server_tools: { supported: true, code_execution: sup(1), web_search: sup(1) },
      thinking: {
        supported: true,
        types: {
          adaptive: sup(m.thinking.adaptive),
          between_tools: sup(m.thinking.between_tools),
          disabled: sup(m.thinking.disabled),
          enabled: sup(m.thinking.enabled),
        },
      },
    },
  }
}

/** Answers GET /v1/models: one page, newest first. */
export function listModels(models, query) {
  const lc = query.getAll('lifecycle[]').concat(query.getAll('lifecycle'))
  const want = lc.length ? lc : ['active', 'deprecated']
  let list = models.filter((m) => want.includes(m.lifecycle)).sort((a, b) => b.created_at.localeCompare(a.created_at))
  const limit = Math.min(1000, +(query.get('limit') ?? 20))
  if (!(limit >= 1)) bad('limit: Input should be greater than or equal to 1')
  const at = (id) => list.findIndex((m) => m.id === id)
  const after = query.get('after_id')
  const before = query.get('before_id')
  if (after) list = list.slice(at(after) + 1)
  if (before) list = list.slice(0, Math.max(0, at(before)))
  const page = list.slice(0, limit)
  return {
    data: page.map(modelInfo),
    has_more: list.length > page.length,
    first_id: page[0]?.id ?? null,
    last_id: page.at(-1)?.id ?? null,
  }
}

/** Answers GET /v1/models/{id}; an alias gives its model. */
export function findModel(models, id) {
  const m = models.find((x) => x.id === (ALIASES[id] ?? id))
  if (!m) throw new ApiError(404, 'not_found_error', `model: ${id}`)
  return modelInfo(m)
}
