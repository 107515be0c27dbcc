import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import type { Browser, Page } from '@playwright/test'
import { root } from './root.ts'
import type { Shell, StartOptions } from './shell.ts'

type Running = { process: ChildProcess; address: string; code: string }

/** Animations render sixty times a second, and no test looks at them. */
const still = { reducedMotion: 'reduce' } as const
/** A user's browser lets the front page write to the clipboard; a headless shell must be told. */
const permissions = ['clipboard-write']

/** A browser tab, served by the built browser shell. */
export class WebShell implements Shell {
  readonly #browser: Browser
  readonly #appDirectory: string
  readonly #loads: string[]
  readonly #environment: Record<string, string>
  #running: Running | undefined
  #page: Page | undefined

  /** `loads` are modules that the process loads before Atrium; `environment` is added to its variables. */
  constructor(browser: Browser, appDirectory = root, loads: string[] = [], environment: Record<string, string> = {}) {
    this.#environment = environment
    this.#browser = browser
    this.#appDirectory = appDirectory
    this.#loads = [pathToFileURL(checker).href, ...loads]
  }

  get address(): string {
    return this.#running?.address ?? ''
  }

  async start(directory: string, { size, right }: StartOptions): Promise<Page> {
    const rights = right === 'admin' ? ['--admin'] : []
    const loads = this.#loads.flatMap((it) => ['--import', it])
    const program = [process.execPath, ...loads, path.join(this.#appDirectory, 'out/main/web.js'), '--json', ...rights]
    // The compiled code of a changed copy is of no use to another one.
    const isCopy = this.#appDirectory !== root
    const copied = isCopy ? { NODE_DISABLE_COMPILE_CACHE: '1' } : {}
    const env = { ...process.env, ...this.#environment, ...copied }
    this.#running = await startShell(this.launch(program, directory, env))
    const context = await this.#browser.newContext({ viewport: size, permissions, ...still })
    await context.addInitScript(forgetIfTold, told)
    this.#page = await context.newPage()
    await this.beforeLoading(this.#page)
    await this.#page.goto(`${this.address}#launch=${this.#running.code}`)
    return this.#page
  }

  /** How the shell is started over a folder. */
  protected launch(program: string[], directory: string, env: NodeJS.ProcessEnv): Launch {
    return { command: [...program, '--data-dir', directory], env }
  }

  /** Prepares the page while it is still empty. */
  protected async beforeLoading(_page: Page): Promise<void> {}

  /**
   * The same tab with only its session left, which is a third of the work of a new one. A clock installed by a test
   * can't be removed: then it is another tab of the same session.
   */
  async anew(size: StartOptions['size']): Promise<Page> {
    const page = this.#page
    if (!page) throw new Error('There is no page yet.')
    const context = page.context()
    if (await page.evaluate(() => !Function.prototype.toString.call(Date).includes('[native code]')))
      return this.#anotherTab(page, size)
    for (const other of context.pages()) if (other !== page) await other.close()
    await Promise.all([page.unrouteAll(), context.unrouteAll(), context.clearPermissions()])
    await context.grantPermissions(permissions)
    await page.setViewportSize(size)
    await page.emulateMedia({ colorScheme: null, ...still })
    await page.evaluate((key) => sessionStorage.setItem(key, ''), told)
    await page.goto(this.address)
    return page
  }

  async #anotherTab(before: Page, size: StartOptions['size']): Promise<Page> {
    const { cookies } = await before.context().storageState()
    const kept = await before.evaluate(() => ({
      token: sessionStorage['atrium.token'],
      proof: sessionStorage['atrium.proof'],
    }))
    await before.context().close()
    const context = await this.#browser.newContext({
      viewport: size,
      permissions,
      ...still,
      storageState: { cookies, origins: [] },
    })
    await context.addInitScript(({ token, proof }) => {
      if (location.protocol === 'http:') Object.assign(sessionStorage, { 'atrium.token': token, 'atrium.proof': proof })
    }, kept)
    this.#page = await context.newPage()
    await this.#page.goto(this.address)
    return this.#page
  }

  async end(signal: NodeJS.Signals): Promise<void> {
    if (!this.#running) return
    const { process: child } = this.#running
    const isOver = child.exitCode !== null || child.signalCode !== null
    if (isOver) return
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }

  async close(): Promise<void> {
    await this.#page?.context().close()
    await this.end('SIGTERM')
  }
}

/** Tells the next page to forget what the last one stored, which could still store something as it closes. */
const told = 'atrium.test.forget'

/** Runs in each page before the page's scripts. If told to, forgets all but the session. */
function forgetIfTold(key: string): void {
  if (location.protocol !== 'http:' || sessionStorage.getItem(key) === null) return
  localStorage.clear()
  for (const it of Object.keys(sessionStorage))
    if (it !== 'atrium.token' && it !== 'atrium.proof') sessionStorage.removeItem(it)
}

/** Ends the shell if it sends a frame that isn't in the specification. */
const checker = path.join(root, 'test/support/frames/check-process.ts')

/** A command line, and its environment. */
export type Launch = { command: string[]; env: NodeJS.ProcessEnv }

/** Starts the built browser shell like a user and waits for its one line. */
async function startShell({ command: [program = '', ...args], env }: Launch): Promise<Running> {
  const child = spawn(program, args, { env, stdio: ['pipe', 'pipe', 'inherit'] })
  for await (const line of createInterface({ input: child.stdout })) {
    const { address, code } = JSON.parse(line)
    return { process: child, address, code }
  }
  throw new Error('The shell ended before it printed its address.')
}
