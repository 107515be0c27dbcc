// A server of both eras, written with the official server library. LEGACY=reject: modern only; LEGACY=only: the older.
import { fromJsonSchema, inputRequired, inputResponse, McpServer } from '@modelcontextprotocol/server'
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import { appendFileSync } from 'node:fs'
import { z } from 'zod'
import { boardCapabilities, offerBoard } from './board.mjs'

if (process.env.START_LOG) appendFileSync(process.env.START_LOG, `${process.pid}\n`)

const nothing = z.object({})
const words = (text) => ({ content: [{ type: 'text', text }] })
const form = { type: 'object', properties: { name: { type: 'string', default: 'Bob' } }, required: ['name'] }

function wait(ms, signal) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      process.stderr.write('[peer] aborted\n')
      reject(new Error('aborted'))
    })
  })
}

async function slow({ n }, { mcpReq }) {
  const progressToken = mcpReq._meta?.progressToken
  for (let progress = 1; progress <= n; progress++) {
    await wait(100, mcpReq.signal)
    await mcpReq.log('info', { progress })
    if (progressToken !== undefined)
      await mcpReq.notify({
        method: 'notifications/progress',
        params: { progressToken, progress, total: n, message: `step ${progress}` },
      })
  }
  return words('done')
}

function build() {
  const server = new McpServer(
    { name: 'modern-peer', version: '1.0.0', title: 'Modern Peer' },
    {
      capabilities: { tools: { listChanged: true }, logging: {}, ...boardCapabilities },
      instructions: 'peer instructions',
    },
  )
  const echo = { description: 'echo', inputSchema: z.object({ text: z.string() }), annotations: { readOnlyHint: true } }
  server.registerTool('echo', echo, ({ text }) => words(text))
  const list = { inputSchema: nothing, outputSchema: fromJsonSchema({ type: 'array', items: { type: 'string' } }) }
  server.registerTool('array_out', list, () => ({ ...words('["a","b"]'), structuredContent: ['a', 'b'] }))
  server.registerTool('ask_form', { inputSchema: nothing }, (_args, { mcpReq }) => {
    const answer = inputResponse(mcpReq.inputResponses, 'who')
    if (answer.kind !== 'missing') return words(JSON.stringify(answer))
    return inputRequired({
      inputRequests: { who: inputRequired.elicit({ message: 'Who are you?', requestedSchema: form }) },
    })
  })
  server.registerTool('slow', { inputSchema: z.object({ n: z.number().default(5) }) }, slow)
  server.registerTool('bump', { inputSchema: nothing }, () => {
    server.registerTool(`bumped_${Date.now()}`, { inputSchema: nothing }, () => words('bumped'))
    return words('bumped')
  })
  const tell = { updated: (uri) => server.server.sendResourceUpdated({ uri }), listsChanged: () => undefined }
  for (const method of ['resources/subscribe', 'resources/unsubscribe'])
    server.server.setRequestHandler(method, () => ({}))
  offerBoard(server, tell, true)
  return server
}

if (process.env.LEGACY === 'only') await build().connect(new StdioServerTransport())
else serveStdio(build, process.env.LEGACY ? { legacy: process.env.LEGACY } : {})
