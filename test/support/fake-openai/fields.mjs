import { bad, extraInput, unknownParameter } from './errors.mjs'

/** The fields of a chat request. */

const common = [
  'model',
  'messages',
  'stream',
  'stream_options',
  'tools',
  'tool_choice',
  'parallel_tool_calls',
  'max_tokens',
  'max_completion_tokens',
  'temperature',
  'top_p',
  'stop',
  'n',
  'seed',
  'frequency_penalty',
  'presence_penalty',
  'logit_bias',
  'logprobs',
  'top_logprobs',
  'response_format',
  'user',
  'reasoning_effort',
  'metadata',
  'store',
  'service_tier',
  'verbosity',
  'modalities',
  'audio',
  'prediction',
  'web_search_options',
  'prompt_cache_key',
  'prompt_cache_retention',
  'prompt_cache_options',
  'safety_identifier',
  'moderation',
  'functions',
  'function_call',
]

/** The fields of a message, by role. */
export const MSG_FIELDS = {
  system: ['content', 'name'],
  developer: ['content', 'name'],
  user: ['content', 'name'],
  assistant: ['content', 'name', 'tool_calls', 'function_call', 'refusal', 'audio'],
  tool: ['content', 'tool_call_id'],
  function: ['content', 'name'],
}

/** Refuses or notes a field that the dialect doesn't know. `path` is empty for the request itself. */
export function unknownField({ D, lint }, path, key, value) {
  if (D.strict && path === '') bad(`Unrecognized request argument supplied: ${key}`) // [seen]
  if (D.strict) unknownParameter(`${path}.${key}`) // [seen]
  if (D.unknown === 'groq') bad(`'${path.replace(/\[(\d+)\]/g, '.$1') || 'body'}' : property '${key}' is unsupported`) // [seen] form
  if (D.unknown === 'google')
    bad(`Invalid JSON payload received. Unknown name "${key}"${path ? ` at '${path}'` : ''}: Cannot find field.`) // [seen]
  if (D.unknown === 'pydantic') extraInput(['body', ...path.split(/[.[\]]+/).filter(Boolean), key], value)
  lint.push(`unknown field ${path ? path + '.' : ''}${key}`)
}

/** Checks that a request has no field that its dialect doesn't know. */
export function checkFields(c) {
  const known = new Set([...common, ...(c.D.topExtra ?? [])])
  for (const k of c.D.notTop ?? []) known.delete(k)
  for (const k of Object.keys(c.body)) if (!known.has(k) && c.body[k] !== undefined) unknownField(c, '', k, c.body[k])
}
