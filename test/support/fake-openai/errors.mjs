/** Refusals: their wording as OpenAI has it, and the shape that each dialect gives them. */

export class ApiError extends Error {
  constructor(status, message, o = {}) {
    super(message)
    Object.assign(this, { status, type: null, param: null, code: null, extra: {}, headers: {} }, o)
  }
}

export const bad = (message, o = {}) => {
  throw new ApiError(o.status ?? 400, message, o)
}

/** Refuses in a dialect's own words, or in those of `other`; accepts if there are neither. */
export function refuseAs(words, d, facts) {
  const say = words[d] ?? words.other
  if (say) bad(...[say(facts)].flat())
}

/** Refuses a field that a Python server with strict types does not know. */
export const extraInput = (loc, input) => {
  const msg = 'Extra inputs are not permitted'
  return bad(msg, { status: 422, extra: { detail: [{ type: 'extra_forbidden', loc, msg, input }] } }) // [seen]
}

export const kind = (v) => {
  if (v === null) return 'null'
  if (Array.isArray(v)) return 'array'
  return typeof v === 'number' && Number.isInteger(v) ? 'integer' : typeof v
}
const withArticle = (k) => (k === 'null' ? k : /^[oai]/.test(k) ? `an ${k}` : `a ${k}`)

/** `'a', 'b', and 'c'`. */
export const list = (xs) => {
  const quoted = xs.map((x) => `'${x}'`)
  if (quoted.length < 2) return quoted.join('')
  return `${quoted.slice(0, -1).join(', ')}${quoted.length > 2 ? ',' : ''} and ${quoted.at(-1)}`
}

// The general texts. [seen]
export const wrong = (param, want, got) =>
  bad(`Invalid type for '${param}': expected ${want}, but got ${withArticle(kind(got))} instead.`, {
    param,
    code: 'invalid_type',
  })
export const missing = (param) =>
  bad(`Missing required parameter: '${param}'.`, { param, code: 'missing_required_parameter' })
export const unknownParameter = (param) => bad(`Unknown parameter: '${param}'.`, { param, code: 'unknown_parameter' })
export const emptyArray = (param) =>
  bad(`Invalid '${param}': empty array. Expected an array with minimum length 1, but got an empty array instead.`, {
    param,
    code: 'empty_array',
  })
export const longArray = (param, most, length) =>
  bad(
    `Invalid '${param}': array too long. Expected an array with maximum length ${most}, but got an array with length ${length} instead.`,
    { param, code: 'array_above_max_length' },
  )
export const longString = (param, most, length) =>
  bad(
    `Invalid '${param}': string too long. Expected a string with maximum length ${most}, but got a string with length ${length} instead.`,
    { param, code: 'string_above_max_length' },
  )
export const emptyString = (param) =>
  bad(`Invalid '${param}': empty string. Expected a string with minimum length 1, but got an empty string instead.`, {
    param,
    code: 'empty_string',
  })
export const unmatched = (param, pattern = '^[a-zA-Z0-9_-]+$') =>
  bad(`Invalid '${param}': string does not match pattern. Expected a string that matches the pattern '${pattern}'.`, {
    param,
    code: 'invalid_value',
  })
export const belowMinimum = (param, least, got) =>
  bad(`Invalid '${param}': integer below minimum value. Expected a value >= ${least}, but got ${got} instead.`, {
    param,
    code: 'integer_below_min_value',
  })
export const unsupported = (param, value, supported) =>
  bad(`Invalid value: '${value}'.${supported ? ` Supported values are: ${supported}.` : ''}`, {
    param,
    code: 'invalid_value',
  })

const types = { 429: 'requests', 413: 'tokens' }
export const typeOf = (e) => e.type ?? types[e.status] ?? (e.status >= 500 ? 'server_error' : 'invalid_request_error')

const openai = (e) => ({ error: { message: e.message, type: typeOf(e), param: e.param, code: e.code, ...e.extra } })

const googleStates = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
  503: 'UNAVAILABLE',
}
const googleRetry = [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '2s' }]
const ollamaTypes = { 400: 'invalid_request_error', 404: 'not_found_error' }
const llamaTypes = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  404: 'not_found_error',
  503: 'unavailable_error',
}
const vllmTypes = { 400: 'BadRequestError', 401: 'Unauthorized', 404: 'NotFoundError' }

/** The body of an error answer, by dialect. */
export const ENVELOPES = {
  openai,
  groq: openai,
  azure: (e) => {
    if (e.status === 401) return { error: { code: '401', message: e.message } }
    return e.code === 'DeploymentNotFound' ? { error: { code: e.code, message: e.message } } : openai(e)
  },
  openrouter: (e) => ({
    error: { message: e.message, code: e.status, ...(Object.keys(e.extra).length ? { metadata: e.extra } : {}) },
    user_id: 'user_fake',
  }),
  // [seen] an array
  gemini: (e) => [
    {
      error: {
        code: e.status,
        message: e.message,
        status: googleStates[e.status] ?? 'INTERNAL',
        ...(e.status === 429 ? { details: googleRetry } : {}),
      },
    },
  ],
  // [seen] no `error`; the message can be an object
  mistral: (e) => ({
    object: 'error',
    message: e.extra.detail ? { detail: e.extra.detail } : e.message,
    type: typeOf(e),
    param: null,
    code: e.code,
  }),
  deepseek: (e) => ({
    error: { message: e.message, type: typeOf(e), param: e.param, code: e.code ?? 'invalid_request_error' },
  }),
  ollama: (e) => ({
    error: { message: e.message, type: ollamaTypes[e.status] ?? 'api_error', param: null, code: null },
  }), // [src]
  llamacpp: (e) => ({
    error: {
      code: e.status,
      message: e.message,
      type: e.type ?? llamaTypes[e.status] ?? 'server_error',
      ...e.extra,
    },
  }), // [src] the code is a number
  vllm: (e) => ({
    error: {
      message: e.message,
      type: vllmTypes[e.status] ?? 'InternalServerError',
      param: e.param,
      code: e.status,
    },
  }), // [src]
  lmstudio: (e) => ({ error: e.message }), // [seen] a bare string
}
