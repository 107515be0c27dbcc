import { useSyncExternalStore } from 'react'
import { createStore } from './store.ts'
import { makeIntent, useArrivalOf } from './intent.ts'

/** A server's prompt to fill in, or without a server one of the user's own. */
export type PromptTarget = { server: string | undefined; prompt: string }

/** The open form: its composer, once one shows it, and its values so far. */
type OpenForm = PromptTarget & { place?: string; values: Record<string, string> }

const open = createStore<OpenForm | undefined>(undefined)

/** Opens a prompt's form above this window's composer, as soon as there is one. */
export const openPrompt = (wanted: PromptTarget): void => open.set({ ...wanted, values: {} })

/** Closes the prompt's form and drops its values. */
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

/** The open form's values, by argument. */
export const keptValues = (): Record<string, string> => open.get()?.values ?? {}

/** The prompt whose form is open in this composer. */
export const useOpenPrompt = (place: string): PromptTarget | undefined =>
  useSyncExternalStore(open.subscribe, () => {
    const form = open.get()
    return form?.place === undefined || form.place === place ? form : undefined
  })

const menu = 'menu'
const menuIntent = makeIntent()

/** Opens the prompt list in this window's composer, as soon as there is one. */
export const openPromptMenu = (): void => menuIntent.set(menu)

/** Calls `arrive` when the prompt list should open. */
export const useMenuIntent = (arrive: () => void): void => useArrivalOf(menuIntent, menu, arrive)
