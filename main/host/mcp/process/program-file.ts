import { createHash } from 'node:crypto'
import { open, stat } from 'node:fs/promises'
import type { Launch } from '../../../../shared/asks/asks.ts'

/** Small enough to yield to the event loop in between. */
const chunkBytes = 1024 * 1024

/** A clock's coarsest step on a file system, in milliseconds: two writes within it may leave the same times. */
const coarsestStep = 2000n

/** A program's file: its hash, and its identity if that changes with every later write. */
export type ProgramFile = Pick<Launch, 'sha256' | 'file'>

type Trusted = Pick<Launch, 'path' | 'sha256' | 'file'>

/** By path, the identity of the file when it was read, and what it held. */
const known = new Map<string, { identity: string; read: Promise<ProgramFile> }>()

/**
 * SHA-256 of a program's file in hex, none if it can't be read. An unchanged file is read once, however many servers run
 * it, and not at all if it is still the one that the user trusted.
 */
export async function programFile(path: string, trusted?: Trusted): Promise<ProgramFile> {
  const found = await identityOf(path)
  if (found === undefined) return {}
  const { identity } = found
  if (trusted?.path === path && trusted.file === identity) return { sha256: trusted.sha256, file: identity }
  const held = known.get(path)
  if (held?.identity === identity) return held.read
  const reading = readSettled(path, found)
  known.set(path, { identity, read: reading })
  return reading
}

type Identity = { identity: string; changed: bigint }

/** Changes with every write and every replacement: the file's owner can't set the time of the last status change. */
async function identityOf(path: string): Promise<Identity | undefined> {
  const found = await stat(path, { bigint: true }).catch(() => undefined)
  if (!found) return undefined
  const { dev, ino, size, mtimeNs, ctimeNs, ctimeMs } = found
  return { identity: [dev, ino, size, mtimeNs, ctimeNs].join(' '), changed: ctimeMs }
}

/**
 * The identity is left out if the file changed while it was read or just before it, and on Windows, which lets owners set
 * every time.
 */
async function readSettled(path: string, before: Identity): Promise<ProgramFile> {
  const isOld = BigInt(Date.now()) - before.changed > coarsestStep && process.platform !== 'win32'
  const sha256 = await read(path).catch(() => undefined)
  if (sha256 === undefined) return {}
  const after = isOld ? await identityOf(path) : undefined
  return { sha256, ...(after?.identity === before.identity && { file: before.identity }) }
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
