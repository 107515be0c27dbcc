import { Worker, type WorkerOptions } from 'node:worker_threads'

/** The first message of a thread that uses SQLite, posted once the addon is loaded and the database is open. */
export type Ready = 'ready'

/** How long the addon may take to load before its thread is ended all the same, in milliseconds. */
const longestLoad = 2000

/**
 * A thread that uses SQLite. Node aborts the whole process when a thread is ended while the addon makes its classes, so
 * it is ended only after that.
 */
export class SqliteThread<Said> {
  readonly #worker: Worker
  readonly #loaded = Promise.withResolvers<void>()

  /** `heard` gets each message but the first; `ended` is told once, with the fault if there was one. */
  constructor(
    program: URL,
    options: WorkerOptions,
    { heard, ended }: { heard: (said: Said) => void; ended: (fault?: Error) => void },
  ) {
    this.#worker = new Worker(program, options)
    let fault: Error | undefined
    this.#worker.on('message', (said: Said | Ready) => (said === 'ready' ? this.#loaded.resolve() : heard(said)))
    this.#worker.on('error', (error) => (fault = error instanceof Error ? error : new Error(String(error))))
    this.#worker.on('exit', () => {
      this.#loaded.resolve()
      ended(fault)
    })
  }

  post(message: unknown): void {
    this.#worker.postMessage(message)
  }

  /** Lets the process end although the thread is there. */
  unref(): void {
    this.#worker.unref()
  }

  /** Resolves when the thread is gone. */
  async end(): Promise<void> {
    // A process that ends by itself now would end the thread at once.
    this.#worker.ref()
    const late = setTimeout(() => this.#loaded.resolve(), longestLoad)
    await this.#loaded.promise
    clearTimeout(late)
    await this.#worker.terminate()
  }
}
