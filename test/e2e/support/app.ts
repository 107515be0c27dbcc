import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test as base, type Browser, type Page } from '@playwright/test'
import { createFakeAnthropic } from '../../support/fake-anthropic.mjs'
import { DesktopShell } from './desktop.ts'
import { root } from './root.ts'
import type { Shell } from './shell.ts'
import { WebShell } from './web.ts'

/** Atrium as a person meets it: a built shell, the built page in Chromium, a scripted model. */
export class App {
  readonly directory: string
  readonly fake = createFakeAnthropic({ keys: ['test-key'] })
  readonly #shell: Shell
  modelUrl = ''
  /** What the tab may do that the next start opens. */
  right: 'admin' | 'use' = 'admin'
  page!: Page

  constructor(shell: Shell, directory = mkdtempSync(path.join(tmpdir(), 'atrium-e2e-'))) {
    this.#shell = shell
    this.directory = directory
  }

  async start(size = { width: 1280, height: 800 }): Promise<void> {
    this.modelUrl ||= await this.fake.listen()
    this.page = await this.#shell.start(this.directory, { size, right: this.right })
    await this.page.getByRole('navigation').first().waitFor()
  }

  /** Ends the shell with this signal; a browser's page stays open and sees it go. */
  async end(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    await this.#shell.end(signal)
  }

  /** Starts it again over the same data: what was on screen is gone with the old page. */
  async again(): Promise<void> {
    await this.#shell.close()
    await this.start()
  }

  async restart(): Promise<void> {
    await this.end()
    await this.again()
  }

  /** The address of a page of the interface. */
  address(route: string): string {
    return `${this.#shell.address}#${route}`
  }

  async close(): Promise<void> {
    await this.#shell.close()
    await this.fake.close()
    rmSync(this.directory, { recursive: true, force: true })
  }

  /** The path of an official server's entry, to be typed into the form. */
  static script(name: 'everything' | 'filesystem'): string {
    const file = path.join(root, `node_modules/@modelcontextprotocol/server-${name}/dist/index.js`)
    if (!existsSync(file)) throw new Error(`${file} is missing: run npm ci.`)
    return file
  }
}

export type ShellName = 'web' | 'desktop'

/** `openShell` makes the shell of the project, over the checkout or a copy of it. */
type Fixtures = { app: App; openShell: (appDirectory?: string) => Promise<Shell> }
type WorkerFixtures = { shell: ShellName; openBrowser: () => Promise<Browser> }

/** Every test gets an app of its own, in the shell of its project; it is closed whatever happens. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  shell: ['web', { option: true, scope: 'worker' }],
  // The window brings its own Chromium.
  openBrowser: [
    async ({ playwright, launchOptions }, use) => {
      let browser: Promise<Browser> | undefined
      await use(() => (browser ??= playwright.chromium.launch(launchOptions)))
      await (await browser)?.close()
    },
    { scope: 'worker' },
  ],
  openShell: async ({ shell, openBrowser }, use) =>
    use(async (appDirectory = root) =>
      shell === 'web' ? new WebShell(await openBrowser(), appDirectory) : new DesktopShell({ appDirectory }),
    ),
  app: async ({ openShell }, use) => {
    const app = new App(await openShell())
    await app.start()
    await use(app)
    await app.close()
  },
})

export { expect } from '@playwright/test'
