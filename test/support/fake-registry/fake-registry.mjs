// A registry for tests, on loopback. Serves /v0.1 (and /v0, the same): servers with cursor, limit, search, version,
// updated_since and include_deleted; servers/{name}/versions; servers/{name}/versions/{version}. Answers carry an ETag;
// If-None-Match gives 304. Errors are application/problem+json.
//   /fault/<name>/v0.1/…    the same with one fault (see FAULTS)
//   /private/v0.1/…         needs "Authorization: Bearer <key>" (default key: fake-key)
//   /__fake/requests        the requests so far (GET); DELETE clears them

import { createServer } from 'node:http'
import { answer, ok, problem, send, valid } from './answers.mjs'
import { createFaults } from './faults.mjs'
import { filler, madeUp } from './records.mjs'

export { FAULTS } from './faults.mjs'

/**
 * Starts a registry on loopback. `entries` replaces the made-up ones, `fillers` is the number of further ones.
 * The result: `url` (base for settings), `requests`, `fault(name)` (base with that fault), `setEntries`, `close()`.
 */
export async function createFakeRegistry({ port = 0, entries, fillers = 250, key = 'fake-key' } = {}) {
  const requests = []
  const timers = new Set()
  let origin = ''
  let held = []
  const later = (ms, action) => {
    const timer = setTimeout(() => (timers.delete(timer), action()), ms)
    timers.add(timer)
  }
  const withFault = createFaults({ held: () => held, origin: () => origin, later })

  const server = createServer((request, response) => {
    const url = new URL(request.url, origin)
    if (url.pathname === '/__fake/requests') {
      if (request.method === 'DELETE') requests.length = 0
      return send(response, ok(requests), request, { etag: false })
    }
    const seen = {
      method: request.method,
      url: request.url,
      headers: { ...request.headers, ...(request.headers.authorization && { authorization: '(given)' }) },
    }
    requests.push(seen)
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return send(response, problem(405, 'Method Not Allowed', 'Only reading is offered here'), request)
    const parts = url.pathname.split('/')
    if (parts[1] === 'fault') {
      const inner = new URL(request.url, origin)
      inner.pathname = `/${parts.slice(3).join('/')}`
      return withFault(parts[2], inner, request, response)
    }
    if (parts[1] === 'private') {
      if (request.headers.authorization !== `Bearer ${key}`)
        return send(
          response,
          { ...problem(401, 'Unauthorized', 'Sign in first'), headers: { 'www-authenticate': 'Bearer' } },
          request,
        )
      const inner = new URL(request.url, origin)
      inner.pathname = `/${parts.slice(2).join('/')}`
      return send(response, answer(held, inner), request)
    }
    return send(response, answer(held, url), request)
  })
  await new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  origin = `http://127.0.0.1:${server.address().port}`
  const setEntries = (next) => {
    held = next
      .filter(valid)
      .sort((a, b) =>
        a.server.name < b.server.name
          ? -1
          : a.server.name > b.server.name
            ? 1
            : a.server.version < b.server.version
              ? -1
              : 1,
      )
  }
  setEntries([...(entries ?? madeUp()), ...filler(fillers)])
  return {
    url: origin,
    requests,
    fault: (name) => `${origin}/fault/${name}`,
    setEntries,
    async close() {
      for (const timer of timers) clearTimeout(timer)
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
