import { has, isObj } from '../fake-model/values.mjs'
import { DIALECTS } from './dialects.mjs'
import { bad, belowMinimum, extraInput, longArray, refuseAs, unsupported, wrong } from './errors.mjs'
import { checkFields } from './fields.mjs'
import { checkPlugins } from './files.mjs'
import { checkMessages } from './messages.mjs'
import { checkEnd, checkPairs, checkTemplate } from './pairs.mjs'
import { checkRoom } from './room.mjs'
import { checkChoice, checkTools } from './tools.mjs'

/**
 * Refuses what a chat server of this dialect refuses; otherwise returns the model, the cost, and what is legal but
 * unwise. Refusals marked [seen] or [src] have the servers' own wording; of [guess] ones only the status is certain.
 */
export function validateChat(body, st, d) {
  const c = { body, st, d, D: DIALECTS[d], lint: [], names: new Set(), foreign: false }
  if (!isObj(body)) bad('We could not parse the JSON body of your request.')
  if (!c.D.anyModel && (typeof body.model !== 'string' || !body.model)) bad('you must provide a model parameter') // [seen]
  checkFields(c)
  c.model = modelOf(c)
  checkStreaming(c)
  checkLimits(c)
  checkSampling(c)
  if (c.D.strict) checkParameters(c)
  else if (has(body, 'max_completion_tokens') && ['gemini', 'deepseek', 'ollama', 'lmstudio'].includes(d))
    c.lint.push('max_completion_tokens may be ignored here: send max_tokens')
  checkPlugins(c)
  checkTools(c)
  checkChoice(c)
  checkMessages(c)
  checkPairs(c)
  checkEnd(c)
  checkTemplate(c)
  const room = checkRoom(c)
  const tellsUsage = body.stream_options?.include_usage || ['mistral', 'deepseek', 'openrouter', 'groq'].includes(d)
  if (body.stream && !tellsUsage) c.lint.push('no stream_options.include_usage: tokens of this answer are unknown')
  return { model: c.model, lint: c.lint, names: c.names, foreign: c.foreign, parses: c.parses === true, ...room }
}

const unknownModel = {
  ollama: ({ id }) => [`model '${id}' not found`, { status: 404 }], // [src]
  vllm: ({ id }) => [`The model \`${id}\` does not exist.`, { status: 404, param: 'model' }], // [src]
  azure: () => ['The API deployment for this resource does not exist.', { status: 404, code: 'DeploymentNotFound' }], // [seen]
  openrouter: ({ id }) => `${id} is not a valid model ID`, // [seen]
  mistral: ({ id }) => [`Invalid model: ${id}`, { type: 'invalid_model', code: '1500' }], // [seen]
  deepseek: () => 'Model Not Exist', // [seen]
  gemini: ({ bare }) => [
    `models/${bare} is not found for API version v1main, or is not supported for generateContent.`,
    { status: 404 },
  ], // [seen] form
  other: ({ id }) => [
    `The model \`${id}\` does not exist or you do not have access to it.`,
    { status: 404, code: 'model_not_found' },
  ], // [seen]
}

function modelOf({ body, st, d, D }) {
  const bare = String(body.model ?? '').replace(/^models\//, '')
  const model = st.models.find((m) => m.id === bare) ?? (D.anyModel ? st.models[0] : undefined)
  if (!model) refuseAs(unknownModel, d, { id: body.model, bare })
  return model
}

function checkStreaming({ body, st, d, D, lint }) {
  if (has(body, 'stream') && body.stream !== null && typeof body.stream !== 'boolean')
    wrong('stream', 'a boolean', body.stream)
  if (has(body, 'stream_options') && body.stream_options !== null && !body.stream) {
    const param = 'stream_options'
    if (D.strict) bad("The 'stream_options' parameter is only allowed when 'stream' is enabled.", { param }) // [seen]
    if (d === 'vllm') bad('Stream options can only be defined when `stream=True`.', { param }) // [src]
  }
  if (st.scenario.rejects_stream_options && has(body, 'stream_options'))
    extraInput(['body', 'stream_options'], body.stream_options)
  if (body.n > 1) lint.push('n > 1: answers are multiplied and paid for')
}

function checkLimits({ body, D, model }) {
  for (const k of ['max_tokens', 'max_completion_tokens']) {
    const most = body[k]
    if (!has(body, k) || most === null) continue
    if (!Number.isInteger(most)) wrong(k, 'an integer', most)
    if (most < 1) belowMinimum(k, 1, most) // [seen]
    if (D.strict && most > model.out)
      bad(
        `${k} is too large: ${most}. This model supports at most ${model.out} completion tokens, whereas you provided ${most}.`,
        { param: k, code: 'invalid_value' },
      ) // [seen]
  }
}

function checkSampling({ body, D, model }) {
  const { temperature, stop } = body
  if (has(body, 'temperature') && (typeof temperature !== 'number' || temperature < 0 || temperature > 2))
    wrong('temperature', 'a decimal number from 0 to 2', temperature)
  if (!has(body, 'stop') || stop === null) return
  const stops = Array.isArray(stop) ? stop : [stop]
  if (stops.length === 0 || stops.some((it) => typeof it !== 'string' || it === ''))
    wrong('stop', 'a list of texts', stop)
  if (stops.length > 4) longArray('stop', 4, stops.length)
  if (D.strict && model.reasoning)
    bad("Unsupported parameter: 'stop' is not supported with this model.", {
      param: 'stop',
      code: 'unsupported_parameter',
    }) // [seen]
}

const efforts = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']

/** Checks what OpenAI and Azure say about parameters that don't fit together or don't fit the model. */
function checkParameters({ body, model, lint }) {
  const effort = body.reasoning_effort
  const asked = has(body, 'reasoning_effort')
  if (has(body, 'max_tokens') && has(body, 'max_completion_tokens'))
    bad("Setting 'max_tokens' and 'max_completion_tokens' at the same time is not supported.") // [seen]
  if (model.reasoning && has(body, 'max_tokens'))
    bad("Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.", {
      param: 'max_tokens',
      code: 'unsupported_parameter',
    }) // [seen]
  if (has(body, 'max_tokens')) lint.push('max_tokens is deprecated here')
  if (model.reasoning && has(body, 'temperature') && body.temperature !== 1 && effort !== 'none')
    bad(
      `Unsupported value: 'temperature' does not support ${body.temperature} with this model. Only the default (1) value is supported.`,
      { param: 'temperature', code: 'unsupported_value' },
    ) // [seen]
  if (asked && !model.reasoning) bad('Unrecognized request argument supplied: reasoning_effort') // [seen]
  if (asked && !efforts.includes(effort)) unsupported('reasoning_effort', effort)
  if (has(body, 'tools') && model.toolsNeedResponses && effort !== 'none')
    bad(
      `Function tools with reasoning_effort are not supported for ${model.id} in /v1/chat/completions. To use function tools, use /v1/responses or set reasoning_effort to 'none'.`,
      { param: 'reasoning_effort' },
    ) // [seen] even without the parameter
}
