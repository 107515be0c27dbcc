import { Worker } from 'node:worker_threads'
import type { Frame } from '../mcp/frame.ts'

/** What goes to the thread, and what comes back under the same number. */
export type LongLine = { id: number; bytes: Uint8Array<ArrayBuffer> }
export type ReadLine = { id: number; frame: Frame | undefined }

const program = new URL(import.meta.url.endsWith('.ts') ? './frames.ts' : './frames.js', import.meta.url)
/** What is answered where the thread ended; whoever waits for that message has a clock of its own. */
const unread: Frame = { violation: 'not-json' }

/** Reads the long lines of all servers, in a thread that starts with the first of them. */
export class LongLines {
  readonly #waiting = new Map<number, (frame: Frame | undefined) => void>()
  #worker: Worker | undefined
  #lastId = 0
  #closed = false

  /** Never rejects. The line's memory is given away where it is the line's alone. */
  readonly read = (line: Buffer): Promise<Frame | undefined> => {
    if (this.#closed) return Promise.resolve(unread)
    const { promise, resolve } = Promise.withResolvers<Frame | undefined>()
    const id = ++this.#lastId
    this.#waiting.set(id, resolve)
    this.#worker ??= this.#start()
    const { buffer } = line
    const isAlone = buffer instanceof ArrayBuffer && buffer.byteLength === line.length
    const bytes = isAlone ? new Uint8Array(buffer) : new Uint8Array(line)
    this.#worker.postMessage({ id, bytes } satisfies LongLine, [bytes.buffer])
    return promise
  }

  /** What is still being read is answered as unreadable. */
  async close(): Promise<void> {
    this.#closed = true
    await this.#worker?.terminate()
  }

  #start(): Worker {
    // No environment, and none of the host's flags but the one that older releases need to read TypeScript.
    const execArgv = program.pathname.endsWith('.ts') ? ['--experimental-strip-types'] : []
    const worker = new Worker(program, { env: {}, execArgv })
    worker.unref()
    worker.on('message', ({ id, frame }: ReadLine) => this.#settle(id, frame))
    worker.on('error', () => this.#lost(worker))
    worker.on('exit', () => this.#lost(worker))
    return worker
  }

  #settle(id: number, frame: Frame | undefined): void {
    this.#waiting.get(id)?.(frame)
    this.#waiting.delete(id)
  }

  #lost(worker: Worker): void {
    if (this.#worker !== worker) return
    this.#worker = undefined
    for (const id of this.#waiting.keys()) this.#settle(id, unread)
  }
}
