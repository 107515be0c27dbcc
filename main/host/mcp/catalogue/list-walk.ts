import type { Lacks, LeftOut, MalformedItem } from '../../../../shared/events/offer-events.ts'
import { setImmediate as othersTurn } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { JsonValue } from '../../../../shared/schema/json.ts'
import type { Reply } from '../protocol/types.ts'
import type { ServerResult } from '../results/digest.ts'
import { quoted } from '../../base/text.ts'
import type { ListedItem, ListMethod } from '../results/list-items.ts'
import { catalogueWords as words } from './words.ts'
import { defined } from '../../../../shared/schema/json.ts'

/** One item as read: its key, and its size. */
export type Item<T> = { key: string; size: number; value: T }

/** One kind of list and how its items are read. `what` names them in Atrium's sentences. */
export type ListKind<T> = {
  method: ListMethod
  member: 'tools' | 'prompts' | 'resources' | 'resourceTemplates'
  what: string
  limits: { pages: number; items: number; bytes: number }
  /** Items with equal keys can't be told apart; this is said about the second one. */
  twice: string
  read: (item: ListedItem) => Item<T> | MalformedItem
}

/** The received part of a list. */
export type ReceivedList<T> = {
  items: Map<string, T>
  malformed: MalformedItem[]
  /** Why more may exist, in a sentence. */
  incomplete?: string
  lacks?: Lacks
  leftOut?: LeftOut
  pages: number
  /** Milliseconds for which it is fresh, as the server says (2026-07-28, server/utilities/caching). */
  ttlMs?: number
}

/** Max malformed items reported one by one. */
const mostMalformed = 500
const methodNotFound = -32601
/** Milliseconds spent on a page's items before yielding to the event loop. */
const turnMs = 5

/** Walks a list's pages. After any failure, returns the pages received until then. A cursor can be an empty text. */
export async function walkList<T>(
  page: (cursor: string | undefined) => Promise<Reply<ServerResult>>,
  kind: ListKind<T>,
): Promise<ReceivedList<T>> {
  const list = new Collector(kind)
  const seen = new Set<string>()
  let cursor: string | undefined
  for (let pages = 1; pages <= kind.limits.pages; pages++) {
    const reply = await page(cursor)
    // A server that declares resources may have no templates.
    const hasNone = reply.status === 'refused' && reply.code === methodNotFound && kind.method !== 'tools/list'
    if (hasNone && pages === 1) return list.done(pages)
    if (reply.status !== 'answered') return list.done(pages - 1, words.pageMissing(pages), why(reply))
    const { [kind.member]: raw, nextCursor: next, ttlMs } = reply.value.result
    if (!Array.isArray(raw)) return list.done(pages, words.pageEmpty(pages, kind.what))
    list.freshFor(ttlMs)
    const { items = raw.map((item) => ({ item })) } = reply.value
    let since = performance.now()
    list.beginPage()
    for (const item of items) {
      list.add(item)
      if (performance.now() - since < turnMs) continue
      await othersTurn()
      since = performance.now()
    }
    const repeats = list.endPage()
    // Some servers write an empty cursor after the last page, and start again at the first.
    if (next === undefined || next === null || (next === '' && repeats)) return list.done(pages)
    if (typeof next !== 'string') return list.done(pages, words.badCursor(pages + 1))
    if (seen.has(next)) return list.done(pages, words.loop(pages))
    seen.add(next)
    cursor = next
  }
  return list.done(kind.limits.pages, words.manyPages(kind.limits.pages))
}

/** Why a page didn't arrive, in the server's words if it sent any. */
function why(reply: Exclude<Reply<ServerResult>, { status: 'answered' }>): string {
  switch (reply.status) {
    case 'refused':
      return reply.malformed ? words.unreadable(quoted(reply.message)) : words.error(reply.code, quoted(reply.message))
    case 'unreachable':
      return words.unreachable(reply.problem.clause)
    case 'aborted':
    case 'timed-out':
      return words.late
    case 'unsent':
      return words.unsent(reply.reason)
    case 'closed':
      return words.closed
    case 'unfinished':
    case 'input-wanted':
    case 'pages-first':
    case 'unsupported':
      return words.otherFirst
    default:
      return reply satisfies never
  }
}

/** Max names listed of the items left out. */
const mostNamed = 200

const emptyPage = () => ({ fresh: new Set<string>(), repeated: Array<MalformedItem>(), all: 0 })

/** Reads items one by one, so a bad one affects no others. */
class Collector<T> {
  readonly #kind: ListKind<T>
  readonly #items = new Map<string, T>()
  readonly #malformed: MalformedItem[] = []
  #untold = 0
  #count = 0
  #size = 0
  #ttlMs: number | undefined
  /** The current page's first items of their key, those that an earlier page had, and how many it has in all. */
  #page = emptyPage()
  /** The items that didn't fit, and the limit they hit. */
  #out: (LeftOut & { of: 'items' | 'bytes' }) | undefined

  constructor(kind: ListKind<T>) {
    this.#kind = kind
  }

  /** Takes an item, or counts it if there is no room; list order decides. */
  add(item: ListedItem): void {
    const { limits, read, twice } = this.#kind
    if (!this.#out && this.#count >= limits.items) this.#out = { of: 'items', count: 0, names: [] }
    this.#count++
    this.#page.all++
    if (this.#out && this.#out.names.length >= mostNamed) return void this.#out.count++
    const found = read(item)
    if (this.#out) return this.#leaveOut(this.#out, found)
    if ('problem' in found) return this.#refuse(found)
    if (this.#items.has(found.key)) {
      const refused = { name: found.key, problem: twice }
      const isEarlier = !this.#page.fresh.has(found.key)
      const repeats = isEarlier && isDeepStrictEqual(this.#items.get(found.key), found.value)
      return repeats ? void this.#page.repeated.push(refused) : this.#refuse(refused)
    }
    this.#size += found.size
    if (this.#size > limits.bytes) {
      this.#out = { of: 'bytes', count: 0, names: [] }
      return this.#leaveOut(this.#out, found)
    }
    this.#items.set(found.key, found.value)
    this.#page.fresh.add(found.key)
  }

  beginPage(): void {
    this.#page = emptyPage()
  }

  /** A page that only repeats isn't one: its items aren't counted. Returns whether this is one. */
  endPage(): boolean {
    const { repeated, all } = this.#page
    const repeats = all > 0 && repeated.length === all
    if (repeats) this.#count -= all
    else for (const item of repeated) this.#refuse(item)
    return repeats
  }

  #leaveOut(out: LeftOut, found: Item<T> | MalformedItem): void {
    out.count++
    out.names.push('problem' in found ? found.name : found.key)
  }

  /** The page that goes stale first decides for the list. */
  freshFor(ttlMs: JsonValue | undefined): void {
    if (typeof ttlMs !== 'number' || !Number.isFinite(ttlMs)) return
    this.#ttlMs = Math.min(this.#ttlMs ?? Infinity, Math.max(0, ttlMs))
  }

  /** `gap` says what didn't arrive and `because` why; a list that hit its limit says that instead. */
  done(pages: number, gap?: string, because?: string): ReceivedList<T> {
    const { what, limits } = this.#kind
    const count = this.#out?.count ?? 0
    const room = this.#out?.of === 'items' ? words.roomForItems(limits.items, what) : words.roomForBytes(limits.bytes)
    const reason = because === undefined ? gap : words.because(gap ?? '', because)
    const told = (): Pick<ReceivedList<T>, 'incomplete' | 'lacks' | 'leftOut'> => {
      if (this.#out) {
        const incomplete = words.leftOut({ count, total: this.#count, atLeast: gap !== undefined, what, room })
        const { of, ...leftOut } = this.#out
        return { incomplete, lacks: of === 'items' ? 'room' : 'bytes', leftOut }
      }
      if (gap === undefined) return {}
      if (pages === 0) return { incomplete: words.noList(what, because ?? ''), lacks: 'all' }
      return { incomplete: words.someMissing(what, reason ?? ''), lacks: 'some' }
    }
    const more = { name: '…', problem: words.moreUnusable(this.#untold) }
    return {
      items: this.#items,
      malformed: this.#untold > 0 ? [...this.#malformed, more] : this.#malformed,
      pages,
      ...defined({ ttlMs: this.#ttlMs }),
      ...told(),
    }
  }

  #refuse(item: MalformedItem): void {
    if (this.#malformed.length < mostMalformed) this.#malformed.push(item)
    else this.#untold++
  }
}
