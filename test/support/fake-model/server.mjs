import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { expectFails } from './turns.mjs'
import { sha } from './values.mjs'

/** The headers that are recorded: never a key. */
const recordedHeaders = (h) =>
  Object.fromEntries(
    Object.entries(h).map(([k, v]) => {
      if (k === 'api-key' || k === 'x-api-key') return [k, `sha=${sha(v).slice(0, 8)}`]
      if (k === 'authorization') return [k, `${v.split(' ')[0]} sha=${sha(v.split(' ')[1] ?? '').slice(0, 8)}`]
      return [k, v]
    }),
  )

/** The body of a request; what is longer than `longest` is read and dropped. */
async function readBody(req, longest) {
  const chunks = []
  let size = 0
  for await (const c of req) {
    size += c.length
    if (size <= longest) chunks.push(c)
  }
  return { raw: Buffer.concat(chunks).toString('utf8'), size }
}

/** Answers an operation below /__fake/; undefined if it is unknown. */
function control(op, { st, method, raw, setScenario }) {
  if (op === 'requests') return st.log
  if (op === 'state') {
    const { dialect, cursor, n, inflight, maxInflight } = st
    return { dialect, cursor, n, inflight, maxInflight, turns: st.scenario.turns?.length ?? 0 }
  }
  if (op === 'scenario' && method === 'POST') setScenario(JSON.parse(raw))
  else if (op === 'reset' && method === 'POST') {
    Object.assign(st, { cursor: 0, maxInflight: 0 })
    st.log.length = 0
    st.uses.clear()
    st.cache.clear()
  } else return undefined
  return { ok: true }
}

/**
 * A server that records every request in `st.log` and answers its control plane. `route` answers the rest, and `refuse`
 * answers with what `route` throws. `headers` are those of every answer, by the request's ID.
 */
export function fakeServer(st, { requestId, headers, longest, setScenario, route, refuse, onRecord }) {
  const server = http.createServer(async (req, res) => {
    const started = performance.now()
    const url = new URL(req.url, 'http://x')
    const request_id = requestId()
    const path = url.pathname + url.search
    const rec = { n: ++st.n, ts: new Date().toISOString(), method: req.method, path, request_id }
    let aborted = false
    res.on('close', () => {
      if (!res.writableFinished) aborted = true
    })
    const send = (status, obj, more = {}) => {
      if (res.headersSent || res.destroyed) return
      res.writeHead(status, { 'content-type': 'application/json', ...headers(request_id), ...more })
      res.end(JSON.stringify(obj))
    }
    const exchange = { req, res, rec, url, send, isAborted: () => aborted }
    const isControl = url.pathname.startsWith('/__fake/')
    if (!isControl) st.maxInflight = Math.max(st.maxInflight, ++st.inflight)
    try {
      const { raw, size } = await readBody(req, longest)
      if (isControl) {
        const found = control(url.pathname.slice(8), { st, method: req.method, raw, setScenario })
        return send(found === undefined ? 404 : 200, found ?? { error: 'no such control op' })
      }
      Object.assign(rec, { headers: recordedHeaders(req.headers), bytes_in: size })
      await route(Object.assign(exchange, { raw, tooLarge: size > longest }))
    } catch (e) {
      refuse(exchange, e)
    } finally {
      if (!isControl) {
        st.inflight--
        Object.assign(rec, { client_aborted: aborted, ms: +(performance.now() - started).toFixed(1) })
        st.log.push(rec)
        onRecord?.(rec)
      }
    }
  })
  server.keepAliveTimeout = 60_000
  return {
    server,
    state: st,
    setScenario,
    listen: (port = 0, host = '127.0.0.1') =>
      new Promise((r) => server.listen(port, host, () => r(`http://${host}:${server.address().port}`))),
    close: () =>
      new Promise((r) => {
        server.closeAllConnections()
        server.close(r)
      }),
  }
}

/** Ends early when the client leaves. */
async function sleepUnlessLeft(ms, res) {
  const left = new AbortController()
  res.once('close', () => left.abort())
  await sleep(ms, undefined, left).catch(() => undefined)
}

/**
 * Plays a turn up to its answer: expectation, delay, scripted error. True if there is nothing left to answer. `bad`
 * refuses with a message, and `scriptedError` makes the error for `http_error`.
 */
export async function playOpening(turn, body, { exchange, bad, scriptedError }) {
  const { req, res, rec } = exchange
  const failures = expectFails(turn.expect, { ...body, headers: req.headers })
  if (failures.length) {
    rec.expect_failures = failures
    bad(`fake: expectation failed: ${JSON.stringify(failures)}`)
  }
  if (turn.first_byte_ms) await sleepUnlessLeft(turn.first_byte_ms, res)
  if (turn.http_error?.html) {
    rec.status = turn.http_error.status
    res.writeHead(rec.status, { 'content-type': 'text/html', ...turn.http_error.headers })
    res.end(turn.http_error.html)
    return true
  }
  if (turn.http_error) throw scriptedError(turn.http_error)
  if (!turn.refuse_connection) return false
  rec.status = 'reset'
  req.socket.resetAndDestroy()
  return true
}

/** Writes to the client in the pieces its turn asks for; false once the client is gone. */
export const writer = (res, turn, isAborted) => async (s) => {
  if (isAborted() || res.destroyed) return false
  const buf = Buffer.from(s)
  if (turn.split_bytes) {
    for (let i = 0; i < buf.length; i += turn.split_bytes) {
      res.write(buf.subarray(i, i + turn.split_bytes))
      await new Promise(setImmediate)
    }
  } else if (!res.write(buf))
    await new Promise((r) => {
      const done = () => {
        res.off('drain', done)
        res.off('close', done)
        r()
      }
      res.once('drain', done)
      res.once('close', done)
    })
  return !res.destroyed
}

/** Waits as a step says, with a sign of life now and then if it asks for one. */
export async function waitAsScripted(step, isAborted, signOfLife) {
  const pause = step.keepalive ? (step.keepalive_ms ?? 1000) : 100
  const until = Date.now() + step.wait_ms
  while (Date.now() < until && !isAborted()) {
    await sleep(Math.max(1, Math.min(pause, until - Date.now())))
    if (step.keepalive) await signOfLife()
  }
}

/** Ends the connection in one of the three ways a stream can break; false for any other fault. */
export async function breakOff({ fault, after_ms = 20 }, res) {
  if (fault === 'reset') {
    await sleep(after_ms)
    res.socket?.resetAndDestroy()
  } else if (fault === 'truncate') {
    // FIN without the terminating chunk.
    await sleep(20)
    res.socket?.end()
  } else if (fault === 'eof') res.end()
  else return false
  return true
}

/** Starts a fake from the command line and prints its address as JSON; runs until interrupted. */
export async function runByHand(create) {
  const given = (name) =>
    process.argv.includes(`--${name}`) ? process.argv[process.argv.indexOf(`--${name}`) + 1] : undefined
  const [dialect, scenario, log, keys] = [given('dialect'), given('scenario'), given('log'), given('key')?.split(',')]
  const fake = create({ dialect, scenario, log, keys })
  const baseURL = (await fake.listen(Number(given('port') ?? 0))) + (fake.base ?? '')
  process.stdout.write(`${JSON.stringify({ ready: true, baseURL, pid: process.pid })}\n`)
  for (const s of ['SIGINT', 'SIGTERM']) process.on(s, () => fake.close().then(() => process.exit(0)))
}
