import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { timingSafeEqual } from 'node:crypto'
import type { Socket } from 'node:net'
import { signInWords } from './words.ts'

const path = '/callback'
const mostConnections = 16
const longestQuery = 8192

/** Waits on this computer for a browser redirected from a sign-in page (RFC 8252, 7.3). */
export type Callback = {
  redirectUri: string
  port: number
  /** The browser's query, once, with the right state. All other requests are rejected. */
  came: Promise<URLSearchParams>
  close(): void
}

/** The redirect URI for a port. */
export const redirectUriAt = (port: number): string => `http://127.0.0.1:${port}${path}`

/** Port 0 means any free one; undefined if the given one is in use. `state` is known only to that browser. */
export async function listenForCallback(port: number, state: string): Promise<Callback | undefined> {
  const { promise: came, resolve } = Promise.withResolvers<URLSearchParams>()
  const server = createServer(
    { maxHeaderSize: 16_384, requestTimeout: 5000, connectionsCheckingInterval: 1000 },
    (request, response) => {
      const query = broughtBy(request, state, own)
      if (!query) return answer(response, 400, signInWords.otherSignIn)
      answer(response, 200, signInWords.closePage)
      resolve(query)
      server.close()
    },
  )
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    // A program that merely keeps connections open can't lock the browser out.
    const [oldest] = sockets
    if (sockets.size >= mostConnections) oldest?.destroy()
    sockets.add(socket.once('close', () => sockets.delete(socket)))
  })
  const heard = await new Promise<boolean>((done) => {
    server.once('error', () => done(false))
    server.listen({ port, host: '127.0.0.1' }, () => done(true))
  })
  const address = heard ? server.address() : null
  if (address === null || typeof address === 'string') return undefined
  const own = `127.0.0.1:${address.port}`
  const close = () => {
    server.close()
    // The confirmation page is still being sent.
    setTimeout(() => server.closeAllConnections(), 500).unref()
  }
  return { redirectUri: redirectUriAt(address.port), port: address.port, came, close }
}

/** The query of the redirected browser; undefined for another name of this computer, another state, or another path. */
function broughtBy(
  { method, url = '', headers }: IncomingMessage,
  state: string,
  own: string,
): URLSearchParams | undefined {
  if (method !== 'GET' || headers.host !== own || url.length > longestQuery) return undefined
  // A program can send any text as its target.
  const { pathname, searchParams } = URL.parse(url, `http://${own}`) ?? {}
  if (!searchParams) return undefined
  const [given, ...more] = searchParams.getAll('state')
  if (pathname !== path || given === undefined || more.length > 0) return undefined
  const [a, b] = [Buffer.from(given), Buffer.from(state)]
  return a.length === b.length && timingSafeEqual(a, b) ? searchParams : undefined
}

/** The page contains none of the request's content. */
function answer(response: ServerResponse, status: number, sentence: string): void {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    connection: 'close',
  })
  response.end(signInWords.page(sentence))
}
