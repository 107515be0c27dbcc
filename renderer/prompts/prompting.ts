import { useSyncExternalStore } from 'react'

/** One prompt of a server, to be filled in. */
export type PromptWish = { server: string; prompt: string }

let wish: PromptWish | undefined
const listeners = new Set<() => void>()

function change(next: PromptWish | undefined): void {
  wish = next
  for (const listener of listeners) listener()
}

/** Opens the form of a prompt above the composer of this window, as soon as there is one. */
export const openPrompt = (wanted: PromptWish): void => change(wanted)

export const leavePrompt = (): void => change(undefined)

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The prompt whose form is open. */
export const usePromptWish = (): PromptWish | undefined => useSyncExternalStore(subscribe, () => wish)
