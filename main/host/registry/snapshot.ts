import { randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { isObject, type JsonValue, parseJson } from '../../../shared/schema/json.ts'
import { sha256 } from '../base/hash.ts'
import { moveOver } from '../base/move.ts'
import { isNotFound, offsetBelow, readBounded } from '../settings/json-text.ts'
import { readRecord, type RegistryRecord } from './record.ts'
import { latestOf } from './versions.ts'

/** The registry's last answer to a query: the names, the page's tag, and the next cursor. */
export type KeptPage = { names: string[]; at: number; etag?: string; next?: string }

/** Max records in a snapshot, max pages it remembers, and max bytes of its file. */
const mostRecords = 2000
const mostPages = 50
const mostBytes = 16 * 1024 * 1024
const format = 1

type Kept = { entry: JsonValue; at: number; record: RegistryRecord }

/**
 * All that was fetched from one registry: a file in the data folder, named by the registry's URL. Read with the same
 * checks as the network's responses; it has no secrets. If it is lost, the list can be fetched again.
 */
export class Snapshot {
  readonly #base: string
  readonly #file: string
  readonly #kept = new Map<string, Kept>()
  readonly #pages = new Map<string, KeptPage>()
  #writing: Promise<void> = Promise.resolve()
  /** Whether the file was unreadable, and is therefore ignored. */
  readonly isDiscarded: boolean

  constructor(directory: string, base: string) {
    this.#base = base
    this.#file = path.join(directory, 'registry', `${sha256(base).slice(0, 16)}.json`)
    this.isDiscarded = !this.#read()
  }

  /** The latest known version of each server. */
  get records(): RegistryRecord[] {
    return [...this.#kept.values()].map(({ record }) => record)
  }

  record(name: string): RegistryRecord | undefined {
    return this.#kept.get(name)?.record
  }

  /** When this server's record was fetched. */
  fetchedAt(name: string): number | undefined {
    return this.#kept.get(name)?.at
  }

  page(query: string): KeptPage | undefined {
    return this.#pages.get(query)
  }

  /** Adds a page's latest versions; of doubles, the one that the registry calls the latest. */
  add(entries: JsonValue[], at: number): string[] {
    const names: string[] = []
    for (const entry of entries) {
      const record = readRecord(entry)
      if (!record) continue
      const before = this.#kept.get(record.name)
      if (record.isLatest === false || (before?.at === at && latestOf([before.record, record]) === before.record))
        continue
      this.#kept.delete(record.name)
      this.#kept.set(record.name, { entry, at, record })
      names.push(record.name)
    }
    while (this.#kept.size > mostRecords) this.#kept.delete([...this.#kept.keys()][0] ?? '')
    return [...new Set(names)]
  }

  /** Remembers a page: it's fetched again only if it has changed. */
  setPage(query: string, page: KeptPage): void {
    this.#pages.delete(query)
    this.#pages.set(query, page)
    while (this.#pages.size > mostPages) this.#pages.delete([...this.#pages.keys()][0] ?? '')
  }

  /** Replaces the file as a whole, after earlier writes. */
  save(): Promise<void> {
    const text = JSON.stringify({
      format,
      base: this.#base,
      entries: [...this.#kept.values()].map(({ entry, at }) => ({ at, entry })),
      pages: [...this.#pages].map(([query, page]) => ({ query, ...page })),
    })
    this.#writing = this.#writing.then(() => this.#write(text))
    return this.#writing
  }

  /** Resolves after the last write. */
  get saved(): Promise<void> {
    return this.#writing
  }

  async #write(text: string): Promise<void> {
    const draft = `${this.#file}.${randomUUID()}`
    try {
      await mkdir(path.dirname(this.#file), { recursive: true, mode: 0o700 })
      await writeFile(draft, text, { mode: 0o600, flag: 'wx' })
      moveOver(draft, this.#file)
    } catch {
      // The list stays in memory.
      await rm(draft, { force: true })
    }
  }

  /** False if there is a file that can't be used. */
  #read(): boolean {
    let text: string
    try {
      const bytes = readBounded(this.#file, mostBytes)
      if (!bytes || bytes.length > mostBytes) return false
      text = bytes.toString('utf8')
    } catch (error) {
      return isNotFound(error)
    }
    const value = offsetBelow(text, 80) === undefined ? parseJson(text) : undefined
    if (!isObject(value) || value['format'] !== format || value['base'] !== this.#base) return false
    if (!Array.isArray(value['entries']) || !Array.isArray(value['pages'])) return false
    for (const kept of value['entries'])
      if (isObject(kept) && typeof kept['at'] === 'number') this.add([kept['entry'] ?? null], kept['at'])
    for (const page of value['pages']) if (isObject(page)) this.#readPage(page)
    return true
  }

  #readPage({ query, names, at, etag, next }: Record<string, JsonValue>): void {
    if (typeof query !== 'string' || typeof at !== 'number' || !Array.isArray(names)) return
    this.#pages.set(query, {
      names: names.filter((name) => typeof name === 'string' && this.#kept.has(name)).map(String),
      at,
      ...(typeof etag === 'string' && { etag }),
      ...(typeof next === 'string' && { next }),
    })
  }
}
