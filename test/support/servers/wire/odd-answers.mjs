// Answers in one odd way.
//   ODD=text-ids | null-ids | null-beside | null-notified | bare-error | empty-cursor | same-cursor | undeclared
import { createInterface } from 'node:readline'
import process from 'node:process'

const odd = process.env.ODD
const tools = [{ name: 'act', inputSchema: { type: 'object' } }]
const cursors = { 'empty-cursor': { nextCursor: '' }, 'same-cursor': { nextCursor: 'more' } }

const results = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: odd === 'undeclared' ? {} : { tools: {} },
    serverInfo: { name: 'odd', version: '1' },
  }),
  ping: () => ({}),
  'tools/list': () => ({ tools, ...cursors[odd] }),
  'tools/call': () => ({ content: [{ type: 'text', text: 'acted' }] }),
}

function answer({ id, method, params }) {
  const result = results[method]?.(params)
  if (!result) return { id, error: { code: -32601, message: 'Method not found' } }
  if (odd === 'text-ids') return { id: String(id), result }
  if (odd === 'null-ids' && method === 'initialize')
    return { id: null, error: { code: -32000, message: 'quota exceeded for today' } }
  if (method !== 'tools/call') return { id, result }
  if (odd === 'bare-error') return { id, error: 'quota exceeded for today' }
  return { id, result }
}

const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
const notFound = { id: null, error: { code: -32601, message: 'Method not found' } }
const isLate = {
  'null-beside': (method) => method === 'tools/call',
  'null-notified': (method) => method === 'tools/list',
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const message = JSON.parse(line)
  if (message.id === undefined || message.method === undefined) return
  if (!isLate[odd]?.(message.method)) return send(answer(message))
  send(notFound)
  // Longer than Atrium waits for a right answer after a stray one.
  setTimeout(() => send(answer(message)), 1500)
})
