// A server of both eras over Streamable HTTP, written with the official server library. LEGACY=reject: modern only.
// Prints its address, of which PORT may name the port. HEADER_LOG: a file that gets the method and the authorization of
// each request.
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server'
import { appendFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { Readable } from 'node:stream'
import { z } from 'zod'
import { boardCapabilities, offerBoard } from './board.mjs'

let learned = false
const listeners = new Set()

const words = (text) => ({ content: [{ type: 'text', text }] })

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
  process.stderr.write('[peer] slow\n')
  const progressToken = mcpReq._meta?.progressToken
  for (let progress = 1; progress <= n; progress++) {
    await wait(100, mcpReq.signal)
    if (progressToken === undefined) continue
    const params = { progressToken, progress, total: n, message: `step ${progress}` }
    await mcpReq.notify({ method: 'notifications/progress', params })
  }
  return words('done')
}

const tell = {
  updated: (uri) => handler.notify.resourceUpdated(uri),
  listsChanged: () => {
    handler.notify.promptsChanged()
    handler.notify.resourcesChanged()
  },
}

function build() {
  const server = new McpServer(
    { name: 'http-modern-peer', version: '1.0.0', title: 'Modern Peer' },
    { capabilities: { tools: { listChanged: true }, ...boardCapabilities } },
  )
  server.registerTool('echo', { inputSchema: z.object({ text: z.string() }) }, ({ text }) => words(text))
  server.registerTool('slow', { inputSchema: z.object({ n: z.number() }) }, slow)
  server.registerTool('hang_up', { description: 'Learns a tool after it cut off whoever would be told' }, () => {
    for (const listener of listeners) listener.destroy()
    learned = true
    return words('hung up')
  })
  offerBoard(server, tell, false)
  if (learned) server.registerTool('learned', {}, () => words('well'))
  return server
}

const handler = createMcpHandler(build, process.env.LEGACY ? { legacy: process.env.LEGACY } : {})

const server = createServer(async (incoming, outgoing) => {
  if (process.env.HEADER_LOG)
    appendFileSync(process.env.HEADER_LOG, `${incoming.method} ${incoming.headers.authorization ?? ''}\n`)
  if (incoming.headers['mcp-method'] === 'subscriptions/listen') listeners.add(outgoing)
  const left = new AbortController()
  outgoing.once('close', () => {
    listeners.delete(outgoing)
    left.abort()
  })
  const answer = await handler.fetch(
    new Request(`http://127.0.0.1${incoming.url}`, {
      method: incoming.method,
      headers: incoming.headers,
      signal: left.signal,
      ...(incoming.method === 'POST' && { body: Readable.toWeb(incoming), duplex: 'half' }),
    }),
  )
  outgoing.writeHead(answer.status, Object.fromEntries(answer.headers))
  if (!answer.body) return outgoing.end()
  const body = Readable.fromWeb(answer.body)
  body.on('error', () => outgoing.destroy())
  outgoing.once('close', () => body.destroy())
  body.pipe(outgoing)
})
server.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () =>
  process.stdout.write(`http://127.0.0.1:${server.address().port}/mcp\n`),
)
