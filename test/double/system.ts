import { existsSync } from 'node:fs'
import { options } from './window/state.ts'
import { onlyKnown, strict, StrictEmitter } from './strict.ts'

/** A test decides about everything that reaches the user or other programs: it puts a scripted user in their place. */
const unanswered = (what: string) => () => {
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

class Notification extends StrictEmitter {
  readonly title: string
  readonly body: string

  constructor(given: { title?: string; body?: string }) {
    super('Notification', ['show', 'click', 'close', 'failed'])
    onlyKnown('Notification', given, ['title', 'body', 'silent'])
    this.title = given.title ?? ''
    this.body = given.body ?? ''
    return strict('Notification', this)
  }

  static isSupported(): boolean {
    return true
  }

  show(): void {
    this.emit('show', {})
  }

  close(): void {
    this.emit('close', {})
  }
}

const notification = strict('Notification', Notification)
export { notification as Notification }

/** A picture of a file, as far as the app needs it; empty if there is none. */
export const nativeImage = strict('nativeImage', {
  createFromPath: (file: string) => strict('NativeImage', { isEmpty: () => !existsSync(file) }),
})

class Tray extends StrictEmitter {
  #isDestroyed = false

  constructor(image: { isEmpty(): boolean }) {
    super('Tray', ['click', 'right-click', 'double-click'])
    if (image.isEmpty()) throw new Error('Failed to load the image of the tray.')
    return strict('Tray', this)
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

/** Hides a text like a keyring would: it can't be read without the double, and another keyring rejects it. */
const seal = (text: string): Buffer =>
  Buffer.from([...Buffer.from(`${options.keyring}\0${text}`)].map((byte) => byte ^ 0x5a))
function open(sealed: Buffer): string {
  const [keyring, text] = Buffer.from(sealed.map((byte) => byte ^ 0x5a))
    .toString('utf8')
    .split('\0')
  if (keyring !== options.keyring || text === undefined)
    throw new Error('Error while decrypting the ciphertext provided.')
  return text
}

let hides = false
/** On Linux without a keyring, Electron's answer depends on whether the app accepted mere obfuscation. */
const isAvailable = (): boolean => options.keyring === 'gnome_libsecret' || (options.keyring === 'basic_text' && hides)

export const safeStorage = strict('safeStorage', {
  getSelectedStorageBackend: () => (options.keyring === 'locked' ? 'gnome_libsecret' : options.keyring),
  setUsePlainTextEncryption: (agreed: boolean) => void (hides = agreed),
  isAsyncEncryptionAvailable: () => Promise.resolve(isAvailable()),
  async encryptStringAsync(text: string) {
    if (!isAvailable()) throw new Error('Error while encrypting the text provided to safeStorage.encryptString.')
    return seal(text)
  },
  async decryptStringAsync(sealed: Buffer) {
    if (!isAvailable()) throw new Error('Error while decrypting the ciphertext provided.')
    return { result: open(sealed), shouldReEncrypt: false }
  },
})

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
export const screen = strict('screen', Object.assign(new StrictEmitter('screen', screenEvents), screenMethods))

const themes = { themeSource: 'system', shouldUseDarkColors: false }
export const nativeTheme = strict('nativeTheme', Object.assign(new StrictEmitter('nativeTheme', ['updated']), themes))

export const powerMonitor = strict(
  'powerMonitor',
  new StrictEmitter('powerMonitor', [
    'suspend',
    'resume',
    'shutdown',
    'lock-screen',
    'unlock-screen',
    'on-ac',
    'on-battery',
  ]),
)
