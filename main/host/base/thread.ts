import { type Transferable, Worker } from 'node:worker_threads'

/** Every thread's first message, posted once everything it needs is loaded. */
export type Ready = 'ready'

/**
 * Starts the program of this name next to a module. It has no environment, and none of the host's flags except the one
 * older releases need to read TypeScript. `heap` limits its memory, in megabytes.
 */
export function startWorker(beside: string, name: string, { data, heap }: { data?: unknown; heap?: number } = {}) {
  const isSource = beside.endsWith('.ts')
  return new Worker(new URL(`./${name}.${isSource ? 'ts' : 'js'}`, beside), {
    env: {},
    execArgv: isSource ? ['--experimental-strip-types'] : [],
    workerData: data,
    ...(heap !== undefined && { resourceLimits: { maxOldGenerationSizeMb: heap } }),
  })
}

type Options<Said, Open> = {
  start: () => Worker
  heard(said: Said): void
  /**
   * Called for each open request when the thread ends: by itself, with its error if there was one, or ended on purpose.
   */
  lost(open: Open, fault?: Error): void
}

/** One running worker, and when it can be ended. */
type Running = { worker: Worker; loaded: Promise<void>; isLoaded: boolean }

/**
 * A thread and its open requests. It starts with the first message, and again with the next one after it ended. It
 * keeps the process alive only while it loads or a request is open. Node aborts the whole process if a thread is ended
 * while a native addon creates its classes in it, so none is ended before it reports ready.
 */
export class WorkerThread<Told, Said, Open = never> {
  readonly #options: Options<Said, Open>
  readonly #open = new Map<number, Open>()
  #running: Running | undefined
  #lastId = 0
  #isClosed = false

  constructor(options: Options<Said, Open>) {
    this.#options = options
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  get isStarted(): boolean {
    return this.#running !== undefined
  }

  /** Starts the thread before it is needed. */
  start(): void {
    this.#running ??= this.#begin()
  }

  tell(told: Told, moved: Transferable[] = []): void {
    const { worker } = (this.#running ??= this.#begin())
    worker.postMessage(told, moved)
  }

  /** Sends a request that stays open until taken or lost; returns its ID. Not for a closed thread. */
  ask(open: Open, told: (id: number) => Told, moved?: Transferable[]): number {
    const id = ++this.#lastId
    this.#open.set(id, open)
    this.tell(told(id), moved)
    this.#keep()
    return id
  }

  find(id: number): Open | undefined {
    return this.#open.get(id)
  }

  /** Closes and returns the request with this ID. */
  take(id: number): Open | undefined {
    const open = this.#open.get(id)
    this.#open.delete(id)
    this.#keep()
    return open
  }

  /** Loses every open request at once; resolves when the thread is gone. */
  async end(): Promise<void> {
    const running = this.#running
    this.#running = undefined
    this.#lose()
    if (!running) return
    // A process that exited now would end the thread abruptly.
    running.worker.ref()
    await running.loaded
    await running.worker.terminate()
  }

  /** Like `end`, and the thread can't start again. */
  close(): Promise<void> {
    this.#isClosed = true
    return this.end()
  }

  /** Milliseconds of processor time it has used; unavailable in older releases (Node 24.6), and after it ended. */
  async spentMs(): Promise<number | undefined> {
    const worker: Partial<Pick<Worker, 'cpuUsage'>> = this.#running?.worker ?? {}
    try {
      const used = await worker.cpuUsage?.()
      return used && (used.user + used.system) / 1000
    } catch {
      return undefined
    }
  }

  #begin(): Running {
    const worker = this.#options.start()
    const { promise: loaded, resolve } = Promise.withResolvers<void>()
    const running: Running = { worker, loaded, isLoaded: false }
    let fault: Error | undefined
    worker.on('message', (said: Said | Ready) => {
      if (said === 'ready') {
        running.isLoaded = true
        resolve()
        if (running === this.#running) this.#keep()
      } else if (running === this.#running) this.#options.heard(said)
    })
    worker.on('error', (error) => (fault = error instanceof Error ? error : new Error(String(error))))
    worker.on('exit', () => {
      resolve()
      if (running !== this.#running) return
      this.#running = undefined
      this.#lose(fault)
    })
    return running
  }

  #keep(): void {
    if (this.#open.size > 0 || !this.#running?.isLoaded) this.#running?.worker.ref()
    else this.#running.worker.unref()
  }

  #lose(fault?: Error): void {
    const open = [...this.#open.values()]
    this.#open.clear()
    for (const it of open) this.#options.lost(it, fault)
  }
}
