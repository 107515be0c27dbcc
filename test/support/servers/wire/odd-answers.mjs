// Answers in one odd way.
//   ODD=text-ids | null-ids | bare-error | empty-cursor | same-cursor | undeclared
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
  if (method !== 'tools/call') return { id, result }
  if (odd === 'bare-error') return { id, error: 'quota exceeded for today' }
  return odd === 'null-ids'
    ? { id: null, error: { code: -32000, message: 'quota exceeded for today' } }
    : { id, result }
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const message = JSON.parse(line)
  if (message.id === undefined || message.method === undefined) return
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...answer(message) })}\n`)
})
