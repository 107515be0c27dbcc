import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { type FileKind, readBounds, type FileOutcome, type Unread } from '../../../shared/content/extracted.ts'
import { type Clock, startTimer, systemClock } from '../base/wake.ts'
import type { Platform, ProgramProcess } from '../platform.ts'
import { pdfHeaderAt } from './reading/pdf-header.ts'
import type { PdfProgress } from './reader/pdf.ts'
import type { FromReader, ToReader } from './reader/reader.ts'

/** Max files whose text is kept in memory. */
const mostKnown = 50

const momentary: ReadonlySet<Unread> = new Set(['memory', 'time', 'unavailable'])

/** Max milliseconds until a reader has started. */
const startMs = 60_000

/** The file of a program that is built apart from the host. */
const programBeside = (beside: string, name: string): string =>
  fileURLToPath(new URL(beside.endsWith('.ts') ? `./${name}/${name}.ts` : `../${name}/${name}.js`, beside))

/** PDFium's program, which the reader can't load itself. */
const wasmPlace = (): string =>
  import.meta.url.endsWith('.ts')
    ? createRequire(import.meta.url).resolve('@hyzyla/pdfium/pdfium.wasm')
    : fileURLToPath(new URL('../reader/pdfium.wasm', import.meta.url))

type Deps = { start: Platform['startProgram']; clock?: Pick<Clock, 'after'> | undefined }

/**
 * Reads files that others made, one at a time and each in another process: no file can cost more than its own reading.
 */
export class FileReaders {
  readonly #deps: Deps
  #last: Promise<unknown> = Promise.resolve()
  #running: { end(): void } | undefined
  #isClosed = false
  /** The newest outcomes by hash, so the same file is read once. */
  readonly #known = new Map<string, Promise<FileOutcome>>()

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Never rejects: a file that can't be read is an outcome. */
  read(bytes: Uint8Array): Promise<FileOutcome> {
    const hash = createHash('sha256').update(bytes).digest('hex')
    const known = this.#known.get(hash)
    if (known) return known
    const reading = this.#queue(bytes)
    this.#known.set(hash, reading)
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= mostKnown) break
      this.#known.delete(oldest)
    }
    // An outcome that depends on the moment isn't kept.
    void reading.then((read) => {
      if (read.outcome === 'refused' && momentary.has(read.because)) this.#known.delete(hash)
    })
    return reading
  }

  #queue(bytes: Uint8Array): Promise<FileOutcome> {
    const reading = this.#last.then(() => (this.#isClosed ? refused('unavailable') : this.#readNext(bytes)))
    this.#last = reading
    return reading
  }

  /** Ends what is being read. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.#running?.end()
    await this.#last
  }

  async #readNext(bytes: Uint8Array): Promise<FileOutcome> {
    const { promise, resolve } = Promise.withResolvers<FileOutcome>()
    const one = new Reading(bytes, this.#deps, resolve)
    this.#running = one
    try {
      one.begin()
      return await promise
    } finally {
      this.#running = undefined
    }
  }
}

const refused = (because: Unread, kind: FileKind = 'none'): FileOutcome => ({ outcome: 'refused', kind, because })

/** One file and its reader, which ends with it. */
class Reading {
  readonly #bytes: Uint8Array
  readonly #deps: Deps
  readonly #done: (read: FileOutcome) => void
  #process: ProgramProcess | undefined
  #timer: { cancel(): void } | undefined
  /** The end of all drawing. */
  #end: { cancel(): void } | undefined
  #isReady = false
  #isOver = false
  /** A PDF's text, and how many of its pages were drawn. */
  #text: FileOutcome | undefined
  #checked = 0

  constructor(bytes: Uint8Array, deps: Deps, done: (read: FileOutcome) => void) {
    this.#bytes = bytes
    this.#deps = deps
    this.#done = done
  }

  begin(): void {
    try {
      this.#process = this.#deps.start(programBeside(import.meta.url, 'reader'), {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Atrium's own program says nothing else
        message: (said) => this.#heard(said as FromReader),
        ended: () => this.#settle(this.#isReady ? 'memory' : 'unavailable'),
      })
      this.#wait(startMs, 'unavailable')
    } catch {
      this.#settle('unavailable')
    }
  }

  end(): void {
    this.#settle('unavailable')
  }

  #heard(said: FromReader): void {
    if (this.#isOver) return
    if (said === 'ready') this.#send()
    else if ('progress' in said) this.#take(said.progress)
    else if ('refused' in said) this.#over(refused(said.refused.because, said.refused.kind))
    else this.#over(said.done === 'as told' ? this.#read() : said.done)
  }

  #send(): void {
    this.#isReady = true
    const bytes = Buffer.from(this.#bytes.buffer, this.#bytes.byteOffset, this.#bytes.byteLength)
    const told: ToReader = { bytes, ...(pdfHeaderAt(bytes) >= 0 && { wasm: readFileSync(wasmPlace()) }) }
    this.#process?.post(told)
    this.#wait(readBounds.fileMs, 'time')
  }

  #take(progress: PdfProgress): void {
    if ('text' in progress) {
      this.#text = progress.text
      this.#end = this.#after(readBounds.allPagesMs, 'time')
    }
    if ('checked' in progress && this.#text && 'pages' in this.#text) {
      const { at, page, scan } = progress.checked
      this.#text.pages[at] = page
      this.#checked += 1
      if (scan) this.#text.warns = withOne(this.#text.warns)
    }
    this.#wait(readBounds.pageMs, 'time')
  }

  /** A PDF as far as it is known. Pages that weren't drawn are said to be unchecked. */
  #read(): FileOutcome {
    const read = this.#text
    if (!read || !('pages' in read)) return refused('broken', 'pdf')
    const unchecked =
      read.pages.filter(({ text, hidden }) => text !== '' || hidden !== undefined).length - this.#checked
    if (unchecked > 0) read.warns = [...read.warns, { what: 'unchecked', count: unchecked }]
    return read
  }

  #wait(ms: number, because: Unread): void {
    this.#timer?.cancel()
    this.#timer = this.#after(ms, because)
  }

  #after(ms: number, because: Unread): { cancel(): void } {
    return startTimer(this.#deps.clock ?? systemClock, ms, () => this.#settle(because), { isLasting: true })
  }

  /** Ends without the reader's word; the text that it already told counts. */
  #settle(because: Unread): void {
    if (this.#isOver) return
    this.#over(this.#text ? this.#read() : refused(because, this.#isPdf() ? 'pdf' : 'none'))
  }

  #isPdf(): boolean {
    return pdfHeaderAt(Buffer.from(this.#bytes.buffer, this.#bytes.byteOffset, this.#bytes.byteLength)) >= 0
  }

  #over(read: FileOutcome): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#timer?.cancel()
    this.#end?.cancel()
    this.#process?.kill()
    this.#done(read)
  }
}

/** Counts one more page that is a picture with text behind it. */
function withOne<T extends { what: string; count: number }[]>(warns: T): T {
  const found = warns.find(({ what }) => what === 'scan-layer')
  if (found) found.count += 1
  else warns.push({ what: 'scan-layer', count: 1 })
  return warns
}
