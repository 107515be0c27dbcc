import { constants, type BigIntStats } from 'node:fs'
import { lstat, open, realpath } from 'node:fs/promises'
import path from 'node:path'
import { isUnder } from '../../../../shared/text/paths.ts'
import { sha256 } from '../../base/hash.ts'

/** Max bytes of a file that Atrium reads. */
export const largestFile = 1_048_576

/** A file as read. `bytes` is its size, `hash` the SHA-256 of its bytes in hex; see `Found` for the states. */
export type Raw =
  | { state: 'text'; text: string; bytes: number; hash: string }
  | { state: 'binary'; bytes: number; hash: string }
  | { state: 'large'; bytes: number }
  | { state: 'absent' | 'outside' | 'folder' | 'special' | 'unreadable' }

/** Never waits for a pipe's other end, and never follows a link in the last name. Windows knows neither. */
const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0)

/**
 * Reads a regular file inside `root`, which must be a real path. A link is followed only if it leads to another place
 * inside; the opened file must be the one found there, before and after reading. Never rejects.
 */
export async function readInside(file: string, root: string): Promise<Raw> {
  try {
    const real = await realpath(file)
    if (!isUnder(real, root)) return { state: 'outside' }
    const info = await lstat(real, { bigint: true })
    if (info.isDirectory()) return { state: 'folder' }
    if (!info.isFile()) return { state: 'special' }
    if (info.size > largestFile) return { state: 'large', bytes: Number(info.size) }
    return await readSame(real, file, info)
  } catch (error) {
    return isMissing(error) ? await missingIn(file, root) : { state: 'unreadable' }
  }
}

async function readSame(real: string, file: string, info: BigIntStats): Promise<Raw> {
  const handle = await open(real, flags)
  try {
    if (!isSame(await handle.stat({ bigint: true }), info)) return { state: 'unreadable' }
    const size = Number(info.size)
    const buffer = Buffer.alloc(size + 1)
    let bytes = 0
    while (bytes < buffer.length) {
      const { bytesRead } = await handle.read(buffer, bytes, buffer.length - bytes, bytes)
      if (bytesRead === 0) break
      bytes += bytesRead
    }
    if ((await realpath(file)) !== real || !isSame(await lstat(real, { bigint: true }), info))
      return { state: 'unreadable' }
    return bytes === size ? contentOf(buffer.subarray(0, bytes)) : { state: 'unreadable' }
  } finally {
    await handle.close()
  }
}

/** The same file with the same content, as far as the file system says. */
const isSame = (a: BigIntStats, b: BigIntStats): boolean =>
  a.ino === b.ino && a.dev === b.dev && a.size === b.size && a.mtimeNs === b.mtimeNs && a.isFile()

function contentOf(content: Buffer): Raw {
  const about = { bytes: content.length, hash: sha256(content) }
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content)
    return text.includes('\0') ? { state: 'binary', ...about } : { state: 'text', text, ...about }
  } catch {
    return { state: 'binary', ...about }
  }
}

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** The state of a path without a file: `absent`, unless a link is there or a folder on the way leads out of `root`. */
async function missingIn(file: string, root: string): Promise<Raw> {
  try {
    const isThere = await lstat(file).then(
      () => true,
      (error: unknown) => !isMissing(error),
    )
    if (isThere) return { state: 'outside' }
    const real = await nearest(path.dirname(file))
    return { state: real === root || isUnder(real, root) ? 'absent' : 'outside' }
  } catch {
    return { state: 'unreadable' }
  }
}

/** The real path of the closest folder that exists. */
async function nearest(folder: string): Promise<string> {
  try {
    return await realpath(folder)
  } catch (error) {
    const above = path.dirname(folder)
    if (!isMissing(error) || above === folder) throw error
    return nearest(above)
  }
}

/** A cheap sign that a file may have changed, from its metadata only. Never rejects. */
export async function stampOf(file: string): Promise<string> {
  try {
    const { ino, dev, size, mtimeNs, ctimeNs } = await lstat(await realpath(file), { bigint: true })
    return [dev, ino, size, mtimeNs, ctimeNs].join(':')
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : 'unreadable'
  }
}
