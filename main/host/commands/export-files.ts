import { mkdirSync, writeFileSync } from 'node:fs'
import { open, rm } from 'node:fs/promises'
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

  /** The same from parts, each made when the one before is written, so the host’s thread is free in between. */
  async writeParts(name: string, extension: string, parts: Iterable<string>): Promise<{ file: string; bytes: number }> {
    const file = `${this.stem(name)}.${extension}`
    const output = await open(file, 'wx', 0o600)
    let bytes = 0
    try {
      for (const part of gathered(parts)) {
        const content = Buffer.from(part)
        await output.writeFile(content)
        bytes += content.length
      }
    } catch (error) {
      await rm(file, { force: true })
      throw error
    } finally {
      await output.close()
    }
    return { file, bytes }
  }
}

/** Characters written at once. */
const written = 65_536

/** Short parts together. */
function* gathered(parts: Iterable<string>): Generator<string> {
  let text = ''
  for (const part of parts) {
    text += part
    if (text.length < written) continue
    yield text
    text = ''
  }
  yield text
}
