import { Worker } from 'node:worker_threads'
import { readBounds, type FileKind, type FileOutcome, type Unread } from '../../../../shared/content/extracted.ts'
import { readFileBytes } from './read-bytes.ts'
import type { PdfProgress } from './pdf.ts'
import { Unreadable } from '../reading/unreadable.ts'

/** The one file that a reader reads; `wasm`: PDFium's program, if the file may need it. */
export type ToReader = { bytes: Uint8Array; wasm?: Uint8Array | undefined }
/** The reader's messages; `ready` once it can take a file. */
export type FromReader =
  | 'ready'
  | { progress: PdfProgress }
  | { done: FileOutcome | 'as told' }
  | { refused: { kind: FileKind; because: Unread } }

/** Electron's way to the process that started this one. */
type ParentPort = {
  on(event: 'message', heard: (event: { data: ToReader }) => void): void
  postMessage(said: FromReader): void
}

const { parentPort } = process as { parentPort?: ParentPort }
const tell = (said: FromReader): void => {
  if (parentPort) parentPort.postMessage(said)
  else process.send?.(said)
}

// The memory of WebAssembly and typed arrays counts in no limit of Node's, and nothing runs beside a loop without end but
// another thread.
new Worker(
  `setInterval(() => process.memoryUsage.rss() > ${readBounds.process} && process.kill(process.pid, 'SIGKILL'), 25)`,
  { eval: true, env: {} },
).unref()

// Nothing here uses these, so a file can't either.
for (const name of ['fetch', 'WebSocket', 'EventSource', 'XMLHttpRequest']) Reflect.deleteProperty(globalThis, name)

async function read({ bytes, wasm }: ToReader): Promise<void> {
  try {
    tell({ done: await readFileBytes(bytes, wasm, (progress) => tell({ progress })) })
  } catch (error) {
    const { because, kind } = error instanceof Unreadable ? error : new Unreadable('broken')
    tell({ refused: { because, kind } })
  }
}

if (parentPort) parentPort.on('message', ({ data }) => void read(data))
else process.on('message', (told: ToReader) => void read(told))
// A host that is gone needs no reader.
process.on('disconnect', () => process.exit())
tell('ready')
