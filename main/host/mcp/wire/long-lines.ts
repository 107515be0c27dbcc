import { startWorker, Thread } from '../../base/thread.ts'
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

/** What is answered where the thread ended; whoever waits for that message has a clock of its own. */
const unread: Frame = { violation: 'not-json' }

/** Reads the long lines of all servers, in a thread that starts with the first of them. */
export class LongLines {
  readonly #thread: Thread<ToThread, FromThread, Waiting> = new Thread({
    start: () => startWorker(import.meta.url, 'frames'),
    heard: (said) => this.#heard(said),
    lost: ({ resolve }) => resolve(unread),
  })

  /**
   * A line in which this redaction applies. Never rejects. The line's memory is given away where it is the line's alone.
   */
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

  /** What is still being read is answered as unreadable. */
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

/** With the items that came before it, where it is the end of a list. */
const whole = (frame: Frame | undefined, items: ListedItem[]): Frame | undefined =>
  frame?.digest && 'items' in frame.digest ? { ...frame, digest: { items } } : frame
