import { has, isObj } from '../fake-model/values.mjs'
import {
  bad,
  emptyArray,
  emptyString,
  list,
  longArray,
  longString,
  missing,
  refuseAs,
  unmatched,
  unsupported,
  wrong,
} from './errors.mjs'
import { unknownField } from './fields.mjs'
import { SCHEMA_RULES, checkStrict } from './schema.mjs'

export const NAME = /^[a-zA-Z0-9_-]+$/

/** Checks `tools` and collects their names. */
export function checkTools(c) {
  const { body, d, D, lint } = c
  const { tools } = body
  if (tools === undefined || tools === null) return
  if (!Array.isArray(tools)) wrong('tools', 'an array of objects', tools)
  if (!tools.length) {
    if (D.strict || d === 'deepseek') emptyArray('tools') // [seen]
    if (d === 'vllm') bad('`tools` must not be an empty array.', { param: 'tools' }) // [src]
    lint.push('tools: [] is refused by OpenAI, DeepSeek and vLLM')
  }
  if (D.maxTools && tools.length > D.maxTools) longArray('tools', D.maxTools, tools.length) // [seen]
  if (tools.length > 40) lint.push(`${tools.length} tools: choice gets worse beyond some 40`)
  if (tools.length) checkSupport(c)
  tools.forEach((t, i) => checkTool(c, t, i))
}

const noTools = {
  ollama: ({ id }) => `${id} does not support tools`, // [seen] after a host and a path
  openrouter: () => [
    'No endpoints found that support tool use. To learn more about provider routing, visit: https://openrouter.ai/docs/provider-routing',
    { status: 404 },
  ], // [seen]
  other: () => '`tool calling` is not supported with this model', // [seen] Groq
}

/** Checks that the model, and the server as it was started, can use tools at all. */
function checkSupport({ body, st, d, model }) {
  if (!model.tools) refuseAs(noTools, d, model)
  if (d === 'vllm' && st.scenario.no_tool_parser && (body.tool_choice ?? 'auto') === 'auto')
    bad('"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set') // [seen]
  if (d === 'llamacpp' && st.scenario.no_jinja) bad('tools param requires --jinja flag', { status: 500 }) // [src]
}

const duplicate = {
  gemini: ({ name }) => `Duplicate function declaration found: ${name}`, // [seen]
  deepseek: () => 'Tool names must be unique.', // [seen]
}
// [guess] some take the last one instead
for (const d of ['openai', 'azure', 'openrouter', 'groq'])
  duplicate[d] = ({ name, param }) => [`Duplicate function name: ${name}`, { param }]

function checkTool(c, t, i) {
  const { d, D, lint, names } = c
  const at = `tools[${i}]`
  const f = shapeOf(c, t, at)
  const [param, named] = [`${at}.function.parameters`, `${at}.function.name`]
  checkName(c, f.name, named)
  if (names.has(f.name)) {
    refuseAs(duplicate, d, { name: f.name, param: named })
    lint.push(`two tools are called ${f.name}`)
  }
  names.add(f.name)
  checkDescription(c, f.description, `${at}.function.description`)
  const facts = { name: f.name, param, i, bad }
  if (has(f, 'parameters') || D.local) SCHEMA_RULES[d](f.parameters, facts)
  if (f.strict !== true) return
  if (D.strict) checkStrict(f.parameters ?? {}, facts)
  else lint.push(`${at}: strict is ignored or refused by many servers`)
}

/** Checks the nesting and the keys of a tool; returns its function. */
function shapeOf(c, t, at) {
  if (!isObj(t)) wrong(at, 'an object', t)
  if (t.type === undefined) missing(`${at}.type`) // [seen]
  if (t.type !== 'function') unsupported(`${at}.type`, t.type, "'function' and 'custom'") // [seen]
  for (const k of Object.keys(t)) if (!['type', 'function'].includes(k)) unknownField(c, at, k, t[k])
  const f = t.function
  if (!isObj(f)) missing(`${at}.function`) // [seen]
  for (const k of Object.keys(f))
    if (!['name', 'description', 'parameters', 'strict'].includes(k)) unknownField(c, `${at}.function`, k, f[k])
  if (typeof f.name !== 'string') missing(`${at}.function.name`)
  return f
}

/** Checks the name of a tool, or of a call in the history. */
export function checkName({ d, D, lint }, name, param) {
  if (D.local) {
    if (!NAME.test(name) || name.length > 64)
      lint.push(`${param}: ${JSON.stringify(name).slice(0, 80)} is refused by hosted servers`)
  } else if (d === 'gemini') {
    if (!D.nameRe.test(name))
      bad(
        'Invalid function name. Must start with a letter or an underscore. Must be alphameric (a-z, A-Z, 0-9), underscores (_), dots (.) or dashes (-), with a maximum length of 64.',
      ) // [seen]
  } else if (name.length > 64) longString(param, 64, name.length) // [seen]
  else if (name === '') emptyString(param) // [seen]
  else if (!NAME.test(name)) unmatched(param) // [seen]
}

function checkDescription({ D, lint }, text, param) {
  if (text === undefined) return
  if (typeof text !== 'string') wrong(param, 'a string', text)
  if (D.strict && text.length > 1_048_576) longString(param, 1_048_576, text.length) // [seen]
  if (text.length > 1024) lint.push(`${param} is longer than 1024, which some gateways still refuse`)
}

/** Checks `tool_choice` and `parallel_tool_calls` against the tools. */
export function checkChoice(c) {
  const { body, d, D, lint } = c
  const withTools = c.names.size > 0
  if (body.tool_choice !== undefined && body.tool_choice !== null) checkToolChoice(c, withTools)
  if (has(body, 'parallel_tool_calls')) {
    const param = 'parallel_tool_calls'
    if (typeof body[param] !== 'boolean') wrong(param, 'a boolean', body[param])
    if (!withTools && D.strict)
      bad(`Invalid value for '${param}': '${param}' is only allowed when 'tools' are specified.`, { param }) // [seen]
    if (['ollama', 'lmstudio', 'gemini'].includes(d)) lint.push(`${param} is ignored by this server`)
  } else if (withTools && d === 'llamacpp')
    lint.push('llama.cpp calls one tool at a time unless parallel_tool_calls says otherwise') // [src]
  if (withTools && D.strict && isObj(body.response_format) && body.response_format.type === 'json_schema')
    lint.push('response_format with tools: local servers refuse the pair')
}

function checkToolChoice({ body, d, D, lint, names }, withTools) {
  const [tc, param] = [body.tool_choice, 'tool_choice']
  const no = (why) => bad(`Invalid value for '${param}': ${why}`, { param })
  if (!withTools && D.strict) no("'tool_choice' is only allowed when 'tools' are specified.") // [seen]
  if (!withTools && d === 'vllm' && tc !== 'none') bad('When using `tool_choice`, `tools` must be set.', { param }) // [src]
  const words = ['none', 'auto', ...(d === 'mistral' ? ['any'] : []), 'required']
  const isName = isObj(tc) && tc.type === 'function' && typeof tc.function?.name === 'string'
  if (typeof tc === 'string' ? !words.includes(tc) : !isName)
    unsupported(param, typeof tc === 'string' ? tc : JSON.stringify(tc), list(words))
  if (isName && !names.has(tc.function.name))
    no(`no function named '${tc.function.name}' was specified in the 'tools' parameter.`) // [seen]
  if (d === 'ollama') lint.push('tool_choice is ignored by Ollama')
  if (d === 'llamacpp' && isObj(tc)) lint.push('llama.cpp knows only the strings auto, none and required')
}
