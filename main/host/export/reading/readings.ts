import { randomUUID } from 'node:crypto'
import { HostError } from '../../../../shared/contract/errors.ts'
import { longestImport } from '../../../../shared/contract/conversation-import-commands.ts'
import { exportWords as words } from '../words.ts'
import { readImportFile, type ReadFile } from './read-file.ts'

/** Files that are read at the same time; the oldest goes first. */
const mostAtOnce = 2

/** Milliseconds without a command after which a file is forgotten. */
const patience = 15 * 60_000

type Reading = { pieces: string[]; length: number; file?: Promise<ReadFile> | undefined; timer?: NodeJS.Timeout }

/** Files that users chose, in memory only, until they are imported. */
export class ImportReadings {
  readonly #readings = new Map<string, Reading>()

  /** Adds a piece to a file, or begins one. */
  add(piece: string, known: string | undefined): string {
    const id = known ?? this.#begin()
    const reading = this.#find(id)
    reading.length += piece.length
    if (reading.length > longestImport || reading.file) {
      this.end(id)
      throw new HostError('bad-input', words.tooLarge(longestImport / 1024 / 1024))
    }
    reading.pieces.push(piece)
    return id
  }

  /** The file's content. */
  read(id: string): Promise<ReadFile> {
    const reading = this.#find(id)
    if (!reading.file) {
      const text = reading.pieces.join('')
      reading.pieces = []
      reading.file = readImportFile(text.replace(/^\uFEFF/, ''))
    }
    return reading.file
  }

  end(id: string): void {
    clearTimeout(this.#readings.get(id)?.timer)
    this.#readings.delete(id)
  }

  #begin(): string {
    for (const oldest of [...this.#readings.keys()].slice(0, 1 + this.#readings.size - mostAtOnce)) this.end(oldest)
    const id = randomUUID()
    this.#readings.set(id, { pieces: [], length: 0 })
    return id
  }

  #find(id: string): Reading {
    const reading = this.#readings.get(id)
    if (!reading) throw new HostError('not-found', words.forgotten)
    clearTimeout(reading.timer)
    reading.timer = setTimeout(() => this.end(id), patience).unref()
    return reading
  }
}
