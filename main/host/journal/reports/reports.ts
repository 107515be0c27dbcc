import type { HostEvent } from '../../../../shared/events/events.ts'
import { reasonOf } from '../../base/failure.ts'
import type { ReportStore, StoredFrame, StoredLine } from './report-store.ts'
import { reportWords } from './words.ts'

/** A line that has no number and time yet. */
export type NewLine = Omit<StoredLine, 'id' | 'at'>
/** A protocol message that has no number and time yet. */
export type NewFrame = Omit<StoredFrame, 'id' | 'at'>

/** Milliseconds that rows collect before they're written and UIs are notified. */
const gatherMs = 250
/** Max collected characters and rows before an immediate write. */
const gathered = { characters: 1024 * 1024, rows: 100 }

/**
 * Servers' reports and the messages between them and Atrium, on their way to the rings: in batches, outside the log.
 */
export class Reports {
  readonly #store: ReportStore
  readonly #publish: (event: HostEvent) => void
  readonly #now: () => number
  readonly #last: { server_log: number; frames: number }
  readonly #untold = new Map<string, { log?: number; frames?: number }>()
  #lines: StoredLine[] = []
  #frames: StoredFrame[] = []
  #characters = 0
  #timer: NodeJS.Timeout | undefined
  #failing = false
  #closed = false

  constructor(store: ReportStore, { publish, now }: { publish: (event: HostEvent) => void; now: () => number }) {
    this.#store = store
    this.#publish = publish
    this.#now = now
    this.#last = store.last
  }

  line(line: NewLine): void {
    const id = ++this.#last.server_log
    this.#lines.push({ ...line, id, at: this.#now() })
    this.#untold.set(line.server, { ...this.#untold.get(line.server), log: id })
    this.#gather(line.text)
  }

  /** Returns its number, which an answer to it references. */
  frame(frame: NewFrame): number {
    const id = ++this.#last.frames
    this.#frames.push({ ...frame, id, at: this.#now() })
    this.#untold.set(frame.server, { ...this.#untold.get(frame.server), frames: id })
    this.#gather(frame.text)
    return id
  }

  /**
   * Writes the collected reports. Reports that can't be written are lost: nothing waits for them, and the log shows the
   * error.
   */
  flush(): void {
    const [lines, frames] = [this.#lines, this.#frames]
    if (lines.length === 0 && frames.length === 0) return
    this.#lines = []
    this.#frames = []
    this.#characters = 0
    if (this.#closed) return
    this.#attempt(() => this.#store.write(lines, frames))
  }

  /** Deletes the reports of servers that aren't among these. */
  keepOnly(servers: string[]): void {
    this.flush()
    this.#attempt(() => this.#store.keepOnly(servers))
  }

  /** Deletes what was reported from a time on; all of it, if only that is possible. */
  eraseSince(at: number): void {
    this.flush()
    this.#store.eraseSince(at)
  }

  /** Gives a server's reports its new ID. */
  rename(from: string, to: string): void {
    this.flush()
    this.#attempt(() => this.#store.rename(from, to))
  }

  close(): void {
    clearTimeout(this.#timer)
    this.flush()
    this.#closed = true
  }

  #gather(text: string): void {
    if (this.#closed) return
    this.#characters += text.length
    this.#timer ??= setTimeout(() => this.#tell(), gatherMs)
    if (this.#characters > gathered.characters || this.#lines.length + this.#frames.length > gathered.rows) this.flush()
  }

  #attempt(work: () => void): void {
    try {
      work()
      this.#failing = false
    } catch (error) {
      if (!this.#failing) process.emitWarning(reportWords.notKept(reasonOf(error)))
      this.#failing = true
    }
  }

  /** UIs get only numbers and query the rest. */
  #tell(): void {
    this.#timer = undefined
    this.flush()
    for (const [server, last] of this.#untold) this.#publish({ type: 'server.reported', server, ...last })
    this.#untold.clear()
  }
}
