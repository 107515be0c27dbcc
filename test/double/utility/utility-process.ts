import { fork as forkNode, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { app } from '../app.ts'
import { onlyKnown, strict, StrictEmitter } from '../strict.ts'

type ForkOptions = { env?: Record<string, string>; serviceName?: unknown; stdio?: unknown; execArgv?: unknown }

const parentPort = fileURLToPath(new URL('parent-port.mjs', import.meta.url))

/** lib/browser/api/utility-process.ts and shell/browser/api/electron_api_utility_process.cc of Electron */
class UtilityProcess extends StrictEmitter {
  readonly #child: ChildProcess
  #pid: number | undefined
  #isOver = false
  #wasKilled = false

  constructor(modulePath: string, args: readonly string[], options: ForkOptions) {
    super('UtilityProcess', ['spawn', 'exit', 'message', 'error'])
    if (!modulePath) throw new Error('Missing UtilityProcess entry script.')
    onlyKnown('utilityProcess.fork', options, ['env', 'serviceName', 'stdio', 'execArgv'])
    const { env, serviceName, stdio, execArgv = [] } = options
    if (!Array.isArray(execArgv)) throw new Error('execArgv must be an array of strings.')
    if (serviceName !== undefined && typeof serviceName !== 'string') throw new Error('serviceName must be a string.')
    if (stdio !== undefined && stdio !== 'ignore')
      throw new Error('The double of Electron only ignores what it writes.')
    if (!app.isReady()) throw new TypeError('utilityProcess cannot be created before app is ready.')
    this.#child = forkNode(modulePath, [...args], {
      execArgv: ['--import', parentPort, ...execArgv.map(String)],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      // An empty environment is taken for none, and then the process gets its parent's: WithEnvironment.
      env: env && Object.keys(env).length > 0 ? env : process.env,
    })
    this.#child.once('spawn', () => {
      this.#pid = this.#child.pid
      this.emit('spawn')
    })
    this.#child.on('message', (message) => this.emit('message', message))
    this.#child.once('exit', (code, signal) => {
      this.#isOver = true
      this.#pid = undefined
      // HandleTermination: one that was killed on purpose ended well.
      this.emit('exit', this.#wasKilled ? 0 : (code ?? (signal === 'SIGKILL' ? 9 : 15)))
    })
  }

  get pid(): number | undefined {
    return this.#pid
  }

  /** Messages wait for the process to start; none reaches one that ended. */
  postMessage(message: unknown): void {
    if (!this.#isOver && this.#child.connected) this.#child.send(message as object, () => undefined)
  }

  /** Asks the process to end, and ends it two seconds later: EnsureProcessTerminated. False if there is none. */
  kill(): boolean {
    if (this.#isOver || this.#pid === undefined) return false
    this.#wasKilled = this.#child.kill('SIGTERM')
    setTimeout(() => void this.#child.kill('SIGKILL'), 2000).unref()
    return this.#wasKilled
  }
}

export const utilityProcess = strict('utilityProcess', {
  fork: (modulePath: string, args: readonly string[] = [], options: ForkOptions = {}): UtilityProcess =>
    strict('UtilityProcess', new UtilityProcess(modulePath, args, options)),
})
