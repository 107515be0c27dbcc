// A small MCP server over stdio for test peers: correct by default, so each peer can break exactly one thing.
//   MCP_ERA=legacy (default) | modern | dual     START_LOG=<file>: gets a line at every start
import { appendFileSync } from 'node:fs'
import process from 'node:process'

const legacyRevisions = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05']
const modernRevision = '2026-07-28'
const meta = 'io.modelcontextprotocol/'

if (process.env.START_LOG) appendFileSync(process.env.START_LOG, `${process.pid}\n`)

export const rawWrite = (text) => process.stdout.write(text)
export const send = (message) => process.stdout.write(`${JSON.stringify(message)}\n`)
export const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
export const text = (words, extra = {}) => ({ content: [{ type: 'text', text: words }], ...extra })
export const env = (name, otherwise) => process.env[name] ?? otherwise
export const num = (name, otherwise) => Number(process.env[name] ?? otherwise)
export const anything = { type: 'object' }

/** `call` answers a tool call with a result, or answers itself and returns nothing; `handlers` replace whole methods. */
export function serve({ name = 'peer', capabilities = { tools: { listChanged: true } }, tools = [], ...options }) {
  const { call, handlers = {}, onInitialized, onCancel, exitOnEof = true, instructions } = options
  const said = instructions === undefined ? {} : { instructions }
  const era = options.era ?? env('MCP_ERA', 'legacy')
  const pending = new Map()
  let nextId = 1

  const isModern = (message) => Boolean(message.params?._meta?.[`${meta}protocolVersion`])
  const decorate = (message, result) => {
    if (!isModern(message) || result === null || typeof result !== 'object') return result
    const own = { resultType: 'complete', _meta: { [`${meta}serverInfo`]: { name, version: '1.0.0' } } }
    return message.method === 'tools/call'
      ? { ...own, ...result }
      : { ...own, ttlMs: 0, cacheScope: 'private', ...result }
  }
  const api = {
    reply: (message, result) => void send({ jsonrpc: '2.0', id: message.id, result: decorate(message, result) }),
    error: (message, code, words) => void send({ jsonrpc: '2.0', id: message.id, error: { code, message: words } }),
    notify: (method, params) => void send({ jsonrpc: '2.0', method, ...(params ? { params } : {}) }),
    request: (method, params) =>
      new Promise((resolve) => {
        const id = `s${nextId++}`
        pending.set(id, resolve)
        send({ jsonrpc: '2.0', id, method, ...(params ? { params } : {}) })
      }),
  }

  const methods = {
    initialize: (message) => {
      if (era === 'modern') return api.error(message, -32602, `initialize is not supported; use ${modernRevision}`)
      const wanted = message.params?.protocolVersion
      const protocolVersion = legacyRevisions.includes(wanted) ? wanted : legacyRevisions[0]
      return api.reply(message, { protocolVersion, capabilities, serverInfo: { name, version: '1.0.0' }, ...said })
    },
    'server/discover': (message) =>
      era === 'legacy'
        ? api.error(message, -32601, 'Method not found')
        : api.reply(message, {
            supportedVersions: [modernRevision, ...(era === 'dual' ? legacyRevisions : [])],
            capabilities,
            ...said,
          }),
    ping: (message) => api.reply(message, {}),
    'tools/list': async (message) =>
      api.reply(message, { tools: typeof tools === 'function' ? await tools(message) : tools }),
    'tools/call': async (message) => {
      const result = await call?.(message.params?.name, message.params?.arguments ?? {}, message, api)
      if (result !== undefined) api.reply(message, result)
    },
    'subscriptions/listen': (message) =>
      api.notify('notifications/subscriptions/acknowledged', {
        _meta: { [`${meta}subscriptionId`]: message.id },
        notifications: message.params?.notifications ?? {},
      }),
    ...handlers,
  }

  async function handle(message) {
    if (message === null || typeof message !== 'object') return
    if (message.method === undefined) {
      pending.get(message.id)?.(message)
      pending.delete(message.id)
    } else if (message.id === undefined) {
      if (message.method === 'notifications/initialized') await onInitialized?.(api)
      if (message.method === 'notifications/cancelled') await onCancel?.(message.params, api)
    } else {
      const method = methods[message.method]
      if (!method) return api.error(message, -32601, 'Method not found')
      await Promise.resolve(method(message, api)).catch((error) => api.error(message, -32603, String(error)))
    }
  }

  let rest = ''
  process.stdin.setEncoding('utf8')
  process.stdin.on('data', (data) => {
    const lines = (rest + data).split('\n')
    rest = lines.pop()
    for (const line of lines) if (line.trim()) void handle(JSON.parse(line))
  })
  process.stdin.on('end', () => exitOnEof && process.exit(0))
  process.stdout.on('error', () => exitOnEof && process.exit(0))
  return api
}
