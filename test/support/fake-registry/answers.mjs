// An ordinary registry's answers: the v0.1 API, cursors, versions, problems and ETags.

import { createHash } from 'node:crypto'
import { metaOf } from './records.mjs'

export const sha256 = (data) => createHash('sha256').update(data).digest('hex')
export const valid = (entry) => typeof entry?.server?.name === 'string' && typeof entry.server.version === 'string'

export const problem = (status, title, detail, errors) => ({
  status,
  type: 'application/problem+json',
  body: JSON.stringify({ title, status, detail, ...(errors && { errors }) }),
})
export const ok = (value) => ({ status: 200, type: 'application/json', body: JSON.stringify(value) })
export const unprocessable = (message, location, value) =>
  problem(422, 'Unprocessable Entity', 'validation failed', [{ message, location, value }])
const notFound = () => problem(404, 'Not Found', 'Server not found')

function list(entries, query) {
  const text = query.get('limit')
  const limit = text === null ? 30 : Number(text)
  if (!Number.isInteger(limit)) return unprocessable('invalid integer', 'query.limit', text)
  if (limit < 1) return unprocessable('expected number >= 1', 'query.limit', limit)
  if (limit > 100) return unprocessable('expected number <= 100', 'query.limit', limit)
  const since = query.get('updated_since')
  if (since !== null && !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(since))
    return problem(400, 'Bad Request', 'Invalid updated_since format: expected RFC3339 timestamp')
  const deleted = query.get('include_deleted') === 'true' || since !== null
  const search = query.get('search')?.toLowerCase()
  const version = query.get('version')
  const found = entries.filter(
    (entry) =>
      (deleted || metaOf(entry).status !== 'deleted') &&
      (search === undefined ||
        `${entry.server.name}\n${entry.server.title ?? ''}\n${entry.server.description}`
          .toLowerCase()
          .includes(search)) &&
      (version === null ||
        (version === 'latest' ? metaOf(entry).isLatest !== false : entry.server.version === version)) &&
      (since === null || Date.parse(metaOf(entry).updatedAt ?? 0) > Date.parse(since)),
  )
  const key = (entry) => `${entry.server.name}:${entry.server.version}`
  const cursor = query.get('cursor')
  let start = 0
  if (cursor !== null && cursor !== '') {
    start = entries.findIndex((entry) => key(entry) === cursor)
    if (start === -1) return problem(400, 'Bad Request', 'Invalid cursor parameter')
    const after = new Set(entries.slice(0, start + 1))
    start = found.findIndex((entry) => !after.has(entry))
    if (start === -1) start = found.length
  }
  const page = found.slice(start, start + limit)
  const more = start + limit < found.length
  return ok({ servers: page, metadata: { ...(more && { nextCursor: key(page.at(-1)) }), count: page.length } })
}

function versionsOf(entries, name, deleted) {
  const all = entries.filter((entry) => entry.server.name === name && (deleted || metaOf(entry).status !== 'deleted'))
  return all.length === 0 ? notFound() : ok({ servers: all, metadata: { count: all.length } })
}

function versionOf(entries, name, version) {
  const all = entries.filter((entry) => entry.server.name === name)
  const one =
    version === 'latest'
      ? all.find((entry) => metaOf(entry).isLatest !== false)
      : all.find((entry) => entry.server.version === version)
  return one === undefined ? notFound() : ok(one)
}

/** An ordinary registry's answer to a path below the base. */
export function answer(entries, url) {
  const parts = url.pathname.split('/').slice(1)
  if (parts[0] !== 'v0' && parts[0] !== 'v0.1')
    return problem(404, 'Not Found', 'Endpoint not found. See /docs for the API documentation.')
  const rest = parts.slice(1)
  if (rest.length === 1 && rest[0] === 'health') return ok({ status: 'ok' })
  if (rest.length === 1 && rest[0] === 'ping') return ok({ pong: true })
  if (rest.length === 1 && rest[0] === 'version')
    return ok({ version: 'fake', git_commit: '0', build_time: '2026-01-01T00:00:00Z' })
  if (rest[0] !== 'servers')
    return problem(404, 'Not Found', 'Endpoint not found. See /docs for the API documentation.')
  if (rest.length === 1) return list(entries, url.searchParams)
  let name, version
  try {
    name = decodeURIComponent(rest[1])
    version = rest[3] === undefined ? undefined : decodeURIComponent(rest[3])
  } catch {
    return problem(400, 'Bad Request', 'Invalid encoding in path')
  }
  const deleted = url.searchParams.get('include_deleted') === 'true'
  if (rest.length === 3 && rest[2] === 'versions') return versionsOf(entries, name, deleted)
  if (rest.length === 4 && rest[2] === 'versions') return versionOf(entries, name, version)
  return problem(404, 'Not Found', 'Endpoint not found. See /docs for the API documentation.')
}

export function send(response, { status, type, body, headers = {} }, request, { etag = true } = {}) {
  const bytes = Buffer.from(body ?? '')
  const tag = `"${sha256(bytes).slice(0, 32)}"`
  if (etag && status === 200) {
    if ((request.headers['if-none-match'] ?? '').split(',').some((one) => one.trim().replace(/^W\//, '') === tag)) {
      response.writeHead(304, { etag: tag, ...headers })
      response.end()
      return
    }
    headers = { etag: tag, ...headers }
  }
  response.writeHead(status, { 'content-type': type, 'content-length': bytes.length, ...headers })
  response.end(request.method === 'HEAD' ? undefined : bytes)
}
