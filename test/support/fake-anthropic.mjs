// A strict, scriptable stand-in for the Messages API: it refuses what the API refuses and plays rate limits,
// overload, stalls and broken streams. In tests: `createFakeAnthropic`. By hand:
//
//   node test/support/fake-anthropic.mjs --port 8765 --scenario turns.json --key test-key
//
// POST /v1/messages (streamed or not) and /v1/messages/count_tokens, GET /v1/models and /v1/models/{id}; API versions
// 2026-10-21 and 2023-06-01. Never called by a client under test: /__fake/{requests,state,scenario,reset}.
// Rejections marked [seen] carry the API's own wording; of [guess] ones only status and type are certain.

import { pathToFileURL } from 'node:url'
import { ApiError, bad } from './fake-anthropic/errors.mjs'
import { DEFAULT_MODELS, M, findModel, listModels } from './fake-anthropic/models.mjs'
import { validate } from './fake-anthropic/request.mjs'
import { compile, composeMessage, reader, rid } from './fake-anthropic/scenario.mjs'
import { streamMessage } from './fake-anthropic/stream.mjs'
import { commitCache } from './fake-anthropic/tokens.mjs'
import { fakeServer, playOpening, runByHand } from './fake-model/server.mjs'
import { freshState, loadScenario, nextTurn } from './fake-model/turns.mjs'

const longestRequest = 33_554_432
const identity = { 'anthropic-organization-id': 'fake-org', 'anthropic-workspace-id': 'wrkspc_01FAKE' }

const limits = () => ({
  'anthropic-ratelimit-requests-limit': '4000',
  'anthropic-ratelimit-requests-remaining': '3999',
  'anthropic-ratelimit-requests-reset': new Date(Date.now() + 1000).toISOString().replace(/\.\d+/, ''),
  'anthropic-ratelimit-tokens-limit': '2000000',
  'anthropic-ratelimit-tokens-remaining': '1999000',
})

const errorTypes = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  402: 'billing_error',
  403: 'permission_error',
  404: 'not_found_error',
  409: 'conflict_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  500: 'api_error',
  504: 'timeout_error',
  529: 'overloaded_error',
}
const errorTexts = {
  429: "This request would exceed your organization's rate limit of 4,000 requests per minute",
  500: 'Internal server error',
  529: 'Overloaded',
}

/** The error for a turn's `http_error`. */
function scriptedError(e) {
  const limited = { ...limits(), 'anthropic-ratelimit-requests-remaining': '0', 'retry-after': '1' }
  const retry = e.status === 429 || e.status >= 500 || e.status === 408 || e.status === 409
  return new ApiError(
    e.status,
    e.type ?? errorTypes[e.status] ?? 'api_error',
    e.message ?? errorTexts[e.status] ?? 'error',
    {
      details: e.details,
      headers: { ...(e.status === 429 ? limited : {}), 'x-should-retry': String(retry), ...e.headers },
    },
  )
}

function checkHeaders(h, keys) {
  const key = h['x-api-key'] ?? (/^Bearer (.+)$/i.exec(h.authorization ?? '') ?? [])[1]
  if (!key) throw new ApiError(401, 'authentication_error', 'x-api-key header is required') // [seen]
  if (keys && !keys.includes(key))
    throw new ApiError(401, 'authentication_error', h['x-api-key'] ? 'invalid x-api-key' : 'Invalid bearer token') // [seen]
  if (!h['anthropic-version']) bad('anthropic-version: header is required') // [seen]
  if (!['2023-06-01', '2026-10-21'].includes(h['anthropic-version']))
    bad(`anthropic-version: "${h['anthropic-version']}" is not a valid version`)
  if (h.origin && !h['anthropic-dangerous-direct-browser-access'])
    throw new ApiError(
      401,
      'authentication_error',
      "CORS requests must set 'anthropic-dangerous-direct-browser-access' header",
    ) // [seen]
}

/** `options`: scenario, keys (any key passes without), models, logBody. Listen, use, close. */
export function createFakeAnthropic(options = {}) {
  const st = {
    ...freshState(),
    models: options.models ?? DEFAULT_MODELS,
    signatures: new Map(),
    sentByTool: new Map(),
  }

  const setScenario = (s) => {
    loadScenario(st, s)
    if (st.scenario.models)
      st.models = st.scenario.models.map((m) =>
        typeof m === 'string' ? (DEFAULT_MODELS.find((d) => d.id === m) ?? M(m, { line: null })) : M(m.id, m),
      )
  }
  if (options.scenario) setScenario(options.scenario)

  /** Answers POST /v1/messages and count_tokens. */
  async function answer(exchange, counting) {
    const { req, res, rec, raw, send } = exchange
    const h = req.headers
    if (req.method !== 'POST') throw new ApiError(405, 'invalid_request_error', 'Method Not Allowed')
    if (!/^application\/json\b/.test(h['content-type'] ?? '')) bad('content-type: must be application/json')
    let body
    try {
      body = JSON.parse(raw)
    } catch {
      bad('The request body is not valid JSON')
    }
    rec.body = options.logBody === false ? undefined : body
    const meta = validate(body, h, st, counting)
    rec.lint = meta.lint
    rec.model = meta.model.id
    if (counting) return send(200, { input_tokens: meta.inTotal })

    const { turn, index } = nextTurn(st, body, reader)
    rec.turn = index
    if (await playOpening(turn, body, { exchange, bad, scriptedError })) return
    const out = compile(turn, body, st, meta)
    const msg = composeMessage(turn, body, out, meta.usage)
    for (const b of out.blocks) if (b.type === 'tool_use') st.sentByTool.set(b.id, out.blocks)
    const commit = () => commitCache(meta.usage, st)
    Object.assign(rec, { status: 200, stop_reason: out.stop_reason, usage: msg.usage, message_id: msg.id })
    if (!body.stream) {
      commit()
      if (body.max_tokens === 0) Object.assign(msg, { content: [], stop_reason: 'max_tokens' })
      return send(200, msg, limits())
    }
    const type = { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' }
    const kept = { connection: 'keep-alive', 'request-id': rec.request_id, ...identity }
    res.writeHead(200, { ...type, ...kept, ...limits() })
    res.flushHeaders()
    return streamMessage({ ...exchange, turn, out, msg, commit })
  }

  async function route(exchange) {
    const { req, rec, url, send } = exchange
    if (exchange.tooLarge) throw new ApiError(413, 'request_too_large', 'Request exceeds the maximum size') // [seen]
    checkHeaders(req.headers, st.scenario.keys ?? options.keys)
    rec.status = 200
    if (req.method === 'GET' && url.pathname === '/v1/models') return send(200, listModels(st.models, url.searchParams))
    const one = /^\/v1\/models\/([^/]+)$/.exec(url.pathname)
    if (req.method === 'GET' && one) return send(200, findModel(st.models, decodeURIComponent(one[1])))
    if (url.pathname === '/v1/messages') return answer(exchange, false)
    if (url.pathname === '/v1/messages/count_tokens') return answer(exchange, true)
    throw new ApiError(404, 'not_found_error', 'Not Found')
  }

  function refuse({ rec, send }, e) {
    const error = e instanceof ApiError ? e : new ApiError(500, 'api_error', `fake internal: ${e.message}`)
    if (error !== e) rec.internal = String(e.stack ?? e)
    rec.status = error.status
    rec.error = { type: error.type, message: error.message, ...(error.details ? { details: error.details } : {}) }
    send(error.status, { type: 'error', error: rec.error, request_id: rec.request_id }, error.headers)
  }

  const headers = (requestId) => ({ 'request-id': requestId, ...identity })
  const requestId = () => rid('req_', 24)
  return fakeServer(st, { requestId, headers, longest: longestRequest, setScenario, route, refuse })
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await runByHand(createFakeAnthropic)
