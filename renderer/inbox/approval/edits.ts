import { useSyncExternalStore } from 'react'
import type { Ask } from '../../../shared/asks/asks.ts'
import type { Filled } from '../../state/forms/desk.ts'
import { keepByKey, useKeptByKey } from '../../state/kept-by-key.ts'

/** A question whose arguments can be edited. */
type Editable = Pick<Ask, 'id' | 'operation'>

/** Edited arguments of waiting calls, by call: a question that is asked again keeps them. */
const edits = keepByKey<Filled>(20)

/** A question's edit, if begun, and its setter. */
export const useKeptEdit = (ask: Editable): ReturnType<typeof useKeptByKey<Filled>> => useKeptByKey(edits, keyOf(ask))

const keyOf = ({ id, operation }: Editable): string => operation?.call ?? id

/** Whether one of these questions is being edited. */
export const useSomeEdit = (asks: readonly Editable[]): boolean =>
  useSyncExternalStore(edits.subscribe, () => asks.some((ask) => edits.get(keyOf(ask)) !== undefined))
