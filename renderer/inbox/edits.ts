import { useCallback, useSyncExternalStore } from 'react'
import type { Filled } from '../manual/desk.ts'

/** What a person makes of the arguments of a call that waits, by its question. It stays in this window until it is taken back. */
const edits = new Map<string, Filled>()
const listeners = new Set<() => void>()

/** Of so many questions; older ones make room. */
const mostEdits = 20

function changeEdit(ask: string, change: (edit: Filled | undefined) => Filled | undefined): void {
  const next = change(edits.get(ask))
  edits.delete(ask)
  if (next) edits.set(ask, next)
  const [oldest] = edits.keys()
  if (edits.size > mostEdits && oldest !== undefined) edits.delete(oldest)
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The edit of a question, where one has begun, and how it is changed. */
export function useKeptEdit(ask: string): [Filled | undefined, (change: Parameters<typeof changeEdit>[1]) => void] {
  const edit = useSyncExternalStore(subscribe, () => edits.get(ask))
  return [edit, useCallback((change) => changeEdit(ask, change), [ask])]
}
