import type { HostLink } from '../../../shared/contract/commands.ts'
import { problemOf } from '../action.ts'
import { createStore, useStore } from '../store.ts'

/** By conversation, why the last request for a summary was refused; and the turn at whose end the user wanted none. */
const refusals = createStore<Record<string, string>>({})
const later = createStore<Record<string, string>>({})

/** Asks the conversation's model for a summary of its older turns. Never rejects: `useRefusal` has the reason. */
export async function summarise(link: HostLink, conversation: string): Promise<void> {
  const { [conversation]: _before, ...others } = refusals.get()
  refusals.set(others)
  try {
    await link.call('compactConversation', { conversation })
  } catch (error) {
    refusals.set({ ...refusals.get(), [conversation]: problemOf(error) })
  }
}

/** Why the last request for a summary was refused. */
export const useRefusal = (conversation: string): string | undefined => useStore(refusals)[conversation]

/** Notes that the user wants no summary before another turn has ended. */
export const notNow = (conversation: string, turn: string): void => later.set({ ...later.get(), [conversation]: turn })

/** The turn at whose end the user wanted no summary. */
export const useNotNow = (conversation: string): string | undefined => useStore(later)[conversation]
