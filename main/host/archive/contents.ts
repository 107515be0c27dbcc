import { createHash } from 'node:crypto'
import { closeSync, fchmodSync, mkdirSync, openSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { crc32 } from 'node:zlib'
import type { Archive, ArchiveEntry } from './archive.ts'
import { Refusal } from './refusal.ts'

/** By path inside the bundle, the SHA-256 of each file. */
export type FileSums = Record<string, string>

/** Inflates one file, piece by piece. Throws `Refusal` if size or sum differ from what its header says. */
async function* inflated({ zip }: Archive, { entry, name, size }: ArchiveEntry): AsyncGenerator<Buffer> {
  let [got, sum] = [0, 0]
  try {
    const pieces: AsyncIterable<Buffer> = await zip.openReadStreamPromise(entry)
    for await (const piece of pieces) {
      got += piece.length
      if (got > size) throw new Refusal('size-mismatch', { file: name })
      sum = crc32(piece, sum)
      yield piece
    }
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw new Refusal('zip-damaged', { file: name })
  }
  if (got !== size) throw new Refusal('size-mismatch', { file: name })
  if (sum !== entry.crc32) throw new Refusal('zip-damaged', { file: name })
}

/** One small file's bytes. */
export async function bytesOf(archive: Archive, entry: ArchiveEntry): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of inflated(archive, entry)) pieces.push(piece)
  return Buffer.concat(pieces)
}

/** Inflates everything and keeps nothing. */
export async function checkContents(archive: Archive): Promise<void> {
  for (const entry of archive.entries) if (!entry.isFolder) for await (const _piece of inflated(archive, entry));
}

/** Writes everything into a new folder. `programs` are made executable, whatever the archive says about them. */
export async function writeContents(archive: Archive, folder: string, programs: string[]): Promise<FileSums> {
  const sums: FileSums = {}
  mkdirSync(folder, { recursive: true, mode: 0o755 })
  for (const entry of archive.entries) {
    const path = join(folder, ...entry.name.split('/'))
    mkdirSync(entry.isFolder ? path : dirname(path), { recursive: true, mode: 0o755 })
    if (entry.isFolder) continue
    const mode = entry.isExecutable || programs.includes(entry.name) ? 0o755 : 0o644
    sums[entry.name] = await write(inflated(archive, entry), path, mode)
  }
  return sums
}

async function write(pieces: AsyncIterable<Buffer>, path: string, mode: number): Promise<string> {
  const sum = createHash('sha256')
  const fd = openSync(path, 'wx', mode)
  try {
    for await (const piece of pieces) {
      sum.update(piece)
      for (let done = 0; done < piece.length;) done += writeSync(fd, piece, done)
    }
    if (process.platform !== 'win32') fchmodSync(fd, mode)
  } finally {
    closeSync(fd)
  }
  return sum.digest('hex')
}
