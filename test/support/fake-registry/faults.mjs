// Each fault concerns every answer below its prefix unless it says otherwise.

import { gzipSync } from 'node:zlib'
import { answer, ok, problem, send, sha256, unprocessable } from './answers.mjs'
import { filler, metaOf, OFFICIAL } from './records.mjs'

/** Packed parts one after the other unpack to one text. */
const packedMegabyte = gzipSync(Buffer.alloc(1024 * 1024), { level: 9 })

/** Name → what it does. */
export const FAULTS = {
  'bad-records': 'a page with five records that fit no schema between good ones',
  bare: 'records without the wrapper {server, _meta}',
  bom: 'a byte order mark before the JSON',
  close: 'the connection is closed without an answer',
  cut: 'JSON that ends in the middle, with the right length',
  deep: 'JSON nested 100,000 deep',
  doubles: 'every record twice, over pages',
  drip: 'one byte every 100 ms',
  'empty-page': 'a first page without records but with a cursor',
  endless: 'always another cursor',
  'error-field': '500 with {error}',
  'gzip-bomb': '256 MiB of zeros, packed, although none was asked for',
  half: 'half the announced length, then closed',
  hang: 'no answer ever',
  html: '200 with a page to log in',
  huge: 'a JSON text of 64 MiB',
  loop: 'the same cursor for ever',
  'no-etag': 'no ETag, never 304',
  'null-servers': '"servers": null',
  'only-v0': '/v0.1 is 404, /v0 works',
  'redirect-loop': 'redirects to itself',
  'redirect-other':
    'redirects to another origin (this server by another host name: whoever follows is seen in requests)',
  'redirect-same': 'one redirect within the origin, then the answer',
  slow: 'the answer after 3 s',
  snake: 'the shape of July 2025',
  status: 'the status of a record changes to deprecated after the first answer',
  'unknown-keys': 'keys nobody knows on every level',
  'wrong-type': 'JSON as text/plain',
  401: '401 with a problem',
  403: '403 with a problem',
  404: '404 with a page in HTML',
  422: '422 with a problem that lists errors',
  429: '429 with Retry-After: 2 for two requests, then answers',
  500: '500 with a problem',
  503: '503 with Retry-After as a date',
}

const snakeKey = (key) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
function snake(value) {
  if (Array.isArray(value)) return value.map(snake)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [snakeKey(key), snake(inner)]))
}
function oldShape(entry) {
  const meta = metaOf(entry)
  const { $schema: _schema, version, packages, remotes, ...rest } = entry.server
  return {
    ...snake(rest),
    status: meta.status ?? 'active',
    version_detail: { version },
    ...(Array.isArray(packages) && { packages: packages.map(({ transport: _transport, ...one }) => snake(one)) }),
    ...(Array.isArray(remotes) && {
      remotes: remotes.map(({ type, ...one }) => ({
        transport_type: type === 'streamable-http' ? 'streamable' : type,
        ...snake(one),
      })),
    }),
    _meta: {
      'io.modelcontextprotocol.registry': {
        id: sha256(entry.server.name).slice(0, 32),
        published_at: meta.publishedAt,
        updated_at: meta.updatedAt,
        is_latest: meta.isLatest,
      },
    },
  }
}
const strange = (value) =>
  Array.isArray(value)
    ? value.map(strange)
    : value !== null && typeof value === 'object'
      ? {
          ...Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, strange(inner)])),
          'x-unknown': [{ a: null }],
        }
      : value

const badRecords = [
  null,
  { server: 7 },
  { server: { name: 'no-slash', description: 'x', version: '1' } },
  { server: { name: 'a.b/c', description: 'x', version: '1', packages: { not: 'a list' } } },
  { server: { name: 'a.b/d', description: 'x', version: '1', packages: [{ registryType: 'npm' }], remotes: [null] } },
]

/** Rewrites a good list for the faults that concern only its content. */
const rewriting = {
  'bad-records': (page) => ({
    ...page,
    servers: page.servers.flatMap((entry, index) => (index < badRecords.length ? [badRecords[index], entry] : [entry])),
  }),
  bare: (page) => ({ ...page, servers: page.servers.map((entry) => entry.server) }),
  'null-servers': () => ({ servers: null, metadata: { count: 0 } }),
  snake: (page) => ({
    servers: page.servers.map(oldShape),
    metadata: {
      count: page.servers.length,
      ...(page.metadata.nextCursor && { next_cursor: page.metadata.nextCursor }),
    },
  }),
  'unknown-keys': strange,
  doubles: (page) => ({ ...page, servers: [...page.servers, ...page.servers] }),
}

/** Answers with faults: `held` has the entries, `origin` the server's own, `later` a timer that ends with it. */
export function createFaults({ held, origin, later }) {
  const counts = new Map()
  function withFault(name, url, request, response) {
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    const good = () => answer(held(), url)
    const isList = /^\/v0(\.1)?\/servers$/.test(url.pathname)
    const page = () => JSON.parse(answer(held(), url).body)
    const page0 = () => (isList && answer(held(), url).status === 200 ? page() : undefined)
    if (rewriting[name] !== undefined) {
      const first = page0()
      send(response, first === undefined ? good() : ok(rewriting[name](first)), request)
      return
    }
    switch (name) {
      case 'bom':
        return send(response, { ...good(), body: `\uFEFF${good().body}` }, request)
      case 'close':
        return request.socket.destroy()
      case 'cut':
        return send(response, { ...good(), body: good().body.slice(0, Math.floor(good().body.length / 2)) }, request)
      case 'deep':
        return send(
          response,
          { status: 200, type: 'application/json', body: `{"servers":${'['.repeat(100_000)}${']'.repeat(100_000)}}` },
          request,
        )
      case 'drip': {
        const bytes = Buffer.from(good().body)
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': bytes.length })
        const next = (at) => {
          if (at >= bytes.length || response.destroyed) return response.end()
          response.write(bytes.subarray(at, at + 1))
          later(100, () => next(at + 1))
        }
        return next(0)
      }
      case 'empty-page': {
        if (!isList) return send(response, good(), request)
        if (url.searchParams.get('cursor') === null)
          return send(response, ok({ servers: [], metadata: { nextCursor: 'empty:first', count: 0 } }), request)
        if (url.searchParams.get('cursor') === 'empty:first') url.searchParams.delete('cursor')
        return send(response, answer(held(), url), request)
      }
      case 'endless':
        return send(
          response,
          ok({ servers: filler(1), metadata: { nextCursor: `endless:${count}`, count: 1 } }),
          request,
        )
      case 'loop':
        return send(response, ok({ servers: filler(1), metadata: { nextCursor: 'loop:1', count: 1 } }), request)
      case 'error-field':
        return send(
          response,
          { status: 500, type: 'application/json', body: '{"error":"Internal server error"}' },
          request,
        )
      case 'gzip-bomb': {
        const bytes = Buffer.concat(Array(256).fill(packedMegabyte))
        response.writeHead(200, {
          'content-type': 'application/json',
          'content-encoding': 'gzip',
          'content-length': bytes.length,
        })
        return response.end(bytes)
      }
      case 'half': {
        const bytes = Buffer.from(good().body)
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': bytes.length })
        response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => request.socket.destroy())
        return
      }
      case 'hang':
        return
      case 'html':
        return send(
          response,
          { status: 200, type: 'text/html', body: '<!doctype html><title>Log in</title><form>Network access</form>' },
          request,
        )
      case 'huge': {
        response.writeHead(200, { 'content-type': 'application/json' })
        response.write('{"servers":[],"metadata":{"count":0},"x":"')
        const block = 'x'.repeat(1024 * 1024)
        const more = (left) => {
          if (response.destroyed) return
          if (left === 0) return response.end('"}')
          if (response.write(block)) setImmediate(() => more(left - 1))
          else response.once('drain', () => more(left - 1))
        }
        return more(64)
      }
      case 'no-etag':
        return send(response, good(), request, { etag: false })
      case 'only-v0':
        return send(
          response,
          url.pathname.startsWith('/v0.1') ? problem(404, 'Not Found', 'Endpoint not found.') : good(),
          request,
        )
      case 'redirect-loop':
        return send(
          response,
          { status: 302, type: 'text/plain', body: '', headers: { location: request.url } },
          request,
        )
      case 'redirect-other':
        return send(
          response,
          {
            status: 302,
            type: 'text/plain',
            body: '',
            headers: { location: `${origin().replace('127.0.0.1', 'localhost')}${url.pathname}${url.search}` },
          },
          request,
        )
      case 'redirect-same':
        return send(
          response,
          { status: 307, type: 'text/plain', body: '', headers: { location: `${url.pathname}${url.search}` } },
          request,
        )
      case 'slow':
        return later(3000, () => send(response, good(), request))
      case 'status': {
        const first = page0()
        if (first === undefined || count === 1) return send(response, good(), request)
        const servers = first.servers.map((entry, index) =>
          index === 0
            ? {
                ...entry,
                _meta: {
                  [OFFICIAL]: { ...metaOf(entry), status: 'deprecated', statusMessage: 'No longer maintained' },
                },
              }
            : entry,
        )
        return send(response, ok({ ...first, servers }), request)
      }
      case 'wrong-type':
        return send(response, { ...good(), type: 'text/plain' }, request)
      case '401':
        return send(
          response,
          { ...problem(401, 'Unauthorized', 'Sign in first'), headers: { 'www-authenticate': 'Bearer' } },
          request,
        )
      case '403':
        return send(response, problem(403, 'Forbidden', 'Not for this account'), request)
      case '404':
        return send(response, { status: 404, type: 'text/html', body: '<h1>Not found</h1>' }, request)
      case '422':
        return send(response, unprocessable('expected number <= 100', 'query.limit', 1000), request)
      case '429':
        return count <= 2
          ? send(
              response,
              { ...problem(429, 'Too Many Requests', 'Slow down'), headers: { 'retry-after': '2' } },
              request,
            )
          : send(response, good(), request)
      case '500':
        return send(response, problem(500, 'Internal Server Error', 'Failed to get registry list'), request)
      case '503':
        return send(
          response,
          {
            ...problem(503, 'Service Unavailable', 'Maintenance'),
            headers: { 'retry-after': new Date(Date.now() + 60_000).toUTCString() },
          },
          request,
        )
      default:
        return send(response, problem(404, 'Not Found', `No fault is called ${name}`), request)
    }
  }
  return withFault
}
