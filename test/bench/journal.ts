import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Journal } from '../../main/host/journal/journal.ts'
import { compare, inFull, microseconds, type Row, withTarget } from './measure.ts'

/** One event on disk next to one 4 KB write with `fdatasync`, in the same folder. */
export async function journalRows(): Promise<Row[]> {
  const directory = mkdtempSync(path.join(tmpdir(), 'atrium-bench-'))
  const journal = Journal.open(directory)
  const file = openSync(path.join(directory, 'floor'), 'w')
  const block = Buffer.alloc(4096, 1)
  const ours = async (): Promise<void> => {
    journal.append({ type: 'request.sent', server: 'bench', method: 'tools/list', detail: 'x'.repeat(400) })
    await journal.durable()
  }
  const floor = async (): Promise<void> => {
    writeSync(file, block)
    fdatasyncSync(file)
  }
  try {
    return [
      await withTarget(
        compare(
          'a durable append',
          'µs',
          () => microseconds(inFull(200, 5), ours),
          () => microseconds(inFull(200, 5), floor),
        ),
        { beside: 'one fdatasync of 4 KB', most: 1.1 },
      ),
    ]
  } finally {
    closeSync(file)
    await journal.close()
    rmSync(directory, { recursive: true })
  }
}
