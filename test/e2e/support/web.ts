import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import type { Browser, Page } from '@playwright/test'
import { root } from './root.ts'
import type { Shell, StartOptions } from './shell.ts'

type Running = { process: ChildProcess; address: string; code: string }

/** A browser tab, served by the built browser shell. */
export class WebShell implements Shell {
  readonly #browser: Browser
  readonly #appDirectory: string
  readonly #loads: string[]
  #running: Running | undefined
  #page: Page | undefined

  /** `loads` are modules that the process loads before Atrium. */
  constructor(browser: Browser, appDirectory = root, loads: string[] = []) {
    this.#browser = browser
    this.#appDirectory = appDirectory
    this.#loads = [pathToFileURL(checker).href, ...loads]
  }

  get address(): string {
    return this.#running?.address ?? ''
  }

  async start(directory: string, { size, right }: StartOptions): Promise<Page> {
    const rights = right === 'admin' ? ['--admin'] : []
    this.#running = await startShell(this.#appDirectory, this.#loads, [...rights, '--data-dir', directory])
    const context = await this.#browser.newContext({ viewport: size })
    this.#page = await context.newPage()
    await this.#page.goto(`${this.address}#launch=${this.#running.code}`)
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

/** Ends the shell when it sends a frame that the specification does not know. */
const checker = path.join(root, 'test/support/frames/check-process.ts')

/** Starts the built browser shell as a user would and waits for its one line. */
async function startShell(appDirectory: string, loads: string[], args: string[]): Promise<Running> {
  const file = path.join(appDirectory, 'out/main/web.js')
  const command = [...loads.flatMap((it) => ['--import', it]), file, '--json', ...args]
  const child = spawn(process.execPath, command, { stdio: ['pipe', 'pipe', 'inherit'] })
  for await (const line of createInterface({ input: child.stdout })) {
    const { address, code } = JSON.parse(line)
    return { process: child, address, code }
  }
  throw new Error('The shell ended before it printed its address.')
}
