import type { Lacks, LeftOut, MalformedItem } from '../../../../shared/events/offer-events.ts'
import type { ReceivedList } from './list-walk.ts'

/** A list's previous state. */
type Known = { items: Record<string, { hash: string }>; malformed: MalformedItem[]; incomplete?: string | undefined }

/** The changes from one list to the next. */
export type Difference<T> = {
  set: T[]
  removed: string[]
  malformed: MalformedItem[]
  incomplete?: string | undefined
  lacks?: Lacks | undefined
  leftOut?: LeftOut | undefined
}

/** The changes from the known list to the received one; undefined if only the order changed. */
export function listDifference<T extends { hash: string }>(
  known: Known | undefined,
  { items, malformed, incomplete, lacks, leftOut }: Omit<ReceivedList<T>, 'pages' | 'ttlMs'>,
): Difference<T> | undefined {
  const before = known?.items ?? {}
  const set = [...items].flatMap(([key, it]) =>
    Object.hasOwn(before, key) && before[key]?.hash === it.hash ? [] : [it],
  )
  const removed = Object.keys(before).filter((key) => !items.has(key))
  const same =
    set.length === 0 &&
    removed.length === 0 &&
    known?.incomplete === incomplete &&
    sameMalformed(known?.malformed ?? [], malformed)
  return same
    ? undefined
    : { set, removed, malformed, incomplete, ...(lacks && { lacks }), ...(leftOut && { leftOut }) }
}

/** Whether two sets of malformed items are equal, in any order. */
export const sameMalformed = (a: MalformedItem[], b: MalformedItem[]): boolean => sorted(a) === sorted(b)

const sorted = (items: MalformedItem[]): string =>
  items
    .map(({ name, problem }) => JSON.stringify([name, problem]))
    .toSorted()
    .join()
