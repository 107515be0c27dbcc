import type { PinnedItems } from '../../../shared/pins.ts'
import type { Journal } from '../journal/journal.ts'
import type { Connection } from './connection.ts'
import { pinsOfList } from './first-pins.ts'
import { type Definition, differenceOf, type ToolList, walkTools } from './tool-list.ts'
import type { Misconduct } from './misconduct.ts'

/** How long after a change the list is fetched, and how often at most. */
const settleMs = 500
const spacingMs = 2000
const walkMs = 60_000
const overBudgetMs = 10_000

type Deps = { server: string; journal: Journal; misconduct: Misconduct }

/** The tools of one connection: fetched at the start and whenever the server says they changed, one walk at a time. */
export class Catalogue {
  readonly #connection: Connection
  readonly #deps: Deps
  readonly #end = new AbortController()
  #tools = new Map<string, Definition>()
  #timer: NodeJS.Timeout | undefined
  #walking = false
  #startedAt = -spacingMs
  /** Counts the changes the server announced; a walk that another one overtook is followed by the next. */
  #generation = 0

  constructor(connection: Connection, deps: Deps) {
    this.#connection = connection
    this.#deps = deps
  }

  get(tool: string): Definition | undefined {
    return this.#tools.get(tool)
  }

  /** The server says its list is another one. */
  changed(): void {
    this.#generation++
    this.#plan(settleMs)
  }

  /** Fetches the whole list and publishes what differs. Never rejects. */
  async refresh(): Promise<void> {
    if (this.#walking || this.#end.signal.aborted) return
    this.#walking = true
    this.#startedAt = performance.now()
    const generation = this.#generation
    const list = await this.#walk()
    const pins = await this.#pinsOf(list)
    this.#walking = false
    if (this.#end.signal.aborted) return
    this.#publish(list, pins)
    if (generation !== this.#generation) this.#plan(settleMs)
  }

  /** The connection is over: nothing is fetched or published any more. */
  end(): void {
    clearTimeout(this.#timer)
    this.#end.abort()
  }

  async #walk(): Promise<ToolList> {
    if (!this.#connection.offersTools) return { tools: new Map(), malformed: [], pages: 0 }
    const signal = AbortSignal.any([this.#end.signal, AbortSignal.timeout(walkMs)])
    const { copiesArguments } = this.#connection
    const list = await walkTools((cursor) => this.#connection.listTools(cursor, signal), copiesArguments)
    const detail = `${list.pages} ${list.pages === 1 ? 'page' : 'pages'}`
    this.#deps.journal.append({ type: 'request.sent', server: this.#deps.server, method: 'tools/list', detail })
    return list
  }

  /** What of a list the host pins by itself; of one that did not come at all nothing. */
  #pinsOf(list: ToolList): Promise<PinnedItems | undefined> {
    const { server, journal } = this.#deps
    return this.#isMissing(list) ? Promise.resolve(undefined) : pinsOfList(list.tools, server, journal)
  }

  #isMissing(list: ToolList): boolean {
    return list.pages === 0 && this.#connection.offersTools
  }

  #publish(list: ToolList, pins: PinnedItems | undefined): void {
    const { server, journal, misconduct } = this.#deps
    const pinned = pins ? [{ type: 'definitions.pinned', server, items: pins, actor: 'host' } as const] : []
    // A list that did not come at all takes nothing away.
    const tools = this.#isMissing(list) ? this.#tools : list.tools
    const difference = differenceOf(journal.state.servers[server], { ...list, tools })
    this.#tools = tools
    if (!difference) return journal.append(...pinned)
    if (!misconduct.mayRecord()) {
      // What nobody was told of cannot be called.
      const untold = new Set(difference.set.map(({ entry }) => entry.name))
      this.#tools = new Map([...tools].filter(([name]) => !untold.has(name)))
      return this.#plan(overBudgetMs)
    }
    for (const { text } of difference.set) journal.keepBlob(text)
    const { removed, malformed, incomplete } = difference
    const set = difference.set.map(({ entry }) => entry)
    journal.append({ type: 'catalogue.changed', server, set, removed, malformed, incomplete }, ...pinned)
  }

  #plan(wait: number): void {
    if (this.#end.signal.aborted || this.#walking) return
    const earliest = this.#startedAt + spacingMs - performance.now()
    this.#timer ??= setTimeout(
      () => {
        this.#timer = undefined
        void this.refresh()
      },
      Math.max(wait, earliest),
    )
  }
}
