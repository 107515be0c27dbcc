import { useSyncExternalStore } from 'react'
import { makeWish, useArrivalOf } from './wish.ts'

/** One prompt of a server, to be filled in. */
export type PromptWish = { server: string; prompt: string }

/** The form that is open: in which composer, once one shows it, and what is filled in so far. */
type OpenForm = PromptWish & { place?: string; values: Record<string, string> }

let open: OpenForm | undefined
const listeners = new Set<() => void>()

function change(next: OpenForm | undefined): void {
  open = next
  for (const listener of listeners) listener()
}

/** Opens the form of a prompt above the composer of this window, as soon as there is one. */
export const openPrompt = (wanted: PromptWish): void => change({ ...wanted, values: {} })

export const leavePrompt = (): void => change(undefined)

/** The form that is open belongs to this composer from now on; another conversation does not show it. */
export function bindPrompt(place: string): void {
  if (open && open.place === undefined) change({ ...open, place })
}

/** What is filled in, so that it is there again when its conversation is. */
export function keepValues(values: Record<string, string>): void {
  if (open) open.values = values
}

export const keptValues = (): Record<string, string> => open?.values ?? {}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The prompt whose form is open in this composer. */
export const usePromptWish = (place: string): PromptWish | undefined =>
  useSyncExternalStore(subscribe, () => (open?.place === undefined || open.place === place ? open : undefined))

const menu = 'menu'
const menuWish = makeWish()

/** Opens the list of prompts in the composer of this window, as soon as there is one. */
export const openPromptMenu = (): void => menuWish.set(menu)

/** Calls back when the list is wished for. */
export const useMenuWish = (arrive: () => void): void => useArrivalOf(menuWish, menu, arrive)
