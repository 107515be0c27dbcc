import crypto from 'node:crypto'
import { isPlayed, stepsOf } from '../fake-model/turns.mjs'
import { split } from '../fake-model/values.mjs'
import { estTokens } from './tokens.mjs'

export const rid = (p, n = 24) =>
  p +
  '01' +
  crypto
    .randomBytes(n)
    .toString('base64')
    .replace(/[^A-Za-z0-9]/g, '')
    .slice(0, n - 2)
    .padEnd(n - 2, 'A')
const textOf = (b) =>
  typeof b === 'string'
    ? b
    : Array.isArray(b)
      ? b
          .map((x) => (x.type === 'text' ? x.text : x.type === 'tool_result' ? textOf(x.content ?? '') : `[${x.type}]`))
          .join('')
      : ''
const lastUser = (body) => body.messages.findLast((m) => m.role === 'user')

/** Finds in a request what scripted turns ask for. */
export const reader = {
  lastText: (body) => textOf(lastUser(body)?.content ?? ''),
  results: (body) => {
    const content = lastUser(body)?.content
    const results = Array.isArray(content) ? content.filter((b) => b.type === 'tool_result') : []
    return results.map((b) => ({ is_error: !!b.is_error, text: textOf(b.content ?? '') }))
  },
  toolNames: (body) => (body.tools ?? []).map((t) => t.name),
}

/** The faults of scripted citations: a document that isn't there, doesn't cite, or has no such page. */
const strayCitations = (citations, documents) =>
  citations.flatMap(({ document_index: at, start_page_number: from, end_page_number: to }) => {
    const document = documents[at]
    if (!document?.cites) return [`scenario cites document ${at}, which has no citations`]
    const isThere = from === undefined || (from >= 1 && to > from && to <= document.pages + 1)
    return isThere ? [] : [`scenario cites pages ${from} to ${to} of document ${at}`]
  })

// turn spec -> {blocks, events:[{ev,data,delay}|{fault}], stop_reason,...}
export function compile(turn, req, st, meta) {
  const body = req,
    blocks = [],
    events = []
  const push = (type, data, delay, after) => events.push({ ev: type, data: { type, ...data }, delay, after })
  let idx = 0
  for (const step of stepsOf(turn, body, reader)) {
    const d = step.delay_ms ?? turn.delay_ms ?? 0
    if (isPlayed(step)) {
      events.push({ fault: step })
      continue
    }
    const head = idx === 0
    const open = (cb) => {
      push('content_block_start', { index: idx, content_block: cb }, d)
      if (head) push('ping', {}, 0)
    }
    const close = () => push('content_block_stop', { index: idx++ }, 0)
    if (step.text !== undefined) {
      const b = { type: 'text', text: step.text, citations: step.citations ?? null }
      meta.lint.push(...strayCitations(step.citations ?? [], meta.documents ?? []))
      open({ type: 'text', text: '', citations: step.citations ? [] : null })
      const chunks = Array.isArray(step.chunks) ? step.chunks : split(step.text, step.chunk ?? turn.chunk ?? 12)
      for (const [n, c] of chunks.entries()) {
        const after = n === chunks.length - 1 ? step.last_after : undefined
        push('content_block_delta', { index: idx, delta: { type: 'text_delta', text: c } }, d, after)
      }
      for (const c of step.citations ?? [])
        push('content_block_delta', { index: idx, delta: { type: 'citations_delta', citation: c } }, d)
      close()
      blocks.push(b)
    } else if (step.thinking !== undefined) {
      const sig = step.signature ?? 'Er' + crypto.randomBytes(96).toString('base64')
      const omitted = step.omitted ?? false
      const b = { type: 'thinking', thinking: omitted ? '' : step.thinking, signature: sig }
      st.signatures.set(sig, b.thinking)
      open({ type: 'thinking', thinking: '', signature: '' })
      if (!omitted)
        for (const c of split(step.thinking, step.chunk ?? 20))
          push('content_block_delta', { index: idx, delta: { type: 'thinking_delta', thinking: c } }, d)
      push('content_block_delta', { index: idx, delta: { type: 'signature_delta', signature: sig } }, 0)
      close()
      blocks.push(b)
    } else if (step.redacted_thinking !== undefined) {
      const b = { type: 'redacted_thinking', data: step.redacted_thinking }
      open(b)
      close()
      blocks.push(b)
    } else if (step.tool_use || step.server_tool_use) {
      const server = !!step.server_tool_use,
        tu = step.tool_use ?? step.server_tool_use
      const json = step.raw_json ?? JSON.stringify(tu.input ?? {})
      const id = tu.id ?? rid(server ? 'srvtoolu_' : 'toolu_')
      const b = {
        type: server ? 'server_tool_use' : 'tool_use',
        id,
        name: tu.name,
        input: tu.input ?? {},
        caller: tu.caller ?? { type: 'direct' },
      }
      open({ ...b, input: {} })
      push('content_block_delta', { index: idx, delta: { type: 'input_json_delta', partial_json: '' } }, 0)
      for (const c of Array.isArray(step.chunks) ? step.chunks : split(json, step.chunk ?? turn.json_chunk ?? 16))
        push('content_block_delta', { index: idx, delta: { type: 'input_json_delta', partial_json: c } }, d)
      if (!step.unclosed) close()
      else idx++
      blocks.push(b)
      if (!server && meta.names && !meta.names.has(tu.name))
        meta.lint.push(`scenario calls tool '${tu.name}' that the request does not define`)
    } else if (step.block) {
      open(step.block)
      close()
      blocks.push(step.block)
    } else throw new Error('bad scenario step: ' + JSON.stringify(step))
  }
  const stop_reason = turn.stop_reason ?? (blocks.some((b) => b.type === 'tool_use') ? 'tool_use' : 'end_turn')
  return {
    blocks,
    events,
    stop_reason,
    stop_sequence: turn.stop_sequence ?? null,
    stop_details:
      turn.stop_details ?? (stop_reason === 'refusal' ? { type: 'refusal', category: null, explanation: null } : null),
  }
}

/** The message that a turn describes, before it is sent. */
export function composeMessage(turn, body, out, u) {
  const tokens = (blocks) => blocks.reduce((sum, b) => sum + estTokens(b), 0)
  const thoughts = out.blocks.filter((b) => b.type === 'thinking').map((b) => b.thinking)
  const usage = {
    input_tokens: u.input_tokens,
    cache_creation_input_tokens: u.cache_creation_input_tokens,
    cache_read_input_tokens: u.cache_read_input_tokens,
    cache_creation: { ephemeral_5m_input_tokens: u.e5, ephemeral_1h_input_tokens: u.e1 },
    output_tokens: Math.max(1, tokens(out.blocks)),
    output_tokens_details: { thinking_tokens: tokens(thoughts) },
    server_tool_use: null,
    service_tier: 'standard',
    inference_geo: 'global',
    speed: 'standard',
    ...turn.usage,
  }
  const { stop_reason, stop_sequence, stop_details } = out
  return {
    id: rid('msg_', 24),
    type: 'message',
    role: 'assistant',
    model: body.model,
    container: turn.container ?? null,
    content: out.blocks,
    stop_reason,
    stop_sequence,
    stop_details,
    diagnostics: null,
    usage,
  }
}
