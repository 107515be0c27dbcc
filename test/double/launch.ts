import { fork, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { chromium, type Browser, type Page } from '@playwright/test'
import type * as Electron from 'electron'
import { root } from '../e2e/support/root.ts'
import type { Order, Report } from './control.ts'
import type { Options } from './window/state.ts'

/** A request to the system, or to the user in its dialogs. */
export type Call = { api: string; args: unknown[] }

export type Person = {
  /** Whether the scripted user confirms the system's dialogs. */
  agrees?: boolean
  /** Whether the system has a program for addresses; absent means yes. */
  opens?: boolean
  /** The user's choice in questions with these words; null leaves them open. */
  exceptions?: { when: string; press: string | null }[]
  /** Chosen when a folder is asked for. */
  folder?: string
  /** The system's answer to notifications. */
  notices?: 'shown' | 'refused' | 'unsaid'
}

export type Launch = {
  /** The checkout, a copy of it, or a package's content. */
  appDirectory: string
  args?: string[]
  /** Variables beside those of the test. */
  env?: NodeJS.ProcessEnv
  person?: Person
  /** Only the double supports this; requesting it requests the double. */
  double?: Partial<Options>
}

/** A running app: in Electron's double, or in Electron itself. */
export interface Desktop {
  readonly isReal: boolean
  readonly pid: number
  /** The end of its terminal output. */
  readonly said: string
  /** How the app's process ended: null by a signal. */
  readonly ended: Promise<number | null>
  /** The pages, as they appear. */
  pages(): Page[]
  /** Runs in the main process, without access to the test's variables. */
  evaluate<R, A = undefined>(run: (electron: typeof Electron, argument: A) => R, argument?: A): Promise<Awaited<R>>
  /** Reattaches to crashed pages, which Playwright abandons permanently; only in the double. */
  refresh(): Promise<void>
  /** Ends the app like a user. */
  quit(): Promise<number | null>
}

const register = fileURLToPath(new URL('register.ts', import.meta.url))

/** The app's process in the double. It connects to nothing yet. */
export function forkDouble({ appDirectory, args = [], env, person, double }: Launch): ChildProcess {
  const manifest = JSON.parse(readFileSync(path.join(appDirectory, 'package.json'), 'utf8')) as { main: string }
  return fork(path.join(appDirectory, manifest.main), args, {
    cwd: appDirectory,
    execArgv: ['--import', register],
    serialization: 'advanced',
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      ...process.env,
      ...env,
      // The compiled code of a changed copy is of no use to another one.
      ...(appDirectory !== root && { NODE_DISABLE_COMPILE_CACHE: '1' }),
      ATRIUM_PERSON: JSON.stringify(person ?? {}),
      ELECTRON_DOUBLE: JSON.stringify(double ?? {}),
    },
  })
}

/** Starts the app in the double. Rejects with its output if it ends before it is ready. */
export async function launchDouble(options: Launch): Promise<Desktop> {
  const app = new Double(forkDouble(options))
  await app.connect()
  return app
}

class Double implements Desktop {
  readonly isReal = false
  readonly ended: Promise<number | null>
  readonly #child: ChildProcess
  #browser: Browser | undefined
  #address = ''
  #said = ''
  #last = 0
  readonly #orders = new Map<number, (report: Report) => void>()

  constructor(child: ChildProcess) {
    this.#child = child
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => (this.#said = `${this.#said}${text}`.slice(-4000)))
    this.ended = new Promise((resolve) => child.once('close', resolve))
    child.on('message', (report: Report) => {
      if ('id' in report) this.#orders.get(report.id)?.(report)
    })
  }

  get said(): string {
    return this.#said
  }

  get pid(): number {
    return this.#child.pid ?? 0
  }

  async connect(): Promise<void> {
    const ready = new Promise<string>((resolve) =>
      this.#child.on('message', (report: Report) => {
        if ('ready' in report) resolve(report.ready)
      }),
    )
    const address = await this.#before(ready)
    await this.#connect(address)
  }

  async refresh(): Promise<void> {
    await this.#browser?.close()
    await this.#connect(this.#address)
  }

  async #connect(address: string): Promise<void> {
    this.#address = address
    // When the app ends, Chromium is gone slightly earlier; the app's reason is the better one.
    const connected = chromium.connectOverCDP(address).catch(async (error: unknown) => {
      await wait(30_000, undefined, { ref: false })
      throw error
    })
    this.#browser = await this.#before(connected)
  }

  pages(): Page[] {
    return this.#browser?.contexts().flatMap((context) => context.pages()) ?? []
  }

  async evaluate<R, A>(run: (electron: typeof Electron, argument: A) => R, argument?: A): Promise<Awaited<R>> {
    if (!this.#child.connected) throw new Error(`The app has ended. It said:\n${this.#said}`)
    const id = (this.#last += 1)
    const reported = new Promise<Report>((resolve) => this.#orders.set(id, resolve))
    this.#child.send({ id, source: run.toString(), argument } satisfies Order)
    const report = await this.#before(reported)
    this.#orders.delete(id)
    if ('error' in report) throw new Error(`In the main process: ${report.error}`)
    return ('value' in report ? report.value : undefined) as Awaited<R>
  }

  async quit(): Promise<number | null> {
    if (this.#child.connected) this.evaluate(({ app }) => app.quit()).catch(() => undefined)
    const code = await this.ended
    await this.#browser?.close().catch(() => undefined)
    return code
  }

  /** The app's end takes precedence over everything that waits for it. */
  async #before<T>(wanted: Promise<T>): Promise<T> {
    const ended = this.ended.then((code) => {
      throw new Error(`The app ended with ${code}. It said:\n${this.#said}`)
    })
    return Promise.race([wanted, ended])
  }
}
