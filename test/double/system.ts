import { existsSync, readFileSync } from 'node:fs'
import { app } from './app.ts'
import { safeStorageOf } from './safe-storage.ts'
import { preferInPages } from './window/contents.ts'
import { options, running } from './window/state.ts'
import { onlyKnown, strict, StrictEmitter } from './strict.ts'

/** A test decides about everything that reaches the user or other programs: it puts a scripted user in their place. */
const unanswered =
  (what: string) =>
  (..._asked: unknown[]): void => {
    throw new Error(`The double of Electron has nobody for ${what}.`)
  }

export const dialog = strict('dialog', {
  showMessageBox: unanswered('dialog.showMessageBox'),
  showOpenDialog: unanswered('dialog.showOpenDialog'),
  showSaveDialog: unanswered('dialog.showSaveDialog'),
  showErrorBox: unanswered('dialog.showErrorBox'),
})

export const shell = strict('shell', {
  openExternal: unanswered('shell.openExternal'),
  openPath: unanswered('shell.openPath'),
  showItemInFolder: unanswered('shell.showItemInFolder'),
})

/** Never destroyed while it can be reached: it can be shown again after `close`. */
class Notification extends StrictEmitter {
  readonly title: string
  readonly body: string

  constructor(given: { title?: string; body?: string }) {
    super('Notification', ['show', 'click', 'close', 'failed'])
    // shell/browser/api/electron_api_notification.cc of Electron, New
    if (!app.isReady()) throw new Error('Cannot create Notification before app is ready')
    onlyKnown('Notification', given, ['title', 'body', 'silent'])
    this.title = given.title ?? ''
    this.body = given.body ?? ''
    return strict('Notification', this)
  }

  static isSupported(): boolean {
    return true
  }

  show(): void {
    unanswered('Notification.show')()
  }

  /** Linux reports nothing of it: shell/browser/api/electron_api_notification.cc of Electron, Close */
  close(): void {}
}

const notification = strict('Notification', Notification)
export { notification as Notification }

/**
 * A picture of a file, as far as the app needs it; empty if Electron can't decode it: docs/api/native-image.md of
 * Electron. Of its formats, the double knows PNG.
 */
export const nativeImage = strict('nativeImage', {
  createFromPath: (file: string) => strict('NativeImage', { isEmpty: () => !isPng(file) }),
})

function isPng(file: string): boolean {
  if (!existsSync(file)) return false
  const bytes = readFileSync(file)
  return bytes.toString('latin1', 0, 8) === '\x89PNG\r\n\x1a\n' && bytes.includes('IDAT') && bytes.includes('IEND')
}

/** Follows shell/browser/api/electron_api_tray.cc of Electron. */
class Tray extends StrictEmitter {
  #isDestroyed = false

  constructor(image: { isEmpty(): boolean }) {
    super('Tray', ['click', 'right-click', 'double-click'])
    if (!app.isReady()) throw new Error('Cannot create Tray before app is ready')
    if (image.isEmpty()) throw new Error('Failed to load the image of the tray.')
    const error = () => new Error('Tray is destroyed')
    const isGone = () => this.#isDestroyed
    return strict('Tray', this, { isGone, error, keeps: ['destroy', 'isDestroyed'] })
  }

  setToolTip(_text: string): void {}

  setContextMenu(_menu: object | null): void {}

  destroy(): void {
    this.#isDestroyed = true
  }

  isDestroyed(): boolean {
    return this.#isDestroyed
  }
}

const tray = strict('Tray', Tray)
export { tray as Tray }

export const safeStorage = strict(
  'safeStorage',
  safeStorageOf(
    () => ({ ...options, secret: 'of the double' }),
    () => running.chromium !== undefined,
  ),
)

const display = {
  id: 1,
  scaleFactor: 1,
  bounds: { x: 0, y: 0, width: 1920, height: 1080 },
  workArea: { x: 0, y: 0, width: 1920, height: 1040 },
}
const screenEvents = ['display-added', 'display-removed', 'display-metrics-changed']
const screenMethods = {
  getAllDisplays: () => [display],
  getPrimaryDisplay: () => display,
  getDisplayMatching: () => display,
}
const screenOnceReady = strict('screen', Object.assign(new StrictEmitter('screen', screenEvents), screenMethods))

/** Even a look at it throws before ready: lib/browser/api/screen.ts and electron_api_screen.cc of Electron, Create */
export const screen = new Proxy(screenOnceReady, {
  get(target, key) {
    if (!app.isReady()) throw new Error("The 'screen' module can't be used before the app 'ready' event")
    return Reflect.get(target, key, target)
  },
})

const themeSources = ['system', 'light', 'dark']

/** The colours follow its source, and `updated` comes later: shell/browser/api/electron_api_native_theme.cc of Electron */
class NativeTheme extends StrictEmitter {
  #source = 'system'

  constructor() {
    super('nativeTheme', ['updated'])
  }

  get themeSource(): string {
    return this.#source
  }

  set themeSource(source: string) {
    if (!themeSources.includes(source)) throw new TypeError(`The theme can't come from ${source}.`)
    const wasDark = this.shouldUseDarkColors
    this.#source = source
    preferInPages(source)
    if (this.shouldUseDarkColors !== wasDark) setImmediate(() => this.emit('updated'))
  }

  /** The double's system is light. */
  get shouldUseDarkColors(): boolean {
    return this.#source === 'dark'
  }
}

export const nativeTheme = strict('nativeTheme', new NativeTheme())

const powerEvents = ['suspend', 'resume', 'shutdown', 'lock-screen', 'unlock-screen', 'on-ac', 'on-battery']

/**
 * A test emits what the system says. At a shutdown, a listener's `preventDefault` makes the system wait; else macOS lets
 * the app quit at once: shell/browser/mac/electron_application.mm and shell/browser/lib/power_observer_linux.cc of
 * Electron.
 */
class PowerMonitor extends StrictEmitter {
  constructor() {
    super('powerMonitor', powerEvents)
  }

  override emit(event: string, ...details: unknown[]): boolean {
    const isHeard = super.emit(event, ...details)
    const [asked] = details as [{ defaultPrevented?: boolean }?]
    if (event === 'shutdown' && asked?.defaultPrevented !== true) app.quit()
    return isHeard
  }
}

export const powerMonitor = strict('powerMonitor', new PowerMonitor())
