import { createHash } from 'node:crypto'
import { open, stat } from 'node:fs/promises'

/** Small enough that others have their turn in between. */
const chunkBytes = 1024 * 1024

/** By path, the file that was there when it was read, and what it held. */
const known = new Map<string, { identity: string; sha256: Promise<string | undefined> }>()

/**
 * SHA-256 of a program's file in hex; undefined where it cannot be read. It is read once for as long as the same file
 * is there unchanged, however many servers run it.
 */
export async function programHash(file: string): Promise<string | undefined> {
  const identity = await identityOf(file)
  if (identity === undefined) return undefined
  const held = known.get(file)
  if (held?.identity === identity) return held.sha256
  const sha256 = read(file).catch(() => undefined)
  known.set(file, { identity, sha256 })
  return sha256
}

/** Changes with every write and every replacement: the time of the last change cannot be set by who owns the file. */
async function identityOf(file: string): Promise<string | undefined> {
  const found = await stat(file, { bigint: true }).catch(() => undefined)
  return found && [found.dev, found.ino, found.size, found.mtimeNs, found.ctimeNs].join(' ')
}

/** While one chunk is hashed, the next is read. */
async function read(file: string): Promise<string> {
  const hash = createHash('sha256')
  const handle = await open(file)
  try {
    let [now, next] = [Buffer.allocUnsafe(chunkBytes), Buffer.allocUnsafe(chunkBytes)]
    let { bytesRead } = await handle.read(now)
    while (bytesRead > 0) {
      const reading = handle.read(next)
      hash.update(now.subarray(0, bytesRead))
      ;({ bytesRead } = await reading)
      ;[now, next] = [next, now]
    }
    return hash.digest('hex')
  } finally {
    await handle.close()
  }
}
