import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The data folder's folder of exports, which only its owner can open. */
export class ExportFiles {
  readonly #directory: string
  #files = 0

  constructor(dataDirectory: string) {
    this.#directory = join(dataDirectory, 'exports')
  }

  /** A new file's path, without its extension: the name, the moment and a number. The folder exists afterwards. */
  stem(name: string): string {
    mkdirSync(this.#directory, { recursive: true, mode: 0o700 })
    this.#files += 1
    return join(this.#directory, `${name}-${new Date().toISOString().replaceAll(/[:.]/g, '-')}-${this.#files}`)
  }

  /** Writes a new file, readable only by its owner. */
  write(name: string, extension: string, content: string | Uint8Array): { file: string; bytes: number } {
    const file = `${this.stem(name)}.${extension}`
    writeFileSync(file, content, { mode: 0o600, flag: 'wx' })
    return { file, bytes: Buffer.byteLength(content) }
  }
}
