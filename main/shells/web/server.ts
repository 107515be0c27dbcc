import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { HostEnd, Session } from '../../../shared/contract/commands.ts'
import { isObject } from '../../../shared/schema/json.ts'
import { bodyLimit, refuse, tooLarge, type AdmissionRefusal } from './admission.ts'
import { answerError, answerJson, answerRefusal, prepareResponse } from './answers.ts'
import { carryCall, carryFeed } from './link.ts'
import { listenLocally } from './listening.ts'
import type { Pages } from '../common/pages.ts'
import { commonWords } from '../common/words.ts'
import type { Sessions } from './sessions.ts'
import { webWords as words } from './words.ts'

/** The parts of the host that the web shell's server offers to signed-in tabs. */
export type Site = {
  link: (session: Session) => HostEnd
  sessions: Sessions
  pages: Pages
  /** The origin of the proxies of servers' apps, the only one that the page can frame. */
  proxies: string
  /** Called when a launch code was used. */
  onSignIn: (session: Session) => void
}

/** A listening server on the loopback interface. */
export type WebServer = { port: number; close(): void }

/**
 * Milliseconds for a request's headers, and then for its body; no client keeps a connection without sending a request.
 */
const usualLimits = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 2_000,
  keepAliveTimeout: 5_000,
  maxHeaderSize: 16 * 1024,
  maxConnections: 256,
}
/** Pages of other origins can't send this header without permission, and a cookie alone doesn't include it. */
const tokenHeader = 'x-atrium-token'
/** The page's nonce, which the feed's first line must answer. */
const nonceHeader = 'x-atrium-nonce'

/** Serves a host to browsers on this machine. Throws `conflict` if the port is unavailable; it never takes another. */
export async function serve(site: Site, port: number, limits = usualLimits): Promise<WebServer> {
  const server = createServer(limits)
  server.maxConnections = limits.maxConnections
  const listening = await listenLocally(server, port)
  const own = `127.0.0.1:${listening}`
  server.on('request', (request, response) => {
    prepareResponse(response, site.proxies)
    handle(site, own, request, response).catch((error: unknown) => answerError(response, error))
  })
  return {
    port: listening,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

async function handle(site: Site, own: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const refusal = refuse(request, own)
  if (refusal) return answerRefusal(response, refusal)
  switch (`${request.method} ${request.url}`) {
    case 'POST /session':
      return signIn(site, request, response)
    case 'POST /call':
    case 'GET /events': {
      const token = request.headers[tokenHeader]
      const visitor = typeof token === 'string' ? site.sessions.find(token, request.headers.cookie) : undefined
      if (!visitor) return answerRefusal(response, signedOut)
      if (request.method === 'GET')
        return carryFeed(site.link(visitor.session), visitor, response, request.headers[nonceHeader])
      const body = await readJson(request)
      return 'status' in body
        ? answerRefusal(response, body)
        : carryCall(site.link(visitor.session), body.json, response)
    }
    default:
      return answerPage(site.pages, request, response)
  }
}

const signedOut: AdmissionRefusal = {
  status: 401,
  code: 'forbidden',
  message: words.signedOut,
}
const wrongCode: AdmissionRefusal = {
  status: 401,
  code: 'forbidden',
  message: words.wrongCode,
}
const locked: AdmissionRefusal = {
  status: 429,
  code: 'forbidden',
  message: words.locked,
}

async function signIn(site: Site, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await readJson(request)
  if ('status' in body) return answerRefusal(response, body)
  const code = isObject(body.json) && typeof body.json.code === 'string' ? body.json.code : ''
  const signedIn = site.sessions.signIn(code, request.headers.cookie)
  if ('refused' in signedIn) return answerRefusal(response, signedIn.refused === 'locked' ? locked : wrongCode)
  const { token, proofKey, session, setCookie } = signedIn
  site.onSignIn(session)
  response.setHeader('set-cookie', setCookie)
  answerJson(response, 200, { token, proofKey, session })
}

/** A request's body, read only up to the limit. */
async function readJson(request: IncomingMessage): Promise<{ json: unknown } | AdmissionRefusal> {
  const chunks: Buffer[] = []
  let bytes = 0
  const body: AsyncIterable<Buffer> = request.iterator({ destroyOnReturn: false })
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > bodyLimit(request.url)) return tooLarge(request.url)
    chunks.push(chunk)
  }
  try {
    return { json: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks))) }
  } catch {
    return { status: 400, code: 'bad-input', message: words.notJson }
  }
}

function answerPage(pages: Pages, request: IncomingMessage, response: ServerResponse): void {
  const page = pages.get(request.url ?? '')
  if (!page) return answerRefusal(response, { status: 404, code: 'not-found', message: commonWords.nothingHere })
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.setHeader('allow', 'GET, HEAD')
    return answerRefusal(response, { status: 405, code: 'bad-input', message: commonWords.readOnly })
  }
  const { type, cache, body } = page
  response.writeHead(200, { 'content-type': type, 'content-length': body.length, 'cache-control': cache })
  response.end(request.method === 'HEAD' ? undefined : body)
}
