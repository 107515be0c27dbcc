import type { RegistryAbout } from '../../../shared/config/registry.ts'
import type { RegistryTrouble } from '../../../shared/contract/registry-commands.ts'
import type { Network } from '../network/network.ts'
import type { JsonValue } from '../../../shared/schema/json.ts'
import { RegistryClient, type RegistryLimits, usualLimits } from './client.ts'
import { RegistryProblem } from './problem.ts'
import { readRecord, type RegistryRecord } from './record.ts'
import { Snapshot } from './snapshot.ts'
import { latestOf } from './versions.ts'
import { registryWords as words } from './words.ts'
import { defined } from '../../../shared/schema/json.ts'

/** Max pages read for one request of the user's, and max of one search in all. */
const mostAtOnce = 5
const mostPages = 20
/** Servers whose versions are remembered until Atrium closes. */
const mostServers = 20

/** The next cursor of a search, and those it used. */
type Walk = { next: string | undefined; cursors: Set<string> }

type Deps = {
  directory: string
  url: string
  limits?: RegistryLimits
  now?: () => number
  network?: Network | undefined
}

/**
 * One registry: what was fetched from it, and the means to ask it. It is asked only when a method says so, never by
 * itself.
 */
export class Registry {
  readonly url: string
  readonly #client: RegistryClient
  readonly #snapshot: Snapshot
  readonly #now: () => number
  readonly #walks = new Map<string, Walk>()
  readonly #versions = new Map<string, { records: RegistryRecord[]; at: number }>()
  /** The registry asked Atrium to wait until then. */
  #busyUntil = 0
  /** Entries that couldn't be read. */
  unreadable = 0

  constructor({ directory, url, limits = usualLimits, now = Date.now, network }: Deps) {
    this.url = url
    this.#now = now
    this.#client = new RegistryClient(url, limits, network)
    this.#snapshot = new Snapshot(directory, url)
  }

  get isDiscarded(): boolean {
    return this.#snapshot.isDiscarded
  }

  /** Fetched servers that match, best first; without a text, the last published first. */
  find(text: string): RegistryRecord[] {
    const wanted = queryOf(text)
    const named = new Set(this.#snapshot.page(keyOf(wanted))?.names)
    return this.#snapshot.records
      .filter(({ status }) => status !== 'deleted')
      .map((record) => ({ record, fit: fitOf(record, wanted) || (named.has(record.name) ? 1 : 0) }))
      .filter(({ fit }) => fit > 0)
      .toSorted((a, b) => b.fit - a.fit || (b.record.publishedAt ?? 0) - (a.record.publishedAt ?? 0))
      .map(({ record }) => record)
  }

  /** When the registry last answered this search. */
  searchedAt(text: string): number | undefined {
    return this.#snapshot.page(keyOf(queryOf(text)))?.at
  }

  /** Whether the registry has more for this search. */
  hasMore(text: string): boolean {
    const wanted = queryOf(text)
    const walk = this.#walks.get(wanted)
    return walk ? walk.next !== undefined : this.#snapshot.page(keyOf(wanted))?.next !== undefined
  }

  /** Asks for the first page of a search, or continues it, until there is something new or nothing more. */
  async search(text: string, goesOn: boolean): Promise<RegistryTrouble | undefined> {
    const wanted = queryOf(text)
    return this.#asking(async () => {
      const walk = (goesOn && this.#walks.get(wanted)) || this.#begin(wanted, goesOn)
      this.#walks.set(wanted, walk)
      for (let pages = 0; pages < mostAtOnce; pages++) if (await this.#nextPage(wanted, walk)) break
      await this.#snapshot.save()
    })
  }

  /** A walk from the first page; or, if the first page is kept from an earlier session, from the second. */
  #begin(wanted: string, goesOn: boolean): Walk {
    const kept = goesOn ? this.#snapshot.page(keyOf(wanted))?.next : undefined
    return { next: kept ?? '', cursors: new Set() }
  }

  /** Whether the walk can stop: it found servers, or there are no more. */
  async #nextPage(wanted: string, walk: Walk): Promise<boolean> {
    const cursor = walk.next
    if (cursor === undefined) return true
    walk.cursors.add(cursor)
    const key = keyOf(wanted, cursor)
    const before = this.#snapshot.page(key)
    const page = await this.#client.page({
      search: wordOf(wanted),
      ...(cursor !== '' && { cursor }),
      ...(before?.etag !== undefined && { etag: before.etag }),
    })
    const at = this.#now()
    const next = page ? page.next : before?.next
    const names = page ? this.#snapshot.add(page.entries, at) : (before?.names ?? [])
    this.unreadable += page?.unreadable ?? 0
    const etag = page ? page.etag : before?.etag
    this.#snapshot.setPage(key, { names, at, ...defined({ etag, next }) })
    const isEndless = next !== undefined && (walk.cursors.has(next) || walk.cursors.size >= mostPages)
    walk.next = isEndless ? undefined : next
    return names.length > 0 || walk.next === undefined
  }

  /** Asks for every version of a server. */
  async fetchServer(name: string): Promise<RegistryTrouble | undefined> {
    return this.#asking(async () => {
      const entries = await this.#client.versions(name)
      const at = this.#now()
      const records = entries.flatMap((entry) => readRecord(entry) ?? []).filter((record) => record.name === name)
      this.#versions.delete(name)
      this.#versions.set(name, { records, at })
      while (this.#versions.size > mostServers) this.#versions.delete([...this.#versions.keys()][0] ?? '')
      const latest = latestEntry(entries, records)
      if (latest === undefined) return
      this.#snapshot.add([latest], at)
      await this.#snapshot.save()
    })
  }

  /** The known versions of a server, and when the registry gave them. */
  server(name: string): { records: RegistryRecord[]; at: number | undefined } {
    const fetched = this.#versions.get(name)
    const kept = this.#snapshot.record(name)
    return fetched ?? { records: kept ? [kept] : [], at: this.#snapshot.fetchedAt(name) }
  }

  /** Ends every request; resolves when what was fetched is on disk. */
  async close(): Promise<void> {
    this.#client.close()
    await this.#snapshot.saved
  }

  async #asking(ask: () => Promise<void>): Promise<RegistryTrouble | undefined> {
    const host = new URL(this.url).host
    const waits = this.#busyUntil - this.#now()
    if (waits > 0) {
      const advice = words.laterAt(Math.ceil(waits / 1000))
      return { says: words.failed(host, words.stillBusy, advice), until: this.#busyUntil }
    }
    try {
      await ask()
      return undefined
    } catch (error) {
      if (!(error instanceof RegistryProblem)) throw error
      const until = error.waitMs === undefined ? undefined : this.#now() + error.waitMs
      this.#busyUntil = until ?? 0
      return { says: error.message, ...defined({ until }) }
    }
  }
}

const latestEntry = (entries: JsonValue[], records: RegistryRecord[]): JsonValue | undefined => {
  const latest = latestOf(records)
  return latest && entries.find((entry) => readRecord(entry)?.version === latest.version)
}

const queryOf = (text: string): string => text.trim().toLowerCase().replaceAll(/\s+/g, ' ').slice(0, 200)

const keyOf = (wanted: string, cursor = ''): string => JSON.stringify([wanted, cursor])

/** Registries look for one text in the names: of several words, the longest. */
const wordOf = (wanted: string): string => wanted.split(' ').toSorted((a, b) => b.length - a.length)[0] ?? ''

/** How well a record matches a search; 0 if one of its words occurs nowhere in it. */
function fitOf({ name, title = '', description }: RegistryAbout, wanted: string): number {
  if (wanted === '') return 1
  const own = name.slice(name.indexOf('/') + 1).toLowerCase()
  const texts = [own, title.toLowerCase(), name.toLowerCase(), description.toLowerCase()]
  const each = wanted.split(' ').map((word) => {
    const at = texts.findIndex((text) => text.includes(word))
    if (at === -1) return 0
    return texts.length - at + (own === word || title.toLowerCase() === word ? 2 : own.startsWith(word) ? 1 : 0)
  })
  return each.includes(0) ? 0 : each.reduce((sum, fit) => sum + fit, 0)
}
