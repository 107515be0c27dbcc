import { useEffect, useState } from 'react'
import { useReplica } from '../replica.ts'

/**
 * The window's origin belongs to Atrium alone, so drafts survive a restart there. The origin of a browser's tab may
 * belong to another program after one, so there they end with the tab.
 */
export const messageDraftStorage = (): Storage => (window.atrium ? localStorage : sessionStorage)

/** The key of a conversation's unsent text there. */
export const messageDraftKey = (conversation: string | undefined): string => `atrium.draft.${conversation ?? 'new'}`

/**
 * By conversation, the drafts by servers' apps that are in its unsent text; and when a press sends again after one came
 * (epoch milliseconds), so a press that meant something else doesn't.
 */
export const appText = { drafts: new Map<string, string[]>(), armedAt: 0 }

/** A conversation's unsent text, or that of the next new one. */
export function useMessageDraft(conversation: string | undefined): [string, (text: string) => void] {
  const key = messageDraftKey(conversation)
  const [text, setText] = useState(() => messageDraftStorage().getItem(key) ?? '')
  const change = (next: string): void => {
    setText(next)
    if (next === '') return messageDraftStorage().removeItem(key)
    try {
      messageDraftStorage().setItem(key, next)
    } catch (error) {
      // The storage is full. An older text would be worse than none.
      if (!(error instanceof DOMException)) throw error
      messageDraftStorage().removeItem(key)
    }
  }
  return [text, change]
}

/** Drops the drafts of conversations that are deleted permanently. */
export function useMessageDraftRemoval(): void {
  const replica = useReplica()
  useEffect(
    () =>
      replica.onEvents({
        events: (recorded) => {
          for (const { event } of recorded) if (event.type === 'conversation.erased') forget(event.conversation)
        },
        reset: () => undefined,
      }),
    [replica],
  )
}

function forget(conversation: string): void {
  const key = messageDraftKey(conversation)
  messageDraftStorage().removeItem(key)
  messageDraftStorage().removeItem(`${key}.pages`)
}
