import { fileURLToPath } from 'node:url'
import {
  BrowserWindow,
  type BrowserWindowConstructorOptions,
  Menu,
  nativeTheme,
  screen,
  type KeyboardInputEvent,
  type WebPreferences,
} from 'electron'
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
  // The policy that keeps a server's app from taking the focus (renderer/ui/app-frame) is behind this name in Blink.
  enableBlinkFeatures: 'BlockingFocusWithoutUserActivation',
  webviewTag: false,
  plugins: false,
  navigateOnDragDrop: false,
  // Only macOS checks by itself: elsewhere dictionaries would be fetched from the network.
  spellcheck: process.platform === 'darwin',
}

/** As in the page's tokens: a window that shows before its page doesn't flash, and its controls are part of the bar. */
const colors = {
  light: { window: '#f3f2ef', bar: '#fcfbfa', symbols: '#1d1b18' },
  dark: { window: '#141312', bar: '#1a1917', symbols: '#efede8' },
}
const colorsNow = () => colors[nativeTheme.shouldUseDarkColors ? 'dark' : 'light']

/** The height of the page's bar in pixels, without its lower line. */
const barHeight = 47

const isMac = process.platform === 'darwin'

/** The controls over the page's bar; macOS draws them in its own colours. */
const overlayOf = ({ bar, symbols }: ReturnType<typeof colorsNow>) =>
  isMac ? { height: barHeight + 1 } : { color: bar, symbolColor: symbols, height: barHeight }

/** One bar, the page's, which also is the window's. */
const oneBar = (): BrowserWindowConstructorOptions => ({
  titleBarStyle: isMac ? 'hiddenInset' : 'hidden',
  titleBarOverlay: overlayOf(colorsNow()),
  ...(isMac && { trafficLightPosition: { x: 18, y: 17 } }),
})

/** Max milliseconds that a new window stays hidden: its page may never say that it has drawn itself. */
const hiddenMs = 2000

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
  /** Drops the first showing of a new window. */
  #keepHidden: (() => void) | undefined

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

  /** The window, if the user can see a dialog in front of it. */
  get visible(): BrowserWindow | undefined {
    return this.isVisible && this.#window?.isMinimized() === false ? this.#window : undefined
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
    this.#keepHidden?.()
    this.#window?.hide()
  }

  /** Goes to a place in the interface by its fragment, like a link in the page. */
  goTo(fragment: string): void {
    if (!this.#window) return this.#open(fragment)
    this.show()
    load(this.#window, fragment)
  }

  /** Presses a key in the page, as the user could. A page that has yet to load takes none, so the window only opens. */
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
      backgroundColor: colorsNow().window,
      ...oneBar(),
      title: 'Atrium',
      // Elsewhere it's the program's own.
      ...(process.platform === 'linux' && {
        icon: fileURLToPath(new URL('main/shells/electron/resources/icon.png', root)),
      }),
      webPreferences: { ...webPreferences, preload, devTools: developerTools },
    })
    this.#window = window
    const endLink = carry(link, window.webContents)
    window.webContents.once('did-finish-load', () => window.webContents.setZoomLevel(zoom))
    this.#showFirst(window, () => {
      if (isMaximized) window.maximize()
      window.show()
    })
    this.#rememberChanges(window)
    followTheme(window)
    if (!isMac) openMenuByAlt(window)
    window.on('close', (event) => {
      this.remember()
      if (!mayClose()) event.preventDefault()
    })
    window.on('closed', () => {
      this.#keepHidden?.()
      endLink()
      this.#window = undefined
    })
    opened(window)
    load(window, fragment)
  }

  /** Shows a new window once its page is drawn, which Electron may tell late or never under Wayland; once at most. */
  #showFirst(window: BrowserWindow, show: () => void): void {
    const events = process.platform === 'linux' ? (['did-finish-load'] as const) : []
    // A window that is gone has no page to ask for, but this one can still be listened to.
    const { webContents } = window
    const forget = (): void => {
      clearTimeout(late)
      window.off('ready-to-show', shown)
      for (const event of events) webContents.off(event, shown)
      this.#keepHidden = undefined
    }
    const shown = (): void => {
      forget()
      show()
    }
    const late = setTimeout(shown, hiddenMs)
    window.once('ready-to-show', shown)
    for (const event of events) webContents.once(event, shown)
    this.#keepHidden = forget
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

/** Keeps the colours around the page those of its theme. */
function followTheme(window: BrowserWindow): void {
  const follow = (): void => {
    const now = colorsNow()
    window.setBackgroundColor(now.window)
    if (!isMac) window.setTitleBarOverlay(overlayOf(now))
  }
  nativeTheme.on('updated', follow)
  window.on('closed', () => nativeTheme.off('updated', follow))
}

/** Electron shows no menu bar in a window with its own bar, so a single Alt opens the menu, as it would show that bar. */
function openMenuByAlt(window: BrowserWindow): void {
  let isAlone = false
  const other = (): void => void (isAlone = false)
  window.webContents.on('before-input-event', (_event, { type, key, control, shift, meta }) => {
    if (type === 'keyDown') isAlone = key === 'Alt' && !control && !shift && !meta
    else if (key === 'Alt' && isAlone) {
      isAlone = false
      Menu.getApplicationMenu()?.popup({ window, x: 0, y: barHeight })
    }
  })
  // Systems move and leave a window with Alt, too.
  window.on('blur', other).on('move', other)
}

/** A place left again before it loaded, or a page that ended by then, isn't this one's error. */
const load = (window: BrowserWindow, fragment: string): void =>
  void window.loadURL(`${startPage}${fragment}`).catch(() => undefined)
