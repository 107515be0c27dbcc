import crypto from 'node:crypto'
import { isPlayed, stepsOf } from '../fake-model/turns.mjs'
import { alnum, split } from '../fake-model/values.mjs'
import { DIALECTS } from './dialects.mjs'
import { remember } from './memory.mjs'
import { tokensOf } from './room.mjs'

const textOf = (content) => {
  if (typeof content === 'string') return content
  return Array.isArray(content) ? content.map((p) => p.text ?? `[${p.type}]`).join('') : ''
}

/** The messages of either API, with results as messages of the role `tool`. */
function messagesOf({ messages, input }) {
  if (messages) return messages
  if (typeof input === 'string') return [{ role: 'user', content: input }]
  return (input ?? []).map((x) => (x.type === 'function_call_output' ? { role: 'tool', content: x.output } : x))
}

/** Finds in a request what scripted turns ask for. */
export const reader = {
  lastText: (body) => textOf(messagesOf(body).findLast((m) => m.role === 'user')?.content ?? ''),
  results: (body) => {
    const messages = messagesOf(body)
    const from = messages.findLastIndex((m) => m.role === 'assistant' || m.type === 'function_call')
    const results = messages.slice(from + 1).filter((m) => m.role === 'tool')
    return results.map((m) => ({ text: textOf(m.content) }))
  },
  toolNames: (body) => (body.tools ?? []).map((t) => t.function?.name ?? t.name),
}

const stops = {
  end_turn: 'stop',
  tool_use: 'tool_calls',
  max_tokens: 'length',
  refusal: 'content_filter',
  stop_sequence: 'stop',
}

function finishOf(turn, calls, q) {
  if (turn.finish_reason !== undefined) return turn.finish_reason
  const stop = stops[turn.stop_reason] ?? turn.stop_reason
  if (stop !== undefined && stop !== null) return stop
  if (calls.length === 0) return 'stop'
  return q.finish === 'null' ? null : q.finish
}

/** The ID of a call as `q.ids` wants it; `count` is the number of calls before it in the conversation. */
function callId(q, D, { name, same, count }) {
  const others = {
    empty: '',
    missing: undefined,
    null: null,
    same,
    long: 'call_' + alnum(120),
    kimi: `functions.${name}:${count}`,
  }
  return q.ids === 'own' ? D.callId() : others[q.ids]
}

/**
 * The answer that a turn describes: its operations in order (`text`, `think`, `refusal`, `call`, `fault`), and its calls,
 * texts and tokens. Remembers parts that must come back with the calls.
 */
export function compile(turn, body, { d, q, st, meta }) {
  const D = DIALECTS[d]
  const out = { ops: [], calls: [], text: '', think: '', refusal: null, hasThink: false }
  const same = D.callId()
  const messages = Array.isArray(body.messages) ? body.messages : []
  const made = messages.reduce((sum, m) => sum + (m.tool_calls?.length ?? 0), 0)
  for (const step of stepsOf(turn, body, reader)) {
    const delay = step.delay_ms ?? turn.delay_ms ?? 0
    const pieces = (op, text, n) => {
      const parts = op === 'text' && Array.isArray(step.chunks) ? step.chunks : split(text, n)
      out.ops.push(...parts.map((piece) => ({ op, text: piece, delay })))
    }
    const call = step.tool_use ?? step.tool_call
    if (isPlayed(step)) out.ops.push({ op: 'fault', step })
    else if (step.text !== undefined) {
      out.text += step.text
      pieces('text', step.text, step.chunk ?? turn.chunk ?? 12)
    } else if (step.thinking !== undefined) {
      out.think += step.thinking
      out.hasThink = true
      pieces('think', step.thinking, step.chunk ?? 20)
    } else if (step.refusal !== undefined) {
      out.refusal = (out.refusal ?? '') + step.refusal
      out.ops.push({ op: 'refusal', text: step.refusal, delay })
    } else if (call) {
      const k = out.calls.length
      const id = call.id ?? callId(q, D, { name: call.name, same, count: made + k })
      const json = step.raw_json ?? JSON.stringify(call.input ?? {})
      const chunk = step.chunk ?? turn.json_chunk ?? 16
      out.calls.push({ k, id, name: call.name, json, chunk, chunks: step.chunks, delay })
      out.ops.push({ op: 'call', k })
      if (meta.names.size && !meta.names.has(call.name))
        meta.lint.push(`scenario calls tool '${call.name}' that the request does not define`)
    } else throw new Error('bad scenario step: ' + JSON.stringify(step))
  }
  markCalls(out, d, st)
  return { ...out, finish: finishOf(turn, out.calls, q), tokens: spent(out) }
}

/** Gives calls what must come back with them: Google's signature, DeepSeek's reasoning. */
function markCalls({ calls, think }, d, st) {
  for (const call of calls) {
    if (d === 'gemini' && call.k === 0) call.signature = 'Ep' + crypto.randomBytes(48).toString('base64')
    const reasoning = d === 'deepseek' && think ? think : undefined
    remember(st, call, { id: call.id, signature: call.signature, reasoning })
  }
}

const spent = ({ text, think, calls }) =>
  tokensOf(text || '.') + (think ? tokensOf(think) : 0) + calls.reduce((sum, call) => sum + tokensOf(call.json) + 8, 0)
