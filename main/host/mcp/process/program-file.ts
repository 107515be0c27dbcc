import { createHash } from 'node:crypto'
import { open, stat } from 'node:fs/promises'

/** Small enough to yield to the event loop in between. */
const chunkBytes = 1024 * 1024

/** By path, the identity of the file when it was read, and its hash. */
const known = new Map<string, { identity: string; sha256: Promise<string | undefined> }>()

/**
 * SHA-256 of a program's file in hex; undefined if it can't be read. An unchanged file is read once, however many
 * servers run it.
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

/** Changes with every write and every replacement: the file's owner can't set the time of the last status change. */
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
