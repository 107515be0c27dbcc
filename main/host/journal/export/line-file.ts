import { closeSync, existsSync, fdatasyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'

/** How much is gathered before it is written, in characters. */
const gathered = 1024 * 1024

/** A new file of lines that only its owner reads. It has its name when it is whole, and is gone when it never was. */
export class LineFile {
  readonly #name: string
  readonly #draft: string
  readonly #file: number
  #lines: string[] = []
  #length = 0

  /** Throws what the system says, such as that there is a file already. */
  constructor(name: string) {
    this.#name = name
    this.#draft = `${name}.part`
    if (existsSync(name)) throw new Error(`there is a file ${name} already`)
    this.#file = openSync(this.#draft, 'wx', 0o600)
  }

  /** Answers whether it was written now. */
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
    renameSync(this.#draft, this.#name)
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
