import { startWorker, WorkerThread } from '../../base/thread.ts'
import type { RequestKind } from '../results/digest.ts'
import type { Frame, WantedBy } from './frame.ts'
import { noteSize } from './frame-size.ts'
import type { RequestId } from './request-ids.ts'
import { Redaction, type KnownForms } from '../../secrets/redaction.ts'
import type { ListedItem } from '../results/list-items.ts'

/**
 * A line goes to the thread. If it is an answer, the thread reports its request's ID and gets the request's parameters:
 * it reads the answer accordingly, redacted. A list's items come a few at a time, on demand. Anything else comes whole.
 */
export type ToThread =
  | { id: number; bytes: Uint8Array<ArrayBuffer> }
  | { id: number; wanted: RequestKind | undefined; secrets: KnownForms }
  | { id: number; more: true }
export type FromThread =
  | { id: number; answers: RequestId }
  | { id: number; items: ListedItem[] }
  | { id: number; frame: Frame | undefined }

type Waiting = {
  wanted: WantedBy
  redaction: Redaction
  bytes: number
  items: ListedItem[]
  resolve: (frame: Frame | undefined) => void
}

/** The answer if the thread ended; the message's requester has its own time limit. */
const unread: Frame = { violation: 'not-json' }

/** Reads all servers' long lines, in a thread that starts with the first one. */
export class LongLines {
  readonly #thread: WorkerThread<ToThread, FromThread, Waiting> = new WorkerThread({
    start: () => startWorker(import.meta.url, 'frames'),
    heard: (said) => this.#heard(said),
    lost: ({ resolve }) => resolve(unread),
  })

  /** A line to which this redaction applies. Never rejects. Transfers the line's memory if the line owns all of it. */
  readonly read = (line: Buffer, wanted: WantedBy, redaction = new Redaction()): Promise<Frame | undefined> => {
    if (this.#thread.isClosed) return Promise.resolve(unread)
    const { promise, resolve } = Promise.withResolvers<Frame | undefined>()
    const { buffer, length } = line
    const isAlone = buffer instanceof ArrayBuffer && buffer.byteLength === length
    const bytes = isAlone ? new Uint8Array(buffer) : new Uint8Array(line)
    const waiting = { wanted, redaction, bytes: length, items: [], resolve }
    this.#thread.ask(waiting, (id) => ({ id, bytes }), [bytes.buffer])
    return promise
  }

  /** Lines still being read are answered as unreadable. */
  close(): Promise<void> {
    return this.#thread.close()
  }

  #heard(said: FromThread): void {
    const { id } = said
    if ('frame' in said) return this.#settle(id, said.frame)
    const waiting = this.#thread.find(id)
    if ('items' in said) {
      waiting?.items.push(...said.items)
      return this.#thread.tell({ id, more: true })
    }
    const wanted = waiting?.wanted(said.answers)
    this.#thread.tell({ id, wanted, secrets: waiting?.redaction.forms ?? new Map() })
  }

  #settle(id: number, read: Frame | undefined): void {
    const waiting = this.#thread.take(id)
    if (!waiting) return
    const frame = whole(read, waiting.items)
    if (frame && 'message' in frame) noteSize(frame.message, waiting.bytes)
    waiting.resolve(frame)
  }
}

/** A list's last frame, together with the items sent before. */
const whole = (frame: Frame | undefined, items: ListedItem[]): Frame | undefined =>
  frame?.digest?.items ? { ...frame, digest: { items } } : frame
