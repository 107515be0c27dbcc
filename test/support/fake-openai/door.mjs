import { ApiError } from './errors.mjs'

/** Keys, paths, and the headers and errors that need no request body. */

const noKey = {
  azure: 'Access denied due to invalid subscription key or wrong API endpoint.',
  openrouter: 'No auth credentials found',
  gemini: 'Missing or invalid Authorization header.',
  llamacpp: 'Invalid API Key',
  vllm: 'Unauthorized',
} // [seen]
const wrongKey = {
  azure: 'Access denied due to invalid subscription key or wrong API endpoint.',
  groq: 'Invalid API Key',
  openrouter: 'User not found.',
  deepseek: 'Authentication Fails, Your api key is invalid',
  gemini: 'API key not valid. Please pass a valid API key.',
  llamacpp: 'Invalid API Key',
  mistral: 'Unauthorized',
} // [seen]

/** Checks the key, and returns what is unwise about it. Without `keys`, any key passes. */
export function checkKey(h, keys, { d, D }) {
  const [, bearer] = /^Bearer (.+)$/i.exec(h.authorization ?? '') ?? []
  const key = D.auth === 'azure' ? (h['api-key'] ?? bearer) : bearer
  const isNeeded = D.auth === 'bearer' || D.auth === 'azure' || (D.auth === 'optional' && keys)
  if (!isNeeded) return h.authorization && !keys ? ['a key was sent to a server that wants none'] : []
  if (!key) throw new ApiError(401, noKey[d] ?? "You didn't provide an API key.")
  if (keys && !keys.includes(key))
    throw new ApiError(d === 'gemini' ? 400 : 401, wrongKey[d] ?? 'Incorrect API key provided.', {
      code: 'invalid_api_key',
    })
  return []
}

/** The path below the API's base, and Azure's deployment if the address names one; undefined outside of the API. */
export function placeOf(url, { d, D }) {
  const { pathname } = url
  const [, deployment, path] = (d === 'azure' && /^\/openai\/deployments\/([^/]+)(\/.*)$/.exec(pathname)) || []
  if (deployment) {
    if (!url.searchParams.get('api-version')) throw new ApiError(404, 'Resource not found') // [seen]
    return { path, deployment: decodeURIComponent(deployment) }
  }
  if (D.alsoBase === '' && pathname.startsWith('/v1/v1')) return undefined
  if (pathname.startsWith(D.base + '/')) return { path: pathname.slice(D.base.length) }
  return D.alsoBase === '' ? { path: pathname } : undefined
}

const strayed = { openrouter: '<!DOCTYPE html><html><body>Not Found</body></html>', ollama: '404 page not found' }

/** Answers outside of the API: never with JSON. */
export function answerStray({ res, rec }, d) {
  Object.assign(rec, { status: 404, error: { message: 'wrong path' } })
  res.writeHead(404, { 'content-type': d === 'gemini' || d === 'openrouter' ? 'text/html' : 'text/plain' })
  res.end(strayed[d] ?? 'Not Found')
}

/** The rate-limit headers and the like; `out` if the limit is reached. */
export function limits(d, out = false) {
  const left = (n) => (out ? '0' : n)
  const all = {
    openai: {
      'x-ratelimit-limit-requests': '10000',
      'x-ratelimit-limit-tokens': '2000000',
      'x-ratelimit-remaining-requests': left('9999'),
      'x-ratelimit-remaining-tokens': '1999000',
      'x-ratelimit-reset-requests': '6ms',
      'x-ratelimit-reset-tokens': '1m2.5s',
      'openai-processing-ms': '5',
      'openai-version': '2020-10-01',
    },
    groq: {
      'x-ratelimit-limit-requests': '14400',
      'x-ratelimit-limit-tokens': '6000',
      'x-ratelimit-remaining-requests': left('14399'),
      'x-ratelimit-remaining-tokens': '5843',
      'x-ratelimit-reset-requests': '6s',
      'x-ratelimit-reset-tokens': '1.57s',
    },
    azure: {
      'x-ratelimit-remaining-requests': '99',
      'x-ratelimit-remaining-tokens': '-1',
      'apim-request-id': crypto.randomUUID(),
      'x-ms-region': 'Fake',
    },
    mistral: {
      'x-ratelimit-limit-tokens-minute': '500000',
      'x-ratelimit-remaining-tokens-minute': left('499000'),
    },
    openrouter: { 'x-generation-id': 'gen-fake' },
  }
  return all[d] ?? {}
}

const texts = {
  429: 'Rate limit reached for requests',
  500: 'The server had an error while processing your request.',
  503: 'The engine is currently overloaded, please try again later.',
}

/** The error for a turn's `http_error`. */
export function scriptedError(e, d) {
  const inMs = d === 'azure' || d === 'openai' ? { 'retry-after-ms': '900' } : {}
  const retry = e.status === 429 && !e.code ? { 'retry-after': '1', ...inMs } : {}
  return new ApiError(e.status, e.message ?? texts[e.status] ?? 'error', {
    type: e.type ?? null,
    code: e.code ?? (e.status === 429 ? 'rate_limit_exceeded' : null),
    param: e.param ?? null,
    extra: e.details ?? {},
    headers: { ...retry, ...e.headers },
  })
}
