import { randomUUID } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { isObject, type JsonObject, type JsonValue } from '../../../shared/schema/json.ts'
import { moveOver } from '../base/move.ts'
import { renamedAt, withChanges } from './json-edit.ts'
import { isNotFound, messageOf, offsetBelow, lineAndColumn, readBounded, whereOf } from './json-text.ts'
import { readJsonTree } from './json-tree.ts'
import { settingsWords } from './words.ts'

/** A file's content: its object, nothing (no file), or the sentence that says why it can't be read. */
export type FileContent = { object: JsonObject } | { absent: true } | { problem: string }

/** Max bytes: files are read on the host's thread. */
const mostBytes = 1024 * 1024

/** Max nesting of brackets. Readers of the content recurse for each, and no configuration comes near it. */
const mostDepth = 64

/** One hand-editable JSON file: read, and replaced as a whole. */
export class JsonFile {
  readonly file: string
  readonly name: string

  constructor(directory: string, name: string) {
    this.file = path.join(directory, name)
    this.name = name
  }

  read(): FileContent {
    let text: string | undefined
    try {
      const bytes = readBounded(this.file, mostBytes)
      if (bytes === undefined) return { problem: settingsWords.notPlainFile(this.name) }
      if (bytes.length > mostBytes) return { problem: settingsWords.tooLarge(this.name) }
      text = bytes.toString('utf8').replace(/^\uFEFF/, '')
    } catch (error) {
      if (isNotFound(error)) return { absent: true }
      return { problem: settingsWords.unreadable(this.name, messageOf(error)) }
    }
    const tooDeep = offsetBelow(text, mostDepth)
    if (tooDeep !== undefined)
      return { problem: settingsWords.tooDeep(this.name, mostDepth, lineAndColumn(text, tooDeep)) }
    const value = valueIn(text)
    if (value === undefined) return { problem: settingsWords.notJson(this.name, whereOf(text, true)) }
    return isObject(value) ? { object: value } : { problem: settingsWords.notObject(this.name) }
  }

  /**
   * Replaces the file atomically and durably, readable by its owner only. Its comments stay, also in a `renamed` member.
   */
  write(object: JsonObject, renamed?: { path: string[]; to: string }): void {
    const isNew = !existsSync(this.file)
    const text = (isNew ? undefined : this.#commented(object, renamed)) ?? `${JSON.stringify(object, null, 2)}\n`
    const draft = `${this.file}.${randomUUID()}`
    try {
      const descriptor = openSync(draft, 'wx', 0o600)
      try {
        writeSync(descriptor, text)
        fsyncSync(descriptor)
      } finally {
        closeSync(descriptor)
      }
      moveOver(draft, this.file)
      if (isNew) syncDirectory(path.dirname(this.file))
    } catch (error) {
      rmSync(draft, { force: true })
      throw error
    }
  }

  /** The file's text with this content, if the file has comments or trailing commas. */
  #commented(object: JsonObject, renamed?: { path: string[]; to: string }): string | undefined {
    const written = readBounded(this.file, mostBytes)
      ?.toString('utf8')
      .replace(/^\uFEFF/, '')
    if (written === undefined || isStrict(written)) return undefined
    const text = renamed ? renamedAt(written, renamed.path, renamed.to) : written
    const before = valueIn(text)
    if (!isObject(before)) return undefined
    const after = withChanges(text, before, object)
    return isDeepStrictEqual(valueIn(after), object) ? after : undefined
  }
}

/** The value of JSON that can have comments and trailing commas; undefined if it's not valid. */
function valueIn(text: string): JsonValue | undefined {
  try {
    const value: JsonValue = JSON.parse(text)
    return value
  } catch {
    const tree = readJsonTree(text)
    return 'code' in tree ? undefined : tree.value
  }
}

function isStrict(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Makes a rename durable: after a power cut, a file without its new name would be reported as missing. */
function syncDirectory(directory: string): void {
  if (process.platform === 'win32') return
  const descriptor = openSync(directory, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
