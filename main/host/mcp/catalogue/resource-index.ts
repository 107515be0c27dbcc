import type { ResourceEntry } from '../../../../shared/content/listed.ts'
import type { ListDeps } from './defined-list.ts'
import type { ListOutcome } from './kept-list.ts'
import { sameMalformed } from './list-changes.ts'
import type { ReceivedList } from './list-walk.ts'
import { defined } from '../../../../shared/schema/json.ts'

/** A server's resources, which stay in memory: there can be thousands, so only their count is published. */
export class ResourceIndex {
  readonly #deps: ListDeps
  #entries: Map<string, ResourceEntry> | undefined
  #incomplete: string | undefined

  constructor(deps: ListDeps) {
    this.#deps = deps
  }

  get(uri: string): ResourceEntry | undefined {
    return this.#entries?.get(uri)
  }

  all(): { resources: ResourceEntry[]; incomplete?: string | undefined } {
    return {
      resources: [...(this.#entries?.values() ?? [])],
      ...defined({ incomplete: this.#incomplete }),
    }
  }

  /** `isMissing`: the list didn't arrive at all, so nothing counts as removed. */
  async take(list: ReceivedList<ResourceEntry>, isMissing: boolean): Promise<ListOutcome> {
    const { server, journal, violations } = this.#deps
    const { malformed, incomplete, lacks } = list
    const entries = isMissing ? (this.#entries ?? new Map<string, ResourceEntry>()) : list.items
    const known = journal.state.servers[server]?.resources
    // An empty list is published only if the server had resources before.
    const isNothing = list.pages === 0 && !isMissing && (known?.count ?? 0) === 0
    const isSame =
      isNothing ||
      (this.#entries !== undefined &&
        known !== undefined &&
        known.incomplete === incomplete &&
        sameMalformed(known.malformed, malformed) &&
        sameEntries(this.#entries, entries))
    const count = entries.size
    const event = { type: 'resources.changed', server, count, malformed, incomplete, ...(lacks && { lacks }) } as const
    if (!isSame && !violations.mayRecord()) return 'over-budget'
    if (!isSame && violations.mayStore([], JSON.stringify(event).length) === false) return 'too-often'
    this.#entries = entries
    this.#incomplete = incomplete
    if (!isSame) journal.append(event)
    return isSame ? 'same' : 'changed'
  }
}

/** Compared item by item: serialising a long list would double its memory. */
function sameEntries(a: Map<string, ResourceEntry>, b: Map<string, ResourceEntry>): boolean {
  if (a.size !== b.size) return false
  const others = b.values()
  for (const one of a.values()) {
    const other = others.next().value
    if (!other || !sameEntry(one, other)) return false
  }
  return true
}

const plain = ['uri', 'name', 'title', 'description', 'mimeType', 'size'] as const

const sameEntry = (a: ResourceEntry, b: ResourceEntry): boolean =>
  plain.every((member) => a[member] === b[member]) && JSON.stringify(a.annotations) === JSON.stringify(b.annotations)
