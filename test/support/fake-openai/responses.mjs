import { has, isObj } from '../fake-model/values.mjs'
import { bad, belowMinimum, longString, missing, unknownParameter, unmatched, unsupported, wrong } from './errors.mjs'
import { checkItems } from './response-items.mjs'
import { promptTokens } from './room.mjs'
import { SCHEMA_RULES, checkStrict } from './schema.mjs'
import { NAME } from './tools.mjs'

const fields = [
  'model',
  'input',
  'instructions',
  'tools',
  'tool_choice',
  'parallel_tool_calls',
  'stream',
  'stream_options',
  'store',
  'include',
  'reasoning',
  'max_output_tokens',
  'max_tool_calls',
  'temperature',
  'top_p',
  'top_logprobs',
  'text',
  'truncation',
  'metadata',
  'user',
  'previous_response_id',
  'conversation',
  'prompt',
  'prompt_cache_key',
  'prompt_cache_retention',
  'prompt_cache_options',
  'safety_identifier',
  'service_tier',
  'background',
  'context_management',
  'moderation',
]
const includable = [
  'reasoning.encrypted_content',
  'message.output_text.logprobs',
  'message.input_image.image_url',
  'file_search_call.results',
  'web_search_call.results',
  'web_search_call.action.sources',
  'code_interpreter_call.outputs',
  'computer_call_output.output.image_url',
]

/** Refuses what POST /responses refuses; otherwise returns the model, the cost, and what is legal but unwise. */
export function validateResponses(body, st) {
  const c = { body, st, lint: [], names: new Set() }
  if (!isObj(body)) bad('We could not parse the JSON body of your request.')
  if (has(body, 'messages'))
    bad("Unsupported parameter: 'messages'. In the Responses API, this parameter has moved to 'input'.", {
      param: 'messages',
      code: 'unsupported_parameter',
    }) // [seen]
  for (const k of Object.keys(body)) if (!fields.includes(k)) unknownParameter(k) // [seen]
  if (typeof body.model !== 'string') missing('model')
  c.model = st.models.find((m) => m.id === body.model)
  if (!c.model) bad(`The requested model '${body.model}' does not exist.`, { code: 'model_not_found' }) // [seen] 404 in chat
  checkParameters(c)
  ;(body.tools ?? []).forEach((t, i) => checkTool(c, t, i))
  const input = typeof body.input === 'string' ? [{ role: 'user', content: body.input }] : body.input
  if (input === undefined) missing('input')
  if (!Array.isArray(input)) wrong('input', 'one of a string or array of input items', input)
  checkItems(input, st, c.model)
  const { total, cached, commit } = promptTokens(body.model, [...(body.tools ?? []), ...input], st)
  if (total > c.model.ctx)
    bad('Your input exceeds the context window of this model. Please adjust your input and try again.', {
      param: 'input',
      code: 'context_length_exceeded',
    }) // [seen]
  return { model: c.model, lint: c.lint, names: c.names, prompt: total, cached, commit }
}

function checkParameters({ body, st, model, lint }) {
  const unfit = (param) =>
    bad(`Unsupported parameter: '${param}' is not supported with this model.`, { param, code: 'unsupported_parameter' }) // [seen]
  if (has(body, 'reasoning') && body.reasoning && !model.reasoning) unfit('reasoning.effort')
  if (has(body, 'temperature') && model.reasoning && body.reasoning?.effort !== 'none') unfit('temperature')
  if (has(body, 'max_output_tokens') && body.max_output_tokens < 16)
    belowMinimum('max_output_tokens', 16, body.max_output_tokens) // [seen]
  for (const x of body.include ?? []) if (!includable.includes(x)) unsupported('include[0]', x)
  if (body.previous_response_id && !st.responses.has(body.previous_response_id))
    bad(`Previous response with id '${body.previous_response_id}' not found.`, {
      param: 'previous_response_id',
      code: 'previous_response_not_found',
    }) // [seen]
  if (body.store !== false) lint.push('store is not false: the conversation is kept by the provider')
}

const toolFields = [
  'type',
  'name',
  'description',
  'parameters',
  'strict',
  'output_schema',
  'defer_loading',
  'allowed_callers',
]

/** A function is flat here, and `strict` is tried unless it is false. */
function checkTool({ lint, names }, t, i) {
  const at = `tools[${i}]`
  if (!isObj(t)) wrong(at, 'an object', t)
  if (t.type !== 'function') {
    lint.push(`${at} is ${t.type}`)
    return
  }
  if (isObj(t.function)) missing(`${at}.name`) // [seen] the shape of chat
  for (const k of Object.keys(t)) if (!toolFields.includes(k)) unknownParameter(`${at}.${k}`)
  if (typeof t.name !== 'string') missing(`${at}.name`)
  if (t.name.length > 128) longString(`${at}.name`, 128, t.name.length)
  if (!NAME.test(t.name)) unmatched(`${at}.name`) // [seen]
  if (names.has(t.name)) bad(`Duplicate function name: ${t.name}`, { param: `${at}.name` }) // [guess]
  names.add(t.name)
  const facts = { name: t.name, param: `${at}.parameters`, i, bad }
  if (has(t, 'parameters') && t.parameters !== null) SCHEMA_RULES.openai(t.parameters, facts)
  if (t.strict === true) checkStrict(t.parameters ?? {}, facts)
  if (t.strict === undefined) lint.push(`${at}: strict is not said, and then tried where the schema allows it`)
}
