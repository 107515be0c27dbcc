import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Browser, BrowserContext, Frame, Page } from '@playwright/test'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import type { OpenedFrame, ServedFrame } from '../../../main/host/platform.ts'
import { contentPolicyOf } from '../../../main/host/apps/app-policy.ts'
import {
  proxyDocument,
  readProxyScript,
  viewDocument,
  type FrameDocument,
} from '../../../main/shells/common/frame-documents.ts'
import { readPages, type Pages } from '../../../main/shells/common/pages.ts'
import { WebAppFrames } from '../../../main/shells/web/app-frames.ts'
import { serve } from '../../../main/shells/web/server.ts'
import { Sessions } from '../../../main/shells/web/sessions.ts'
import { root } from '../support/root.ts'

/** One frame, as the page around it knows it. */
export type Shown = {
  title: string
  address: string
  messages: { method?: unknown; params?: unknown }[]
  ready: number
  gone: string[]
}

/** The page around the frames, as a test uses it. */
export type Harness = {
  canShowApps: boolean
  shown(): readonly Shown[]
  show(title: string, address: string): void
  hide(title: string): void
  send(title: string, message: unknown): void
  /** Time for a ping. */
  tick(): void
}

declare global {
  var harness: Harness
}

/** Weakens a document for a frame. */
export type Weakening = (document: FrameDocument, of: 'proxy' | 'view') => FrameDocument

const script = (): string => readProxyScript(path.join(root, 'out/proxy/proxy.js'))
const loopback = '127.0.0.1'
const unnamed = { policy: contentPolicyOf([]), allowedOrigins: [] }

/** A page with the policy of Atrium's, and frames in it as the browser shell serves them. */
export class Framed {
  readonly page: Page
  readonly context: BrowserContext
  /** The origin of the page around the frames. */
  readonly origin: string
  readonly #frames: Pick<WebAppFrames, 'open'>
  readonly #end: () => Promise<void>

  /** A change weakens all that is served for frames, which shows that a check can fail. */
  static async open(browser: Browser, pages: Pages, change?: Weakening): Promise<Framed> {
    const frames = change ? await WeakFrames.listen(change) : await WebAppFrames.listen(script)
    const link = () => {
      throw new Error('Nobody signs in here.')
    }
    const site = { link, sessions: new Sessions('frames', 'use'), pages, proxies: frames.origin, onSignIn: link }
    const server = await serve(site, 0)
    const origin = `http://${loopback}:${server.port}`
    frames.framedBy(origin)
    const context = await browser.newContext()
    const page = await context.newPage()
    const end = async (): Promise<void> => {
      await context.close()
      server.close()
      frames.close()
    }
    const framed = new Framed({ page, context, origin, frames, end })
    await framed.anew()
    return framed
  }

  private constructor(parts: {
    page: Page
    context: BrowserContext
    origin: string
    frames: Pick<WebAppFrames, 'open'>
    end: () => Promise<void>
  }) {
    this.page = parts.page
    this.context = parts.context
    this.origin = parts.origin
    this.#frames = parts.frames
    this.#end = parts.end
  }

  /** An empty page. */
  async anew(): Promise<void> {
    await this.page.goto(this.origin)
    await this.page.waitForFunction(() => 'harness' in globalThis)
  }

  /** Shows a page. Its policy names no hosts unless it is given. */
  async show(title: string, html: string, given: Partial<ServedFrame> = {}): Promise<OpenedFrame> {
    const opened = await this.#frames.open({ ...unnamed, html, ...given })
    await this.page.evaluate(([name = '', at = '']) => harness.show(name, at), [title, opened.address])
    return opened
  }

  /** The frame of the app itself, inside its proxy, after its document was loaded. */
  async inside(title: string): Promise<Frame> {
    const inner = this.page.frameLocator(`iframe[title="${title}"]`).locator('iframe')
    const frame = await (await inner.elementHandle())?.contentFrame()
    if (!frame) throw new Error(`${title} has no frame.`)
    await frame.waitForLoadState()
    return frame
  }

  /** One frame, as the page around it knows it. */
  async of(title: string): Promise<Shown> {
    const shown = await this.all()
    return shown.find((it) => it.title === title) ?? { title, address: '', messages: [], ready: 0, gone: [] }
  }

  all(): Promise<readonly Shown[]> {
    return this.page.evaluate(() => harness.shown())
  }

  /** Whether an app runs in a process apart from the one around it. */
  async isApart(title: string): Promise<boolean> {
    const session = await this.context.newCDPSession(await this.inside(title)).catch(() => undefined)
    await session?.detach()
    return session !== undefined
  }

  close(): Promise<void> {
    return this.#end()
  }
}

/** The page around the frames, built with the window's own component. */
export async function buildHarness(): Promise<Pages> {
  const directory = mkdtempSync(path.join(tmpdir(), 'atrium-frames-'))
  try {
    await build({
      configFile: false,
      root: path.join(import.meta.dirname, 'harness'),
      plugins: [react()],
      logLevel: 'error',
      build: { outDir: directory, emptyOutDir: true, assetsInlineLimit: 0, modulePreload: { polyfill: false } },
    })
    return readPages(directory)
  } finally {
    rmSync(directory, { recursive: true })
  }
}

/** Serves the same documents as the browser shell, after a change. */
class WeakFrames {
  readonly origin: string
  readonly #change: Weakening
  readonly #documents: Map<string, FrameDocument>
  readonly #servers: Server[]
  #page = ''

  static async listen(change: Weakening): Promise<WeakFrames> {
    const documents = new Map<string, FrameDocument>()
    return new WeakFrames(change, documents, await serveDocuments(documents))
  }

  private constructor(change: Weakening, documents: Map<string, FrameDocument>, server: Server) {
    this.#change = change
    this.#documents = documents
    this.#servers = [server]
    this.origin = originOf(server)
  }

  framedBy(origin: string): void {
    this.#page = origin
  }

  async open(served: ServedFrame): Promise<OpenedFrame> {
    const own = new Map<string, FrameDocument>()
    const server = await serveDocuments(own)
    this.#servers.push(server)
    const places = { page: this.#page, proxy: this.origin, view: `${originOf(server)}/` }
    own.set('/', this.#change(viewDocument(served, places), 'view'))
    const place = `/${this.#servers.length}`
    this.#documents.set(place, this.#change(proxyDocument(places, script()), 'proxy'))
    return { address: `${this.origin}${place}`, close: () => undefined }
  }

  close(): void {
    for (const server of this.#servers) {
      server.closeAllConnections()
      server.close()
    }
  }
}

async function serveDocuments(documents: Map<string, FrameDocument>): Promise<Server> {
  const server = createServer(({ url = '' }, response) => {
    const document = documents.get(url)
    response.writeHead(document ? 200 : 404, document?.headers).end(document?.html)
  })
  await new Promise<void>((resolve) => server.listen(0, loopback, resolve))
  return server
}

const originOf = (server: Server): string => `http://${loopback}:${(server.address() as AddressInfo).port}`
