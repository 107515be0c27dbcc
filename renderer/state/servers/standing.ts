import type { PinnedItems } from '../../../shared/events/server-events.ts'
import type { Result } from '../../../shared/contract/commands.ts'
import { isKeptOff, type QuarantinedItem } from '../../../shared/state/pins.ts'
import type { ServerSummary } from './summary.ts'

/** Whether models see a definition: since when and who decided, or why not. */
export type Standing =
  | { state: 'pinned'; at?: number | undefined; actor?: string | undefined; passport?: string | undefined }
  | { state: 'new' | 'changed' | 'differs' | 'kept-off'; before?: string | undefined }

type Known = Pick<ServerSummary, 'quarantine' | 'review'> & {
  keptOff: PinnedItems | undefined
  pinned: Result<'serverHistory'>['pinned'] | undefined
  /** The definitions in the passport that the server was added with. */
  expected?: PinnedItems | undefined
}

/**
 * Each item's state, by its key in the pins. An item with an open question doesn't count as kept off, whatever the last
 * decision was.
 */
export function standingOf({ quarantine, review, keptOff, pinned, expected = {} }: Known): (item: string) => Standing {
  const waiting = new Map(quarantine.map((it) => [it.item, it]))
  const asked = new Set(review?.question.items.map(({ item }) => item))
  return (item) => {
    const one = waiting.get(item)
    const isOther = Object.hasOwn(expected, item) && expected[item] !== one?.hash
    if (one) return waitingAs(one, !asked.has(item) && isKeptOff(keptOff, item, one.hash), isOther)
    return { state: 'pinned', ...(pinned && Object.hasOwn(pinned, item) && pinned[item]) }
  }
}

const waitingAs = ({ what, before }: QuarantinedItem, keptOff: boolean, isOther: boolean): Standing => ({
  state: keptOff ? 'kept-off' : what === 'new' && isOther ? 'differs' : what,
  before,
})

/** Whether two standings read alike. */
export const sameStanding = (a: Standing, b: Standing): boolean => JSON.stringify(a) === JSON.stringify(b)
