import crypto from 'node:crypto'
import { alnum, split } from '../fake-model/values.mjs'
import { hex, now } from './dialects.mjs'
import { tokensOf } from './room.mjs'

/** A response: in one piece, or as events. */

/** Sealed reasoning. The seal is remembered; the ID too if the response is stored. */
function reasoningItem({ out, body, st }) {
  const [id, seal] = ['rs_' + hex(48), 'gAAAA' + crypto.randomBytes(60).toString('base64url')]
  st.sealed.set(seal, id)
  if (body.store !== false) st.stored.add(id)
  const wanted = body.include?.includes('reasoning.encrypted_content') || body.store === false
  const summary = out.think ? [{ type: 'summary_text', text: out.think }] : []
  return { id, type: 'reasoning', summary, ...(wanted ? { encrypted_content: seal } : {}) }
}

function messageItem({ text, refusal }) {
  const content = [
    ...(text ? [{ type: 'output_text', annotations: [], logprobs: [], text }] : []),
    ...(refusal ? [{ type: 'refusal', refusal }] : []),
  ]
  return { id: 'msg_' + hex(48), type: 'message', status: 'completed', role: 'assistant', content }
}

function itemsOf(answer) {
  const { out, meta, st } = answer
  const reasoning = out.think || meta.model.reasoning ? [reasoningItem(answer)] : []
  const message = out.text || out.refusal ? [messageItem(out)] : []
  const calls = out.calls.map((call) => {
    const id = 'fc_' + hex(48)
    if (reasoning[0]) st.needs.set(id, reasoning[0].id)
    const call_id = call.id || 'call_' + alnum(24)
    return { id, type: 'function_call', status: 'completed', arguments: call.json, call_id, name: call.name }
  })
  return [...reasoning, ...message, ...calls]
}

const cuts = { length: { reason: 'max_output_tokens' }, content_filter: { reason: 'content_filter' } }

/** The whole response. */
export function responseOf(answer) {
  const { out, body, meta, usage, st } = answer
  const cut = cuts[out.finish] ?? null
  const id = 'resp_' + hex(48)
  if (body.store !== false) st.responses.add(id)
  return {
    id,
    object: 'response',
    created_at: now(),
    status: cut ? 'incomplete' : 'completed',
    background: false,
    error: null,
    incomplete_details: cut,
    instructions: body.instructions ?? null,
    max_output_tokens: body.max_output_tokens ?? null,
    model: body.model,
    output: itemsOf(answer),
    parallel_tool_calls: body.parallel_tool_calls ?? true,
    previous_response_id: body.previous_response_id ?? null,
    reasoning: { effort: body.reasoning?.effort ?? null, summary: body.reasoning?.summary ?? null },
    service_tier: 'default',
    store: body.store ?? true,
    temperature: 1,
    text: { format: { type: 'text' } },
    tool_choice: body.tool_choice ?? 'auto',
    tools: body.tools ?? [],
    top_p: 1,
    truncation: 'disabled',
    usage: {
      input_tokens: usage.prompt_tokens,
      input_tokens_details: { cached_tokens: meta.cached },
      output_tokens: usage.completion_tokens,
      output_tokens_details: { reasoning_tokens: out.think ? tokensOf(out.think) : 0 },
      total_tokens: usage.total_tokens,
    },
    metadata: {},
  }
}

/** An item as it is announced; its encrypted content is not yet whole. */
const begun = {
  reasoning: ({ encrypted_content: seal }) => ({
    summary: [],
    ...(seal ? { encrypted_content: seal.slice(0, 24) } : {}),
  }),
  message: () => ({ status: 'in_progress', content: [] }),
  function_call: () => ({ status: 'in_progress', arguments: '' }),
}

/** The events of an item's content; `ev(type, fields)` numbers them, and `at` says which item. */
const contentEvents = {
  *reasoning(item, ev, at) {
    for (const [summary_index, part] of item.summary.entries()) {
      const p = { ...at, summary_index }
      const event = (name, fields) => ev(`response.reasoning_summary_${name}`, { ...p, ...fields })
      yield event('part.added', { part: { type: 'summary_text', text: '' } })
      for (const delta of split(part.text, 20)) yield event('text.delta', { delta, obfuscation: alnum(6) })
      yield event('text.done', { text: part.text })
      yield event('part.done', { part })
    }
  },

  *message(item, ev, at, { chunk = 12 }) {
    for (const [content_index, part] of item.content.entries()) {
      const p = { ...at, content_index }
      const isText = part.type === 'output_text'
      const empty = isText ? { ...part, text: '' } : { type: 'refusal', refusal: '' }
      yield ev('response.content_part.added', { ...p, part: empty })
      for (const delta of split(isText ? part.text : part.refusal, chunk))
        yield isText
          ? ev('response.output_text.delta', { ...p, delta, logprobs: [], obfuscation: alnum(6) })
          : ev('response.refusal.delta', { ...p, delta })
      yield isText
        ? ev('response.output_text.done', { ...p, text: part.text, logprobs: [] })
        : ev('response.refusal.done', { ...p, refusal: part.refusal })
      yield ev('response.content_part.done', { ...p, part })
    }
  },

  *function_call(item, ev, at, { json_chunk = 16 }) {
    const event = (name, fields) => ev(`response.function_call_arguments.${name}`, { ...at, ...fields })
    for (const delta of split(item.arguments, json_chunk)) yield event('delta', { delta, obfuscation: alnum(6) })
    yield event('done', { arguments: item.arguments })
  },
}

/** The events of a response: `{event, data}`, or `{fault, ev}`. Scripted faults come before the last event. */
export function* eventsOf(response, turn, faults) {
  let n = 0
  const ev = (type, fields) => ({ event: type, data: { type, sequence_number: n++, ...fields } })
  const early = { ...response, status: 'in_progress', output: [], usage: null, incomplete_details: null }
  yield ev('response.created', { response: early })
  yield ev('response.in_progress', { response: early })
  for (const [output_index, item] of response.output.entries()) {
    const at = { item_id: item.id, output_index }
    yield ev('response.output_item.added', { output_index, item: { ...item, ...begun[item.type](item) } })
    yield* contentEvents[item.type](item, ev, at, turn)
    yield ev('response.output_item.done', { output_index, item })
  }
  for (const fault of faults) yield { fault, ev }
  yield ev(response.status === 'incomplete' ? 'response.incomplete' : 'response.completed', { response })
}
