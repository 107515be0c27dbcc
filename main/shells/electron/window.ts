import { fileURLToPath } from 'node:url'
import { BrowserWindow, screen, type KeyboardInputEvent, type WebPreferences } from 'electron'
import type { HostEnd } from '../../../shared/contract/commands.ts'
import { carry } from './link.ts'
import { startPage } from './pages.ts'
import { smallest, type WindowStateFile } from './window-state.ts'

/** In full, defaults included: nothing here depends on a later Electron's defaults. */
const webPreferences: WebPreferences = {
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  webSecurity: true,
  allowRunningInsecureContent: false,
  experimentalFeatures: false,
  webviewTag: false,
  plugins: false,
  navigateOnDragDrop: false,
  // Its dictionaries would be fetched from the network.
  spellcheck: false,
}

/** Milliseconds without changes before the window's place is saved. */
const quietMs = 500

/** A key as in the page's own shortcuts. */
export type Key = { key: string; modifiers?: KeyboardInputEvent['modifiers'] }

type Options = {
  /** The checkout, or its counterpart in a package. */
  root: URL
  link: HostEnd
  states: WindowStateFile
  developerTools: boolean
  /** Receives each new window, before it loads anything. */
  opened(window: BrowserWindow): void
  /** Whether the window can close; called when someone closes it. */
  mayClose(): boolean
}

/** The one window. Atrium continues without it while it is closed. */
export class MainWindow {
  readonly #options: Options
  #window: BrowserWindow | undefined

  constructor(options: Options) {
    this.#options = options
  }

  get current(): BrowserWindow | undefined {
    return this.#window
  }

  get isInFront(): boolean {
    return this.#window?.isFocused() ?? false
  }

  get isVisible(): boolean {
    return this.#window?.isVisible() ?? false
  }

  /** Brings it to the front, opening it if necessary. */
  show(): void {
    const window = this.#window
    if (!window) return this.#open('')
    if (window.isMinimized()) window.restore()
    window.show()
    window.focus()
  }

  hide(): void {
    this.#window?.hide()
  }

  /** Goes to a place in the interface by its fragment, like a link in the page. */
  goTo(fragment: string): void {
    if (!this.#window) return this.#open(fragment)
    this.show()
    load(this.#window, fragment)
  }

  /** Presses a key in the page, as the user could. */
  press({ key, modifiers = [] }: Key): void {
    this.show()
    for (const type of ['keyDown', 'keyUp'] as const)
      this.#window?.webContents.sendInputEvent({ type, keyCode: key, modifiers })
  }

  /** Saves its place, if it is open. */
  remember(): void {
    const window = this.#window
    if (!window) return
    const zoom = window.webContents.getZoomLevel()
    this.#options.states.write(window.getNormalBounds(), { isMaximized: window.isMaximized(), zoom })
  }

  #open(fragment: string): void {
    const { root, link, states, developerTools, opened, mayClose } = this.#options
    const { size, place, isMaximized, zoom } = states.read(screen.getAllDisplays().map((display) => display.workArea))
    const preload = fileURLToPath(new URL('out/preload/index.cjs', root))
    const window = new BrowserWindow({
      ...size,
      ...place,
      minWidth: smallest.width,
      minHeight: smallest.height,
      show: false,
      title: 'Atrium',
      webPreferences: { ...webPreferences, preload, devTools: developerTools },
    })
    this.#window = window
    const endLink = carry(link, window.webContents)
    window.webContents.once('did-finish-load', () => window.webContents.setZoomLevel(zoom))
    window.once('ready-to-show', () => {
      if (isMaximized) window.maximize()
      window.show()
    })
    this.#rememberChanges(window)
    window.on('close', (event) => {
      this.remember()
      if (!mayClose()) event.preventDefault()
    })
    window.on('closed', () => {
      endLink()
      this.#window = undefined
    })
    opened(window)
    load(window, fragment)
  }

  #rememberChanges(window: BrowserWindow): void {
    let quiet: NodeJS.Timeout | undefined
    const changed = (): void => {
      clearTimeout(quiet)
      quiet = setTimeout(() => this.remember(), quietMs)
    }
    window.on('resize', changed).on('move', changed).on('maximize', changed).on('unmaximize', changed)
    window.on('closed', () => clearTimeout(quiet))
  }
}

/** A place left again before it loaded, or a page that ended by then, isn't this one's error. */
const load = (window: BrowserWindow, fragment: string): void =>
  void window.loadURL(`${startPage}${fragment}`).catch(() => undefined)
