import { useSyncExternalStore } from 'react'
import { createStore } from './store.ts'
import { makeWish, useArrivalOf } from './wish.ts'

/** One prompt of a server, to be filled in. */
export type PromptWish = { server: string; prompt: string }

/** The form that is open: in which composer, once one shows it, and what is filled in so far. */
type OpenForm = PromptWish & { place?: string; values: Record<string, string> }

const open = createStore<OpenForm | undefined>(undefined)

/** Opens the form of a prompt above the composer of this window, as soon as there is one. */
export const openPrompt = (wanted: PromptWish): void => open.set({ ...wanted, values: {} })

export const leavePrompt = (): void => open.set(undefined)

/** The form that is open belongs to this composer from now on; another conversation does not show it. */
export function bindPrompt(place: string): void {
  const form = open.get()
  if (form && form.place === undefined) open.set({ ...form, place })
}

/** What is filled in, so that it is there again when its conversation is. */
export function keepValues(values: Record<string, string>): void {
  const form = open.get()
  if (form) form.values = values
}

export const keptValues = (): Record<string, string> => open.get()?.values ?? {}

/** The prompt whose form is open in this composer. */
export const usePromptWish = (place: string): PromptWish | undefined =>
  useSyncExternalStore(open.subscribe, () => {
    const form = open.get()
    return form?.place === undefined || form.place === place ? form : undefined
  })

const menu = 'menu'
const menuWish = makeWish()

/** Opens the list of prompts in the composer of this window, as soon as there is one. */
export const openPromptMenu = (): void => menuWish.set(menu)

/** Calls back when the list is wished for. */
export const useMenuWish = (arrive: () => void): void => useArrivalOf(menuWish, menu, arrive)
