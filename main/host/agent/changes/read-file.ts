import { constants, type BigIntStats } from 'node:fs'
import { type FileHandle, lstat, open, readlink, realpath } from 'node:fs/promises'
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

/** Linux's folder that says where an opened file is; other systems have none. */
const handles = process.platform === 'linux' ? '/proc/self/fd' : undefined

/** How a file is read: `handles` as above. `found` is called before it is opened, `opened` after. */
type Means = { handles: string | undefined; found?(): void; opened?(): void }

/** Never waits for a pipe's other end, and never follows a link in the last name. Windows knows neither. */
const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0)

/**
 * Reads a regular file inside `root`, which must be a real path. A link is followed only if it leads to another place
 * inside. The opened file itself must be inside, before and after reading, because a program can exchange folders for
 * links at any time. Never rejects.
 */
export async function readInside(file: string, root: string, means: Means = { handles }): Promise<Raw> {
  try {
    const real = await realpath(file)
    if (!isUnder(real, root)) return { state: 'outside' }
    const info = await lstat(real, { bigint: true })
    if (info.isDirectory()) return { state: 'folder' }
    if (!info.isFile()) return { state: 'special' }
    if (info.size > largestFile) return { state: 'large', bytes: Number(info.size) }
    means.found?.()
    return await readOpened(real, root, means)
  } catch (error) {
    return isMissing(error) ? await missingIn(file, root) : { state: 'unreadable' }
  }
}

async function readOpened(real: string, root: string, { handles: said, opened }: Means): Promise<Raw> {
  const place = said === undefined ? new WayTo(real, root) : undefined
  const before = await place?.look()
  const handle = await open(real, flags)
  opened?.()
  const isThere = async (): Promise<boolean> =>
    place ? place.isSame(handle, before) : (await readlink(`${said}/${handle.fd}`)) === real
  try {
    if (!(await isThere())) return { state: 'outside' }
    const info = await handle.stat({ bigint: true })
    if (!info.isFile()) return { state: 'special' }
    const size = Number(info.size)
    if (size > largestFile) return { state: 'large', bytes: size }
    const buffer = Buffer.alloc(size + 1)
    let bytes = 0
    while (bytes < buffer.length) {
      const { bytesRead } = await handle.read(buffer, bytes, buffer.length - bytes, bytes)
      if (bytesRead === 0) break
      bytes += bytesRead
    }
    if (!isSame(await handle.stat({ bigint: true }), info)) return { state: 'unreadable' }
    if (!(await isThere())) return { state: 'unreadable' }
    return bytes === size ? contentOf(buffer.subarray(0, bytes)) : { state: 'unreadable' }
  } finally {
    await handle.close()
  }
}

/**
 * The folders from `root` to a file, and the file: which they are, and when a name in each last changed. Swapping a
 * folder changes the times of the one around it.
 */
class WayTo {
  readonly #places: string[]
  readonly #file: string

  constructor(real: string, root: string) {
    const names = path.relative(root, real).split(path.sep).slice(0, -1)
    this.#places = [root, ...names.map((_name, at) => path.join(root, ...names.slice(0, at + 1)))]
    this.#file = real
  }

  /** Undefined if a folder is a link. */
  async look(): Promise<{ folders: string; file: string } | undefined> {
    const stats = await Promise.all([...this.#places, this.#file].map((place) => lstat(place, { bigint: true })))
    const file = stats.pop()
    if (!file || stats.some((it) => !it.isDirectory())) return undefined
    const folders = stats.map(({ dev, ino, mtimeNs, ctimeNs }) => [dev, ino, mtimeNs, ctimeNs].join(':')).join('/')
    return { folders, file: `${file.dev}:${file.ino}` }
  }

  /** Whether the opened file is the one that was and is there. */
  async isSame(handle: FileHandle, before: Awaited<ReturnType<WayTo['look']>>): Promise<boolean> {
    const { dev, ino } = await handle.stat({ bigint: true })
    const now = await this.look()
    return now?.file === `${dev}:${ino}` && before?.file === now.file && before.folders === now.folders
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
