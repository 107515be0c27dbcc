import { life, openWindows } from '../app.ts'
import { createContents, type WebPreferences } from './contents.ts'
import { ask, faceOf, onlyKnown, strict, StrictEmitter } from '../strict.ts'
import { options } from './state.ts'
import { checkPreferences } from './web-preferences.ts'

type Bounds = { x: number; y: number; width: number; height: number }
type State = 'normal' | 'minimized' | 'maximized'
type Options = Partial<Bounds> & { show?: boolean; webPreferences?: WebPreferences }

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
  'webPreferences',
]

let lastId = 0
/** In order of focus; the last one had it most recently. */
const windows = new Set<BrowserWindow>()

/**
 * A window without a frame: its page is a Chromium tab, its place and state are kept here. Follows docs/api/base-window.md
 * of Electron, where a system gives a window what it asks for: Wayland doesn't.
 */
class BrowserWindow extends StrictEmitter {
  readonly id = (lastId += 1)
  readonly #contents: ReturnType<typeof createContents>
  #bounds: Bounds
  #state: State = 'normal'
  #isVisible: boolean
  #isFocused = false

  constructor(given: Options = {}) {
    super('BrowserWindow', events)
    onlyKnown('BrowserWindow', given, known)
    const preferences = given.webPreferences ?? {}
    checkPreferences(preferences)
    const { x = 0, y = 0, width = 800, height = 600, show = true } = given
    this.#bounds = { x, y, width, height }
    this.#isVisible = show
    this.#contents = createContents(preferences, { width, height }, () => this.#gone())
    // docs/api/browser-window.md of Electron; when it is drawn, not when it is loaded, and maybe never
    this.#contents.once('dom-ready', () => options.withheld.includes('ready-to-show') || this.emit('ready-to-show'))
    const face = strict('BrowserWindow', this)
    windows.add(this)
    openWindows.add(this)
    life.emit('browser-window-created', {}, face)
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

  show(): void {
    this.#isVisible = true
    this.emit('show')
    this.focus()
  }

  hide(): void {
    this.#isVisible = false
    this.emit('hide')
    this.blur()
  }

  focus(): void {
    if (this.#isFocused || !this.#isVisible) return
    for (const other of windows) other.blur()
    this.#isFocused = true
    this.emit('focus')
  }

  blur(): void {
    if (!this.#isFocused) return
    this.#isFocused = false
    this.emit('blur')
  }

  minimize(): void {
    this.#become('minimized', 'minimize')
    this.blur()
  }

  maximize(): void {
    this.#become('maximized', 'maximize')
  }

  unmaximize(): void {
    if (this.isMaximized()) this.#become('normal', 'unmaximize')
  }

  restore(): void {
    if (this.isMinimized()) this.#become('normal', 'restore')
  }

  isVisible(): boolean {
    return this.#isVisible
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

  flashFrame(_flag: boolean): void {}

  setProgressBar(_progress: number): void {}

  /** Asks the app; a window that refuses also stops the app's end. */
  close(): void {
    if (ask(this, 'close', {})) life.stay()
    else this.#contents.close()
  }

  destroy(): void {
    this.#contents.close()
  }

  #become(state: State, event: string): void {
    if (this.#state === state) return
    this.#state = state
    this.emit(event)
  }

  #gone(): void {
    windows.delete(this)
    openWindows.delete(this)
    this.#isFocused = false
    this.emit('closed')
    life.windowClosed()
  }
}

const face: object = strict('BrowserWindow', BrowserWindow)
export { face as BrowserWindow }
