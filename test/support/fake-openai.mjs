// A strict, scriptable stand-in for servers that speak OpenAI's Chat Completions: it refuses what they refuse and plays
// rate limits, errors, stalls and broken streams, each in its own dialect. In tests: `createFakeOpenAI`. By hand:
//
//   node test/support/fake-openai.mjs --port 8765 --dialect groq --scenario turns.json --key test-key
//
// A dialect decides the path, the key, what is refused, and the shape of errors, model lists and streams; a turn's
// `quirks` bend its stream further, like the proxies in between. `openai` and `azure` also have POST /responses.
// Never called by a client under test: /__fake/{requests,state,scenario,reset}.
// Texts marked [seen] and [src] are the servers' own; of [guess] ones only the status is certain.

import fs from 'node:fs'
import { pathToFileURL } from 'node:url'
import { completionOf } from './fake-openai/chunks.mjs'
import { DIALECTS, hex, PLAIN } from './fake-openai/dialects.mjs'
import { answerStray, checkKey, limits, placeOf, scriptedError } from './fake-openai/door.mjs'
import { ApiError, bad, ENVELOPES, typeOf } from './fake-openai/errors.mjs'
import { withFault } from './fake-openai/faults.mjs'
import { describe, M, modelList, MODELS } from './fake-openai/models.mjs'
import { validateChat } from './fake-openai/request.mjs'
import { responseOf } from './fake-openai/response-events.mjs'
import { validateResponses } from './fake-openai/responses.mjs'
import { compile, reader } from './fake-openai/scenario.mjs'
import { aside } from './fake-openai/side.mjs'
import { streamChat, streamResponse } from './fake-openai/stream.mjs'
import { usageOf } from './fake-openai/usage.mjs'
import { fakeServer, playOpening, runByHand } from './fake-model/server.mjs'
import { freshState, loadScenario, nextTurn } from './fake-model/turns.mjs'
import { isObj } from './fake-model/values.mjs'

export { DIALECTS } from './fake-openai/dialects.mjs'
export { FAULTS } from './fake-openai/faults.mjs'

const longestRequest = 64 * 1024 * 1024

/** The JSON body of a POST to the API; `deployment` is Azure's name for the model. */
function bodyOf({ req, raw, url }, { path, deployment }, D) {
  if (path !== '/chat/completions' && !(path === '/responses' && D.strict))
    throw new ApiError(404, `Invalid URL (${req.method} ${url.pathname})`) // [seen]
  if (req.method !== 'POST') throw new ApiError(405, 'Not allowed to ' + req.method)
  if (!/^application\/json\b/.test(req.headers['content-type'] ?? '') && !D.local)
    bad('you must provide a model parameter') // [seen] about a body that OpenAI didn't read
  let body
  try {
    body = JSON.parse(raw)
  } catch {
    bad('We could not parse the JSON body of your request.') // [seen]
  }
  return deployment && isObj(body) ? { ...body, model: deployment } : body
}

/** Answers GET /models and /models/{id}; false for anything else. */
function answerModels({ req, rec, send }, path, { d, st }) {
  if (req.method !== 'GET') return false
  const [, given] = /^\/models\/(.+)$/.exec(path) ?? []
  if (path !== '/models' && given === undefined) return false
  const id = given && decodeURIComponent(given)
  const model = st.models.find((m) => m.id === id?.replace(/^models\//, ''))
  if (id && !model) throw new ApiError(404, `The model '${id}' does not exist`, { code: 'model_not_found' })
  rec.status = 200
  send(200, id ? describe(d, model) : modelList(d, st.models))
  return true
}

/** The facts of a request that is not checked. */
const unchecked = (body, st) => ({
  model: st.models.find((m) => m.id === body.model) ?? st.models[0],
  lint: [],
  names: new Set(),
  prompt: 10,
  cached: 0,
  commit: () => undefined,
})

/**
 * `options`: dialect, scenario (or its file), keys (any key passes without), models, log (a file for requests), logBody,
 * lenient (refuses nothing). Listen, use, close; `base` is the dialect's path, to be joined with /chat/completions.
 */
export function createFakeOpenAI(options = {}) {
  const st = {
    ...freshState(),
    cache: new Set(),
    issued: new Map(),
    models: [],
    dialect: '',
    sealed: new Map(),
    stored: new Set(),
    needs: new Map(),
    responses: new Set(),
  }

  const setScenario = (scenario) => {
    loadScenario(st, scenario)
    st.dialect = st.scenario.dialect ?? options.dialect ?? 'openai'
    const known = MODELS[st.dialect]
    if (!known) throw new Error(`no dialect ${st.dialect}; there are ${Object.keys(DIALECTS).join(', ')}`)
    const models = st.scenario.models ?? options.models ?? known
    st.models = models.map((m) => (typeof m === 'string' ? (known.find((x) => x.id === m) ?? M(m)) : M(m.id, m)))
  }
  setScenario(options.scenario)

  /** The next turn, with its fault, or silent if the scenario's model misses the IDs it gave. */
  function turnFor(body, meta, rec) {
    const { turn: scripted, index } = nextTurn(st, body, reader)
    rec.turn = index
    if (scripted.fault) rec.fault = scripted.fault
    const turn = scripted.fault ? withFault(scripted) : scripted
    if (!st.scenario.own_ids || !meta.foreign) return turn
    rec.silent = true
    return { ...turn, content: [] } // [seen] Kimi K2 ends its turn without a word
  }

  /** Answers POST /chat/completions and /responses. */
  async function answer(exchange, place, { d, D }) {
    const { rec, req, res, send } = exchange
    const body = bodyOf(exchange, place, D)
    if (options.logBody !== false) rec.body = body
    const isResponse = place.path === '/responses'
    const check = isResponse ? validateResponses : validateChat
    const meta = options.lenient ? unchecked(body, st) : check(body, st, d)
    const lint = rec.lint ?? []
    const told = () => [...lint, ...meta.lint]
    Object.assign(rec, { lint: told(), model: meta.model.id, api: isResponse ? 'responses' : 'chat' })

    const turn = turnFor(body, meta, rec)
    if (await playOpening(turn, body, { exchange, bad, scriptedError: (e) => scriptedError(e, d) })) return
    if (turn.error_in_200) {
      rec.status = 200
      return send(200, ENVELOPES[d](new ApiError(502, 'Upstream error')))
    }
    const q = { ...PLAIN, ...D.stream, ...st.scenario.quirks, ...turn.quirks }
    meta.asyncFilter = turn.async_filter ?? st.scenario.async_filter
    const out = compile(turn, body, { d, q, st, meta })
    const usage = usageOf(d, meta, out, turn)
    meta.commit()
    Object.assign(rec, { lint: told(), status: 200, finish_reason: out.finish, usage })
    const full = { ...exchange, d, q, st, turn, body, meta, out, usage, id: D.chunkId() }
    const response = isResponse ? responseOf(full) : undefined
    if (!body.stream) return send(200, response ?? completionOf(full), limits(d))
    const type = d === 'lmstudio' || d === 'ollama' ? 'text/event-stream' : 'text/event-stream; charset=utf-8'
    const kept = { 'cache-control': 'no-cache', connection: 'keep-alive', 'x-request-id': rec.request_id }
    res.writeHead(200, { 'content-type': type, ...kept, ...limits(d) })
    res.flushHeaders()
    return response ? streamResponse(full, response) : streamChat(full)
  }

  async function route(exchange) {
    const { req, rec, raw, url, send } = exchange
    const d = st.dialect
    const D = DIALECTS[d]
    Object.assign(rec, { dialect: d })
    if (exchange.tooLarge) throw new ApiError(413, 'Request too large')
    const lint = checkKey(req.headers, st.scenario.keys ?? options.keys, { d, D })
    if (lint.length) rec.lint = lint
    const side = url.pathname.startsWith(D.base + '/')
      ? undefined
      : aside(st, { d, method: req.method, path: url.pathname, raw })
    if (side) {
      rec.status = 200
      return send(200, side)
    }
    const place = placeOf(url, { d, D })
    if (!place) return answerStray(exchange, d)
    if (answerModels(exchange, place.path, { d, st })) return
    return answer(exchange, place, { d, D })
  }

  function refuse({ rec, send }, e) {
    const d = rec.dialect ?? st.dialect
    const error = e instanceof ApiError ? e : new ApiError(500, `fake internal: ${e.message}`)
    if (error !== e) rec.internal = String(e.stack ?? e)
    rec.status = error.status
    rec.error = { message: error.message, type: typeOf(error), param: error.param, code: error.code }
    send(error.status, ENVELOPES[d](error), { ...limits(d, error.status === 429), ...error.headers })
  }

  const file = options.log ? fs.openSync(options.log, 'a') : undefined
  const onRecord = (rec) => file !== undefined && fs.writeSync(file, JSON.stringify(rec) + '\n')
  const headers = (requestId) => ({ 'x-request-id': requestId })
  const requestId = () => 'req_' + hex(32)
  const shell = { requestId, headers, longest: longestRequest, setScenario, route, refuse, onRecord }
  return {
    ...fakeServer(st, shell),
    get base() {
      return DIALECTS[st.dialect].base
    },
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await runByHand(createFakeOpenAI)
