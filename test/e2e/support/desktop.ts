import { expect, type Page } from '@playwright/test'
import type { Desktop, Launch } from '../../double/launch.ts'
import { launch } from '../../double/real.ts'
import { root } from './root.ts'
import type { Shell, StartOptions } from './shell.ts'

/** The page of the app's window, once it shows one. */
export async function pageOf(desktop: Desktop): Promise<Page> {
  const isOurs = (page: Page): boolean => /^(atrium:\/\/app|https:\/\/app\.atrium\.invalid)\//.test(page.url())
  const ended = desktop.ended.then((code) => {
    throw new Error(`The app ended with ${code} before it showed a page. It said:\n${desktop.said}`)
  })
  await Promise.race([expect.poll(() => desktop.pages().some(isOurs)).toBe(true), ended])
  const page = desktop.pages().find(isOurs)
  if (!page) throw new Error('The page of the window is gone again.')
  return page
}

/** The window, with a user who accepts the system's dialogs. */
export class DesktopShell implements Shell {
  desktop: Desktop | undefined
  #address = ''
  readonly #options: Partial<Launch>

  constructor(options: Partial<Launch> = {}) {
    this.#options = options
  }

  get address(): string {
    return this.#address
  }

  async start(directory: string, { size }: StartOptions): Promise<Page> {
    this.desktop = await launch({ appDirectory: root, args: [`--data-dir=${directory}`], ...this.#options })
    const page = await pageOf(this.desktop)
    this.#address = page.url().split('#')[0] ?? ''
    await page.setViewportSize(size)
    return page
  }

  /** The window has one page, which is loaded again. */
  async anew(size: StartOptions['size']): Promise<Page> {
    if (!this.desktop) throw new Error('There is no window yet.')
    const page = await pageOf(this.desktop)
    await page.unrouteAll()
    await page.emulateMedia({ colorScheme: null, reducedMotion: null })
    await page.setViewportSize(size)
    // Without a fragment it is another page, also for the one that has none itself.
    await page.goto(this.#address)
    return page
  }

  async end(signal: NodeJS.Signals): Promise<void> {
    if (!this.desktop) return
    process.kill(this.desktop.pid, signal)
    await this.desktop.ended
  }

  async close(): Promise<void> {
    await this.desktop?.quit()
  }
}
