import { type Duplex, duplexPair } from 'node:stream'
import type { JsonObject } from '../../../../shared/schema/json.ts'
import type { ReadLong } from './frame.ts'
import { Framer, type FrameSink } from './framing.ts'
import { StderrRing } from './stderr-ring.ts'
import { Unsent, type Wire, type WireSink, type Ending } from './wire.ts'
import type { Violation } from './violation.ts'
import { wireWords } from './words.ts'

type Options = {
  /** Serves one stream, and writes its other output to `log`. */
  serve(stream: Duplex, log: (line: string) => void): { close(): Promise<void> }
  /** Removes secrets' values from a text. */
  redact(text: string): string
  /** Receives each line of that output, cleaned and limited. */
  printed(line: string): void
  count(violation: Violation): void
  readLong: ReadLong
}

/**
 * Two streams inside Atrium with a server at their far end. Messages are read by the same rules as a process's output.
 */
export class PlaygroundWire implements Wire {
  /** Resolves when the wire was closed. */
  readonly ended: Promise<Ending>
  readonly pid = undefined
  readonly stderr: StderrRing
  readonly #end: (ending: Ending) => void
  readonly #count: (violation: Violation) => void
  readonly #readLong: ReadLong
  readonly #stream: Duplex
  readonly #server: { close(): Promise<void> }
  #sink: WireSink | undefined
  #closed: Promise<void> | undefined

  constructor({ serve, redact, printed, count, readLong }: Options) {
    const { promise, resolve } = Promise.withResolvers<Ending>()
    this.ended = promise
    this.#end = resolve
    this.#count = count
    this.#readLong = readLong
    this.stderr = new StderrRing(redact, printed)
    const [ours, theirs] = duplexPair()
    this.#stream = ours
    this.#server = serve(theirs, (line) => this.stderr.push(Buffer.from(`${line}\n`)))
  }

  listen(sink: WireSink): void {
    this.#sink = sink
    const frames: FrameSink = {
      message: (message, digest) => void (this.#closed || sink.message(message, digest)),
      wanted: sink.wanted,
      violation: (violation, remains) => {
        this.#count(violation)
        sink.dropped(violation, remains)
      },
      overflow: (how) => void this.#leave({ how }),
    }
    const framer = new Framer(frames, this.#readLong)
    this.#stream.on('data', (chunk: Buffer) => {
      const reading = framer.push(chunk)
      if (!reading) return
      this.#stream.pause()
      void reading.then(() => this.#stream.resume())
    })
  }

  send(message: JsonObject): void {
    if (this.#closed) throw new Unsent(wireWords.stopped)
    this.#stream.write(`${JSON.stringify(message)}\n`)
  }

  close(): Promise<void> {
    return this.#leave({ how: 'stopped' })
  }

  #leave(ending: Ending): Promise<void> {
    return (this.#closed ??= this.#shut(ending))
  }

  async #shut(ending: Ending): Promise<void> {
    this.#end(ending)
    await this.#server.close()
    this.#stream.destroy()
    this.#sink?.closed()
  }
}
