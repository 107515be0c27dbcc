import { CC, TAG_ERR, checkCacheControl, str } from './blocks.mjs'
import { S, isObj } from '../fake-model/values.mjs'
import { checkDocuments } from './documents.mjs'
import { ApiError, bad, extra } from './errors.mjs'
import { BETA_TOP, COUNT, KNOWN_BETAS, TOP } from './fields.mjs'
import { checkEnd, checkMessages, checkPairs, turnsOf } from './messages.mjs'
import { ALIASES } from './models.mjs'
import { strictWalk } from './schema.mjs'
import { checkThinkingEcho, checkThinkingParameter } from './thinking.mjs'
import { accountTokens } from './tokens.mjs'
import { checkToolChoice, checkTools } from './tools.mjs'

/** Refuses what the API refuses; otherwise returns the model, the cost, and what is legal but unwise. */
export function validate(body, h, st, counting) {
  const lint = []
  const { model, betas, v2026 } = checkTop(body, h, st, counting)
  if (!counting) checkParameters(body, model, lint)
  const readsPdf = st.scenario.unreadable_pdf !== true
  const ctx = { cache: [], images: [], documents: [], readsPdf, toolRefs: [], v2026, betaTags: [] }
  if (betas.some((b) => /^compact-/.test(b))) ctx.betaTags.push('compaction')
  if (betas.some((b) => /^mcp-client-/.test(b)))
    ctx.betaTags.push('mcp_tool_use', 'mcp_tool_result', 'mcp_tool_listing')
  const names = checkTools(body, ctx, lint)
  checkToolChoice(body, names, model)
  checkMessages(body, ctx, { betas, model, names })
  const turns = turnsOf(body.messages)
  const convo = turns.filter((t) => t.role !== 'system')
  checkPairs(turns, lint)
  if (!counting) checkEnd(convo, body.messages, model)
  for (const r of ctx.toolRefs) if (!names.has(r.name)) bad(`Tool reference '${r.name}' not found in available tools`) // [seen]
  checkThinkingParameter(body, { betas, model, counting })
  checkThinkingEcho(convo, st, lint)
  if (body.output_config != null) checkOutput(body, betas)
  checkImages(ctx, model)
  checkDocuments(ctx, model)
  checkCaching(body, ctx, lint)
  const usage = accountTokens(body, model, st, counting)
  const inTotal = usage.input_tokens + usage.cache_creation_input_tokens + usage.cache_read_input_tokens
  if (inTotal > model.ctx) bad(`prompt is too long: ${inTotal} tokens > ${model.ctx} maximum`) // [seen]
  if (!counting && model.ctx <= 200_000 && inTotal + body.max_tokens > model.ctx && h['x-fake-legacy-ctx'])
    bad(
      `input length and \`max_tokens\` exceed context limit: ${inTotal} + ${body.max_tokens} > ${model.ctx}, decrease input length or \`max_tokens\` and try again`,
    )
  return { model, betas, lint, usage, turns, convo, names, documents: ctx.documents, inTotal }
}

function checkTop(body, h, st, counting) {
  const v2026 = h['anthropic-version'] >= '2026-10-21'
  const betas = String(h['anthropic-beta'] ?? '')
    .split(',')
    .map((s) => s.trim())
    .filter(Boolean)
  for (const b of betas)
    if (!KNOWN_BETAS.has(b))
      bad(
        `Unexpected value(s) \`${b}\` for the \`anthropic-beta\` header. Please consult our documentation at https://docs.claude.com/en/api/beta-headers or try again without the header.`,
      ) // [seen]
  if (!isObj(body)) bad('Input should be a valid dictionary or object to extract fields from')
  const allowed = new Set(counting ? COUNT : TOP)
  for (const [f, re] of BETA_TOP) if (betas.some((b) => re.test(b))) allowed.add(f)

  if (body.model === undefined) bad('model: Field required')
  str(body.model, 'model')
  if (!counting && body.max_tokens === undefined) bad('max_tokens: Field required') // [seen]
  if (body.messages === undefined) bad('messages: Field required')
  const model = st.models.find((m) => m.id === (ALIASES[body.model] ?? body.model))
  for (const k of ['temperature', 'top_p', 'top_k'])
    if (k in body) {
      if (v2026) bad(`${k}: Extra inputs are not permitted`) // 2026-10-21 migration guide: 400; text [guess]
      if (model && !model.sampling) bad(`\`${k}\` is deprecated for this model.`) // [seen]
      allowed.add(k)
    }
  extra(body, allowed, '')
  if (!model)
    throw new ApiError(404, 'not_found_error', `model: ${body.model}`, { headers: { 'x-should-retry': 'false' } }) // [seen]
  if (model.lifecycle === 'retired') throw new ApiError(404, 'not_found_error', `model: ${body.model}`)
  return { model, betas, v2026 }
}

function checkParameters(body, model, lint) {
  if (!Number.isInteger(body.max_tokens)) bad('max_tokens: Input should be a valid integer')
  if (body.max_tokens < 0) bad('max_tokens: Input should be greater than or equal to 0')
  if (body.max_tokens > model.out)
    bad(
      `max_tokens: ${body.max_tokens} > ${model.out}, which is the maximum allowed number of output tokens for ${body.model}`,
    ) // [seen]
  if (body.stream !== undefined && typeof body.stream !== 'boolean') bad('stream: Input should be a valid boolean')
  if (body.stop_sequences !== undefined) {
    if (!Array.isArray(body.stop_sequences)) bad('stop_sequences: Input should be a valid list')
    if (body.stop_sequences.some((s) => typeof s !== 'string' || !s.trim()))
      bad('stop_sequences: each stop sequence must contain non-whitespace')
  } // [seen]
  if (body.metadata != null) {
    extra(body.metadata, S('user_id'), 'metadata')
    if (body.metadata.user_id != null) {
      str(body.metadata.user_id, 'metadata.user_id')
      if (body.metadata.user_id.length > 512) bad('metadata.user_id: String should have at most 512 characters')
      if (/@/.test(body.metadata.user_id)) lint.push('metadata.user_id looks like an email address (must be opaque)')
    }
  }
  if (body.service_tier !== undefined && !['auto', 'standard_only'].includes(body.service_tier))
    bad("service_tier: Input should be 'auto' or 'standard_only'")
  if (body.diagnostics != null) extra(body.diagnostics, S('previous_message_id'), 'diagnostics')
}

function checkOutput(body, betas) {
  extra(
    body.output_config,
    S('effort', 'format', ...(betas.includes('task-budgets-2026-03-13') ? ['task_budget'] : [])),
    'output_config',
  )
  if (
    body.output_config.effort != null &&
    !['low', 'medium', 'high', 'xhigh', 'max'].includes(body.output_config.effort)
  )
    bad("output_config.effort: Input should be 'low', 'medium', 'high', 'xhigh' or 'max'")
  if (body.output_config.format != null) {
    if (body.output_config.format.type !== 'json_schema')
      TAG_ERR('output_config.format', body.output_config.format.type, ['json_schema'])
    strictWalk(body.output_config.format.schema, 'output_config.format.schema', { optional: 0, unions: 0 })
  }
}

function checkImages(ctx, model) {
  const imgCap = model.ctx <= 200_000 ? 100 : 600
  if (ctx.images.length > imgCap) bad(`messages: too many images: ${ctx.images.length} > ${imgCap}`)
  if (ctx.images.length > 20)
    for (const im of ctx.images)
      if (im.w > 2000 || im.h > 2000)
        bad(
          `${im.at}.source.base64.data: At least one of the image dimensions exceed max allowed size for many-image requests: 2000 pixels`,
        ) // [seen]
}

function checkCaching(body, ctx, lint) {
  const auto = body[CC] != null
  if (auto) checkCacheControl(body[CC], '', { cache: [] })
  const total = ctx.cache.length + (auto ? 1 : 0)
  if (total > 4) bad(`A maximum of 4 blocks with cache_control may be provided. Found ${total}.`) // [seen]
  let short = false
  for (const c of ctx.cache) {
    if (c.ttl === '5m') short = true
    else if (short)
      bad(
        `${c.at}.cache_control.ttl: a ttl='1h' cache_control block must not come after a ttl='5m' cache_control block. Note that blocks are processed in the following order: \`tools\`, \`system\`, \`messages\`.`,
      )
  } // [seen]
  if (!total && JSON.stringify(body).length > 20_000)
    lint.push('large request without any cache_control: nothing will be cached')
}
