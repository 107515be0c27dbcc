import { randomUUID } from 'node:crypto'
import {
  closeSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  watch,
  writeSync,
  type FSWatcher,
} from 'node:fs'
import path from 'node:path'
import { parse, printParseErrorCode, type ParseError } from 'jsonc-parser'
import { isObject, type JsonObject } from '../../../shared/json.ts'

/** What a file holds: its object, nothing (there is no file), or the sentence that says why it cannot be read. */
export type FileContent = { object: JsonObject } | { absent: true } | { problem: string }

/** Editors write in steps; a file is read when it has been quiet for so long. */
const quietMs = 80

/** One hand-editable JSON file: read, watched, and replaced as a whole. */
export class JsonFile {
  readonly file: string
  readonly name: string
  #watcher: FSWatcher | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(directory: string, name: string) {
    this.file = path.join(directory, name)
    this.name = name
  }

  read(): FileContent {
    let text: string
    try {
      text = readFileSync(this.file, 'utf8').replace(/^\uFEFF/, '')
    } catch (error) {
      if (isNotFound(error)) return { absent: true }
      return { problem: `${this.name} cannot be read: ${messageOf(error)}.` }
    }
    try {
      const value: unknown = JSON.parse(text)
      return isObject(value) ? { object: value } : { problem: `${this.name} must hold one JSON object.` }
    } catch {
      return { problem: `${this.name} is not valid JSON: ${whereOf(text)}.` }
    }
  }

  /** Replaces the file atomically and durably, readable by its owner only. */
  write(object: JsonObject): void {
    const draft = `${this.file}.${randomUUID()}`
    try {
      const descriptor = openSync(draft, 'wx', 0o600)
      try {
        writeSync(descriptor, `${JSON.stringify(object, null, 2)}\n`)
        fsyncSync(descriptor)
      } finally {
        closeSync(descriptor)
      }
      renameSync(draft, this.file)
    } catch (error) {
      rmSync(draft, { force: true })
      throw error
    }
  }

  /** Calls back after somebody else changed the file. */
  watch(changed: () => void): void {
    this.#watcher = watch(path.dirname(this.file), (_event, name) => {
      if (name !== this.name) return
      clearTimeout(this.#timer)
      this.#timer = setTimeout(changed, quietMs)
    })
  }

  close(): void {
    clearTimeout(this.#timer)
    this.#watcher?.close()
  }
}

const isNotFound = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT'

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** What is wrong and where, as an editor would say it. */
function whereOf(text: string): string {
  const errors: ParseError[] = []
  parse(text, errors, { disallowComments: true })
  const [first] = errors
  if (!first) return 'it cannot be read'
  const before = text.slice(0, first.offset).split('\n')
  const words = printParseErrorCode(first.error)
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase()
  return `${words} at line ${before.length}, column ${(before.at(-1) ?? '').length + 1}`
}
