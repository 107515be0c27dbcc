import type { MalformedItem } from '../../../shared/events.ts'
import { setImmediate as othersTurn } from 'node:timers/promises'
import type { JsonValue } from '../../../shared/json.ts'
import type { ListedItem } from './digest.ts'
import type { Answer, Reply } from './reply.ts'

/** The lists of a server (specification, server/utilities/pagination). */
export type ListMethod = 'tools/list' | 'prompts/list' | 'resources/list' | 'resources/templates/list'

export const listMethods: ReadonlySet<string> = new Set<ListMethod>([
  'tools/list',
  'prompts/list',
  'resources/list',
  'resources/templates/list',
])

/** What was read of one item: under what it is known, and how much it takes. */
export type Item<T> = { key: string; size: number; value: T }

/** One kind of list and how its items are read. `what` names them in our own sentences. */
export type ListKind<T> = {
  method: ListMethod
  member: 'tools' | 'prompts' | 'resources' | 'resourceTemplates'
  what: string
  limits: { pages: number; items: number; bytes: number }
  /** Two items with the same key cannot be told apart; this says so of the second. */
  twice: string
  read: (item: ListedItem) => Item<T> | MalformedItem
}

/** What was got of a list. */
export type Listing<T> = {
  items: Map<string, T>
  malformed: MalformedItem[]
  /** Why there may be more than this. */
  incomplete?: string
  pages: number
  /** For how many milliseconds it counts as fresh, as the server says (2026-07-28, server/utilities/caching). */
  ttlMs?: number
}

/** How many malformed items are told one by one. */
const mostMalformed = 500
const methodNotFound = -32601
/** How long the items of a page are read before others have their turn. */
const turnMs = 5

/** Walks the pages of a list. Whatever goes wrong, what was got until then is the answer. A cursor may be an empty text. */
export async function walkList<T>(
  page: (cursor: string | undefined) => Promise<Reply<Answer>>,
  kind: ListKind<T>,
): Promise<Listing<T>> {
  const list = new Collector(kind)
  const seen = new Set<string>()
  let cursor: string | undefined
  for (let pages = 1; pages <= kind.limits.pages; pages++) {
    const reply = await page(cursor)
    // Who declares resources need not have templates.
    const hasNone = reply.status === 'refused' && reply.code === methodNotFound && kind.method !== 'tools/list'
    if (hasNone && pages === 1) return list.done(pages)
    if (reply.status !== 'answered') return list.done(pages - 1, `page ${pages} of the list did not come`)
    const { [kind.member]: raw, nextCursor: next, ttlMs } = reply.value.result
    const { digest } = reply.value
    if (!Array.isArray(raw)) return list.done(pages, `page ${pages} of the list holds no ${kind.what}`)
    list.freshFor(ttlMs)
    const items = digest && 'items' in digest ? digest.items : raw.map((item) => ({ item }))
    let since = performance.now()
    for (const item of items) {
      if (!list.add(item)) return list.done(pages, list.full)
      if (performance.now() - since < turnMs) continue
      await othersTurn()
      since = performance.now()
    }
    if (next === undefined || next === null) return list.done(pages)
    if (typeof next !== 'string') return list.done(pages, `the mark of page ${pages + 1} is not a text`)
    if (seen.has(next)) return list.done(pages, `page ${pages} points back to an earlier page`)
    seen.add(next)
    cursor = next
  }
  return list.done(kind.limits.pages, `the list has more than ${kind.limits.pages} pages`)
}

/** Reads items one by one, so that a bad one costs nobody else. */
class Collector<T> {
  readonly full: string
  readonly #kind: ListKind<T>
  readonly #items = new Map<string, T>()
  readonly #malformed: MalformedItem[] = []
  #untold = 0
  #count = 0
  #size = 0
  #ttlMs: number | undefined

  constructor(kind: ListKind<T>) {
    const { items, bytes } = kind.limits
    this.#kind = kind
    this.full = `the list has more than ${items} ${kind.what}, or more than ${bytes / 1024 / 1024} MB of definitions`
  }

  /** False when there is no room for it. */
  add(item: ListedItem): boolean {
    const { limits, read, twice } = this.#kind
    if (++this.#count > limits.items) return false
    const found = read(item)
    if ('problem' in found) return this.#refuse(found)
    if (this.#items.has(found.key)) return this.#refuse({ name: found.key, problem: twice })
    this.#size += found.size
    if (this.#size > limits.bytes) return false
    this.#items.set(found.key, found.value)
    return true
  }

  /** The page that goes stale first decides for all. */
  freshFor(ttlMs: JsonValue | undefined): void {
    if (typeof ttlMs !== 'number' || !Number.isFinite(ttlMs)) return
    this.#ttlMs = Math.min(this.#ttlMs ?? Infinity, Math.max(0, ttlMs))
  }

  done(pages: number, incomplete?: string): Listing<T> {
    const more = { name: '…', problem: `${this.#untold} more that cannot be used are not told one by one.` }
    return {
      items: this.#items,
      malformed: this.#untold > 0 ? [...this.#malformed, more] : this.#malformed,
      pages,
      ...(this.#ttlMs !== undefined && { ttlMs: this.#ttlMs }),
      ...(incomplete !== undefined && { incomplete: `Some ${this.#kind.what} may be missing: ${incomplete}.` }),
    }
  }

  #refuse(item: MalformedItem): true {
    if (this.#malformed.length < mostMalformed) this.#malformed.push(item)
    else this.#untold++
    return true
  }
}
