// Puts a peer over stdio at an address (Streamable HTTP, revision 2026-07-28): node over-http.mjs <path of a peer>
// Prints the address; PORT can set its port. The messages are the peer's: this program only carries them.
// TELL_HEADERS: each request's method and name, as its headers say them, are lines on stderr.
import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import { createInterface } from 'node:readline'

const [, , script] = process.argv
const peer = spawn(process.execPath, [script], {
  env: { ...process.env, MCP_ERA: 'modern' },
  stdio: ['pipe', 'pipe', 'inherit'],
})
peer.once('exit', () => process.exit(1))

/** The HTTP responses that wait for the peer's answers, by request ID. */
const waiting = new Map()
/** Where listeners are notified. */
const listeners = new Set()

createInterface({ input: peer.stdout }).on('line', (line) => {
  const { id, method } = JSON.parse(line)
  if (method !== undefined) for (const listener of listeners) listener.write(`data: ${line}\n\n`)
  else waiting.get(id)?.writeHead(200, { 'content-type': 'application/json' }).end(line)
  if (method === undefined) waiting.delete(id)
})

const server = createServer(async (request, response) => {
  if (request.method !== 'POST') return response.writeHead(405).end()
  const { 'mcp-method': named, 'mcp-name': name = '' } = request.headers
  if (process.env.TELL_HEADERS) process.stderr.write(`headers ${named} ${name}\n`)
  let text = ''
  for await (const piece of request.setEncoding('utf8')) text += piece
  const { id, method } = JSON.parse(text)
  if (id === undefined) response.writeHead(202).end()
  else if (method === 'subscriptions/listen') {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
    listeners.add(response)
    response.once('close', () => listeners.delete(response))
  } else waiting.set(id, response)
  peer.stdin.write(`${JSON.stringify(JSON.parse(text))}\n`)
})
server.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () =>
  process.stdout.write(`http://127.0.0.1:${server.address().port}/mcp\n`),
)
