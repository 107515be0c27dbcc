import type { HostEvent } from '../../../../shared/events/events.ts'
import type { PinnedItems } from '../../../../shared/events/server-events.ts'
import type { HostState } from '../../../../shared/state/state.ts'
import type { ServerState } from '../../../../shared/state/server-state.ts'
import type { Journal } from '../../journal/journal.ts'
import type { Definition } from './definition.ts'
import { pinnedFirst, pinsOfList } from './first-pins.ts'
import { type Difference, listDifference } from './list-changes.ts'
import type { ListOutcome } from './kept-list.ts'
import type { ReceivedList } from './list-walk.ts'
import type { ViolationCounter } from '../reports/violation-counter.ts'
import type { Clock } from '../../base/wake.ts'

/** One server, and the journal that publishes its lists. */
export type ListDeps = { server: string; journal: Journal; violations: ViolationCounter; clock: Clock }

/** How definitions of one kind appear in the state and in events. */
export type DefinedKind<E> = {
  known(server: ServerState | undefined): Parameters<typeof listDifference>[0]
  event(server: string, difference: Difference<E>): HostEvent
  nameOf(entry: E): string
  /** Its key in the pins. */
  item(name: string): string
  /** Whether a list that arrives now is the first of its kind. */
  isFirst(server: string, state: HostState): boolean
}

/**
 * The definitions of one kind that a server lists: in memory, published if they differ, pinned if they're the first.
 */
export class DefinedList<E extends { hash: string }> {
  readonly #kind: DefinedKind<E>
  readonly #deps: ListDeps
  #definitions = new Map<string, Definition<E>>()

  constructor(kind: DefinedKind<E>, deps: ListDeps) {
    this.#kind = kind
    this.#deps = deps
  }

  get(name: string): Definition<E> | undefined {
    return this.#definitions.get(name)
  }

  /** `isMissing`: the list didn't arrive at all, so nothing counts as removed. */
  async take(list: ReceivedList<Definition<E>>, isMissing: boolean, signal: AbortSignal): Promise<ListOutcome> {
    const { server, journal, violations } = this.#deps
    const pins = isMissing ? undefined : await this.#pinsOf(list)
    if (signal.aborted) return 'same'
    const pinned = pins ? [pinnedFirst(server, pins, journal.state)] : []
    const definitions = isMissing ? this.#definitions : list.items
    const known = this.#kind.known(journal.state.servers[server])
    // An empty first list matters: whatever comes later is new.
    const nothing = known || list.pages === 0 ? undefined : { set: [], removed: [], malformed: [] }
    const difference = listDifference(known, { ...list, items: definitions }) ?? nothing
    this.#definitions = definitions
    if (!difference) {
      journal.append(...pinned)
      return 'same'
    }
    const event = this.#kind.event(server, { ...difference, set: difference.set.map(({ entry }) => entry) })
    if (!violations.mayRecord()) return this.#untold(difference, 'over-budget')
    const news = violations.mayStore(difference.set, JSON.stringify(event).length)
    if (news === false) return this.#untold(difference, 'too-often')
    for (const { text } of difference.set) journal.keepBlob(text)
    journal.append(event, ...pinned)
    return news > 0 ? 'news' : 'changed'
  }

  /** Definitions that weren't published can't be used. */
  #untold({ set }: Difference<Definition<E>>, why: ListOutcome): ListOutcome {
    for (const { entry } of set) this.#definitions.delete(this.#kind.nameOf(entry))
    return why
  }

  #pinsOf({ items }: ReceivedList<Definition<E>>): Promise<PinnedItems | undefined> {
    const { server, journal } = this.#deps
    const { item, isFirst } = this.#kind
    const definitions = [...items].map(([name, { hash, raw }]) => ({ item: item(name), hash, raw, entry: { name } }))
    return pinsOfList(definitions, { server, isFirst: isFirst(server, journal.state) }, journal)
  }
}
