import { useSyncExternalStore } from 'react'
import type { Filled } from '../../state/forms/desk.ts'
import { keepByKey, useKept } from '../../state/kept-by-key.ts'

/** What a person makes of the arguments of a call that waits, by its question. */
const edits = keepByKey<Filled>(20)

/** The edit of a question, where one has begun, and how it is changed. */
export const useKeptEdit = (ask: string): ReturnType<typeof useKept<Filled>> => useKept(edits, ask)

/** Whether one of these questions is being edited. */
export const useSomeEdit = (asks: readonly string[]): boolean =>
  useSyncExternalStore(edits.subscribe, () => asks.some((ask) => edits.get(ask) !== undefined))
