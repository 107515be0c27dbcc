import { useSyncExternalStore } from 'react'
import type { Filled } from '../../state/forms/desk.ts'
import { keepByKey, useKept } from '../../state/kept-by-key.ts'

/** Edited arguments of waiting calls, by question. */
const edits = keepByKey<Filled>(20)

/** A question's edit, if begun, and its setter. */
export const useKeptEdit = (ask: string): ReturnType<typeof useKept<Filled>> => useKept(edits, ask)

/** Whether one of these questions is being edited. */
export const useSomeEdit = (asks: readonly string[]): boolean =>
  useSyncExternalStore(edits.subscribe, () => asks.some((ask) => edits.get(ask) !== undefined))
