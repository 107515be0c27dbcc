import { useEffect, useState } from 'react'
import { useReplica } from '../replica.ts'

/**
 * The window's origin belongs to Atrium alone, so drafts survive a restart there. The origin of a browser's tab may
 * belong to another program after one, so there they end with the tab.
 */
const storage = (): Storage => (window.atrium ? localStorage : sessionStorage)

const keyOf = (conversation: string | undefined): string => `atrium.draft.${conversation ?? 'new'}`

/** A conversation's unsent text, or that of the next new one. */
export function useDraft(conversation: string | undefined): [string, (text: string) => void] {
  const key = keyOf(conversation)
  const [text, setText] = useState(() => storage().getItem(key) ?? '')
  const change = (next: string): void => {
    setText(next)
    if (next === '') return storage().removeItem(key)
    try {
      storage().setItem(key, next)
    } catch (error) {
      // The storage is full. An older text would be worse than none.
      if (!(error instanceof DOMException)) throw error
      storage().removeItem(key)
    }
  }
  return [text, change]
}

/** Drops the drafts of conversations that are deleted permanently. */
export function useDraftRemoval(): void {
  const replica = useReplica()
  useEffect(
    () =>
      replica.onEvents({
        events: (recorded) => {
          for (const { event } of recorded)
            if (event.type === 'conversation.erased') storage().removeItem(keyOf(event.conversation))
        },
        reset: () => undefined,
      }),
    [replica],
  )
}
