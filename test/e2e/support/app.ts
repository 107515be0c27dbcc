import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test as base, type Browser, type Page } from '@playwright/test'
import { createFakeAnthropic } from '../../support/fake-anthropic.mjs'
import { DesktopShell } from './desktop.ts'
import { PageLink } from './page-link.ts'
import { root } from './root.ts'
import type { Shell } from './shell.ts'
import { WebShell } from './web.ts'

const usualSize = { width: 1280, height: 800 }

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

  async start(size = usualSize): Promise<void> {
    this.modelUrl ||= await this.fake.listen()
    this.page = await this.#shell.start(this.directory, { size, right: this.right })
    await this.page.getByRole('navigation').first().waitFor()
  }

  /** A page on which nobody has been, and a model that nobody has asked; the host goes on, and no turn in it. */
  async anew(size = usualSize): Promise<void> {
    this.page = await this.#shell.anew(size)
    await this.page.getByRole('navigation').first().waitFor()
    const link = new PageLink(this.page)
    const { turns } = await link.state()
    for (const turn of Object.keys(turns)) await link.call('cancelTurn', { turn })
    await link.until('No turn runs', (state) => Object.keys(state.turns).length === 0)
    this.fake.setScenario({ turns: [] })
    this.fake.state.log.length = 0
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
type Fixtures = {
  app: App
  /** One that nobody shares, for what begins with nothing. */
  ownApp: App
}
type WorkerFixtures = {
  shell: ShellName
  openBrowser: () => Promise<Browser>
  openShell: (appDirectory?: string) => Promise<Shell>
  shared: Shared
}
/** The app that the tests of a file use one after the other, where they have one together. */
type Shared = { app?: App | undefined; isUsed: boolean }

/** Every test gets an app of its own, in the shell of its project, unless its file shares one; it is closed whatever happens. */
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
  openShell: [
    async ({ shell, openBrowser }, use) =>
      use(async (appDirectory = root) =>
        shell === 'web' ? new WebShell(await openBrowser(), appDirectory) : new DesktopShell({ appDirectory }),
      ),
    { scope: 'worker' },
  ],
  // oxlint-disable-next-line no-empty-pattern
  shared: [async ({}, use) => use({ isUsed: false }), { scope: 'worker' }],
  app: async ({ openShell, shared }, use) => {
    if (shared.app) {
      if (shared.isUsed) await shared.app.anew()
      shared.isUsed = true
      return use(shared.app)
    }
    return withApp(await openShell(), use)
  },
  ownApp: async ({ openShell }, use) => withApp(await openShell(), use),
})

async function withApp(shell: Shell, use: (app: App) => Promise<void>): Promise<void> {
  const app = new App(shell)
  await app.start()
  await use(app)
  await app.close()
}

/** The tests of this file have one app together: each finds a page on which nobody has been, over the same host. */
export function shareApp(): void {
  test.beforeAll(async ({ openShell, shared }) => {
    const app = new App(await openShell())
    Object.assign(shared, { app, isUsed: false })
    await app.start()
  })
  test.afterAll(async ({ shared }) => {
    const { app } = shared
    shared.app = undefined
    await app?.close()
  })
}

export { expect } from '@playwright/test'
