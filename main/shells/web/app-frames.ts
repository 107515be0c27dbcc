import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { OpenedFrame, AppFrames, ServedFrame } from '../../host/platform.ts'
import { proxyDocument, viewDocument, type FrameDocument } from '../common/frame-documents.ts'
import { listenLocally } from './listening.ts'

/** Milliseconds and bytes; nothing but short requests of a browser comes here. */
const limits = {
  headersTimeout: 10_000,
  requestTimeout: 10_000,
  connectionsCheckingInterval: 2_000,
  keepAliveTimeout: 5_000,
  maxHeaderSize: 16 * 1024,
}
const mostConnections = 64

/**
 * Serves servers' apps to tabs: one port for all proxies and one for each app, so apps are of different origins to
 * each other, to the proxies and to Atrium's own page.
 */
export class WebAppFrames implements AppFrames {
  readonly #proxies: FramePort
  readonly #script: () => string
  readonly #views = new Set<FramePort>()
  #page = "'none'"

  /** Listens on a free port. `script` returns the proxy's script. */
  static async listen(script: () => string): Promise<WebAppFrames> {
    return new WebAppFrames(await FramePort.open(), script)
  }

  private constructor(proxies: FramePort, script: () => string) {
    this.#proxies = proxies
    this.#script = script
  }

  /** The origin of all proxies, for the policy of Atrium's page. */
  get origin(): string {
    return this.#proxies.origin
  }

  /** The origin of Atrium's page, which alone can frame proxies. Without it nothing can. */
  framedBy(origin: string): void {
    this.#page = origin
  }

  async open(served: ServedFrame): Promise<OpenedFrame> {
    const script = this.#script()
    const port = await FramePort.open()
    this.#views.add(port)
    const path = newPath()
    const places = { page: this.#page, proxy: this.origin, view: `${port.origin}${path}` }
    port.put(path, viewDocument(served, places))
    const proxyPath = newPath()
    this.#proxies.put(proxyPath, proxyDocument(places, script))
    return {
      address: `${this.origin}${proxyPath}`,
      close: () => {
        this.#proxies.remove(proxyPath)
        this.#views.delete(port)
        port.close()
      },
    }
  }

  close(): void {
    for (const port of [this.#proxies, ...this.#views]) port.close()
  }
}

/** 256 bits, so no other app or program finds it. */
const newPath = (): string => `/${randomBytes(32).toString('base64url')}`

/** One port with documents for frames. */
class FramePort {
  readonly #server: Server
  readonly #own: string
  readonly #documents = new Map<string, FrameDocument>()

  static async open(): Promise<FramePort> {
    const server = createServer(limits)
    server.maxConnections = mostConnections
    return new FramePort(server, await listenLocally(server, 0))
  }

  private constructor(server: Server, port: number) {
    this.#server = server
    this.#own = `127.0.0.1:${port}`
    server.on('request', (request, response) => this.#answer(request, response))
  }

  get origin(): string {
    return `http://${this.#own}`
  }

  put(path: string, document: FrameDocument): void {
    this.#documents.set(path, document)
  }

  remove(path: string): void {
    this.#documents.delete(path)
  }

  close(): void {
    this.#server.close()
    this.#server.closeAllConnections()
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const document = this.#isForFrame(request) ? this.#documents.get(request.url ?? '') : undefined
    if (document) response.writeHead(200, document.headers).end(document.html)
    else response.writeHead(404, nothing).end()
  }

  /** A document for a frame, by the name it has here; all else is answered as if nothing were here. */
  #isForFrame({ method, headers, headersDistinct }: IncomingMessage): boolean {
    const hosts = headersDistinct.host ?? []
    return method === 'GET' && hosts.length === 1 && hosts[0] === this.#own && headers['sec-fetch-dest'] === 'iframe'
  }
}

const nothing = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
  connection: 'close',
}
