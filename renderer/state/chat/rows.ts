import { ownCalls } from '../../../shared/state/call-fold.ts'
import type { Turn } from '../../../shared/state/conversation.ts'

/**
 * One row of the thread. A turn is the user's message, the model's messages, and its end; or the user's own call, and
 * its end.
 */
export type ThreadRow = { key: string; turn: string } & (
  | { kind: 'person' }
  | { kind: 'model'; message: string }
  | { kind: 'call' }
  | { kind: 'end' }
)

const known = new WeakMap<readonly unknown[], ThreadRow[]>()

/** By an array of rows, the rows of each of its turns. */
const listsIn = new WeakMap<readonly ThreadRow[], ThreadRow[][]>()

/**
 * A conversation's rows; turns with unchanged messages keep the same row objects. Of `before`, the rows up to the first
 * changed turn are taken over together: a new answer doesn't cost more in a long conversation.
 */
export function threadRows(turns: readonly Turn[], before: ThreadRow[] = []): ThreadRow[] {
  const lists = turns.map(rowsOfTurn)
  const earlier = listsIn.get(before) ?? []
  const changed = lists.findIndex((list, at) => list !== earlier[at])
  if (changed === -1 && lists.length === earlier.length) return before
  const same = changed === -1 ? lists : lists.slice(0, changed)
  const kept = same.reduce((sum, { length }) => sum + length, 0)
  const rows = before.slice(0, kept).concat(lists.slice(same.length).flat())
  listsIn.set(rows, lists)
  return rows
}

/** The row of the user's own call exists before the call: the turn's origin announces it. */
function rowsOfTurn({ id, origin, message, messages }: Turn): ThreadRow[] {
  const before = known.get(messages)
  if (before) return before
  const rows: ThreadRow[] = [
    ...(message ? [{ kind: 'person', key: `${id} person`, turn: id } as const] : []),
    ...(origin === 'person' ? [{ kind: 'call', key: `${id} call`, turn: id } as const] : []),
    ...messages.map((one) => ({ kind: 'model', key: one.id, turn: id, message: one.id }) as const),
    { kind: 'end', key: `${id} end`, turn: id },
  ]
  known.set(messages, rows)
  return rows
}

/** The row that contains a call. */
export const rowOfCall = (turns: readonly Turn[], rows: ThreadRow[], call: string): number => {
  const own = turns.find((turn) => ownCalls(turn).some(({ id }) => id === call))
  if (own) return rows.findIndex(({ key }) => key === `${own.id} call`)
  const message = turns.flatMap(({ messages }) => messages).find(({ calls }) => calls.some(({ id }) => id === call))
  return message ? rows.findIndex(({ key }) => key === message.id) : -1
}

/** The row a source leads to: a call's, or that of the message that began a turn. */
export function rowOfSource(turns: readonly Turn[], rows: ThreadRow[], source: string): number {
  const call = rowOfCall(turns, rows, source)
  return call === -1 ? rows.findIndex(({ key }) => key === `${source} person`) : call
}
