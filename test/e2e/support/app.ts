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

/** Atrium as a user meets it: a built shell, the built page in Chromium, a scripted model. */
export class App {
  readonly directory: string
  readonly fake = createFakeAnthropic({ keys: ['test-key'] })
  readonly #shell: Shell
  modelUrl = ''
  /** The right of the tab that the next start opens. */
  right: 'admin' | 'use' = 'admin'
  page!: Page

  constructor(shell: Shell, directory = mkdtempSync(path.join(tmpdir(), 'atrium-e2e-'))) {
    this.#shell = shell
    this.directory = directory
  }

  async start(size = usualSize): Promise<void> {
    this.modelUrl ||= await this.fake.listen()
    this.page = await this.#shell.start(this.directory, { size, right: this.right })
    await this.#ready()
  }

  /** Waits until the page is drawn. It isn't looked for by its role: a dialog over it can be there first. */
  async #ready(): Promise<void> {
    await this.page.locator('nav:visible').first().waitFor()
  }

  /** A fresh page and an unused model; the host keeps running, without turns. */
  async anew(size = usualSize): Promise<void> {
    this.page = await this.#shell.anew(size)
    await this.#ready()
    const link = new PageLink(this.page)
    const { turns } = await link.state()
    for (const turn of Object.keys(turns)) await link.call('cancelTurn', { turn })
    await link.until('No turn runs', (state) => Object.keys(state.turns).length === 0)
    this.fake.setScenario({ turns: [] })
    this.fake.state.log.length = 0
  }

  /** Ends the shell with this signal; a browser's page stays open and notices. */
  async end(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    await this.#shell.end(signal)
  }

  /** Restarts it over the same data: the old page's content is gone. */
  async again(): Promise<void> {
    await this.#shell.close()
    await this.start()
  }

  async restart(): Promise<void> {
    await this.end()
    await this.again()
  }

  /** The URL of a page in the interface. */
  address(route: string): string {
    return `${this.#shell.address}#${route}`
  }

  async close(): Promise<void> {
    await this.#shell.close()
    await this.fake.close()
    rmSync(this.directory, { recursive: true, force: true })
  }

  /** The path of an official server's entry, to type into the form. */
  static script(name: 'everything' | 'filesystem'): string {
    const file = path.join(root, `node_modules/@modelcontextprotocol/server-${name}/dist/index.js`)
    if (!existsSync(file)) throw new Error(`${file} is missing: run npm ci.`)
    return file
  }
}

export type ShellName = 'web' | 'desktop'

/** `openShell` creates the project's shell, over the checkout or a copy of it. */
type Fixtures = {
  app: App
  /** An unshared one, for tests that begin from scratch. */
  ownApp: App
}
type WorkerFixtures = {
  shell: ShellName
  openBrowser: () => Promise<Browser>
  openShell: (appDirectory?: string) => Promise<Shell>
  shared: Shared
}
/** The app that a file's tests use one after the other, if they share one. */
type Shared = { app?: App | undefined; isUsed: boolean }

/** Every test gets its own app, in its project's shell, unless its file shares one; it is always closed. */
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
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the pattern
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

/** This file's tests share one app: each gets a fresh page over the same host. */
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
