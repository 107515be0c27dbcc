import { useCallback, useState } from 'react'
import { useOnScreen } from './use-armed.ts'

/**
 * Whether all of this very content has been on screen: nothing of it folded, as `hearWhole` is told, and its end
 * reached, where `endRef` is.
 */
export function useRead(content: string) {
  const [shown, setShown] = useState({ content: '', whole: false })
  const [endRef, isEndOnScreen] = useOnScreen<HTMLDivElement>()
  const [read, setRead] = useState<string>()
  const hearWhole = useCallback((whole: boolean) => setShown({ content, whole }), [content])
  if (shown.whole && shown.content === content && isEndOnScreen && read !== content) setRead(content)
  return { isRead: read === content, hearWhole, endRef }
}
