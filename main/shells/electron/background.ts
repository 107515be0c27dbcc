import { Menu, nativeImage, Notification, Tray, type MenuItemConstructorOptions } from 'electron'
import type { HostState } from '../../../shared/state/state.ts'
import { desktopWords } from './words.ts'

const words = desktopWords.background

type Options = {
  /** The icon's file. */
  icon: string
  /** Opens the window, or brings it to the front. */
  show(): void
  /** Goes to the oldest question, which opens the window. */
  answer(): void
  quit(): void
}

/**
 * Atrium without its window, if the user wants that: an icon in the system's tray opens it, says how many questions
 * wait, and quits. A second start opens the window too, so a system without a tray has a way back.
 */
export class Background {
  readonly #options: Options
  #tray: Tray | undefined
  #waiting: number | undefined
  /** Kept, because one that is collected can't be clicked. */
  #told: Notification | undefined

  constructor(options: Options) {
    this.#options = options
  }

  /** Whether Atrium stays when its window closes. */
  get stays(): boolean {
    return this.#tray !== undefined
  }

  /** The window closed and Atrium stays. Some Linux desktops show no icons, so it says once how to come back. */
  closed(): void {
    if (process.platform !== 'linux' || this.#told || !Notification.isSupported()) return
    const notification = (this.#told = new Notification({ title: words.staysOpen, body: words.wayBack }))
    notification.on('click', () => this.#options.show())
    notification.show()
  }

  /** Follows the setting and the questions. */
  take({ configured, asks }: Pick<HostState, 'configured' | 'asks'>): void {
    if (configured.settings.appearance.closing !== 'stay') return this.leave()
    if (this.#waiting === asks.length) return
    this.#waiting = asks.length
    const tray = (this.#tray ??= this.#open())
    tray.setToolTip(words.waiting(asks.length))
    tray.setContextMenu(Menu.buildFromTemplate(this.#items(asks.length)))
  }

  /** Takes the icon away. */
  leave(): void {
    this.#tray?.destroy()
    this.#tray = undefined
    this.#waiting = undefined
  }

  #open(): Tray {
    const tray = new Tray(nativeImage.createFromPath(this.#options.icon))
    tray.on('click', () => this.#options.show())
    return tray
  }

  #items(waiting: number): MenuItemConstructorOptions[] {
    const { show, answer, quit } = this.#options
    return [
      { label: words.open, click: show },
      ...(waiting > 0 ? [{ label: words.answer(waiting), click: answer }] : []),
      { type: 'separator' },
      { label: words.quit, click: quit },
    ]
  }
}
