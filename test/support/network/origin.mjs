import http from 'node:http'
import https from 'node:https'
import { listen } from './listen.mjs'

/**
 * A server behind the proxy. /echo tells what arrived; /sse?n=3&ms=50 sends events; /redirect?to=URL&status=307;
 * /mcp answers `initialize`; everything else is 404. `seen` has method, url and headers of each request.
 */
export async function startOrigin({ tls: credentials, host = '127.0.0.1' } = {}) {
  const seen = []
  const handle = (request, response) => {
    const chunks = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      const url = new URL(request.url, 'http://origin.invalid')
      const body = Buffer.concat(chunks).toString()
      seen.push({ method: request.method, url: request.url, headers: request.headers, body })
      if (url.pathname === '/echo')
        return response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(JSON.stringify({ method: request.method, url: request.url, headers: request.headers, body }))
      if (url.pathname === '/redirect')
        return response
          .writeHead(Number(url.searchParams.get('status') ?? 307), { location: url.searchParams.get('to') })
          .end()
      if (url.pathname === '/sse') return events(url, response)
      if (url.pathname === '/mcp') {
        const id = /"id":\s*("[^"]*"|\d+)/.exec(body)?.[1] ?? 'null'
        const result = '{"protocolVersion":"2025-11-25","capabilities":{},"serverInfo":{"name":"fake","version":"1"}}'
        response.writeHead(200, { 'content-type': 'application/json', 'mcp-session-id': 's1' })
        return response.end(`{"jsonrpc":"2.0","id":${id},"result":${result}}`)
      }
      response.writeHead(404, { 'content-type': 'text/plain' }).end('nothing here\n')
    })
  }
  const server = credentials ? https.createServer(credentials, handle) : http.createServer(handle)
  server.on('tlsClientError', () => undefined)
  const port = await listen(server, 0, host)
  const close = () => (server.closeAllConnections(), new Promise((resolve) => server.close(resolve)))
  return { port, address: `${host.includes(':') ? `[${host}]` : host}:${port}`, seen, close }
}

function events(url, response) {
  const [most, ms] = [Number(url.searchParams.get('n') ?? 3), Number(url.searchParams.get('ms') ?? 50)]
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' })
  response.flushHeaders()
  let sent = 0
  const timer = setInterval(() => {
    response.write(`data: ${++sent}\n\n`)
    if (sent >= most) (clearInterval(timer), response.end())
  }, ms)
  response.on('close', () => clearInterval(timer))
}
