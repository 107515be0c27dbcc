import { toApp } from '../addresses.ts'
import { strict } from '../strict.ts'

let lastNode = 0

/**
 * A frame as main sees it: it stays the same while its documents change. Once it is disposed of, by its end or a crash of
 * its page, every look at what is in it throws: shell/browser/api/electron_api_web_frame_main.cc of Electron.
 */
class WebFrameMain {
  readonly frameTreeNodeId = (lastNode += 1)
  readonly #parent: WebFrameMain | null
  readonly #known = { url: '', origin: 'null', name: '' }
  #isDisposed = false

  constructor(parent: WebFrameMain | null) {
    this.#parent = parent
  }

  get parent(): WebFrameMain | null {
    return this.#look(this.#parent)
  }

  get url(): string {
    return this.#look(this.#known.url)
  }

  get origin(): string {
    return this.#look(this.#known.origin)
  }

  get name(): string {
    return this.#look(this.#known.name)
  }

  get routingId(): number {
    return this.#look(this.frameTreeNodeId)
  }

  get processId(): number {
    return this.#look(1)
  }

  get detached(): boolean {
    return this.#isDisposed
  }

  isDestroyed(): boolean {
    return this.#isDisposed
  }

  static urlOf(frame: WebFrameMain): string {
    return frame.#known.url
  }

  static dispose(frame: WebFrameMain): void {
    frame.#isDisposed = true
  }

  /** Its next document brings a frame back. */
  static learn(frame: WebFrameMain, news: { url?: string; origin?: string; name?: string }): void {
    Object.assign(frame.#known, news)
    if (news.url !== undefined) frame.#isDisposed = false
  }

  #look<T>(value: T): T {
    if (this.#isDisposed) throw new Error('Render frame was disposed before WebFrameMain could be accessed')
    return value
  }
}

/** One frame of a page; `document` counts its documents. */
export type Frame = { readonly face: WebFrameMain; readonly inner: WebFrameMain; document: number }

export type FrameNews = { id: string; parentId?: string; url: string; securityOrigin: string; name?: string }

/** As main has it; Chromium uses two words for an opaque origin. */
export const originOf = (origin: string): string => (origin === '://' || origin === '' ? 'null' : toApp(origin))

const made = (parent: WebFrameMain | null): Frame => {
  const inner = new WebFrameMain(parent)
  return { inner, face: strict('WebFrameMain', inner), document: 0 }
}

/** One page's frames by Chromium's IDs. */
export class Frames {
  readonly main = made(null)
  readonly #byId = new Map<string, Frame>()

  /** The page's URL, also after a crash. */
  get url(): string {
    return WebFrameMain.urlOf(this.main.inner)
  }

  /** From now on this is the main frame's ID. */
  name(id: string): void {
    this.#byId.set(id, this.main)
  }

  find(id: string | undefined): Frame | undefined {
    return id === undefined ? undefined : this.#byId.get(id)
  }

  attach(id: string, parentId?: string): Frame {
    const frame = this.#byId.get(id) ?? made(this.find(parentId)?.face ?? null)
    this.#byId.set(id, frame)
    return frame
  }

  /** Another document was loaded into the frame. */
  navigate({ id, parentId, url, securityOrigin, name }: FrameNews): Frame {
    const frame = this.attach(id, parentId)
    frame.document += 1
    WebFrameMain.learn(frame.inner, { url: toApp(url), origin: originOf(securityOrigin), name: name ?? '' })
    return frame
  }

  detach(id: string): void {
    const frame = this.#byId.get(id)
    if (!frame) return
    WebFrameMain.dispose(frame.inner)
    frame.document += 1
    this.#byId.delete(id)
  }

  /** The frame is still on the same document, under this URL. */
  moved(frame: Frame, url: string): void {
    WebFrameMain.learn(frame.inner, { url: toApp(url) })
  }

  /** An empty frame has its parent's origin, which only its world knows. */
  originated(frame: Frame, origin: string): void {
    WebFrameMain.learn(frame.inner, { origin: originOf(origin) })
  }

  /** The page has crashed. */
  dispose(): void {
    for (const { inner } of this.#byId.values()) WebFrameMain.dispose(inner)
  }
}
