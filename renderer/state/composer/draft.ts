import { useState } from 'react'

const keyOf = (conversation: string | undefined): string => `atrium.draft.${conversation ?? 'new'}`

/** The text that is being written in a conversation. It outlives a reload of this tab and stays in this tab. */
export function useDraft(conversation: string | undefined): [string, (text: string) => void] {
  const key = keyOf(conversation)
  const [text, setText] = useState(() => sessionStorage.getItem(key) ?? '')
  const change = (next: string): void => {
    setText(next)
    if (next === '') sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, next)
  }
  return [text, change]
}
