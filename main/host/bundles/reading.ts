import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { join } from 'node:path'
import type { BundleReading, RefusedBundle } from '../../../shared/config/bundle.ts'
import { type Archive, withArchive } from '../archive/archive.ts'
import { bytesOf, checkContents, type FileSums, writeContents } from '../archive/contents.ts'
import { type BundleComputer, factsOf } from './facts.ts'
import { largestManifest, parseManifest } from './manifest.ts'
import { Refusal, refusedOr } from '../archive/refusal.ts'

/** An archive to unpack: exactly the one with this sum. `programs` are made executable. */
export type Unpacking = { file: string; sha256: string; folder: string; programs: string[] }

/** A folder, and the files unpacked into it. */
export type Compared = { folder: string; sums: FileSums }

/** Names inside a folder whose files differ from the unpacked ones, or are gone. */
export type Comparison = { changed: string[]; missing: string[] }

/** Everything about an archive, for this computer. */
export const readBundle = (file: string, computer: BundleComputer): Promise<BundleReading> =>
  refusedOr(() =>
    withArchive(file, async (archive) => {
      const manifest = parseManifest(await manifestOf(archive))
      await checkContents(archive)
      const files = archive.entries.filter(({ isFolder }) => !isFolder)
      const size = files.reduce((sum, one) => sum + one.size, 0)
      const names = new Set(files.map(({ name }) => name))
      return factsOf(manifest, computer, { files: names, size, hasSignature: archive.hasSignature })
    }),
  )

function manifestOf(archive: Archive): Promise<Buffer> {
  const found = archive.entries.find(({ name, isFolder }) => name === 'manifest.json' && !isFolder)
  if (!found) {
    const isBelow = archive.entries.some(({ name }) => name.endsWith('/manifest.json'))
    throw new Refusal(isBelow ? 'manifest-not-at-root' : 'no-manifest')
  }
  if (found.size > largestManifest) throw new Refusal('manifest-too-large')
  return bytesOf(archive, found)
}

/** Unpacks an archive. Rejects only for disk errors; the folder may then be left half full. */
export const unpack = ({ file, sha256, folder, programs }: Unpacking): Promise<{ sums: FileSums } | RefusedBundle> =>
  refusedOr(async () => {
    if ((await sumOf(file)) !== sha256) throw new Refusal('zip-damaged')
    return withArchive(file, async (archive) => ({ sums: await writeContents(archive, folder, programs) }))
  })

/** Compares a folder's files with what was unpacked into it. */
export async function compare({ folder, sums }: Compared): Promise<Comparison> {
  const found: Comparison = { changed: [], missing: [] }
  for (const [name, sum] of Object.entries(sums)) {
    const path = join(folder, ...name.split('/'))
    if (!existsSync(path)) found.missing.push(name)
    else if ((await sumOf(path).catch(() => undefined)) !== sum) found.changed.push(name)
  }
  return found
}

async function sumOf(file: string): Promise<string> {
  const sum = createHash('sha256')
  for await (const piece of createReadStream(file)) sum.update(piece)
  return sum.digest('hex')
}
