import { createHash, randomUUID, type Hash } from 'node:crypto'
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmdirSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { HostError } from '../../../shared/contract/errors.ts'
import { largestBundle } from '../../../shared/config/bundle.ts'
import { moveOver } from '../base/move.ts'
import { bundlesIn } from '../mcp/process/bundle-folder.ts'
import { bundleWords as words } from './words.ts'

/** Copies that are received at the same time, and finished ones that are kept. */
const mostAtOnce = 4

type Receiving = { fd: number; file: string; bytes: number; got: number; sum: Hash }

/**
 * Private copies of archives that the user opened, by their sum. They last until Atrium ends; the oldest are removed
 * first. A bundle's name can't begin with a dot, so their folder never collides with one.
 */
export class OpenedFiles {
  readonly #folder: string
  readonly #receiving = new Map<string, Receiving>()
  readonly #opened = new Map<string, string>()

  /** Removes those of an earlier run. */
  constructor(dataDirectory: string) {
    this.#folder = join(bundlesIn(dataDirectory), '.opened')
    rmSync(this.#folder, { recursive: true, force: true })
  }

  /** Begins a copy of this many bytes. */
  begin(bytes: number): string {
    if (bytes > largestBundle) throw new HostError('bad-input', words.tooLarge(largestBundle / 1024 / 1024))
    // The oldest copies were probably abandoned, for example when a tab was closed.
    while (this.#receiving.size >= mostAtOnce) this.#drop([...this.#receiving.keys()][0] ?? '')
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
    const upload = randomUUID()
    const file = join(this.#folder, `${upload}.partial`)
    const fd = openSync(file, 'wx', 0o600)
    this.#receiving.set(upload, { fd, file, bytes, got: 0, sum: createHash('sha256') })
    return upload
  }

  /** Pieces come in order, without gaps. */
  add(upload: string, at: number, piece: Buffer): void {
    const copy = this.#copy(upload)
    if (at !== copy.got || copy.got + piece.length > copy.bytes) {
      this.#drop(upload)
      throw new HostError('bad-input', words.notInOrder)
    }
    for (let done = 0; done < piece.length;) done += writeSync(copy.fd, piece, done)
    copy.got += piece.length
    copy.sum.update(piece)
  }

  /** The sum of the complete copy. */
  finish(upload: string): string {
    const { file, fd, bytes, got, sum } = this.#copy(upload)
    if (got !== bytes) {
      this.#drop(upload)
      throw new HostError('bad-input', words.notInOrder)
    }
    closeSync(fd)
    this.#receiving.delete(upload)
    const sha256 = sum.digest('hex')
    const kept = join(this.#folder, sha256)
    moveOver(file, kept)
    this.#opened.delete(sha256)
    this.#opened.set(sha256, kept)
    for (const [oldest, place] of [...this.#opened].slice(0, -mostAtOnce)) {
      this.#opened.delete(oldest)
      rmSync(place, { force: true })
    }
    return sha256
  }

  /** Removes an unfinished copy. */
  abandon(upload: string): void {
    this.#drop(upload)
  }

  /** Its copy, and how many bytes that has. */
  find(sha256: string): { file: string; bytes: number } | undefined {
    const file = this.#opened.get(sha256)
    return file !== undefined && existsSync(file) ? { file, bytes: statSync(file).size } : undefined
  }

  /** Removes a finished copy, which can't be used. */
  remove(sha256: string): void {
    const file = this.#opened.get(sha256)
    this.#opened.delete(sha256)
    if (file !== undefined) rmSync(file, { force: true })
    this.#removeFolder()
  }

  /** Removes all copies. */
  close(): void {
    for (const upload of this.#receiving.keys()) this.#drop(upload)
    for (const sha256 of this.#opened.keys()) this.remove(sha256)
    this.#removeFolder()
  }

  /** Removes the folder, and the one around it, unless something is in them. */
  #removeFolder(): void {
    if (this.#receiving.size > 0 || this.#opened.size > 0) return
    rmSync(this.#folder, { recursive: true, force: true })
    const around = dirname(this.#folder)
    if (existsSync(around) && readdirSync(around).length === 0) rmdirSync(around)
  }

  #copy(upload: string): Receiving {
    const copy = this.#receiving.get(upload)
    if (!copy) throw new HostError('not-found', words.notOpened)
    return copy
  }

  #drop(upload: string): void {
    const copy = this.#receiving.get(upload)
    this.#receiving.delete(upload)
    if (!copy) return
    closeSync(copy.fd)
    rmSync(copy.file, { force: true })
    this.#removeFolder()
  }
}
