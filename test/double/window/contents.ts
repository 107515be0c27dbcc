import { life } from '../app.ts'
import { toApp, toChromium } from '../addresses.ts'
import type { Frame } from './frames.ts'
import { invoke, ipcMain } from '../ipc.ts'
import { leaveFor } from '../outside.ts'
import { keyOf } from './keys.ts'
import { bitmapOf } from './bitmap.ts'
import { Page, type Owner, type Said } from './page.ts'
import { applyPermissions, mayLeave, policyInside } from './permissions.ts'
import { defaultSession, Session } from '../session.ts'
import { chromium, options, running } from './state.ts'
import { ask, callApp, destroyed, faceOf, onlyKnown, strict, StrictEmitter } from '../strict.ts'
import type { Popup, Tab } from './targets.ts'

type OpenRequest = { url: string; frameName: string; features: string; disposition: string }
type OpenHandler = (details: OpenRequest) => { action: 'allow' | 'deny' }
type Key = { type: 'keyDown' | 'keyUp'; keyCode: string; modifiers?: string[] }
/** Returns the tab that contains the contents. */
type Open = (closed: () => void) => Promise<Tab>
export type WebPreferences = { preload?: string; devTools?: boolean }

const events = [
  'did-finish-load',
  'dom-ready',
  'did-start-navigation',
  'did-navigate',
  'did-frame-navigate',
  'did-navigate-in-page',
  'will-navigate',
  'will-frame-navigate',
  'will-redirect',
  'render-process-gone',
  'before-input-event',
  'destroyed',
  // The double never emits these; a test can.
  'will-attach-webview',
  'context-menu',
  'unresponsive',
  'responsive',
  'did-fail-load',
  'preload-error',
  'certificate-error',
  'context-menu',
]
const modifierBits: Record<string, number> = { alt: 1, control: 2, ctrl: 2, meta: 4, cmd: 4, shift: 8 }

/** Milliseconds until a forbidden tab that makes no request is closed. */
const patience = 5000

let lastId = 0
const all = new Map<string, WebContents>()
/** Pages see it as the preferred theme; empty for Chromium's own. */
let scheme = ''

/** One window's page, as main sees it. */
class WebContents extends StrictEmitter {
  readonly id = (lastId += 1)
  readonly session: Session = defaultSession()
  readonly #preferences: WebPreferences
  readonly #page: Page
  /** Whether its tab made a request before it had started, which has failed. */
  readonly #started: Promise<boolean>
  /** The windows the page wants, as it described them, before they open. */
  readonly #wanted: OpenRequest[] = []
  /** Windows that opened before the page's description of them arrived, and wait for it. */
  readonly #early: ((wanted: OpenRequest) => void)[] = []
  #target = ''
  #openHandler: OpenHandler = () => ({ action: 'allow' })
  #zoom = 0
  #isDestroyed = false
  #hasCrashed = false
  #takesKeys = false
  #hasDrawn = false

  constructor(preferences: WebPreferences, open: Open, closed: () => void) {
    super('webContents', events)
    this.#preferences = preferences
    this.#page = new Page(this.#owner())
    this.#started = this.#start(open, closed)
  }

  get mainFrame(): Frame['face'] {
    return this.#page.frames.main.face
  }

  getURL(): string {
    return this.#page.frames.url
  }

  /** Electron has it, though not in its types. */
  getLastWebPreferences(): WebPreferences {
    return this.#preferences
  }

  isDestroyed(): boolean {
    return this.#isDestroyed
  }

  isCrashed(): boolean {
    return this.#hasCrashed
  }

  /** Without a handler, windows open: docs/api/web-contents.md of Electron. */
  setWindowOpenHandler(handler: OpenHandler): void {
    this.#openHandler = handler
  }

  /** There are no such connections to hide: the effect shows only in Electron. */
  setWebRTCIPHandlingPolicy(policy: string): void {
    if (policy !== 'disable_non_proxied_udp') throw new Error(`The double of Electron refuses the policy ${policy}.`)
  }

  getZoomLevel(): number {
    return this.#zoom
  }

  setZoomLevel(level: number): void {
    this.#zoom = level
  }

  send(channel: string, ...args: unknown[]): void {
    this.#page.send(channel, args)
  }

  reload(): void {
    this.#hasCrashed = false
    this.#page.reload()
  }

  forcefullyCrashRenderer(): void {
    this.#page.tell('Page.crash')
  }

  async executeJavaScript(code: string): Promise<unknown> {
    if (this.#isDestroyed) throw destroyed()
    return this.#page.evaluate(code)
  }

  /** Until it has drawn there is none, hidden or not, and a crashed page's is empty: CapturePage in electron_api_web_contents.cc */
  async capturePage(): Promise<object> {
    if (!this.#hasDrawn && !this.#hasCrashed) throw new Error('Current display surface not available for capture')
    const png = this.#hasCrashed ? Buffer.alloc(0) : await this.#page.picture()
    return strict('NativeImage', { isEmpty: () => png.length === 0, toPNG: () => png, toBitmap: () => bitmapOf(png) })
  }

  /** Goes to the document that is there now; a page that is yet to load never gets it. */
  sendInputEvent(key: Key): void {
    onlyKnown('sendInputEvent', key, ['type', 'keyCode', 'modifiers'])
    if (!this.#takesKeys) return
    const modifiers = (key.modifiers ?? []).reduce((bits, name) => bits | (modifierBits[name] ?? 0), 0)
    const type = key.type === 'keyDown' ? 'rawKeyDown' : 'keyUp'
    const place = keyOf(key.keyCode, (modifiers & 8) !== 0)
    // shell/browser/api/electron_api_web_contents.cc of Electron, PreHandleKeyboardEvent
    const has = (bit: number): boolean => (modifiers & bit) !== 0
    const held = { alt: has(1), control: has(2), meta: has(4), shift: has(8), isAutoRepeat: false }
    if (ask(this, 'before-input-event', {}, { type: key.type, ...place, ...held })) return
    this.#page.tell('Input.dispatchKeyEvent', { type, ...place, modifiers })
  }

  async loadURL(url: string): Promise<void> {
    await this.#started
    await this.#permit(url)
    this.#hasCrashed = false
    await this.#page.load(url)
  }

  close(): void {
    chromium().targets.close(this.#target)
  }

  openDevTools(): void {
    if (this.#preferences.devTools !== false) throw new Error('The double of Electron has no developer tools.')
  }

  async #start(open: Open, closed: () => void): Promise<boolean> {
    const { id, session } = await open(() => {
      this.#isDestroyed = true
      all.delete(id)
      this.emit('destroyed')
      closed()
    })
    this.#target = id
    all.set(id, this)
    session.on('Page.windowOpen', ({ url, windowName, windowFeatures }) => {
      const features = windowFeatures.join(',')
      const wanted = { url: toApp(url), frameName: windowName, features, disposition: 'new-window' }
      const take = this.#early.shift()
      if (take) take(wanted)
      else this.#wanted.push(wanted)
    })
    Session.whenChanged(this.session, () => void this.#permit(this.getURL()))
    let wasEarly = false
    const take = (): void => void (wasEarly = chromium().targets.take(id))
    await this.#page.start({ chromium: chromium().chromium, id, session, take })
    if (scheme !== '') this.#page.prefer(scheme)
    return wasEarly
  }

  async #nextWanted(): Promise<OpenRequest> {
    return this.#wanted.shift() ?? new Promise((resolve) => this.#early.push(resolve))
  }

  async #permit(url: string): Promise<void> {
    if (url !== '') await applyPermissions(this.session, faceOf(this), url)
  }

  #owner(): Owner {
    return {
      preload: this.#preferences.preload,
      everyFrame: options.preloadEverywhere,
      server: Session.server(this.session),
      emit: (event, ...details) => void this.emit(event, ...details),
      ask: (event, details, ...more) => ask(this, event, details, ...more),
      leave: (url, frameId) => void this.#leave(url, frameId),
      open: (url, disposition) => {
        if (!this.#mayOpen({ url, frameName: '', features: '', disposition })) return
        const contents = this.#child((closed) => chromium().targets.open(800, 600, closed))
        announce(contents)
        contents.loadURL(url).catch(() => undefined)
      },
      policyInside: (url) => policyInside(this.session, faceOf(this), { url, inside: this.getURL() }),
      hear: (said, frame) => this.#hear(said, frame),
      loaded: (event) => {
        // The empty document that a window begins with: shell/browser/api/electron_api_web_contents.cc of Electron
        if (this.getURL() === '') return
        this.#takesKeys ||= event === 'did-finish-load'
        this.#hasDrawn = true
        if (!options.withheld.includes(event)) this.emit(event)
      },
      crashed: () => {
        this.#hasCrashed = true
        this.#takesKeys = false
        this.#hasDrawn = false
        this.#page.frames.dispose()
        const details = { reason: 'crashed', exitCode: 5 }
        this.emit('render-process-gone', {}, details)
        life.emit('render-process-gone', {}, faceOf(this), details)
      },
    }
  }

  /** Electron opens a foreign URL, unless the session forbids it to that frame. */
  async #leave(url: string, frameId: string): Promise<void> {
    const frame = this.#page.frames.find(frameId)?.face ?? this.mainFrame
    const asker = frame === this.mainFrame ? { url: frame.url } : { url: frame.url, inside: this.getURL() }
    if (await mayLeave(this.session, faceOf(this), asker, url)) leaveFor(url)
  }

  async #hear({ type, channel, args }: Said, frame: Frame) {
    const { document } = frame
    const event = {
      type: 'frame',
      sender: faceOf(this),
      processId: frame.inner.processId,
      frameId: frame.inner.routingId,
      ports: [],
      get senderFrame() {
        return frame.document === document ? frame.face : null
      },
    }
    if (type === 'invoke') return invoke(channel, event, args)
    callApp(() => ipcMain.emit(channel, event, ...args))
    return undefined
  }

  /** A tab that a page opened comes only if its opener's handler lets it; until then it fetches nothing. */
  static async popUp({ id, session, opener }: Popup): Promise<void> {
    const { targets } = chromium()
    const page = opener === undefined ? undefined : all.get(opener)
    const wanted = page && (await page.#nextWanted())
    if (page && wanted && page.#mayOpen(wanted)) {
      const keep: Open = async (closed) => {
        targets.keep(id, closed)
        return { id, session }
      }
      const contents = page.#child(keep)
      contents.#started.then((wasEarly) => (wasEarly ? contents.loadURL(wanted.url) : undefined)).catch(() => undefined)
      return announce(contents)
    }
    // Closed while waiting, it would block its opener and release its request, so the request fails first.
    const close = (): void => targets.close(id)
    const url = toChromium(wanted?.url ?? '')
    const tired = setTimeout(close, /^(about:|$)/.test(url) ? 0 : patience)
    // This one makes its request for certain, however busy the machine is.
    if (/^https?:/.test(url)) clearTimeout(tired)
    targets.refuse(id, () => {
      clearTimeout(tired)
      close()
    })
    session.tell('Runtime.runIfWaitingForDebugger')
  }

  /** A handler that throws has refused: lib/browser/api/web-contents.ts of Electron */
  #mayOpen(wanted: OpenRequest): boolean {
    return callApp(() => this.#openHandler(wanted))?.action === 'allow'
  }

  /** Electron gives it its opener's preferences, and a window, which the double leaves out. */
  #child(open: Open): WebContents {
    return new WebContents(this.#preferences, open, () => undefined)
  }

  static prefer(wanted: string): void {
    scheme = wanted
    for (const contents of all.values()) contents.#page.prefer(wanted)
  }

  /** The contents that hold this frame. */
  static holding(frameId: string): WebContents | undefined {
    return [...all.values()].find((it) => it.#page.frames.find(frameId))
  }
}

/** All existing pages, in windows or not. */
export const webContents = strict('webContents', {
  getAllWebContents: () => Array.from(all.values(), faceOf),
})

/** Pages prefer the theme that the app chose: docs/api/native-theme.md of Electron, themeSource */
export const preferInPages = (source: string): void => WebContents.prefer(source === 'system' ? '' : source)

/** They are JavaScript's alone in lib/browser/api/web-contents.ts of Electron. */
const keeps = ['id', 'isDestroyed', 'setWindowOpenHandler', 'executeJavaScript']

function announce(contents: WebContents): void {
  const face = strict('webContents', contents, { isGone: () => contents.isDestroyed(), error: destroyed, keeps })
  life.emit('web-contents-created', {}, face)
}

/** A new window's contents. The app sees them through `faceOf`. */
export function createContents(
  preferences: WebPreferences,
  { width, height }: { width: number; height: number },
  closed: () => void,
): WebContents {
  const { targets } = chromium()
  const contents = new WebContents(preferences, (gone) => targets.open(width, height, gone), closed)
  announce(contents)
  return contents
}

running.onPopup = (popup) => void WebContents.popUp(popup)
running.onDownload = (download) => {
  const contents = WebContents.holding(download.frameId)
  if (contents) Session.download(contents.session, download, faceOf(contents))
}
