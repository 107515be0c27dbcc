import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { test as base, type Browser, type Page } from '@playwright/test'
import { createFakeAnthropic } from '../../support/fake-anthropic.mjs'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const shell = path.join(root, 'out/main/web.js')

type Running = { process: ChildProcess; address: string; code: string }

/** Starts the built browser shell as a user would and waits for its one line. */
async function startShell(directory: string, right: 'admin' | 'use'): Promise<Running> {
  const rights = right === 'admin' ? ['--admin'] : []
  const child = spawn(process.execPath, [shell, '--json', ...rights, '--data-dir', directory], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  for await (const line of createInterface({ input: child.stdout })) {
    const { address, code } = JSON.parse(line)
    return { process: child, address, code }
  }
  throw new Error('The shell ended before it printed its address.')
}

const ended = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => (child.exitCode === null ? child.once('exit', () => resolve()) : resolve()))

/** Atrium as a person meets it: the built shell, the built page in Chromium, a scripted model. */
export class App {
  readonly directory = mkdtempSync(path.join(tmpdir(), 'atrium-e2e-'))
  readonly fake = createFakeAnthropic({ keys: ['test-key'] })
  readonly #browser: Browser
  #running!: Running
  modelUrl = ''
  /** What the tab may do that the next start opens. */
  right: 'admin' | 'use' = 'admin'
  page!: Page

  constructor(browser: Browser) {
    this.#browser = browser
  }

  async start(viewport = { width: 1280, height: 800 }): Promise<void> {
    this.modelUrl ||= await this.fake.listen()
    this.#running = await startShell(this.directory, this.right)
    const context = await this.#browser.newContext({ viewport })
    this.page = await context.newPage()
    await this.page.goto(`${this.#running.address}#launch=${this.#running.code}`)
    await this.page.getByRole('navigation').first().waitFor()
  }

  /** Ends the shell with this signal; the page stays open and sees it go. */
  async end(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    this.#running.process.kill(signal)
    await ended(this.#running.process)
  }

  /** Starts it again over the same data, in a new tab: what was on screen is gone with the old one. */
  async again(): Promise<void> {
    await this.page.context().close()
    await this.start()
  }

  async restart(): Promise<void> {
    await this.end()
    await this.again()
  }

  /** The address of a page of the interface. */
  address(route: string): string {
    return `${this.#running.address}#${route}`
  }

  async close(): Promise<void> {
    await this.page.context().close()
    if (this.#running.process.exitCode === null) await this.end()
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

/** Every test gets an app of its own; it is closed whatever happens. */
export const test = base.extend<{ app: App }>({
  app: async ({ browser }, use) => {
    const app = new App(browser)
    await app.start()
    await use(app)
    await app.close()
  },
})

export { expect } from '@playwright/test'
