import { useCallback, useState } from 'react'
import { useOnScreen } from '../../ui/arming/use-armed.ts'

/**
 * Whether all of this very content has been on screen: nothing of it folded, as `hearWhole` is told, and its end
 * reached, where `endRef` is. Answers that can cover the end have `tailRef` behind them: both are to be in view at once.
 */
export function useRead(content: string) {
  const [shown, setShown] = useState({ content: '', whole: false })
  const [endRef, isEndOnScreen] = useOnScreen<HTMLDivElement>()
  const [tailRef, isTailOnScreen, tail] = useOnScreen<HTMLDivElement>()
  const [read, setRead] = useState<string>()
  const hearWhole = useCallback((whole: boolean) => setShown({ content, whole }), [content])
  const isWhole = shown.whole && shown.content === content
  if (isWhole && isEndOnScreen && (isTailOnScreen || !tail) && read !== content) setRead(content)
  return { isRead: read === content, isWhole, hearWhole, endRef, tailRef }
}
