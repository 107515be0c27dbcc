import { useSyncExternalStore } from 'react'
import { createStore } from './store.ts'
import { makeWish, useArrivalOf } from './wish.ts'

/** A server's prompt to fill in. */
export type PromptWish = { server: string; prompt: string }

/** The open form: its composer, once one shows it, and its values so far. */
type OpenForm = PromptWish & { place?: string; values: Record<string, string> }

const open = createStore<OpenForm | undefined>(undefined)

/** Opens a prompt's form above this window's composer, as soon as there is one. */
export const openPrompt = (wanted: PromptWish): void => open.set({ ...wanted, values: {} })

export const leavePrompt = (): void => open.set(undefined)

/** Ties the open form to this composer; other conversations don't show it. */
export function bindPrompt(place: string): void {
  const form = open.get()
  if (form && form.place === undefined) open.set({ ...form, place })
}

/** Keeps the values, for when its conversation is shown again. */
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

/** Opens the prompt list in this window's composer, as soon as there is one. */
export const openPromptMenu = (): void => menuWish.set(menu)

/** Calls back when the list should open. */
export const useMenuWish = (arrive: () => void): void => useArrivalOf(menuWish, menu, arrive)
