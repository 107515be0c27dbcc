import type { Database } from 'better-sqlite3'
import { writeFileSync } from 'node:fs'
import { HostError } from '../../../../shared/contract/errors.ts'
import { isObject, parseJson, type JsonObject } from '../../../../shared/schema/json.ts'
import type { ResultMatch } from '../../../../shared/contract/result-commands.ts'
import {
  resultPartOf,
  textOfResult,
  type ResultPart,
  type ResultReader,
} from '../../../../shared/content/result-part.ts'
import { head } from '../../../../shared/text/clip.ts'
import { queryWords } from './words.ts'

/** Characters of text that a reader gets at once. */
const rooms: Record<ResultReader, number> = { model: 100_000, person: 200_000 }
/** Characters of text around a match. */
const around = 60
/** How many results stay parsed: a result is usually read in several parts. */
const mostOpen = 2

type Open = { result: JsonObject; bytes: number; texts: Partial<Record<ResultReader, string>> }

/** Results in the blob store, of any length: queries are answered in parts. */
export class StoredResults {
  readonly #db: Database
  readonly #open = new Map<string, Open>()

  constructor(db: Database) {
    this.#db = db
  }

  part(hash: string, reader: ResultReader): ResultPart & { bytes: number } {
    const { result, bytes } = this.#read(hash)
    return { ...resultPartOf(result, reader, rooms[reader]), bytes }
  }

  text(hash: string, reader: ResultReader, { from, limit }: { from: number; limit: number }) {
    const text = this.#text(hash, reader)
    return { text: head(text.slice(from, from + limit + 1), limit), characters: text.length }
  }

  search(hash: string, { words, from, limit }: { words: string; from: number; limit: number }) {
    const text = this.#text(hash, 'person')
    const pattern = new RegExp(words.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`), 'gi')
    pattern.lastIndex = from
    const matches: ResultMatch[] = []
    for (let found = pattern.exec(text); found; found = pattern.exec(text)) {
      if (matches.length === limit) return { matches, more: true }
      const at = found.index
      const [match] = found
      const end = at + match.length
      matches.push({
        at,
        before: text.slice(Math.max(0, at - around), at),
        match,
        after: text.slice(end, end + around),
      })
    }
    return { matches, more: false }
  }

  /** Writes a new file readable only by its owner; `stem` has no extension yet. */
  save(hash: string, stem: string): { file: string; bytes: number } {
    const { result } = this.#read(hash)
    const content = Array.isArray(result['content']) ? result['content'] : []
    const isText =
      content.length > 0 &&
      result['structuredContent'] === undefined &&
      content.every((block) => isObject(block) && block['type'] === 'text')
    const file = `${stem}.${isText ? 'txt' : 'json'}`
    const bytes = Buffer.from(isText ? this.#text(hash, 'person') : JSON.stringify(result, null, 2))
    writeFileSync(file, bytes, { flag: 'wx', mode: 0o600 })
    return { file, bytes: bytes.length }
  }

  #text(hash: string, reader: ResultReader): string {
    const open = this.#read(hash)
    return (open.texts[reader] ??= textOfResult(open.result, reader))
  }

  /** Checks each time that it is still stored: erased results can't be read from here. */
  #read(hash: string): Open {
    const isStored = this.#db.prepare<[string]>('SELECT 1 FROM blobs WHERE hash = ?').get(hash) !== undefined
    const open = (isStored ? this.#open.get(hash) : undefined) ?? this.#load(hash)
    this.#open.delete(hash)
    this.#open.set(hash, open)
    const [oldest] = this.#open.keys()
    if (this.#open.size > mostOpen && oldest !== undefined) this.#open.delete(oldest)
    return open
  }

  #load(hash: string): Open {
    const bytes = this.#db.prepare<[string], Buffer>('SELECT bytes FROM blobs WHERE hash = ?').pluck().get(hash)
    const result = bytes && parseJson(bytes.toString())
    if (!bytes || !isObject(result)) throw new HostError('not-found', queryWords.resultGone)
    return { result, bytes: bytes.length, texts: {} }
  }
}
