import {
  existsSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { homedir, hostname, tmpdir } from 'node:os'
import path from 'node:path'
import { Chromium } from './cdp.ts'
import { commandLine } from './command-line.ts'
import { watchDownloads } from './window/downloads.ts'
import { options, running } from './window/state.ts'
import { ask, strict, StrictEmitter } from './strict.ts'
import { Targets } from './window/targets.ts'

const events = [
  'activate',
  'before-quit',
  'will-quit',
  'quit',
  'window-all-closed',
  'second-instance',
  'web-contents-created',
  'browser-window-created',
  'session-created',
  'render-process-gone',
  // The double never emits these; a test can.
  'child-process-gone',
  'certificate-error',
  'select-client-certificate',
  'login',
  'open-url',
  'open-file',
]

const manifest = JSON.parse(readFileSync(path.resolve('package.json'), 'utf8')) as Record<string, string>

/** For an app that doesn't say where its data goes. */
const ownFolder = path.join(tmpdir(), `electron-double-${process.pid}`)
process.on('exit', () => rmSync(ownFolder, { recursive: true, force: true }))

/** The open windows, as far as the app's life depends on them. */
export const openWindows = new Set<{ close(): void; destroy(): void }>()

class App extends StrictEmitter {
  readonly isPackaged = options.packaged
  name = manifest.productName ?? manifest.name ?? ''
  readonly commandLine = strict('commandLine', {
    // shell/common/api/electron_api_command_line.cc of Electron
    hasSwitch: (name: string) => commandLine.has(name),
    getSwitchValue: (name: string) => commandLine.valueOf(name),
    appendSwitch: () => {
      throw new Error('The double of Electron starts Chromium with its own switches.')
    },
  })
  readonly #paths = new Map<string, string>()
  /** The programs that open links, by scheme, as the registry of Windows has them. */
  readonly #linkPrograms = new Map<string, string>()
  readonly #ready: Promise<void>
  #isStarting = false
  #becomeReady: () => void = () => undefined
  #state: 'starting' | 'ready' | 'quitting' | 'ended' = 'starting'
  #lock: string | undefined

  constructor() {
    super('app', events)
    this.#ready = new Promise((resolve) => (this.#becomeReady = resolve))
  }

  /** By now the app has named its data folder; Chromium starts there. docs/api/app.md of Electron */
  whenReady(): Promise<void> {
    if (!this.#isStarting) setImmediate(() => void this.#start())
    this.#isStarting = true
    return this.#ready
  }

  isReady(): boolean {
    return running.chromium !== undefined
  }

  /** The double accepts no preferences that would weaken a page anyway. */
  enableSandbox(): void {
    if (this.isReady()) throw new Error('app.enableSandbox() can only be called before app is ready')
    // shell/browser/api/electron_api_app.cc of Electron, EnableSandbox
    commandLine.add('enable-sandbox')
  }

  getName(): string {
    return this.name
  }

  setName(name: string): void {
    this.name = name
  }

  getVersion(): string {
    return manifest.version ?? ''
  }

  getAppPath(): string {
    return process.cwd()
  }

  getLocale(): string {
    return 'en-US'
  }

  setAppUserModelId(_id: string): void {}

  setAboutPanelOptions(_options: object): void {}

  setBadgeCount(_count: number): boolean {
    return true
  }

  getPath(name: string): string {
    const known = this.#paths.get(name)
    if (known !== undefined) return known
    const usual: Record<string, string> = {
      home: homedir(),
      temp: tmpdir(),
      appData: ownFolder,
    }
    usual.userData = path.join(this.#paths.get('appData') ?? usual.appData ?? '', this.name)
    const place = usual[name]
    if (place === undefined) throw new Error(`The double of Electron does not know the path ${name}.`)
    return place
  }

  setPath(name: string, place: string): void {
    if (!path.isAbsolute(place)) throw new Error('Path must be absolute')
    mkdirSync(place, { recursive: true })
    this.#paths.set(name, place)
  }

  /** Links follow the program's own arguments: shell/browser/browser_win.cc of Electron, GetProtocolLaunchPath */
  setAsDefaultProtocolClient(scheme: string, program = process.execPath, args: readonly string[] = []): boolean {
    // shell/browser/browser.cc of Electron, IsValidProtocolScheme
    if (!/^[a-z][a-z\d+.-]*$/i.test(scheme)) return false
    this.#linkPrograms.set(scheme, linkCommand(program, args))
    return true
  }

  /** Only with the same arguments. */
  isDefaultProtocolClient(scheme: string, program = process.execPath, args: readonly string[] = []): boolean {
    return this.#linkPrograms.get(scheme) === linkCommand(program, args)
  }

  /**
   * A folder's first instance gets it; another one passes its command line to the first and gets nothing. Nor does one
   * that finds another computer's lock or can make none, and then the first one isn't told:
   * shell/browser/api/electron_api_app.cc of Electron, chrome/browser/process_singleton_posix.cc of Chromium
   */
  requestSingleInstanceLock(): boolean {
    const folder = this.getPath('userData')
    mkdirSync(folder, { recursive: true })
    const lock = path.join(folder, 'SingletonLock')
    const [, host, pid] = /^(.*)-(\d+)$/.exec(linkAt(lock) ?? '') ?? []
    if (host !== undefined && host !== hostname()) return false
    const holder = Number(pid ?? 0)
    if (holder && holder !== process.pid && isAlive(holder)) {
      const whole = `${lock}.${process.pid}`
      writeFileSync(whole, JSON.stringify({ argv: commandLine.words(), cwd: process.cwd() }))
      // The first one never sees a part of it.
      renameSync(whole, `${lock}.second`)
      return false
    }
    try {
      rmSync(lock, { force: true })
      symlinkSync(`${hostname()}-${process.pid}`, lock)
    } catch {
      return false
    }
    this.#lock = lock
    setInterval(() => this.#greet(`${lock}.second`), 50).unref()
    return true
  }

  hasSingleInstanceLock(): boolean {
    return this.#lock !== undefined
  }

  releaseSingleInstanceLock(): void {
    if (this.#lock !== undefined) rmSync(this.#lock, { force: true })
    this.#lock = undefined
  }

  /** Asks the app, closes its windows, which can refuse, and ends: shell/browser/browser.cc of Electron. */
  quit(): void {
    if (this.#state === 'quitting' || this.#state === 'ended') return
    this.#state = 'quitting'
    if (ask(this, 'before-quit', {})) return void (this.#state = 'ready')
    for (const window of openWindows) window.close()
    // Windows close once Chromium has closed them; the last one calls.
    if (openWindows.size === 0) App.windowClosed(this)
  }

  /** Asks no one, and emits `quit` with the code: docs/api/app.md of Electron. */
  exit(code = 0): void {
    if (this.#state === 'ended') return
    this.#state = 'ended'
    for (const window of openWindows) window.destroy()
    this.emit('quit', {}, code)
    this.releaseSingleInstanceLock()
    void Promise.resolve(running.chromium?.close()).then(() => process.exit(code))
  }

  /** A window refused to close, so the app continues. */
  static stay(app: App): void {
    if (app.#state === 'quitting') app.#state = 'ready'
  }

  static windowClosed(app: App): void {
    if (openWindows.size > 0 || app.#state === 'ended') return
    if (app.#state === 'quitting') {
      if (ask(app, 'will-quit', {})) app.#state = 'ready'
      else app.exit(0)
    } else if (app.listenerCount('window-all-closed') > 0) app.emit('window-all-closed')
    else app.quit()
  }

  async #start(): Promise<void> {
    if (this.#state !== 'starting') return
    const chromium = await Chromium.launch(path.join(this.getPath('userData'), 'Chromium'))
    running.targets = await Targets.watch(chromium, (popup) => running.onPopup?.(popup))
    await watchDownloads(chromium, this.getPath('userData'), (download) => running.onDownload?.(download))
    running.chromium = chromium
    if (this.#state !== 'starting') return chromium.close()
    this.#state = 'ready'
    running.onReady?.(chromium.address)
    this.#becomeReady()
    this.emit('ready', {}, {})
    // Electron tells once of a start that came earlier: shell/browser/api/electron_api_app.cc, NotificationCallbackWrapper
    if (options.secondStart) this.emit('second-instance', {}, [process.execPath, ...options.secondStart], '/', {})
  }

  #greet(file: string): void {
    if (!existsSync(file)) return
    const { argv, cwd } = JSON.parse(readFileSync(file, 'utf8')) as { argv: string[]; cwd: string }
    rmSync(file)
    this.emit('second-instance', {}, argv, cwd, {})
  }
}

/** A command line's word: shell/common/command_line_util_win.cc of Electron, AddQuoteForArg */
const quoted = (word: string): string =>
  /[ \\"]/.test(word) ? `"${word.replaceAll(/(\\*)("|$)/g, '$1$1$2').replaceAll('"', '\\"')}"` : word

const linkCommand = (program: string, args: readonly string[]): string =>
  [...[program, ...args].map(quoted), '"%1"'].join(' ')

function linkAt(file: string): string | undefined {
  try {
    return readlinkSync(file)
  } catch {
    return undefined
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

const inner = new App()

/** The app's life, as the windows and the double's start report it. */
export const life = {
  stay: () => App.stay(inner),
  windowClosed: () => App.windowClosed(inner),
  emit: (event: string, ...details: unknown[]) => void inner.emit(event, ...details),
}

export const app = strict('app', inner)
