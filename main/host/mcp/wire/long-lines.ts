import { Worker } from 'node:worker_threads'
import type { Wanted } from '../results/digest.ts'
import type { Frame, WantedBy } from './frame.ts'
import { noteSize } from './frame-size.ts'
import type { RequestId } from './request-ids.ts'
import { Redaction, type KnownForms } from '../../secrets/redaction.ts'
import type { ListedItem } from '../results/list-items.ts'

/**
 * A line goes to the thread. Where it is an answer, the thread says to which request, and is told what that wanted: the
 * answer is read there as what it is for, without the values of secrets. The items of a list come a few at a time, each
 * time when they are asked for. Whatever else it is comes whole.
 */
export type ToThread =
  | { id: number; bytes: Uint8Array<ArrayBuffer> }
  | { id: number; wanted: Wanted | undefined; secrets: KnownForms }
  | { id: number; more: true }
export type FromThread =
  { id: number; answers: RequestId } | { id: number; items: ListedItem[] } | { id: number; frame: Frame | undefined }

type Waiting = {
  wanted: WantedBy
  redaction: Redaction
  bytes: number
  items: ListedItem[]
  resolve: (frame: Frame | undefined) => void
}

const program = new URL(import.meta.url.endsWith('.ts') ? './frames.ts' : './frames.js', import.meta.url)
/** What is answered where the thread ended; whoever waits for that message has a clock of its own. */
const unread: Frame = { violation: 'not-json' }

/** Reads the long lines of all servers, in a thread that starts with the first of them. */
export class LongLines {
  readonly #waiting = new Map<number, Waiting>()
  #worker: Worker | undefined
  #lastId = 0
  #closed = false

  /**
   * A line in which this redaction applies. Never rejects. The line's memory is given away where it is the line's alone.
   */
  readonly read = (line: Buffer, wanted: WantedBy, redaction = new Redaction()): Promise<Frame | undefined> => {
    if (this.#closed) return Promise.resolve(unread)
    const { promise, resolve } = Promise.withResolvers<Frame | undefined>()
    const id = ++this.#lastId
    this.#waiting.set(id, { wanted, redaction, bytes: line.length, items: [], resolve })
    this.#worker ??= this.#start()
    const { buffer } = line
    const isAlone = buffer instanceof ArrayBuffer && buffer.byteLength === line.length
    const bytes = isAlone ? new Uint8Array(buffer) : new Uint8Array(line)
    this.#worker.postMessage({ id, bytes } satisfies ToThread, [bytes.buffer])
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
    worker.on('message', (said: FromThread) => worker === this.#worker && this.#heard(worker, said))
    worker.on('error', () => this.#lost(worker))
    worker.on('exit', () => this.#lost(worker))
    return worker
  }

  #heard(worker: Worker, said: FromThread): void {
    const { id } = said
    const waiting = this.#waiting.get(id)
    if ('frame' in said) return this.#settle(id, whole(said.frame, waiting?.items ?? []))
    if ('items' in said) {
      waiting?.items.push(...said.items)
      return worker.postMessage({ id, more: true } satisfies ToThread)
    }
    const wanted = waiting?.wanted(said.answers)
    worker.postMessage({ id, wanted, secrets: waiting?.redaction.forms ?? new Map() } satisfies ToThread)
  }

  #settle(id: number, frame: Frame | undefined): void {
    const waiting = this.#waiting.get(id)
    this.#waiting.delete(id)
    if (waiting && frame && 'message' in frame) noteSize(frame.message, waiting.bytes)
    waiting?.resolve(frame)
  }

  #lost(worker: Worker): void {
    if (this.#worker !== worker) return
    this.#worker = undefined
    for (const id of this.#waiting.keys()) this.#settle(id, unread)
  }
}

/** With the items that came before it, where it is the end of a list. */
const whole = (frame: Frame | undefined, items: ListedItem[]): Frame | undefined =>
  frame?.digest && 'items' in frame.digest ? { ...frame, digest: { items } } : frame
