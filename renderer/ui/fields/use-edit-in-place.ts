import { useRef, type FocusEvent } from 'react'

/**
 * For a text that is edited in place: it is selected when the edit begins, and `leave` is called when the user goes
 * elsewhere. A server's app that takes the focus, or another window, ends no edit, and the text isn't selected again:
 * the next key would replace it.
 */
export function useEditInPlace(leave: () => void) {
  const hasBegun = useRef(false)
  return {
    onFocus: ({ target }: FocusEvent<HTMLInputElement>): void => {
      if (!hasBegun.current) target.select()
      hasBegun.current = true
    },
    onBlur: ({ target, relatedTarget }: FocusEvent<HTMLInputElement>): void => {
      if (relatedTarget !== null) return leave()
      // The browser says only afterwards that a frame has the focus now.
      setTimeout(() => {
        const { activeElement } = document
        if (!target.isConnected) return
        if (activeElement !== target && !(activeElement instanceof HTMLIFrameElement)) leave()
      })
    },
  }
}
