import { app, life, openWindows } from '../app.ts'
import { createContents, type WebPreferences } from './contents.ts'
import { ask, destroyed, faceOf, onlyKnown, strict, StrictEmitter } from '../strict.ts'
import { nativeImage } from '../system.ts'
import { options } from './state.ts'
import { checkColor, checkFrame, checkOverlay, type Frame, type Overlay } from './frame.ts'
import { checkPreferences } from './web-preferences.ts'

type Bounds = { x: number; y: number; width: number; height: number }
type State = 'normal' | 'minimized' | 'maximized'
type Options = Partial<Bounds> &
  Frame & { show?: boolean; icon?: string; backgroundColor?: string; webPreferences?: WebPreferences }

const events = [
  'close',
  'closed',
  'ready-to-show',
  'show',
  'hide',
  'focus',
  'blur',
  'resize',
  'move',
  'maximize',
  'unmaximize',
  'minimize',
  'restore',
  // The double never emits these; a test can.
  'unresponsive',
  'responsive',
  'page-title-updated',
  'session-end',
  'query-session-end',
]
const known = [
  'x',
  'y',
  'width',
  'height',
  'minWidth',
  'minHeight',
  'show',
  'title',
  'icon',
  'backgroundColor',
  'titleBarStyle',
  'titleBarOverlay',
  'trafficLightPosition',
  'webPreferences',
]

let lastId = 0
/** In order of focus; the last one had it most recently. */
const windows = new Set<BrowserWindow>()

/**
 * A window without a frame: its page is a Chromium tab, its place and state are kept here. Follows docs/api/base-window.md
 * of Electron, where a system gives a window what it asks for: Wayland doesn't. Its methods do what those of the same name
 * do in shell/browser/native_window_views.cc, and events come as shell/browser/api/electron_api_base_window.cc emits them.
 */
class BrowserWindow extends StrictEmitter {
  readonly id = (lastId += 1)
  readonly #contents: ReturnType<typeof createContents>
  #bounds: Bounds
  #state: State = 'normal'
  /** A minimized window is restored to it. */
  #stateBefore: State = 'normal'
  #isVisible = false
  #isFocused = false
  #color = ''
  readonly #hasOverlay: boolean

  constructor(given: Options = {}) {
    super('BrowserWindow', events)
    // shell/browser/api/electron_api_browser_window.cc of Electron, New
    if (!app.isReady()) throw new Error('Cannot create BrowserWindow before app is ready')
    onlyKnown('BrowserWindow', given, known)
    this.#hasOverlay = checkFrame(given)
    this.setBackgroundColor(given.backgroundColor ?? '#FFFFFF')
    const preferences = given.webPreferences ?? {}
    checkPreferences(preferences)
    // shell/common/api/electron_api_native_image.cc of Electron, TryConvertNativeImage: a window's icon isn't worth an error
    if (given.icon !== undefined && nativeImage.createFromPath(given.icon).isEmpty())
      process.stderr.write(`Failed to load image from path '${given.icon}'\n`)
    const { x = 0, y = 0, width = 800, height = 600, show = true } = given
    this.#bounds = { x, y, width, height }
    this.#contents = createContents(preferences, { width, height }, () => this.#gone())
    // docs/api/browser-window.md of Electron; when it is drawn, not when it is loaded, and maybe never
    this.#contents.once('dom-ready', () => {
      if (!this.isDestroyed() && !options.withheld.includes('ready-to-show')) this.emit('ready-to-show')
    })
    // Its ID is an own property, and the destroying functions know of a destroyed object: lib/browser/api/browser-window.ts
    // and shell/common/gin_helper/destroyable.cc of Electron
    const keeps = ['id', 'isDestroyed', 'destroy']
    const face = strict('BrowserWindow', this, { isGone: () => this.isDestroyed(), error: destroyed, keeps })
    windows.add(this)
    openWindows.add(this)
    life.emit('browser-window-created', {}, face)
    // shell/browser/native_window.cc of Electron, InitFromOptions
    if (show) this.show()
    return face
  }

  static getAllWindows(): BrowserWindow[] {
    return [...windows].map(faceOf)
  }

  static getFocusedWindow(): BrowserWindow | null {
    const focused = [...windows].find((it) => it.#isFocused)
    return focused ? faceOf(focused) : null
  }

  static fromWebContents(contents: object): BrowserWindow | null {
    const window = [...windows].find((it) => it.webContents === contents)
    return window ? faceOf(window) : null
  }

  get webContents(): object {
    return faceOf(this.#contents)
  }

  loadURL(url: string): Promise<void> {
    return this.#contents.loadURL(url)
  }

  /** Tells of it each time, also if the window is visible. */
  show(): void {
    this.#isVisible = true
    this.#activate()
    this.emit('show')
  }

  showInactive(): void {
    this.#isVisible = true
    this.emit('show')
  }

  hide(): void {
    this.#isVisible = false
    this.blur()
    this.emit('hide')
  }

  focus(): void {
    if (this.#isVisible) this.#activate()
  }

  blur(): void {
    if (!this.#isFocused) return
    this.#isFocused = false
    this.#tellSoon('blur')
  }

  /** A hidden window is shown in the task bar then, without the event `show`. */
  minimize(): void {
    this.#isVisible = true
    this.#become('minimized')
    this.blur()
  }

  /** Shows a hidden window. */
  maximize(): void {
    if (!this.#isVisible) this.show()
    this.#become('maximized')
  }

  unmaximize(): void {
    if (this.isMaximized()) this.#become('normal')
  }

  restore(): void {
    this.#become(this.isMinimized() ? this.#stateBefore : 'normal')
  }

  /** Where a minimized window is visible: IsVisible in native_window_views.cc and native_window_mac.mm */
  isVisible(): boolean {
    return this.#isVisible && (process.platform === 'linux' || !this.isMinimized())
  }

  isFocused(): boolean {
    return this.#isFocused
  }

  isMinimized(): boolean {
    return this.#state === 'minimized'
  }

  isMaximized(): boolean {
    return this.#state === 'maximized'
  }

  isFullScreen(): boolean {
    return false
  }

  isDestroyed(): boolean {
    return !windows.has(this)
  }

  getBounds(): Bounds {
    return this.#bounds
  }

  getNormalBounds(): Bounds {
    return this.#bounds
  }

  setBounds(bounds: Partial<Bounds>): void {
    const { x, y, width, height } = this.#bounds
    this.#bounds = { ...this.#bounds, ...bounds }
    if (x !== this.#bounds.x || y !== this.#bounds.y) this.emit('move')
    if (width !== this.#bounds.width || height !== this.#bounds.height) this.emit('resize')
  }

  setBackgroundColor(color: string): void {
    checkColor(color)
    this.#color = color
  }

  getBackgroundColor(): string {
    return this.#color.toUpperCase()
  }

  /** shell/browser/native_window_views.cc of Electron, SetTitleBarOverlay; macOS has no such method. */
  setTitleBarOverlay(overlay: Overlay): void {
    if (process.platform === 'darwin') throw new TypeError('window.setTitleBarOverlay is not a function')
    if (!this.#hasOverlay) throw new TypeError('Titlebar overlay is not enabled')
    checkOverlay(overlay)
  }

  flashFrame(_flag: boolean): void {}

  setProgressBar(_progress: number): void {}

  /** Asks the app; a window that refuses also stops the app's end. */
  close(): void {
    if (ask(this, 'close', {})) life.stay()
    else this.#contents.close()
  }

  /** It is gone when this returns; its page's end comes later. */
  destroy(): void {
    this.#gone()
    this.#contents.close()
  }

  #activate(): void {
    if (this.#isFocused) return
    for (const other of windows) other.blur()
    this.#isFocused = true
    this.#tellSoon('focus')
  }

  /** The window system decides: shell/browser/ui/electron_desktop_window_tree_host_linux.cc of Electron, UpdateWindowState */
  #become(state: State): void {
    setImmediate(() => {
      const before = this.#state
      if (before === state || this.isDestroyed()) return
      this.#state = state
      this.#stateBefore = before
      if (before !== 'normal') this.emit(before === 'minimized' ? 'restore' : 'unmaximize')
      if (state !== 'normal') this.emit(state === 'minimized' ? 'minimize' : 'maximize')
    })
  }

  /** A window that is gone by then tells nothing. */
  #tellSoon(event: string): void {
    setImmediate(() => this.isDestroyed() || this.emit(event))
  }

  #gone(): void {
    if (!windows.delete(this)) return
    openWindows.delete(this)
    this.#isFocused = false
    this.emit('closed')
    life.windowClosed()
  }
}

const face: object = strict('BrowserWindow', BrowserWindow)
export { face as BrowserWindow }
