// Takes the given steps, one per request, and then only right ones. Each step is written to a file.
//   STEPS=<JSON list>: right | empty | end | null id | other type | break
//   LOG=<file>
import { appendFileSync, closeSync, writeSync } from 'node:fs'
import { createInterface } from 'node:readline'
import process from 'node:process'

const steps = JSON.parse(process.env.STEPS)

const results = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: 'chance', version: '1' },
  }),
  ping: () => ({}),
  'tools/list': () => ({ tools: [{ name: 'act', inputSchema: { type: 'object' } }] }),
}

const lineOf = (message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`

function answer({ id, method, params }) {
  const result = results[method]?.(params)
  return result ? { id, result } : { id, error: { code: -32601, message: 'Method not found' } }
}

const acts = {
  right: (message) => writeSync(1, lineOf(answer(message))),
  empty: () => writeSync(1, '\n'),
  end: () => process.exit(0),
  'null id': () => writeSync(1, lineOf({ id: null, error: { code: -32000, message: 'not today' } })),
  'other type': (message) => writeSync(1, lineOf({ ...answer(message), id: String(message.id) })),
  // The process stays.
  break: (message) => {
    const line = lineOf(answer(message))
    writeSync(1, line.slice(0, line.length / 2))
    closeSync(1)
  },
}

let isBroken = false
setInterval(() => {}, 60_000)
createInterface({ input: process.stdin })
  .on('line', (line) => {
    const message = JSON.parse(line)
    if (message.id === undefined || message.method === undefined) return
    const step = isBroken ? 'broken' : (steps.shift() ?? 'right')
    isBroken ||= step === 'break'
    appendFileSync(process.env.LOG, `${step}\n`)
    acts[step]?.(message)
  })
  .on('close', () => process.exit(0))
