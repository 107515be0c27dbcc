import { closeSync, existsSync, fdatasyncSync, openSync, rmSync, writeSync } from 'node:fs'
import { moveOver } from '../../base/move.ts'

/** Characters collected before a write. */
const gathered = 1024 * 1024

/** A new file of lines, readable only by its owner. It gets its name once complete, and is removed if it never is. */
export class LineFile {
  readonly #name: string
  readonly #draft: string
  readonly #file: number
  #lines: string[] = []
  #length = 0

  /** Throws the system's error, for example if the file exists. */
  constructor(name: string) {
    this.#name = name
    this.#draft = `${name}.part`
    if (existsSync(name)) throw new Error(`there is a file ${name} already`)
    this.#file = openSync(this.#draft, 'wx', 0o600)
  }

  /** Adds a line. Returns whether the collected lines were written now. */
  write(line: string): boolean {
    this.#lines.push(`${line}\n`)
    this.#length += line.length
    if (this.#length < gathered) return false
    this.#flush()
    return true
  }

  keep(): void {
    this.#flush()
    fdatasyncSync(this.#file)
    moveOver(this.#draft, this.#name)
  }

  close(): void {
    closeSync(this.#file)
    rmSync(this.#draft, { force: true })
  }

  #flush(): void {
    const bytes = Buffer.from(this.#lines.join(''))
    for (let written = 0; written < bytes.length;) written += writeSync(this.#file, bytes, written)
    this.#lines = []
    this.#length = 0
  }
}
